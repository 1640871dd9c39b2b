"""Claims for people: a statement as a sentence, the argument, the certificate as tables and pictures, and its check.

A game declares for each of its statements a function that returns the explanation of a claim.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.objects.reading import ObjectView, find, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.compact_json import compact_json

MOST_CHECKED = 60_000
"""The longest data, in characters of JSON, from which a page checks a claim."""

MOST_ROWS = 40
"""The maximum number of rows of a table."""

TOOL = "`ludex-check-claims` checks it."


@dataclass(frozen=True, slots=True)
class CertificateTable:
    """A part of a certificate as a table; of more than MOST_ROWS rows only the first are shown."""

    caption: str
    header: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]

    @property
    def left_out(self) -> int:
        """Return the number of rows that are not shown."""
        return max(0, len(self.rows) - MOST_ROWS)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A claim for people.

    Parameters
    ----------
    sentence
        The statement, with formulas between dollar signs, as in all texts here.
    argument
        Why it holds, in paragraphs.
    checking
        What it means to check the claim.
    tables, pictures
        The certificate: tables, and pictures as SVG with captions.
    checker
        The browser module that checks the claim, such as `chess/claims`; empty if the claim has no short check.
    data
        What the module needs beside the claim itself, as JSON.
    links
        Pages with more: texts and addresses.
    """

    sentence: str
    argument: Sequence[str] = ()
    checking: str = ""
    tables: Sequence[CertificateTable] = ()
    pictures: Sequence[tuple[str, str]] = ()
    checker: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    links: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class ClaimSubject:
    """The subject of a claim: its view, and its document as a dictionary."""

    reader: Reader
    view: ObjectView
    document: Mapping[str, Any]

    @property
    def value(self) -> Any:  # noqa: ANN401 - a value of the object's kind
        """Return the domain value of the subject, with the results of its claims."""
        return value_of(self.reader, self.view)


Explain = Callable[[StoredClaim, ClaimSubject], Explanation]


def subject_of(reader: Reader, claim: StoredClaim, shown: ObjectView, members: Mapping[str, Any]) -> ClaimSubject:
    """Return the subject of a claim on the page of an object, whose members are given."""
    if claim.subject == shown.label:
        return ClaimSubject(reader, shown, members)
    view = find(reader, claim.subject)
    return ClaimSubject(reader, view, view.document().model_dump(mode="json"))


def check_data(claim: StoredClaim, explanation: Explanation) -> str:
    """Return the JSON from which the page checks a claim, or an empty string if the claim has no short check."""
    if not explanation.checker:
        return ""
    names = ("statement", "parameters", "value", "lower", "upper", "proved", "certificate", "subject")
    text = compact_json({**{name: getattr(claim, name) for name in names}, **explanation.data})
    return text if len(text) <= MOST_CHECKED else ""

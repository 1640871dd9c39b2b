"""Declarations of games for pages: solutions, actions, links, collections, imports, claims, notations and findings.

The explanation of a claim is written for people. It consists of a sentence, the argument, the certificate as tables and
pictures, and the check of the certificate. Text notations are used in the search box and on the pages where visitors
enter drawings and cards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask import url_for

from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.kinds.kind import Identity
from ludex.catalogue.objects.reading import ObjectView, find, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.engine.exact_json import compact_json
from ludex.engine.faults import Fault
from ludex.requests.imports import KindImport
from ludex.requests.inputs import InputContext


@dataclass(frozen=True, slots=True)
class Steps:
    """A solution in steps: the number of steps, a description that does not reveal them, and the noun for a step.

    `at(step)` returns the picture after the given number of steps, and a description of the next step.
    """

    count: int
    about: str
    noun: str
    at: Callable[[int], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ObjectAction:
    """A link from the page of an object to another page about the object.

    It has a text, a kind, and a function that returns the address.

    `fits(document)` returns whether an object has the link. The document of the object is given as a dictionary. Links
    with the text "Play" also appear in lists, and on the page of an object that was just stored.
    """

    name: str
    kind: str
    address: Callable[[str], str]
    fits: Callable[[Mapping[str, Any]], bool] = lambda _document: True


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to a page of the site: its text, the endpoint of the page, and the values in its address."""

    name: str
    endpoint: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Return the address of the page in the current request."""
        return url_for(self.endpoint, **self.values)


@dataclass(frozen=True, slots=True)
class ImportTab:
    """The import of objects of a kind from text on the page `/make/import`.

    Parameters
    ----------
    reader
        The import that reads and stores the lines.
    title, about
        The objects in the plural, and the formats of a line. Both are HTML.
    examples
        Titled texts that visitors can try.
    describe
        `describe(value)` returns an SVG picture and a description of what a line contains.
    result
        `result(shown)` returns a description of a stored object.
    """

    reader: KindImport
    title: str
    about: str
    examples: tuple[tuple[str, str], ...]
    describe: Callable[[Any], tuple[str, str]]
    result: Callable[[ObjectView], str]


MOST_CHECKED = 60_000
"""The maximum length of the JSON data that a page uses to check a claim, in characters."""

MOST_ROWS = 40
"""The maximum number of rows of a table."""


@dataclass(frozen=True, slots=True)
class CertificateTable:
    """A part of a certificate as a table. Only the first MOST_ROWS rows are shown."""

    caption: str
    header: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]

    @property
    def left_out(self) -> int:
        """Return the number of rows that are not shown."""
        return max(0, len(self.rows) - MOST_ROWS)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A claim, explained for people.

    Parameters
    ----------
    sentence
        The statement. In all texts of an explanation, formulas are between dollar signs.
    argument
        The reason why the statement is true, as paragraphs.
    checking
        What the check of the claim does.
    tables, pictures
        The certificate, as tables and as SVG pictures with captions.
    checker
        The browser module that checks the claim, such as `chess/claims`. Empty if the claim has no short check.
    data
        The JSON data that the module needs in addition to the claim itself.
    links
        The links to pages with more information.
    spoils
        Whether the argument or the pictures contain a solution of a puzzle, so that the page folds them.
    """

    sentence: str
    argument: Sequence[str] = ()
    checking: str = ""
    tables: Sequence[CertificateTable] = ()
    pictures: Sequence[tuple[str, str]] = ()
    checker: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    links: Sequence[PageLink] = ()
    spoils: bool = False


@dataclass(frozen=True, slots=True)
class ClaimSubject:
    """The subject of a claim: the view of the object, and the document of the object as a dictionary."""

    reader: Reader
    view: ObjectView
    document: Mapping[str, Any]

    @property
    def value(self) -> Any:  # noqa: ANN401 - a value of the object's kind
        """Return the domain value of the subject. It includes the results that the claims about the subject state."""
        return value_of(self.reader, self.view)


Explain = Callable[[StoredClaim, ClaimSubject], Explanation]


def subject_of(reader: Reader, claim: StoredClaim, shown: ObjectView, members: Mapping[str, Any]) -> ClaimSubject:
    """Return the subject of a claim on an object's page, given the members of the object."""
    if claim.subject == shown.label:
        return ClaimSubject(reader, shown, members)
    view = find(reader, claim.subject)
    return ClaimSubject(reader, view, view.document().model_dump(mode="json"))


def check_data(claim: StoredClaim, explanation: Explanation) -> str:
    """Return the JSON with which a page checks a claim.

    Return an empty string if the claim has no short check.
    """
    if not explanation.checker:
        return ""
    names = ("statement", "parameters", "value", "lower", "upper", "proved", "evidence", "certificate", "subject")
    text = compact_json({**{name: getattr(claim, name) for name in names}, **explanation.data})
    return text if len(text) <= MOST_CHECKED else ""


MOST_CHARACTERS = 65_536
"""The maximum length of a text to parse."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """The meaning of a text: a description, and the kind, identity and picture of the object."""

    about: str
    kind: str
    identity: Identity
    picture: str = ""


@dataclass(frozen=True, slots=True)
class NotationExample:
    """An example of a search.

    It has a description, the text, and a shorter text that is shown if the text is long.
    """

    name: str
    text: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Notation:
    """The notations of a game.

    Parameters
    ----------
    matches
        `matches(text)` returns whether a text looks like one of the notations.
    forms
        The notation names, with examples.
    read
        `read(text, context)` returns the thing that a text or label denotes. Raises Fault.
    recognize
        `recognize(text, context, budget)` returns the meaning of a text. Raises Fault.
    name_prefix
        The prefix of the names that `read` accepts in addition to labels, such as the names of built-in objects.
    takes_json
        Whether this game reports the errors in a JSON text that matches no notation.
    """

    matches: Callable[[str], bool]
    forms: tuple[str, ...]
    read: Callable[[str, InputContext], Any]
    recognize: Callable[[str, InputContext, Budget], Recognition]
    examples: tuple[NotationExample, ...] = ()
    name_prefix: str = ""
    takes_json: bool = False

    def fits(self, text: str) -> bool:
        """Return whether a text looks like one of the game's notations."""
        try:
            return self.matches(text)
        except (ValueError, RecursionError):
            return False


@contextmanager
def faults_in(text: str) -> Iterator[None]:
    """Raise Fault for any error in parsing a text. A text that is too long is refused before parsing."""
    if len(text) > MOST_CHARACTERS:
        raise Fault(f"{len(text):,} characters; the limit is {MOST_CHARACTERS:,}")
    try:
        yield
    except Fault:
        raise
    except ValueError as error:
        raise Fault(str(error)) from None
    except RecursionError:
        raise Fault("nested too deeply") from None


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment, whose recorded rows the results pages show.

    It has the type of its rows, its plots, the command that recorded the rows, the source and the conclusion.
    """

    name: str
    title: str
    row: type
    plots: tuple[Callable[[Any], str], ...]
    command: str
    source: str
    about: str


@dataclass(frozen=True, slots=True)
class Finding:
    """An answered question or a corrected error.

    It states what was known before, the result, and the evidence. It also contains links.
    """

    name: str
    title: str
    before: str
    result: str
    evidence: str
    links: tuple[PageLink, ...] = ()

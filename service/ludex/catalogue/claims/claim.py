"""Claims: statements about objects, with their values, bounds, proofs and certificates.

A claim has three forms: the summary in the document of its subject, the claim itself, and the stored claim, which
includes the labels of the subject and the witness. Pydantic converts each form to JSON and to a JSON schema, and parses
the lines of exports.

Games also declare results from the literature. Ludex cites these results without a proof, and never stores them as
claims.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from datetime import datetime
from enum import Enum
from math import inf
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from ludex.engine.budget import Budget, Cost, Unchecked
from ludex.engine.evidence import Evidence, StatedEvidence
from ludex.engine.exact_json import sorted_json
from ludex.version import __version__

__all__ = ["Claim", "ClaimSummary", "Json", "Sense", "Statement", "StoredClaim", "Unchecked", "merged"]

Json = Any

_VERSION = re.compile(r"\d+(\.\d+)+([-+.]?[a-z0-9]+)*")


class Sense(Enum):
    """The order of a statement's values: which value is better. Of two unproved values, the better one is kept."""

    LEAST = "least"
    MOST = "most"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class ClaimSummary:
    """A claim without its certificate, as it appears in the document of the object."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid", json_schema_serialization_defaults_required=True
    )

    statement: str
    _: KW_ONLY
    parameters: Annotated[
        Mapping[str, Json],
        Field(
            description=(
                "Parameters that distinguish claims with the same statement, such as the number of cards dealt."
            )
        ),
    ] = field(default_factory=dict)
    value: Annotated[
        Json,
        Field(
            description=(
                "The value. For an optimum, it is an integer, or null if the optimum does not exist or is unknown."
            )
        ),
    ] = None
    lower: Annotated[
        int | None, Field(description="A lower bound on the value, if known. Not set in documents for proved claims.")
    ] = None
    upper: Annotated[
        int | None, Field(description="An upper bound on the value, if known. Not set in documents for proved claims.")
    ] = None
    proved: bool
    evidence: StatedEvidence = None
    method: Annotated[str, Field(description="How the value was found or proved.")] = ""

    @property
    def parameters_text(self) -> str:
        """Return the parameters as canonical JSON. The catalogue compares parameters in this form."""
        return sorted_json(dict(self.parameters))

    @property
    def identity(self) -> tuple[str, str]:
        """Return what distinguishes the claim from all others about the same object."""
        return self.statement, self.parameters_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(ClaimSummary):
    """A claim about an object, with its certificate and provenance."""

    certificate: Annotated[
        Json, Field(description="JSON from which the claim can be verified, in a documented certificate format.")
    ] = None
    engine: Annotated[str, Field(description="The version of Ludex that found the value.")] = __version__
    search_nodes: Annotated[int | None, Field(description="The number of search nodes.")] = None
    seconds: Annotated[float | None, Field(description="The duration of the search in seconds.")] = None
    checked: Annotated[
        str | None, Field(description="The UTC time of the last verification since the claim was stored, if any.")
    ] = None
    checked_by: Annotated[str | None, Field(description="The method of the last verification.")] = None

    @property
    def stated(self) -> tuple[Json, ...]:
        """Return the members of the claim, including those of its proof but excluding the provenance."""
        return (self.value, self.proved, self.evidence, self.method, self.certificate, self.lower, self.upper)

    def costing(self, cost: Cost | None) -> "Claim":
        """Return the claim with the given cost of the search. None means that the cost is unknown."""
        if cost is None:
            return self
        return replace(self, search_nodes=cost.nodes or None, seconds=round(cost.seconds, 3))

    def members(self) -> dict[str, Json]:
        """Return the members of the claim by name, as JSON values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def summary(self) -> ClaimSummary:
        """Return the summary for the document of the subject.

        The summary includes bounds only if the claim is not proved.
        """
        return ClaimSummary(
            self.statement,
            parameters=dict(self.parameters),
            value=self.value,
            lower=None if self.proved else self.lower,
            upper=None if self.proved else self.upper,
            proved=self.proved,
            evidence=self.evidence,
            method=self.method,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredClaim(Claim):
    """A claim about a stored object, in the form that the API, the command line, pages and exports use.

    Attributes
    ----------
    statement : str
        The name of the statement, such as ``swish.no-swish-maximum``.
    parameters : mapping
        Parameters that distinguish claims of one statement, such as the number of cards dealt.
    value : int or any JSON
        The value of the claim. If an optimum is not proved, this is the best known value.
    lower, upper : int or None
        Bounds on the value, or None if unknown.
    proved : bool
        Whether the value is proved to be correct.
    evidence : Evidence or None
        What the proof rests on, or None if the value is not proved.
    method : str
        How the value was found or proved.
    certificate : any JSON
        JSON from which the claim can be verified, as defined in ``schema/certificates.md``.
    engine : str
        The version of Ludex that found the value.
    search_nodes, seconds : int, float or None
        The cost of the search, or None if unknown.
    checked, checked_by : str or None
        The time and method of the last verification.
    subject : str
        The label of the object that the claim is about.
    witness : str or None
        The label of an object that shows the value.
    """

    subject: Annotated[str, Field(description="The label of the object that the claim is about.")]
    witness: Annotated[str | None, Field(description="The label of an object that shows the value.")] = None


@dataclass(frozen=True, slots=True)
class Statement:
    """The declaration of a statement: its name, its description, the order of its values, and how to verify its claims.

    `check` is called with the value of the subject and a claim. It yields errors, and an :class:`Unchecked` for each
    part that it had no time to check. `check` is :func:`of_document` for claims that are verified together with the
    document of their subject, and None for claims that cannot be verified. `verification_method` describes how claims
    are verified. `witness` is the kind of object that attains the value of the claim. The relation `witnesses` links
    such an object to the subject. `evidence` returns what the proof of a proved claim rests on.
    """

    name: str
    about: str
    sense: Sense = Sense.EXACT
    check: Callable[[Any, Claim, Budget], Iterator[str]] | None = None
    verification_method: str = "the document is recreated and compared"
    witness: str | None = None
    evidence: Callable[[Claim], Evidence] = lambda _claim: Evidence.SEARCH

    def claim(self, value: Json, **members: Any) -> Claim:  # noqa: ANN401 - the members of a claim
        """Return a claim of this statement with its evidence. It is proved unless the `members` say otherwise."""
        claim = Claim(self.name, value=value, **({"proved": True} | members))
        return replace(claim, evidence=self.evidence_of(claim))

    def evidence_of(self, claim: Claim) -> Evidence | None:
        """Return what the proof of a claim rests on, or None if the claim is not proved."""
        return self.evidence(claim) if claim.proved else None


def of_document(_value: object, claim: Claim, _budget: Budget) -> Iterator[str]:
    """Yield an error for a claim that is not part of its subject's document, although it must be."""
    yield f"the claim {claim.statement} does not agree with the document of its subject"


def form_faults(claim: Claim, statement: Statement) -> Iterator[str]:
    """Yield the errors in a claim that can be found without its subject, such as invalid bounds or an invalid cost."""
    if statement.sense is Sense.EXACT and (claim.lower, claim.upper) != (None, None):
        yield f"the claim {claim.statement} must not have bounds: its value is exact"
    if _VERSION.fullmatch(claim.engine) is None:
        yield f"the claim {claim.statement} has an invalid engine version: {claim.engine!r}"
    nodes, seconds = claim.search_nodes, claim.seconds
    if (nodes is not None and (nodes < 1 or seconds is None)) or (seconds is not None and not 0 <= seconds < inf):
        yield f"the claim {claim.statement} has an invalid search cost: {nodes} nodes, {seconds} seconds"
    methods = (None, statement.verification_method)
    if (claim.checked is None) != (claim.checked_by is None) or claim.checked_by not in methods:
        yield f"the claim {claim.statement} has an invalid verification: {claim.checked} by {claim.checked_by!r}"
    elif claim.checked is not None and not _is_time(claim.checked):
        yield f"the claim {claim.statement} has an invalid verification time: {claim.checked!r}"
    # Errors in the certificate itself are found when the claim is checked.
    with suppress(AttributeError, KeyError, TypeError, ValueError):
        evidence = statement.evidence_of(claim)
        if claim.evidence != evidence:
            yield f"the claim {claim.statement} must have the evidence {evidence or 'null'}, not {claim.evidence}"


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).utcoffset() is not None
    except ValueError:
        return False


def merged(stored: Claim, new: Claim, sense: Sense) -> Claim:
    """Combine two claims with the same statement about the same object into the best known claim.

    A claim that is not proved never replaces a proved claim. Bounds only become tighter.
    """
    if stored.proved:
        return stored
    if new.proved:
        return new
    better = stored.value is None or (
        new.value is not None
        and ((sense is Sense.LEAST and new.value < stored.value) or (sense is Sense.MOST and new.value > stored.value))
    )
    best = new if better and new.value is not None else stored
    return replace(
        best,
        lower=max((bound for bound in (stored.lower, new.lower) if bound is not None), default=None),
        upper=min((bound for bound in (stored.upper, new.upper) if bound is not None), default=None),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedClaim:
    """A value or bounds that a publication states. Ludex has neither proved nor checked them."""

    statement: Annotated[str, Field(description="Name of the statement.")]
    about: Annotated[str, Field(description="Meaning of the value.")]
    subject: Annotated[
        str | None,
        Field(description="Label of the object that the claim is about; null if the claim is not about an object."),
    ] = None
    parameters: Annotated[
        Mapping[str, int], Field(description="Parameters of the statement, such as the number of points.")
    ] = field(default_factory=dict, hash=False)
    value: Annotated[int | None, Field(description="The value; null if the publication states only bounds.")] = None
    lower: Annotated[int | None, Field(description="Lower bound on the value; null if the value itself is stated.")] = (
        None
    )
    upper: Annotated[int | None, Field(description="Upper bound on the value; null if unknown.")] = None
    reference: Annotated[str, Field(description="The publication.")]
    doi: Annotated[str | None, Field(description="DOI of the publication.")] = None
    oeis: Annotated[str | None, Field(description="The sequence in the OEIS that contains the value.")] = None
    cited: Literal[True] = True
    proved: Literal[False] = False


def select_cited(
    cited: Iterable[CitedClaim], *, statement: str | None = None, subject: str | None = None
) -> list[CitedClaim]:
    """Return the cited claims that have the given statement and are about the given object.

    None as the statement or the object selects all of them.
    """
    return [claim for claim in cited if statement in (None, claim.statement) and subject in (None, claim.subject)]

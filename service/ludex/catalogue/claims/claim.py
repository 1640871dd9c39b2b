"""Claims: what is stated of an object, how far it is proved, and by what.

A claim is one value with three extents: its summary in the document of its object, the claim itself, and the stored
claim with the labels of the objects that it is about. Pydantic makes the outward form of each: JSON, its schema, and
the value that a line of an export holds.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from datetime import datetime
from enum import Enum
from math import inf
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from ludex.engine.budget import Budget, Cost, Unchecked
from ludex.engine.compact_json import sorted_json
from ludex.version import __version__

__all__ = ["Claim", "ClaimSummary", "Json", "Sense", "Statement", "StoredClaim", "Unchecked", "merged"]

Json = Any

_VERSION = re.compile(r"\d+(\.\d+)+([-+.]?[a-z0-9]+)*")


class Sense(Enum):
    """Which values of a statement are better while it is not proved."""

    LEAST = "least"
    MOST = "most"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class ClaimSummary:
    """What is stated of an object, without what proves it: the form of a claim in the document of its object."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid", json_schema_serialization_defaults_required=True
    )

    statement: str
    _: KW_ONLY
    parameters: Annotated[
        Mapping[str, Json],
        Field(description="Tell claims of one statement apart, such as the number of cards of a deal."),
    ] = field(default_factory=dict)
    value: Annotated[
        Json, Field(description="The value; an optimum is an integer, null if there is none or none is known.")
    ] = None
    lower: Annotated[
        int | None, Field(description="The value is no less. Null if no bound is known; in documents also if proved.")
    ] = None
    upper: Annotated[
        int | None, Field(description="The value is no more. Null if no bound is known; in documents also if proved.")
    ] = None
    proved: bool
    method: Annotated[str, Field(description="How the value was found or proved.")] = ""

    @property
    def parameters_text(self) -> str:
        """Return the parameters as the catalogue compares them."""
        return sorted_json(dict(self.parameters))


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(ClaimSummary):
    """What is stated of one object, and what proves it."""

    certificate: Annotated[
        Json, Field(description="The JSON by which the claim can be checked, as schema/certificates.md defines it.")
    ] = None
    engine: Annotated[str, Field(description="The version that found the value.")] = __version__
    search_nodes: Annotated[int | None, Field(description="Nodes of the search that found the value.")] = None
    seconds: Annotated[float | None, Field(description="Seconds that the search took.")] = None
    checked: Annotated[
        str | None, Field(description="When it was last verified, in UTC; null if not since it was stored.")
    ] = None
    checked_by: Annotated[str | None, Field(description="The method that verified it.")] = None

    @property
    def stated(self) -> tuple[Json, ...]:
        """Return what is stated and what proves it, without who found it when."""
        return (self.value, self.proved, self.method, self.certificate, self.lower, self.upper)

    def costing(self, cost: Cost | None) -> "Claim":
        """Return the claim with what the search for it cost; None: it is not known."""
        if cost is None:
            return self
        return replace(self, search_nodes=cost.nodes or None, seconds=round(cost.seconds, 3))

    def members(self) -> dict[str, Json]:
        """Return the members of the claim as JSON has them, by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def summary(self) -> ClaimSummary:
        """Return the summary for the document of the object: with bounds only if the claim is not proved."""
        return ClaimSummary(
            self.statement,
            parameters=dict(self.parameters),
            value=self.value,
            lower=None if self.proved else self.lower,
            upper=None if self.proved else self.upper,
            proved=self.proved,
            method=self.method,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredClaim(Claim):
    """A claim about a stored object, as the API, the command line, pages and exports show it.

    Attributes
    ----------
    statement : str
        What is stated, such as ``swish.no-swish-maximum``.
    parameters : mapping
        What tells claims of one statement apart, such as the number of cards of a deal.
    value : int or any JSON
        The value of what is stated; of an optimum that is not proved the best one known.
    lower, upper : int or None
        Bounds of the value, None if there are none.
    proved : bool
        Whether the value is proved.
    method : str
        How it was found or proved.
    certificate : any JSON
        What it can be checked by; ``schema/certificates.md`` says how.
    engine : str
        The version that found it.
    search_nodes, seconds : int, float or None
        What the search for it cost, None if that is not known.
    checked, checked_by : str or None
        When it was last verified, and by which method.
    subject : str
        The label of the object that it is about.
    witness : str or None
        The label of an object that shows the value.
    """

    subject: Annotated[str, Field(description="The label of the object that the claim is about.")]
    witness: Annotated[str | None, Field(description="The label of an object that shows the value.")] = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A kind of claim: its name, what it says, which values are better, and how a claim is checked.

    `check` is given the subject as its kind reads it, and a claim; it yields what is wrong, and as :class:`Unchecked`
    what there was no time to check. It is :func:`of_document` if the claim is checked with its subject's document,
    and None if nothing can be checked. `verification_method` is how either is done, in words. `witness` is the kind
    of object that shows the value and is linked to the subject as what witnesses it.
    """

    name: str
    about: str
    sense: Sense = Sense.EXACT
    check: Callable[[Any, Claim, Budget], Iterator[str]] | None = None
    verification_method: str = "the document is made again"
    witness: str | None = None


def of_document(_value: object, claim: Claim, _budget: Budget) -> Iterator[str]:
    """Say what is wrong with a claim that comes with the document of its subject, if it did not come with it."""
    yield f"the document of its subject does not state {claim.statement} so"


def form_faults(claim: Claim, statement: Statement) -> Iterator[str]:
    """Yield what is wrong with a claim whatever it is about: bounds, cost, version and date that say nothing."""
    if statement.sense is Sense.EXACT and (claim.lower, claim.upper) != (None, None):
        yield f"the claim {claim.statement} has bounds, but its value is exact"
    if _VERSION.fullmatch(claim.engine) is None:
        yield f"the claim {claim.statement} was found by the version {claim.engine!r}, which is none"
    nodes, seconds = claim.search_nodes, claim.seconds
    if (nodes is not None and (nodes < 1 or seconds is None)) or (seconds is not None and not 0 <= seconds < inf):
        yield f"the claim {claim.statement} cost {nodes} nodes and {seconds} seconds"
    methods = (None, statement.verification_method)
    if (claim.checked is None) != (claim.checked_by is None) or claim.checked_by not in methods:
        yield f"the claim {claim.statement} was checked at {claim.checked} by {claim.checked_by!r}"
    elif claim.checked is not None and not _is_time(claim.checked):
        yield f"the claim {claim.statement} was checked at {claim.checked!r}, which is no time"


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).utcoffset() is not None
    except ValueError:
        return False


def merged(stored: Claim, new: Claim, sense: Sense) -> Claim:
    """Return what is known from two claims of one statement about one object.

    What is proved is never replaced by what is not, and bounds only tighten.
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
        lower=max((one for one in (stored.lower, new.lower) if one is not None), default=None),
        upper=min((one for one in (stored.upper, new.upper) if one is not None), default=None),
    )

"""Claims: what is stated of an object, how far it is proved, and by what."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from math import inf
from typing import Any

from ludex.engine.budget import Budget, Cost, Unchecked
from ludex.engine.compact_json import sorted_json
from ludex.version import __version__

__all__ = ["Claim", "Json", "Sense", "Statement", "Unchecked", "merged"]

Json = Any

_VERSION = re.compile(r"\d+(\.\d+)+([-+.]?[a-z0-9]+)*")


class Sense(Enum):
    """Which values of a statement are better while it is not proved."""

    LEAST = "least"
    MOST = "most"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is stated of one object.

    An optimum's `value` is an integer, null if there is none or none is known; `lower` and `upper` bound it. A
    proved claim names the `method`; its `certificate` is JSON. `parameters` tell claims of one statement apart.
    `engine` is the version that found it, `search_nodes` and `seconds` what that cost. `checked` is when it was last
    found to hold, `checked_by` the second method that found it.
    """

    statement: str
    value: Json = None
    proved: bool = True
    method: str = ""
    certificate: Json = None
    lower: int | None = None
    upper: int | None = None
    parameters: Mapping[str, Json] = field(default_factory=dict)
    engine: str = __version__
    search_nodes: int | None = None
    seconds: float | None = None
    checked: str | None = None
    checked_by: str | None = None

    @property
    def stated(self) -> tuple[Json, ...]:
        """Return what is stated and what proves it, without who found it when."""
        return (self.value, self.proved, self.method, self.certificate, self.lower, self.upper)

    def costing(self, cost: Cost | None) -> "Claim":
        """Return the claim with what the search for it cost; None: it is not known."""
        if cost is None:
            return self
        return replace(self, search_nodes=cost.nodes or None, seconds=round(cost.seconds, 3))

    @property
    def parameters_text(self) -> str:
        """Return the parameters as the catalogue compares them."""
        return sorted_json(dict(self.parameters))


@dataclass(frozen=True, slots=True)
class Statement:
    """A kind of claim: its name and number, what it says, which values are better, and how a claim is checked.

    `check` is given the subject as its kind reads it, and a claim; it yields what is wrong, and as :class:`Unchecked`
    what there was no time to check. It is :func:`of_document` if the claim is checked with its subject's document,
    and None if nothing can be checked. `second` is the method by which either is done. `witness` is the kind of
    object that shows the value and is linked to the subject as what witnesses it.
    """

    name: str
    number: int
    about: str
    sense: Sense = Sense.EXACT
    check: Callable[[Any, Claim, Budget], Iterator[str]] | None = None
    second: str = "the document is made again"
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
    if (claim.checked is None) != (claim.checked_by is None) or claim.checked_by not in (None, statement.second):
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

"""The census: its totals, as stored or as counted anew, and storing every class of it."""

from collections.abc import Callable
from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.document import Part
from ludex.catalogue.kinds.planarity.drawn import DrawingPart, OptimalSolutions
from ludex.catalogue.reading import Shown
from ludex.engine.budget import Budget


class MinimumShare(Part):
    """How many classes have a minimum; null: no plane arrangement is reachable."""

    min_swaps: int | None
    classes: int


class EdgesShare(Part):
    """How many classes have so many edges, and the largest minimum among them; null: none is reachable."""

    edges: int
    classes: int
    largest_min_swaps: int | None


class HardClass(Part):
    """A class of the census that was counted, not stored."""

    drawing: DrawingPart
    crossings: int
    min_swaps: int | None
    optimal_solutions: OptimalSolutions


class CensusTotals(Part):
    """The census of n points: how many classes, by minimum (the unreachable ones last), by edges."""

    n: int
    classes: int
    distribution: list[MinimumShare]
    by_edges: list[EdgesShare]


@dataclass(frozen=True, slots=True)
class StoredCensus:
    """The totals of a stored census, and the classes of the largest minimum, those with the fewest solutions first."""

    totals: CensusTotals
    hardest: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class CountedCensus:
    """The totals of a census that was counted anew, and its hardest classes."""

    totals: CensusTotals
    hardest: tuple[HardClass, ...]


class CensusNotStored(LookupError):
    """The census of so many points is not stored."""


def stored_census(catalogue: Catalogue, n: int) -> StoredCensus:
    """Return the totals of the stored census of n points. Raises CensusNotStored."""
    raise NotImplementedError


def count_census(n: int, budget: Budget | None = None) -> CountedCensus:
    """Count the classes of the census without storing. Raises ValueError unless 4 <= n <= 7, BudgetExhausted."""
    raise NotImplementedError


def store_census(
    catalogue: Catalogue, n: int, budget: Budget | None = None, on_class: Callable[[HardClass], None] | None = None
) -> int:
    """Find and store every class of the census of n points, 500 a transaction; return how many are new.

    `on_class` is called with each class in turn. Raises as :func:`count_census`; what was stored stays.
    """
    raise NotImplementedError

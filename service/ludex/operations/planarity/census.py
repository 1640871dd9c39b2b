"""The census: its totals, as stored or as counted anew, and storing every class of it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.document import Part
from ludex.catalogue.kind import prepare
from ludex.catalogue.kinds.planarity import CENSUS_CLASS
from ludex.catalogue.kinds.planarity.census_class import CensusClassDocument
from ludex.catalogue.kinds.planarity.drawn import DrawingPart, OptimalSolutions
from ludex.catalogue.listing import facets, page
from ludex.catalogue.reading import Shown
from ludex.catalogue.storing import store_many
from ludex.engine.budget import Budget
from ludex.planarity.study.census import MOST_HARDEST

if TYPE_CHECKING:
    from ludex.planarity.study.census import CensusClass

_BATCH = 500


class MinimumShare(Part):
    """How many classes have a minimum; null: no plane arrangement is reachable."""

    min_swaps: int | None
    classes: int


class EdgesShare(Part):
    """How many classes have so many edges, and the largest minimum among them; null: none is reachable."""

    edges: int
    classes: int
    largest_min_swaps: int | None


class CountedClass(Part):
    """A class of the census that was counted, not stored."""

    drawing: DrawingPart
    crossings: int
    min_swaps: int | None
    optimal_solutions: OptimalSolutions

    @classmethod
    def of(cls, one: "CensusClass") -> "CountedClass":
        """Return what is shown of a class."""
        return cls(
            drawing=DrawingPart.of(one.drawing),
            crossings=one.crossings,
            min_swaps=one.min_swaps,
            optimal_solutions=OptimalSolutions(arrangements=one.arrangements, sequences=one.sequences),
        )


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
    hardest: tuple[CountedClass, ...]


class CensusNotStored(LookupError):
    """The census of so many points is not stored."""


def stored_census(catalogue: Catalogue, n: int) -> StoredCensus:
    """Return the totals of the stored census of n points. Raises CensusNotStored."""
    of = {"vertices": n}
    with catalogue.reading() as reader:
        found = facets(reader, CENSUS_CLASS, of, ["min_swaps", "edges"])
        if not found["edges"]:
            raise CensusNotStored(f"the census of {n} points is not stored; `ludex planarity census {n} --store` does")
        by_edges = []
        for share in sorted(found["edges"], key=lambda one: int(one.value)):
            filters = of | {"edges": share.value}
            [top] = page(reader, CENSUS_CLASS, filters, "min_swaps", descending=True, limit=1).items
            largest = _document(top).min_swaps
            by_edges.append(EdgesShare(edges=share.value, classes=share.count, largest_min_swaps=largest))
        minima = {one.value: one.count for one in found["min_swaps"]}
        greatest = max((value for value in minima if value is not None), default=None)
        filters = of if greatest is None else of | {"min_swaps": greatest}
        hardest = page(reader, CENSUS_CLASS, filters, "sequences", limit=MOST_HARDEST, whole=True).items
    return StoredCensus(_totals(n, minima, by_edges), tuple(hardest))


def count_census(n: int, budget: Budget | None = None) -> CountedCensus:
    """Count the classes of the census without storing. Raises ValueError unless 4 <= n <= 7, BudgetExhausted."""
    from ludex.planarity.study.census import census_totals

    found = census_totals(n, budget)
    by_edges: Counter[int] = Counter()
    for (edges, _), classes in found.counts.items():
        by_edges[edges] += classes
    largest = found.largest_by_edges
    shares = [
        EdgesShare(edges=edges, classes=classes, largest_min_swaps=largest.get(edges))
        for edges, classes in sorted(by_edges.items())
    ]
    return CountedCensus(_totals(n, found.by_minimum, shares), tuple(CountedClass.of(one) for one in found.hardest))


def store_census(
    catalogue: Catalogue, n: int, budget: Budget | None = None, on_class: Callable[[CountedClass], None] | None = None
) -> int:
    """Find and store every class of the census of n points, 500 a transaction; return how many are new.

    `on_class` is called with each class in turn. Raises as :func:`count_census`; what was stored stays.
    """
    from ludex.planarity.study.census import census

    found = census(n, budget)
    new = 0
    while batch := list(islice(found, _BATCH)):
        entries = [prepare(CENSUS_CLASS, one) for one in batch]
        with catalogue.writing() as writer:
            new += sum(one.created for one in store_many(writer, entries))
        if on_class is not None:
            for one in batch:
                on_class(CountedClass.of(one))
    return new


def _totals(n: int, minima: Mapping[int | None, int], by_edges: list[EdgesShare]) -> CensusTotals:
    ordered = sorted(minima, key=lambda minimum: (minimum is None, minimum or 0))
    return CensusTotals(
        n=n,
        classes=sum(minima.values()),
        distribution=[MinimumShare(min_swaps=minimum, classes=minima[minimum]) for minimum in ordered],
        by_edges=by_edges,
    )


def _document(found: Shown) -> CensusClassDocument:
    document = found.document()
    assert isinstance(document, CensusClassDocument)
    return document

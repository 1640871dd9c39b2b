"""The census: every swap class of connected graphs with two disjoint edges on few points, with its minimum of swaps.

A swap class of such a graph has one graph and one x-type. Graphs come from the atlas of R. Read and R. Wilson, x-types
from the order types of n points.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.games.planarity import making, solving
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.identity.x_type import canonical_x_type
from ludex.games.planarity.points import Points
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.study.census_bounds import LEAST_POINTS, MOST_POINTS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

MOST_HARDEST = 20


@dataclass(frozen=True, slots=True)
class CensusClass:
    """A class of swap-equivalent drawings: one of them, and what all of them share.

    `min_swaps` and `optimal_solutions` are those of a :class:`ludex.games.planarity.solving.solution.Solution`;
    they are None if no plane drawing can be reached. All of it is proved.
    """

    drawing: Drawing
    crossings: int
    min_swaps: int | None
    optimal_solutions: SolutionCounts

    @property
    def key(self) -> bytes:
        """Return the key of the swap class. Cost: its canonical form."""
        return swap_key(self.drawing)


@dataclass(frozen=True, slots=True)
class MinimumShare:
    """How many classes have a minimum; null: no plane arrangement is reachable."""

    min_swaps: int | None
    classes: int


@dataclass(frozen=True, slots=True)
class EdgesShare:
    """How many classes have `edges` edges, and the largest minimum among them; null: none is reachable."""

    edges: int
    classes: int
    largest_min_swaps: int | None


@dataclass(frozen=True, slots=True)
class CensusShares:
    """The census of n points: how many classes, by minimum (the unreachable ones last), by edges."""

    n: int
    classes: int
    distribution: tuple[MinimumShare, ...]
    by_edges: tuple[EdgesShare, ...]

    @classmethod
    def of(cls, n: int, minima: Mapping[int | None, int], by_edges: Iterable[EdgesShare]) -> "CensusShares":
        """Return the shares of the census of `n` points.

        `minima` has how many classes have each minimum, `by_edges` the shares by edges.
        """
        distribution = [MinimumShare(minimum, minima[minimum]) for minimum in sorted(minima, key=_none_last)]
        return cls(n, sum(minima.values()), tuple(distribution), tuple(by_edges))


@dataclass(frozen=True, slots=True)
class CensusTotals:
    """How many classes have each number of edges and minimum (None: unreachable), and the hardest of them.

    `hardest` are classes of the largest minimum, those with the fewest solutions first, at most MOST_HARDEST.
    """

    counts: dict[tuple[int, int | None], int]
    hardest: tuple[CensusClass, ...]

    @property
    def classes(self) -> int:
        """Return the number of classes."""
        return sum(self.counts.values())

    @property
    def by_minimum(self) -> dict[int | None, int]:
        """Return the number of classes by their minimum, ascending; None, for the unreachable ones, comes last."""
        summed: Counter[int | None] = Counter()
        for (_, minimum), count in self.counts.items():
            summed[minimum] += count
        return {minimum: summed[minimum] for minimum in sorted(summed, key=_none_last)}

    @property
    def largest_by_edges(self) -> dict[int, int]:
        """Return the largest minimum by number of edges, without graphs that can reach no plane drawing at all."""
        largest: dict[int, int] = {}
        for edges, minimum in self.counts:
            if minimum is not None:
                largest[edges] = max(minimum, largest.get(edges, 0))
        return dict(sorted(largest.items()))

    def shares(self, n: int) -> CensusShares:
        """Return the shares of the census of `n` points; these are its totals.

        >>> census_totals(4).shares(4).by_edges[0]
        EdgesShare(edges=3, classes=4, largest_min_swaps=1)
        """
        return shares_of(n, self.counts)


def shares_of(n: int, counts: Mapping[tuple[int, int | None], int]) -> CensusShares:
    """Return the shares of the census of n points of its classes by edges and minimum."""
    totals = CensusTotals(dict(counts), ())
    classes: Counter[int] = Counter()
    for (edges, _), count in counts.items():
        classes[edges] += count
    largest = totals.largest_by_edges
    by_edges = [EdgesShare(edges, count, largest.get(edges)) for edges, count in sorted(classes.items())]
    return CensusShares.of(n, totals.by_minimum, by_edges)


def census(n: int, budget: Budget | None = None, graph: int | None = None) -> Iterator[CensusClass]:
    """Yield every swap class of connected graphs of `n` vertices with two disjoint edges, by graph, then by x-type.

    If a `graph` is given, only its classes: by its index in :func:`connected_graphs`.

    The `budget` (None: no limits) is told how many pairs of a graph and an x-type are done. Raises ValueError unless 4
    <= n <= 7, and BudgetExhausted when the budget ends. Cost: a second for n = 5, half a minute for n = 6, a day for n
    = 7 with 191,797,124 classes.

    >>> sum(1 for _ in census(4))
    15
    """
    return (one for found in searches(n, budget or Budget(), graph) for one in _classes(found, found.classes))


def census_totals(n: int, budget: Budget | None = None) -> CensusTotals:
    """Count the classes of the census of `n` points without listing them.

    The `budget` and what is raised are as in :func:`census`. Cost: two seconds for n = 6, seven minutes for n = 7.

    >>> census_totals(4).by_minimum
    {0: 10, 1: 4, None: 1}
    """
    counts: Counter[tuple[int, int | None]] = Counter()
    largest, hardest = 0, list[CensusClass]()
    for found in searches(n, budget or Budget()):
        minima = found.distance[found.classes]
        edges = len(found.graph.edges)
        for minimum, count in Counter(minima.tolist()).items():
            counts[edges, minimum if minimum >= 0 else None] += count
        if minima.max() > largest:
            largest, hardest = int(minima.max()), []
        hardest += _classes(found, found.classes[minima == largest])
        hardest.sort(key=lambda one: (one.optimal_solutions.sequences, one.optimal_solutions.arrangements, one.key))
        del hardest[MOST_HARDEST:]
    return CensusTotals(dict(counts), tuple(hardest))


@cache  # a census by its graphs asks for them again for each
def connected_graphs(n: int) -> tuple[tuple[Edge, ...], ...]:
    """Return the connected graphs of `n` <= 7 vertices with two disjoint edges, one of each class, by their edges.

    Source: R. Read and R. Wilson, "An Atlas of Graphs", as networkx lists it.

    >>> len(connected_graphs(4)), len(connected_graphs(5))
    (5, 20)
    """
    import networkx

    atlas = (graph for graph in networkx.graph_atlas_g() if len(graph) == n and networkx.is_connected(graph))
    listed = (tuple(sorted((min(edge), max(edge)) for edge in graph.edges)) for graph in atlas)
    # A graph without two disjoint edges is a star or a triangle.
    return tuple(edges for edges in listed if any(not set(a) & set(b) for a, b in combinations(edges, 2)))


def searches(n: int, budget: Budget, graph: int | None = None) -> "Iterator[solving.all_arrangements.Found]":
    """Search all arrangements of each graph on each x-type, graph by graph, or of one. Raises as :func:`census`."""
    if not LEAST_POINTS <= n <= MOST_POINTS:
        raise ValueError(f"a census of {n} points: {LEAST_POINTS} to {MOST_POINTS} are possible")
    return _each_search(n, budget, graph)


def _each_search(n: int, budget: Budget, only: int | None) -> "Iterator[solving.all_arrangements.Found]":
    arrangements = solving.all_arrangements.Arrangements.of(n)
    point_sets = [
        solving.all_arrangements.CensusPoints.of(points, arrangements, budget) for points in _x_types(n, budget)
    ]
    graphs = connected_graphs(n) if only is None else connected_graphs(n)[only : only + 1]
    total = len(graphs) * len(point_sets)
    for done, edges in enumerate(graphs):
        graph = solving.all_arrangements.CensusGraph.of(edges, arrangements, budget)
        for number, points in enumerate(point_sets):
            budget.check()
            budget.report(done * len(point_sets) + number, total, f"{len(edges)} edges")
            budget.count(len(arrangements.places))
            yield solving.all_arrangements.search(graph, points, arrangements)
    budget.report(total, total)


def _classes(found: "solving.all_arrangements.Found", chosen: "NDArray[numpy.int64]") -> Iterator[CensusClass]:
    """Return chosen arrangements of a search as classes."""
    nearest = found.nearest() if len(chosen) else found.distance
    for arrangement in chosen.tolist():
        drawing, minimum = found.drawing(arrangement), int(found.distance[arrangement])
        reached, counts = None, SolutionCounts(None, None)
        if minimum >= 0:
            reached, counts = minimum, SolutionCounts(int(nearest[arrangement]), int(found.sequences[arrangement]))
        yield CensusClass(drawing, int(found.crossings[arrangement]), reached, counts)


def _x_types(n: int, budget: Budget) -> list[Points]:
    """Return a point set of each x-type."""
    found: dict[bytes, Points] = {}
    for points in making.order_type_sampling.representatives(n, budget.quiet()):
        found.setdefault(canonical_x_type(points).form, points)
    return list(found.values())


def _none_last(minimum: int | None) -> tuple[bool, int]:
    return minimum is None, minimum or 0

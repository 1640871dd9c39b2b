"""The census: every swap class of connected graphs with two disjoint edges on few points, with its minimum.

Each swap class of such graphs has one graph and one x-type. The graphs come from
:mod:`ludex.games.planarity.study.census_graphs`, and the x-types from the order types of n points.

The proof of a census can be checked because every class is an orbit of arrangements, and the orbit sizes add up to n!.
The graph symmetries and the point permutations that preserve all crossings act together on the ways to put the vertices
on the points. The size of an orbit is the total number of symmetries divided by the number of symmetries that fix one
of its elements (the stabiliser). The orbits of one graph and one point set have n! elements in total.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.games.planarity import making, solving
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.order_type import canonical_x_type
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.points import Points
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.study.census_bounds import MAX_CENSUS_POINTS, MIN_CENSUS_POINTS
from ludex.games.planarity.study.census_graphs import connected_graphs

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

MAX_HARDEST = 100


@dataclass(frozen=True, slots=True)
class CensusClass:
    """A class of swap-equivalent drawings: one drawing, and the properties that all drawings in the class share.

    `optimal_solutions` contains the number of plane arrangements at distance `min_swaps` and the number of shortest
    swap sequences. All these numbers are null if no plane drawing is reachable. All values are proved.
    """

    drawing: Drawing
    crossings: int
    min_swaps: int | None
    optimal_solutions: SolutionCounts

    @property
    def key(self) -> bytes:
        """Return the key of the swap class. Cost: that of a canonical form."""
        return swap_key(self.drawing)


@dataclass(frozen=True, slots=True)
class MinimumCount:
    """The number of classes with a given minimum. The minimum is null if no plane arrangement is reachable."""

    min_swaps: int | None
    classes: int


@dataclass(frozen=True, slots=True)
class EdgesCount:
    """The number of classes with `edges` edges, and the largest minimum among them, or null if all are unsolvable."""

    edges: int
    classes: int
    largest_min_swaps: int | None


@dataclass(frozen=True, slots=True)
class CensusSummary:
    """The census of n points: the number of classes in total, by minimum (unreachable classes last) and by edges.

    If `max_edges` is not None, only classes of graphs with at most `max_edges` edges are counted.
    """

    n: int
    classes: int
    distribution: tuple[MinimumCount, ...]
    by_edges: tuple[EdgesCount, ...]
    max_edges: int | None = None

    @classmethod
    def of(
        cls, n: int, minima: Mapping[int | None, int], by_edges: Iterable[EdgesCount], max_edges: int | None = None
    ) -> "CensusSummary":
        """Return the summary of the census of `n` points.

        `minima` contains the number of classes for each minimum, and `by_edges` the counts by number of edges.
        """
        distribution = [MinimumCount(minimum, minima[minimum]) for minimum in sorted(minima, key=_none_last)]
        return cls(n, sum(minima.values()), tuple(distribution), tuple(by_edges), max_edges)


@dataclass(frozen=True, slots=True)
class CensusTotals:
    """The number of classes for each number of edges and minimum (None: unreachable), and the hardest classes.

    `hardest` lists at most MAX_HARDEST classes with the largest minimum, starting with those with the fewest solutions.
    """

    counts: dict[tuple[int, int | None], int]
    hardest: tuple[CensusClass, ...]

    @property
    def classes(self) -> int:
        """Return the number of classes."""
        return sum(self.counts.values())

    @property
    def by_minimum(self) -> dict[int | None, int]:
        """Return the number of classes by minimum in ascending order, with None (unreachable) last."""
        summed: Counter[int | None] = Counter()
        for (_, minimum), count in self.counts.items():
            summed[minimum] += count
        return {minimum: summed[minimum] for minimum in sorted(summed, key=_none_last)}

    @property
    def largest_by_edges(self) -> dict[int, int]:
        """Return the largest minimum by number of edges, ignoring classes from which no plane drawing is reachable."""
        largest: dict[int, int] = {}
        for edges, minimum in self.counts:
            if minimum is not None:
                largest[edges] = max(minimum, largest.get(edges, 0))
        return dict(sorted(largest.items()))

    def shares(self, n: int) -> CensusSummary:
        """Summarize these totals as the census of `n` points.

        >>> census_totals(4).shares(4).by_edges[0]
        EdgesCount(edges=3, classes=4, largest_min_swaps=1)
        """
        return summarize_counts(n, self.counts)


def summarize_counts(
    n: int, counts: Mapping[tuple[int, int | None], int], max_edges: int | None = None
) -> CensusSummary:
    """Return the summary of the census of n points, given its class counts by edges and minimum."""
    totals = CensusTotals(dict(counts), ())
    classes: Counter[int] = Counter()
    for (edges, _), count in counts.items():
        classes[edges] += count
    largest = totals.largest_by_edges
    by_edges = [EdgesCount(edges, count, largest.get(edges)) for edges, count in sorted(classes.items())]
    return CensusSummary.of(n, totals.by_minimum, by_edges, max_edges)


def census(n: int, budget: Budget | None = None, graphs: Sequence[Graph] | None = None) -> Iterator[CensusClass]:
    """Yield every swap class of connected graphs of `n` vertices with two disjoint edges, by graph, then by x-type.

    Parameters
    ----------
    n : int
        The number of vertices, 4 to 7.
    budget : Budget, optional
        The limits of the search. The number of finished pairs (each a graph and an x-type) is reported to the budget.
        None for no limits.
    graphs : sequence of Graph, optional
        The graphs whose classes are listed, such as the result of
        :func:`ludex.games.planarity.study.census_graphs.graphs_of_family`. None for all.

    Returns
    -------
    iterator of CensusClass
        The classes.

    Raises
    ------
    ValueError
        If n is out of range, or a graph has another number of vertices.
    BudgetExhausted
        When the budget ends.

    Notes
    -----
    There are 598 classes for n = 5, 170,299 for n = 6 and 191,797,124 for n = 7.

    References
    ----------
    R. Read and R. Wilson, "An Atlas of Graphs", for the graphs; "Swap Planarity", Section 5, for swap classes.

    Examples
    --------
    >>> sum(1 for _ in census(4))
    15
    """
    return (
        census_class
        for solved in search_arrangements(n, budget or Budget(), graphs)
        for census_class in _classes(solved, solved.classes)
    )


def census_totals(n: int, budget: Budget | None = None, graphs: Sequence[Graph] | None = None) -> CensusTotals:
    """Return the totals of the census of `n` points, or of some of its graphs, without listing the classes.

    Parameters
    ----------
    n : int
        The number of points, 4 to 7.
    budget : Budget, optional
        The limits of the search. None for no limits.
    graphs : sequence of Graph, optional
        The graphs that are counted. None for all.

    Returns
    -------
    CensusTotals
        The numbers of classes by edges and minimum, and the hardest classes.

    Raises
    ------
    ValueError, BudgetExhausted
        As for :func:`census`.

    Notes
    -----
    The classes are counted on all crossing types at once
    (:mod:`ludex.games.planarity.solving.class_counts`). Only graphs and crossing types that have a hardest class are
    searched again. Cost: seconds for n = 7.

    References
    ----------
    R. Read and R. Wilson, "An Atlas of Graphs", for the graphs; "Swap Planarity", Section 5, for swap classes.

    Examples
    --------
    >>> census_totals(4).by_minimum
    {0: 10, 1: 4, None: 1}
    """
    budget, chosen = budget or Budget(), require_graphs(n, graphs)
    counts: Counter[tuple[int, int | None]] = Counter()
    counted = list(zip(chosen, solving.class_counts.count_each_graph(n, chosen, budget), strict=True))
    for _, of_graph in counted:
        for minimum, classes in of_graph.by_minimum.items():
            counts[of_graph.edges, minimum] += classes
    largest = max(of_graph.largest for _, of_graph in counted)
    hardest = list[tuple[tuple[int, int, bytes], CensusClass]]()
    for graph, of_graph in counted:
        if of_graph.largest == largest >= 0:
            hardest += _hardest_of(graph, of_graph, budget)
            hardest = nsmallest(MAX_HARDEST, hardest)
    return CensusTotals(dict(counts), tuple(found for _, found in hardest))


def _hardest_of(
    graph: Graph, counts: "solving.class_counts.ClassCounts", budget: Budget
) -> Iterator[tuple[tuple[int, int, bytes], CensusClass]]:
    """Yield the classes of a graph that have the graph's largest minimum, each with its sort key."""
    arrangements = solving.all_arrangements.Arrangements.of(graph.vertices)
    prepared = solving.all_arrangements.CensusGraph.of(graph.edges, arrangements, budget)
    for number in counts.hardest:
        budget.check()
        point_set = solving.class_counts.point_sets(graph.vertices)[number]
        points = solving.all_arrangements.CensusPoints.of(point_set, arrangements, budget)
        solved = solving.all_arrangements.search(prepared, points, arrangements)
        of_largest = solved.classes[solved.distance[solved.classes] == counts.largest]
        yield from ((_hardness(found), found) for found in _classes(solved, of_largest))


def search_arrangements(
    n: int, budget: Budget, graphs: Sequence[Graph] | None = None
) -> "Iterator[solving.all_arrangements.SolvedArrangements]":
    """Search all arrangements of each graph on each x-type, graph by graph, with the parameters of :func:`census`."""
    return _each_search(n, budget, require_graphs(n, graphs))


def require_graphs(n: int, graphs: Sequence[Graph] | None) -> Sequence[Graph]:
    """Return the given graphs of a census, or all its graphs if none are given.

    Raises ValueError if n is out of range or a graph has another number of vertices.
    """
    if not MIN_CENSUS_POINTS <= n <= MAX_CENSUS_POINTS:
        raise ValueError(f"a census must have {MIN_CENSUS_POINTS} to {MAX_CENSUS_POINTS} points, not {n}")
    chosen = connected_graphs(n) if graphs is None else graphs
    if any(graph.vertices != n for graph in chosen):
        raise ValueError(f"every graph of a census of {n} points must have {n} vertices")
    return chosen


def _each_search(
    n: int, budget: Budget, graphs: Sequence[Graph]
) -> "Iterator[solving.all_arrangements.SolvedArrangements]":
    arrangements = solving.all_arrangements.Arrangements.of(n)
    point_sets = [
        solving.all_arrangements.CensusPoints.of(points, arrangements, budget) for points in _x_types(n, budget)
    ]
    total = len(graphs) * len(point_sets)
    for done, graph in enumerate(graphs):
        prepared = solving.all_arrangements.CensusGraph.of(graph.edges, arrangements, budget)
        for number, points in enumerate(point_sets):
            budget.check()
            budget.report(done * len(point_sets) + number, total, f"{len(graph.edges)} edges")
            budget.count(len(arrangements.places))
            yield solving.all_arrangements.search(prepared, points, arrangements)
    budget.report(total, total)


def _classes(
    solved: "solving.all_arrangements.SolvedArrangements", chosen: "NDArray[numpy.int64]"
) -> Iterator[CensusClass]:
    """Yield the chosen arrangements of a search as census classes."""
    nearest = solved.nearest() if len(chosen) else solved.distance
    for arrangement in chosen.tolist():
        drawing, minimum = solved.drawing(arrangement), int(solved.distance[arrangement])
        reached, counts = None, SolutionCounts(None, None)
        if minimum >= 0:
            reached, counts = minimum, SolutionCounts(int(nearest[arrangement]), int(solved.sequences[arrangement]))
        yield CensusClass(drawing, int(solved.crossings[arrangement]), reached, counts)


def _x_types(n: int, budget: Budget) -> list[Points]:
    """Return a point set for each x-type."""
    points_by_form: dict[bytes, Points] = {}
    for points in making.order_type_sampling.representatives(n, budget.quiet()):
        points_by_form.setdefault(canonical_x_type(points).form, points)
    return list(points_by_form.values())


def _hardness(census_class: CensusClass) -> tuple[int, int, bytes]:
    """Return the key that sorts the hardest classes, which all have a minimum, by number of solutions."""
    counts = census_class.optimal_solutions
    return counts.sequences or 0, counts.arrangements or 0, census_class.key


def _none_last(minimum: int | None) -> tuple[bool, int]:
    return minimum is None, minimum or 0

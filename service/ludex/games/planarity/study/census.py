"""The census: every swap class of connected graphs with two disjoint edges on few points, with its minimum.

All drawings in a swap class have the same graph and the same x-type. The graphs come from
:mod:`ludex.games.planarity.study.census_graphs`, and the x-types come from the order types of n points.

The proof of a census can be checked as follows. Take a graph and a point set. Two groups act on the n! arrangements of
the vertices on the points: the automorphisms of the graph, and the permutations of the points that preserve all
crossings. Every class is an orbit of the two groups together. The size of the orbit is the total number of symmetries
divided by the number of symmetries that fix an arrangement in the orbit (the stabiliser). The sizes of all orbits must
add up to n!.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from pydantic import ConfigDict

from ludex.engine.arguments import require_integer, require_sequence
from ludex.engine.budget import Budget
from ludex.games.planarity import making, solving
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.order_type import canonical_x_type
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.points import Points
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.study.census_graphs import MAX_CENSUS_POINTS, MIN_CENSUS_POINTS, connected_graphs

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


MAX_HARDEST = 100


@dataclass(frozen=True, slots=True)
class CensusClass:
    """A class of swap-equivalent drawings: one drawing, and the properties that all drawings in the class share.

    `optimal_solutions` contains the number of plane arrangements at distance `min_swaps` and the number of shortest
    swap sequences. If no plane drawing is reachable, `min_swaps` and these numbers are null. All values are proved.
    """

    drawing: Drawing
    crossings: int
    min_swaps: int | None
    optimal_solutions: SolutionCounts

    @property
    def key(self) -> bytes:
        """Return the key of the swap class. The cost is that of computing a canonical form."""
        return swap_key(self.drawing)


@dataclass(frozen=True, slots=True)
class MinimumCount:
    """The number of classes with a given minimum. The minimum is null if no plane arrangement is reachable."""

    min_swaps: int | None
    classes: int


@dataclass(frozen=True, slots=True)
class EdgesCount:
    """The number of classes with `edges` edges, and the largest minimum of these classes.

    The largest minimum is null if no plane arrangement is reachable from any of these classes.
    """

    edges: int
    classes: int
    largest_min_swaps: int | None


@dataclass(frozen=True, slots=True)
class CensusSummary:
    """The numbers of classes of the census of n points.

    `classes` is the total number. `distribution` contains the numbers of classes by minimum, with the unreachable
    classes last, and `by_edges` contains the numbers by number of edges. If `max_edges` is not None, only classes of
    graphs with at most `max_edges` edges are counted.
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

        `minima` contains the number of classes for each minimum, and `by_edges` contains the counts by number of edges.
        """
        distribution = [MinimumCount(minimum, minima[minimum]) for minimum in sorted(minima, key=_none_last)]
        return cls(n, sum(minima.values()), tuple(distribution), tuple(by_edges), max_edges)


@dataclass(frozen=True, slots=True)
class CensusTotals:
    """The number of classes for each number of edges and minimum (None: unreachable), and the hardest classes.

    `hardest` lists at most MAX_HARDEST classes with the largest minimum. The classes with the fewest solutions come
    first.
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
        """Return the largest minimum for each number of edges. Unreachable classes are ignored."""
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
    """Summarize the `counts` of the classes of the census of n points, which are keyed by edges and minimum."""
    totals = CensusTotals(dict(counts), ())
    classes: Counter[int] = Counter()
    for (edges, _), count in counts.items():
        classes[edges] += count
    largest = totals.largest_by_edges
    by_edges = [EdgesCount(edges, count, largest.get(edges)) for edges, count in sorted(classes.items())]
    return CensusSummary.of(n, totals.by_minimum, by_edges, max_edges)


def census(n: int, budget: Budget | None = None, graphs: Sequence[Graph] | None = None) -> Iterator[CensusClass]:
    """Yield every swap class of connected graphs of `n` vertices with two disjoint edges, sorted by graph and x-type.

    Parameters
    ----------
    n : int
        The number of vertices, 4 to 7.
    budget : Budget, optional
        The limits of the search. The default has no limits. The function reports the number of finished pairs of a
        graph and an x-type to the budget.
    graphs : sequence of Graph, optional
        The graphs whose classes are listed, such as the result of
        :func:`ludex.games.planarity.study.census_graphs.graphs_of_family`. The default is all graphs.

    Returns
    -------
    iterator of CensusClass
        The classes.

    Raises
    ------
    ValueError
        If n is out of range, or if the number of vertices of a graph is not n.
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
        for solved in search_arrangements(n, Budget.require(budget), graphs)
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
    The classes are counted on all crossing types at once (:mod:`ludex.games.planarity.solving.class_counts`). To list
    the hardest classes, only the graphs and crossing types on which they occur are searched again. Cost: seconds for
    n = 7.

    References
    ----------
    R. Read and R. Wilson, "An Atlas of Graphs", for the graphs; "Swap Planarity", Section 5, for swap classes.

    Examples
    --------
    >>> census_totals(4).by_minimum
    {0: 10, 1: 4, None: 1}
    """
    budget, chosen = Budget.require(budget), require_graphs(n, graphs)
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
    """Yield pairs of a sort key and a class, for the classes of a graph with the largest minimum of this graph."""
    arrangements = solving.arrangements.Arrangements.of(graph.vertices)
    prepared = solving.arrangements.CensusGraph.of(graph.edges, arrangements, budget)
    for number in counts.hardest:
        budget.check()
        point_set = solving.class_counts.point_sets(graph.vertices)[number]
        points = solving.arrangements.CensusPoints.of(point_set, arrangements, budget)
        solved = solving.arrangements.search(prepared, points, arrangements)
        of_largest = solved.classes[solved.distance[solved.classes] == counts.largest]
        yield from ((_hardness(found), found) for found in _classes(solved, of_largest))


def search_arrangements(
    n: int, budget: Budget, graphs: Sequence[Graph] | None = None
) -> "Iterator[solving.arrangements.SolvedArrangements]":
    """Search all arrangements of each graph on each x-type, graph by graph.

    The parameters and exceptions are those of :func:`census`.
    """
    return _each_search(n, budget, require_graphs(n, graphs))


def require_graphs(n: int, graphs: Sequence[Graph] | None) -> Sequence[Graph]:
    """Return the given graphs, or all graphs of the census of n points if `graphs` is None.

    Raises ValueError if n is out of range, or if the number of vertices of a graph is not n.
    """
    require_integer(n, "n")
    if graphs is not None:
        require_sequence(graphs, Graph, "graphs", "Graph(vertices, edges) creates a Graph")
    if not MIN_CENSUS_POINTS <= n <= MAX_CENSUS_POINTS:
        raise ValueError(f"a census must have {MIN_CENSUS_POINTS} to {MAX_CENSUS_POINTS} points, not {n}")
    chosen = connected_graphs(n) if graphs is None else graphs
    if any(graph.vertices != n for graph in chosen):
        raise ValueError(f"every graph of a census of {n} points must have {n} vertices")
    return chosen


def _each_search(
    n: int, budget: Budget, graphs: Sequence[Graph]
) -> "Iterator[solving.arrangements.SolvedArrangements]":
    arrangements = solving.arrangements.Arrangements.of(n)
    point_sets = [solving.arrangements.CensusPoints.of(points, arrangements, budget) for points in _x_types(n, budget)]
    total = len(graphs) * len(point_sets)
    for done, graph in enumerate(graphs):
        prepared = solving.arrangements.CensusGraph.of(graph.edges, arrangements, budget)
        for number, points in enumerate(point_sets):
            budget.check()
            budget.report(done * len(point_sets) + number, total, f"{len(graph.edges)} edges")
            budget.count(len(arrangements.places))
            yield solving.arrangements.search(prepared, points, arrangements)
    budget.report(total, total)


def _classes(
    solved: "solving.arrangements.SolvedArrangements", chosen: "NDArray[numpy.int64]"
) -> Iterator[CensusClass]:
    """Yield census classes, given a search and the arrangements that are `chosen` to represent the classes."""
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
    for points in making.point_sets.representatives(n, budget.quiet()):
        points_by_form.setdefault(canonical_x_type(points).form, points)
    return list(points_by_form.values())


def _hardness(census_class: CensusClass) -> tuple[int, int, bytes]:
    """Return the key by which the hardest classes, which all have a minimum, are sorted: fewest solutions first."""
    counts = census_class.optimal_solutions
    return counts.sequences or 0, counts.arrangements or 0, census_class.key


def _none_last(minimum: int | None) -> tuple[bool, int]:
    return minimum is None, minimum or 0


MAX_SHARES = 50_000


class ProofGraph(NamedTuple):
    """A graph of the census, and the number of permutations of its vertices that preserve its edges."""

    edges: tuple[Edge, ...]
    symmetries: int


class ProofPoints(NamedTuple):
    """A point set of one x-type, and the number of permutations of its points that preserve all crossings."""

    points: Points
    symmetries: int


class ProofShare(NamedTuple):
    """The number of classes that share a graph, a point set, a minimum and a stabiliser size.

    `graph` and `point_set` are indices into the lists of the proof. `stabiliser` is the number of symmetries that fix
    an arrangement of the class.
    """

    graph: int
    point_set: int
    min_swaps: int | None
    stabiliser: int
    classes: int


@dataclass(frozen=True, slots=True)
class CensusProof:
    """The graphs and point sets of a census, and shares of classes, whose numbers add up to those of the census.

    It is the certificate of the claim about the census.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    graphs: tuple[ProofGraph, ...]
    point_sets: tuple[ProofPoints, ...]
    classes: tuple[ProofShare, ...]


@dataclass(frozen=True, slots=True)
class CountedCensus:
    """The summary of a census, and the proof of the census, or None if the proof would be too long."""

    shares: CensusSummary
    proof: CensusProof | None


def count_census(n: int, budget: Budget | None = None) -> CountedCensus:
    """Count the classes of the census of n points. For the exceptions, see :func:`census_totals`.

    For n up to 6, the result includes a proof, which takes a minute to find for n = 6. For n = 7, the cost is that of
    :func:`census_totals`.

    >>> counted = count_census(4)
    >>> counted.shares.classes, len(counted.proof.graphs), len(counted.proof.point_sets)
    (15, 5, 2)
    """
    budget = budget or Budget()
    pairs = len(require_graphs(n, None)) * len(solving.class_counts.point_sets(n))
    if pairs > MAX_SHARES:
        return CountedCensus(summarize_counts(n, census_totals(n, budget).counts), None)
    return _count_with_proof(n, budget)


def _count_with_proof(n: int, budget: Budget) -> CountedCensus:
    graphs: dict[ProofGraph, int] = {}
    point_sets: dict[ProofPoints, int] = {}
    counts: Counter[tuple[int, int | None]] = Counter()
    shares: list[ProofShare] = []
    for solved in search_arrangements(n, budget):
        symmetries = solved.graph.symmetries * len(solved.points.moved)
        graph = ProofGraph(solved.graph.edges, solved.graph.symmetries)
        points = ProofPoints(solved.points.points, len(solved.points.moved))
        place = (graphs.setdefault(graph, len(graphs)), point_sets.setdefault(points, len(point_sets)))
        minima = [minimum if minimum >= 0 else None for minimum in solved.distance[solved.classes].tolist()]
        stabilisers = (symmetries // solved.sizes).tolist()
        counts.update((len(solved.graph.edges), minimum) for minimum in minima)
        of_pair = Counter(zip(minima, stabilisers, strict=True))
        if len(shares) <= MAX_SHARES:
            shares += [
                ProofShare(*place, minimum, stabiliser, of_pair[minimum, stabiliser])
                for minimum, stabiliser in sorted(of_pair, key=lambda pair: (pair[0] is None, pair[0] or 0, pair[1]))
            ]
    proof = CensusProof(tuple(graphs), tuple(point_sets), tuple(shares))
    return CountedCensus(summarize_counts(n, counts), proof if len(shares) <= MAX_SHARES else None)

"""A checkable proof of the census: every class is an orbit of arrangements, and the orbit sizes add up to n!.

The symmetries of a graph and the permutations of points that preserve all crossings act together on the ways to put the
vertices on the points. The size of an orbit is the number of all symmetries divided by the number of those that fix one
of its elements (its stabiliser). The orbits of one graph and one point set have n! elements in total.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.points import Points
from ludex.games.planarity.study.census import CensusSummary, search_arrangements, summarize_counts

MAX_SHARES = 50_000


@dataclass(frozen=True, slots=True)
class ProofGraph:
    """A graph of the census, and the number of permutations of its vertices that preserve its edges."""

    edges: tuple[Edge, ...]
    symmetries: int


@dataclass(frozen=True, slots=True)
class ProofPoints:
    """A point set of one x-type, and the number of permutations of its points that preserve all crossings."""

    points: Points
    symmetries: int


@dataclass(frozen=True, slots=True)
class ProofShare:
    """The number of classes of a graph on a point set, both by index, with this minimum and this stabiliser size."""

    graph: int
    point_set: int
    min_swaps: int | None
    stabiliser: int
    classes: int


@dataclass(frozen=True, slots=True)
class CensusProof:
    """The graphs, the point sets, and the shares that add up to the classes of the census."""

    graphs: tuple[ProofGraph, ...]
    point_sets: tuple[ProofPoints, ...]
    shares: tuple[ProofShare, ...]


@dataclass(frozen=True, slots=True)
class CountedCensus:
    """The summary of a census and its proof, which is None if it would be too long."""

    shares: CensusSummary
    proof: CensusProof | None


def count_census(n: int, budget: Budget | None = None) -> CountedCensus:
    """Count the classes of the census of n points. For exceptions and cost see :func:`.census.census_totals`.

    >>> counted = count_census(4)
    >>> counted.shares.classes, len(counted.proof.graphs), len(counted.proof.point_sets)
    (15, 5, 2)
    """
    graphs: dict[ProofGraph, int] = {}
    point_sets: dict[ProofPoints, int] = {}
    counts: Counter[tuple[int, int | None]] = Counter()
    shares: list[ProofShare] = []
    for solved in search_arrangements(n, budget or Budget()):
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


def census_faults(census: CountedCensus, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with a stated census, which is counted again. Raises BudgetExhausted."""
    again = count_census(census.shares.n, budget)
    if census.shares != again.shares:
        yield f"the census has {again.shares.classes} classes, and its counts differ from those stated"
    if census.proof not in (None, again.proof):
        yield "the stated proof of the census differs from the one computed"

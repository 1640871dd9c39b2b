"""The census of n points with a proof that can be checked: the sizes of all orbits, which add up to n!.

The module :mod:`ludex.games.planarity.study.census` explains the orbits.
"""

from collections import Counter
from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.games.planarity import solving
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.points import Points
from ludex.games.planarity.study.census import (
    CensusSummary,
    census_totals,
    require_graphs,
    search_arrangements,
    summarize_counts,
)

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
    """The graphs and point sets of a census, and the shares, whose numbers of classes add up to those of the census."""

    graphs: tuple[ProofGraph, ...]
    point_sets: tuple[ProofPoints, ...]
    shares: tuple[ProofShare, ...]


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

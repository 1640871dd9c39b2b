"""What anyone can check the census by: every class is an orbit of arrangements, and their sizes add up to n!.

The symmetries of a graph and the permutations of points that keep all crossings act together on the ways to put the
vertices on the points. An orbit has as many of these as there are symmetries in all, over those that keep one of them
(its stabiliser); those of one graph and one point set have n! together.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.points import Points
from ludex.games.planarity.study.census import CensusShares, searches, shares_of

MOST_SHARES = 50_000


@dataclass(frozen=True, slots=True)
class GraphOfCensus:
    """A graph of the census, and how many permutations of its vertices keep its edges."""

    edges: tuple[Edge, ...]
    symmetries: int


@dataclass(frozen=True, slots=True)
class PointsOfCensus:
    """A point set of each x-type of the census, and how many permutations of its points keep all crossings."""

    points: Points
    symmetries: int


@dataclass(frozen=True, slots=True)
class ShareOfCensus:
    """How many classes of a graph on a point set, both by number, have a minimum and a stabiliser of so many."""

    graph: int
    point_set: int
    min_swaps: int | None
    stabiliser: int
    classes: int


@dataclass(frozen=True, slots=True)
class CensusProof:
    """The graphs, the point sets and the shares that the classes of the census add up from."""

    graphs: tuple[GraphOfCensus, ...]
    point_sets: tuple[PointsOfCensus, ...]
    shares: tuple[ShareOfCensus, ...]


@dataclass(frozen=True, slots=True)
class CountedCensus:
    """The shares of a census and what they add up from, None if that would be too long."""

    shares: CensusShares
    proof: CensusProof | None


def count_census(n: int, budget: Budget | None = None) -> CountedCensus:
    """Count the classes of the census of n points. Raises and costs as :func:`.census.census`.

    >>> counted = count_census(4)
    >>> counted.shares.classes, len(counted.proof.graphs), len(counted.proof.point_sets)
    (15, 5, 2)
    """
    graphs: dict[GraphOfCensus, int] = {}
    point_sets: dict[PointsOfCensus, int] = {}
    counts: Counter[tuple[int, int | None]] = Counter()
    shares: list[ShareOfCensus] = []
    for found in searches(n, budget or Budget()):
        symmetries = found.graph.symmetries * len(found.points.moved)
        graph = GraphOfCensus(found.graph.edges, found.graph.symmetries)
        points = PointsOfCensus(found.points.points, len(found.points.moved))
        place = (graphs.setdefault(graph, len(graphs)), point_sets.setdefault(points, len(point_sets)))
        minima = [minimum if minimum >= 0 else None for minimum in found.distance[found.classes].tolist()]
        stabilisers = (symmetries // found.sizes).tolist()
        counts.update((len(found.graph.edges), minimum) for minimum in minima)
        of_pair = Counter(zip(minima, stabilisers, strict=True))
        if len(shares) <= MOST_SHARES:
            shares += [
                ShareOfCensus(*place, minimum, stabiliser, of_pair[minimum, stabiliser])
                for minimum, stabiliser in sorted(of_pair, key=lambda one: (one[0] is None, one[0] or 0, one[1]))
            ]
    proof = CensusProof(tuple(graphs), tuple(point_sets), tuple(shares))
    return CountedCensus(shares_of(n, counts), proof if len(shares) <= MOST_SHARES else None)


def census_faults(stated: CountedCensus, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with a census: it is counted again. Raises BudgetExhausted."""
    again = count_census(stated.shares.n, budget)
    if stated.shares != again.shares:
        yield f"the census has {again.shares.classes} classes, with other shares than those stated"
    if stated.proof not in (None, again.proof):
        yield "the classes of the census add up from others than those stated"

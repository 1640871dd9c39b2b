"""Why fewer swaps do not suffice, so short that anyone can check it: by crossings that they cannot touch, or distances.

- Two edges that cross do so until a swap moves one of their four ends. If no k edges touch some crossings with their
  ends, k swaps do not suffice.
- To reach an arrangement each vertex moves along edges, and a swap moves two vertices by one edge each: half the sum of
  the vertices' distances is a bound. Each swap changes the parity of the permutation, so the number of swaps has that
  of the arrangement. The plane arrangements that both allow are near; most drawings have none, and for each of the
  others the swaps that always go nearer are soon gone through.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing, Edge

Crossing = tuple[Edge, Edge]
Arrangement = tuple[int, ...]

MOST_NEAR = 50
_MOST_TOUCHING = 3
_MOST_CROSSINGS = 200
# Placements, some 0.3 microseconds each.
_MOST_STEPS = 2_000_000


@dataclass(frozen=True, slots=True)
class LowerBound:
    """Why fewer swaps than the minimum of a drawing do not suffice: one of the two is not None.

    crossings: pairs of edges that cross, which no such number of edges touches with their ends. near: the plane
    arrangements, the position of each vertex, that distances and parity allow to reach by fewer swaps; ascending.
    """

    crossings: tuple[Crossing, ...] | None = None
    near: tuple[Arrangement, ...] | None = None

    def __post_init__(self) -> None:
        """Raise ValueError if there is no bound, or two."""
        if (self.crossings is None) == (self.near is None):
            raise ValueError("give `crossings` or `near`, one of them")

    def renamed(self, matching: Sequence[int]) -> "LowerBound":
        """Return the bound of an equivalent drawing, whose vertex for vertex i is matching[i]."""
        if self.crossings is not None:
            renamed = ((_edge(matching, one), _edge(matching, other)) for one, other in self.crossings)
            return LowerBound(crossings=tuple(sorted((min(pair), max(pair)) for pair in renamed)))
        place = sorted(range(len(matching)), key=matching.__getitem__)
        return LowerBound(
            near=tuple(sorted(tuple(matching[one[place[v]]] for v in range(len(one))) for one in self.near or ()))
        )


def lower_bound(drawing: Drawing, minimum: int, budget: Budget | None = None) -> LowerBound | None:
    """Return why fewer than `minimum` swaps do not suffice, which is known; None if nothing short is found in time.

    Cost: some milliseconds; at most about a second.

    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> lower_bound(crossed, 1)
    LowerBound(crossings=(((0, 1), (2, 3)),), near=None)
    >>> cycle = tuple((i, (i + 1) % 6) for i in range(6))
    >>> lower_bound(Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), cycle), 3)
    LowerBound(crossings=None, near=())
    """
    if not minimum:
        return None
    crossings = untouched_crossings(drawing, minimum - 1)
    if crossings is not None:
        return LowerBound(crossings=crossings)
    near = near_arrangements(drawing, minimum - 1, budget or Budget())
    return None if near is None else LowerBound(near=near)


def untouched_crossings(drawing: Drawing, swaps: int) -> tuple[Crossing, ...] | None:
    """Return some crossings that no so many edges touch with their ends, as few as leaving any out leads to, or None.

    None too if there are many crossings or swaps: then it is not looked for.
    """
    if swaps >= _MOST_TOUCHING:
        return None
    found = list(crossing_pairs(drawing, _MOST_CROSSINGS + 1))
    if len(found) > _MOST_CROSSINGS or touched(drawing.edges, found, swaps):
        return None
    for one in list(found):
        rest = [other for other in found if other != one]
        if not touched(drawing.edges, rest, swaps):
            found = rest
    return tuple(found)


def touched(edges: Sequence[Edge], crossings: Sequence[Crossing], swaps: int) -> bool:
    """Tell whether so many edges can touch all crossings with their ends. Cost: exponential in `swaps`.

    >>> touched([(0, 1), (1, 2), (2, 3)], [((0, 1), (2, 3))], 1)
    True
    """
    if not crossings:
        return True
    if not swaps:
        return False
    first = {*crossings[0][0], *crossings[0][1]}
    return any(
        touched(edges, [one for one in crossings if not {u, v} & {*one[0], *one[1]}], swaps - 1)
        for u, v in edges
        if u in first or v in first
    )


def near_arrangements(drawing: Drawing, swaps: int, budget: Budget) -> tuple[Arrangement, ...] | None:
    """Return the plane arrangements that distances and parity allow to reach by so many swaps, ascending.

    None if they are more than MOST_NEAR, or are not found in time.
    """
    from ludex.games.planarity.solving.plane_arrangements import PlaneArrangements
    from ludex.games.planarity.solving.shortest_solutions import odd_permutations, total_distances
    from ludex.games.planarity.solving.state_space import StateSpace

    space = StateSpace.of(drawing, every_edge=True)
    listing = PlaneArrangements(space, 2 * swaps)
    found: list[Arrangement] = []
    try:
        for arrangements in listing(budget, _MOST_STEPS):
            if not len(arrangements):
                continue
            least, odd = (total_distances(space, arrangements) + 1) // 2, odd_permutations(arrangements)
            near = arrangements[least + (least % 2 != odd) <= swaps]
            found += [tuple(one) for one in near.tolist()]
            if len(found) > MOST_NEAR:
                return None
    except BudgetExhausted:
        return None
    return tuple(sorted(found)) if listing.exhausted() else None


def bound_faults(drawing: Drawing, minimum: int, stated: LowerBound, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with what is stated to show that fewer swaps do not suffice."""
    if stated.crossings is not None:
        crossing = set(crossing_pairs(drawing))
        if not crossing >= set(stated.crossings):
            yield "crossings are stated that are none"
        elif touched(drawing.edges, stated.crossings, minimum - 1):
            yield "the crossings stated do not exclude fewer swaps"
    elif stated.near != near_arrangements(drawing, minimum - 1, budget):
        yield "the near arrangements are others"


def _edge(matching: Sequence[int], edge: Edge) -> Edge:
    u, v = matching[edge[0]], matching[edge[1]]
    return (u, v) if u < v else (v, u)

"""Short proofs that fewer swaps than the minimum do not suffice, and certificates of minimum numbers of swaps.

There are two kinds of proofs.

- Proofs by crossings: two crossing edges cross until a swap moves one of their four ends. So k swaps do not suffice if
  there is a set of crossings with the following property: for any k edges of the graph, the set contains a crossing
  whose four ends are not among the ends of the k edges.
- Proofs by distances: vertices move along edges, and a swap moves two vertices by one edge each. So half the total
  distance that the vertices must move is a lower bound. Each swap also changes the parity of the permutation, so the
  number of swaps has the same parity as the arrangement. A plane arrangement is called near if neither condition
  excludes that fewer swaps reach it. Most drawings have no near arrangement. If there are any, a checker can quickly
  enumerate the sequences of swaps toward each near arrangement in which every swap decreases the distance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, perm
from typing import Any

from pydantic import TypeAdapter

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.evidence import Evidence
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing, Edge

Crossing = tuple[Edge, Edge]
Arrangement = tuple[int, ...]

MAX_NEAR = 50
_MOST_TOUCHING = 3
_MOST_CROSSINGS = 200
# The maximum number of placements, about 0.3 microseconds each.
_MOST_STEPS = 2_000_000


@dataclass(frozen=True, slots=True)
class LowerBound:
    """A proof that fewer swaps than the minimum of a drawing do not suffice. Exactly one of its fields is set.

    `crossings` lists pairs of crossing edges. If fewer edges are chosen than the minimum, their ends never touch all of
    these crossings. `near` lists the near plane arrangements (see the module) in ascending order. Each arrangement
    lists the position of every vertex.
    """

    crossings: tuple[Crossing, ...] | None = None
    near: tuple[Arrangement, ...] | None = None

    def __post_init__(self) -> None:
        """Raise ValueError unless exactly one field is set."""
        if (self.crossings is None) == (self.near is None):
            raise ValueError("give either `crossings` or `near`")

    def renamed(self, matching: Sequence[int]) -> "LowerBound":
        """Return the bound for an equivalent drawing whose vertex `matching[i]` corresponds to vertex i."""
        if self.crossings is not None:
            renamed = ((_edge(matching, first), _edge(matching, second)) for first, second in self.crossings)
            return LowerBound(crossings=tuple(sorted((min(pair), max(pair)) for pair in renamed)))
        place = sorted(range(len(matching)), key=matching.__getitem__)
        renamed_near = [
            tuple(matching[arrangement[place[v]]] for v in range(len(arrangement))) for arrangement in self.near or ()
        ]
        return LowerBound(near=tuple(sorted(renamed_near)))


def lower_bound(drawing: Drawing, minimum: int, budget: Budget | None = None) -> LowerBound | None:
    """Return a proof that fewer swaps than the known `minimum` do not suffice, or None if none is found in time.

    Cost: usually a few milliseconds, and at most about a second.

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
    try:
        near = reachable_candidates(drawing, minimum - 1, budget or Budget())
    except BudgetExhausted:
        return None
    return None if near is None else LowerBound(near=near)


def untouched_crossings(drawing: Drawing, swaps: int) -> tuple[Crossing, ...] | None:
    """Return a set of crossings that the ends of `swaps` edges cannot all touch, or None if no set is found.

    The set is minimal: no crossing can be removed from it. If there are many crossings or swaps, the function returns
    None without a search.
    """
    if swaps >= _MOST_TOUCHING:
        return None
    crossings = list(crossing_pairs(drawing, _MOST_CROSSINGS + 1))
    if len(crossings) > _MOST_CROSSINGS or can_touch_all(drawing.edges, crossings, swaps):
        return None
    for crossing in list(crossings):
        rest = [other for other in crossings if other != crossing]
        if not can_touch_all(drawing.edges, rest, swaps):
            crossings = rest
    return tuple(crossings)


def can_touch_all(edges: Sequence[Edge], crossings: Sequence[Crossing], swaps: int) -> bool:
    """Return whether there are `swaps` edges whose ends touch all `crossings`. Cost: exponential in `swaps`.

    >>> can_touch_all([(0, 1), (1, 2), (2, 3)], [((0, 1), (2, 3))], 1)
    True
    """
    if not crossings:
        return True
    if not swaps:
        return False
    first = {*crossings[0][0], *crossings[0][1]}
    return any(
        can_touch_all(edges, [(a, b) for a, b in crossings if not {u, v} & {*a, *b}], swaps - 1)
        for u, v in edges
        if u in first or v in first
    )


def reachable_candidates(drawing: Drawing, swaps: int, budget: Budget) -> tuple[Arrangement, ...] | None:
    """Return the near plane arrangements, which neither distances nor parity exclude, in ascending order.

    An arrangement is near if, according to these two conditions, at most `swaps` swaps may reach it. Returns None if
    there are more than MAX_NEAR near arrangements, or if the search needs too many steps. Raises BudgetExhausted.
    """
    from ludex.games.planarity.solving.arrangements import PlaneArrangements
    from ludex.games.planarity.solving.shortest_solutions import odd_permutations, total_distances
    from ludex.games.planarity.solving.state_space import StateSpace

    space = StateSpace.of(drawing, every_edge=True)
    listing = PlaneArrangements(space, 2 * swaps)
    candidates: list[Arrangement] = []
    for arrangements in listing(budget, _MOST_STEPS):
        if not len(arrangements):
            continue
        least, odd = (total_distances(space, arrangements) + 1) // 2, odd_permutations(arrangements)
        near = arrangements[least + (least % 2 != odd) <= swaps]
        candidates += [tuple(row) for row in near.tolist()]
        if len(candidates) > MAX_NEAR:
            return None
    return tuple(sorted(candidates)) if listing.exhausted() else None


def bound_faults(drawing: Drawing, minimum: int, bound: LowerBound, budget: Budget) -> Iterator[str]:
    """Check the proof `bound`, which states that fewer swaps than the `minimum` do not suffice. Yield its faults.

    Raises BudgetExhausted.
    """
    if bound.crossings is not None:
        crossing = set(crossing_pairs(drawing))
        if not crossing >= set(bound.crossings):
            yield "some of the stated crossings are not crossings of the drawing"
        elif can_touch_all(drawing.edges, bound.crossings, minimum - 1):
            yield "the stated crossings do not exclude fewer swaps"
    elif bound.near != reachable_candidates(drawing, minimum - 1, budget):
        yield "the stated near arrangements differ from the computed near arrangements"


def _edge(matching: Sequence[int], edge: Edge) -> Edge:
    u, v = matching[edge[0]], matching[edge[1]]
    return (u, v) if u < v else (v, u)


MOST_SEQUENCES = 1_000_000
"""The maximum number of sequences of swaps up to which `ludex-check-claims` is certain to repeat the search."""
MOST_ARRANGEMENTS = 40_320
"""The maximum number of arrangements up to which `ludex-check-claims` is certain to visit all of them."""

_LOWER_BOUND = TypeAdapter(LowerBound)


def minimum_certificate(
    drawing: Drawing, minimum: int | None, proved: bool, swaps: Sequence[Edge] | None, fewer: LowerBound | None
) -> dict[str, Any]:
    """Return the certificate of a minimum number of swaps, in the format of schema/certificates.md.

    `swaps` is None if no sequence is known, and `fewer` is None if there is no short proof that fewer swaps do not
    suffice. If no plane arrangement is reachable, the certificate has the whole obstruction.
    """
    certificate: dict[str, Any] = {}
    if swaps is not None and minimum is not None:
        certificate["swaps"] = [[min(swap), max(swap)] for swap in swaps]
    if fewer is not None:
        certificate["fewer"] = _LOWER_BOUND.dump_python(fewer, mode="json", exclude_none=True)
    elif proved and minimum is not None and minimum > 1:
        sequences = len(drawing.edges) ** (minimum - 1)
        certificate["recompute"] = {"swaps": minimum - 1, "sequences": sequences}
    elif proved and minimum is None:
        from ludex.games.planarity.solving.obstructions import obstruction, obstruction_document

        certificate["unreachable"] = obstruction_document(obstruction(drawing))
    return certificate


def minimum_evidence(certificate: dict[str, Any]) -> Evidence:
    """Return what the proof of a minimum rests on, given its certificate.

    >>> minimum_evidence({"swaps": [[0, 1]], "fewer": {"near": []}}).value
    'certificate'
    >>> minimum_evidence({"swaps": [[0, 1], [0, 2]], "recompute": {"swaps": 1, "sequences": 30}}).value
    'recomputed'
    """
    if "unreachable" in certificate:
        return obstruction_evidence(certificate["unreachable"])
    recompute = certificate.get("recompute")
    if recompute is not None and recompute["sequences"] > MOST_SEQUENCES:
        return Evidence.SEARCH
    return Evidence.CERTIFICATE if "fewer" in certificate and "swaps" in certificate else Evidence.RECOMPUTED


def evidence_of(drawing: Drawing, minimum: int | None, budget: Budget) -> Evidence:
    """Return what the proof of the minimum of a drawing rests on. None means that no plane arrangement is reachable.

    A sequence of this many swaps must be known.
    """
    fewer = lower_bound(drawing, minimum, budget.quiet()) if minimum else None
    return minimum_evidence(minimum_certificate(drawing, minimum, True, (), fewer))


def placement_evidence(vertices: int, points: int) -> Evidence:
    """Return what the proof rests on that no placement of some vertices on some points gives a plane drawing.

    >>> placement_evidence(8, 8).value, placement_evidence(8, 9).value
    ('recomputed', 'search')
    """
    return Evidence.RECOMPUTED if perm(points, vertices) <= MOST_ARRANGEMENTS else Evidence.SEARCH


def exchange_evidence(vertices: int, exchanges: int) -> Evidence:
    """Return what the proof rests on that fewer than some exchanges of two vertices do not give a plane drawing.

    >>> exchange_evidence(10, 4).value, exchange_evidence(10, 5).value
    ('recomputed', 'search')
    """
    few = comb(vertices, 2) ** max(exchanges - 1, 0) <= MOST_SEQUENCES
    return Evidence.RECOMPUTED if few else Evidence.SEARCH


def obstruction_evidence(found: dict[str, Any]) -> Evidence:
    """Return what the proof that no plane arrangement is reachable rests on, given its certificate.

    >>> obstruction_evidence({"reason": "recompute", "arrangements": 720}).value
    'recomputed'
    """
    if found["reason"] != "recompute":
        return Evidence.CERTIFICATE
    return Evidence.RECOMPUTED if found["arrangements"] <= MOST_ARRANGEMENTS else Evidence.SEARCH

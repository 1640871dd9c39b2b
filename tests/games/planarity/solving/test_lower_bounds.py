"""Why fewer swaps do not suffice: what is given holds for the minimum, and for no larger number."""

from itertools import permutations

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.crossings import crossing_pairs, is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import GenerationParameters, generate
from ludex.games.planarity.solving.lower_bounds import (
    MAX_NEAR,
    LowerBound,
    bound_faults,
    can_touch_all,
    lower_bound,
    minimum_evidence,
    reachable_candidates,
    untouched_crossings,
)
from ludex.games.planarity.solving.minimum_swaps import solve
from tests.games.planarity.known_drawings import crossed_paths

# Lemma 1 of the paper: a cycle of n vertices in convex position, every second half turned over, needs C(n / 2, 2).
CYCLE = Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), tuple((i, (i + 1) % 6) for i in range(6)))
APART = ((0, 0), (2, 3), (3, 1), (0, 4)), ((20, 1), (23, 5), (25, 0), (19, 6))
PATHS = Drawing((*APART[0], *APART[1]), ((0, 1), (2, 3), (4, 5), (6, 7)))


@pytest.fixture(scope="module")
def levels():
    """Levels of six and seven vertices with minima from 1 to 4."""
    found = []
    for swaps in (1, 2, 3, 4):
        found += generate(GenerationParameters(7, 10, swaps, 100, seed=swaps), 4).items
        found += generate(GenerationParameters(6, 8, min(swaps, 3), 100, seed=swaps), 2).items
    return [(one.drawing, one.solution.min_swaps) for one in found]


def near_by_definition(drawing, swaps):
    """The plane arrangements that distances and parity allow, of all permutations."""
    n = drawing.vertices
    distance = [[0 if u == v else n * n for v in range(n)] for u in range(n)]
    for u, v in drawing.edges:
        distance[u][v] = distance[v][u] = 1
    for k in range(n):
        for u in range(n):
            for v in range(n):
                distance[u][v] = min(distance[u][v], distance[u][k] + distance[k][v])
    found = []
    for at in permutations(range(n)):
        total = sum(distance[v][at[v]] for v in range(n))
        odd = sum(at[i] > at[j] for i in range(n) for j in range(i + 1, n)) % 2
        needed = (total + 1) // 2
        needed += needed % 2 != odd
        if needed <= swaps and is_plane(Drawing(tuple(drawing.points[place] for place in at), drawing.edges)):
            found.append(at)
    return tuple(found)


def test_the_near_arrangements_are_those_of_the_definition(levels):
    for drawing, minimum in levels:
        for swaps in (minimum - 1, minimum):
            defined = near_by_definition(drawing, swaps)
            assert reachable_candidates(drawing, swaps, Budget()) == (defined if len(defined) <= MAX_NEAR else None)


def test_a_bound_is_given_for_the_minimum_and_crossings_for_no_more(levels):
    for drawing, minimum in [*levels, (CYCLE, 3)]:
        bound = lower_bound(drawing, minimum)
        assert list(bound_faults(drawing, minimum, bound, Budget())) == []
        assert untouched_crossings(drawing, minimum) is None
        if bound.crossings is not None:
            assert set(bound.crossings) <= set(crossing_pairs(drawing))
            assert not can_touch_all(drawing.edges, bound.crossings, minimum - 1)
        # Within the minimum itself a plane arrangement is near: the one that the swaps lead to.
        assert reachable_candidates(drawing, minimum, Budget()) != ()


def test_two_crossings_that_no_edge_touches_both_need_two_swaps():
    assert lower_bound(PATHS, 2) == LowerBound(crossings=(((0, 1), (2, 3)), ((4, 5), (6, 7))))


def test_crossings_are_searched_for_up_to_two_swaps():
    assert [len(untouched_crossings(crossed_paths(count), count - 1) or ()) for count in (1, 2, 3, 4)] == [1, 2, 3, 0]
    assert untouched_crossings(crossed_paths(2), 2) is None
    assert can_touch_all([(0, 1)], [], 0)
    assert not can_touch_all([(0, 1)], [((0, 1), (2, 3))], 0)
    assert not can_touch_all([(4, 5)], [((0, 1), (2, 3))], 3)


def test_a_minimum_rests_on_swaps_with_a_bound_on_few_sequences_or_on_a_search():
    swaps, fewer = [[0, 1]], {"near": []}
    assert minimum_evidence({"swaps": swaps, "fewer": fewer}).value == "certificate"
    assert minimum_evidence({"fewer": fewer}).value == minimum_evidence({"swaps": swaps}).value == "recomputed"
    for sequences, evidence in ((1_000_000, "recomputed"), (1_000_001, "search")):
        assert minimum_evidence({"swaps": swaps, "recompute": {"sequences": sequences}}).value == evidence


def test_a_plane_drawing_has_no_bound_and_a_bound_is_of_one_kind():
    assert lower_bound(PATHS, 0) is None
    for both in ({}, {"crossings": (), "near": ()}):
        with pytest.raises(ValueError, match="give either"):
            LowerBound(**both)
    [fault] = bound_faults(PATHS, 2, LowerBound(crossings=(((0, 1), (4, 5)),)), Budget())
    assert fault == "some of the stated crossings are not crossings of the drawing"
    [fault] = bound_faults(PATHS, 2, LowerBound(crossings=(((0, 1), (2, 3)),)), Budget())
    assert fault == "the stated crossings do not exclude fewer swaps"


def test_what_does_not_exclude_fewer_swaps_is_named(levels):
    drawing, minimum = levels[-1]
    wrong = [
        LowerBound(crossings=(((0, 1), (2, 3)),)),
        LowerBound(crossings=()),
        LowerBound(near=(tuple(range(drawing.vertices)),)),
    ]
    for bound in wrong:
        assert list(bound_faults(drawing, minimum, bound, Budget()))


def test_a_bound_is_renamed_with_the_vertices(levels):
    for drawing, minimum in levels:
        n = drawing.vertices
        matching = [(3 * v + 1) % n if n % 3 else (v + 1) % n for v in range(n)]
        points = tuple(drawing.points[matching.index(v)] for v in range(n))
        edges = tuple(sorted(tuple(sorted((matching[u], matching[v]))) for u, v in drawing.edges))
        turned = Drawing(points, edges)
        assert solve(turned).min_swaps == minimum
        for bound in (
            lower_bound(drawing, minimum),
            LowerBound(near=reachable_candidates(drawing, minimum - 1, Budget())),
        ):
            assert list(bound_faults(turned, minimum, bound.renamed(matching), Budget())) == []
        within = reachable_candidates(drawing, minimum, Budget())
        if within is None:
            continue
        assert LowerBound(near=within).renamed(matching).near == reachable_candidates(turned, minimum, Budget())


@pytest.mark.parametrize("bound", [LowerBound(near=()), LowerBound(near=((0, 1, 2, 3, 4, 5),))])
def test_a_proof_that_is_not_checked_in_time_is_not_called_wrong(bound):
    with pytest.raises(BudgetExhausted):
        list(bound_faults(CYCLE, 3, bound, Budget(0.0)))
    assert lower_bound(CYCLE, 3, Budget(0.0)) is None

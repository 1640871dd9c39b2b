"""All plane arrangements of small drawings are listed, and annealing finds some of larger ones.

All permutations of tiny drawings give what the compiled search finds.
"""

from itertools import islice, permutations
from random import Random

import networkx
import numpy as np
import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kernels import plane_arrangements as kernel
from ludex.games.planarity.solving.arrangements import (
    MAX_TINY_VERTICES,
    PlaneArrangements,
    TinyPlaneArrangements,
    find_by_annealing,
)
from ludex.games.planarity.solving.embedding import free_space
from ludex.games.planarity.solving.exchanges import sequence
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.routing import route
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.study.census import search_arrangements
from ludex.games.planarity.study.census_graphs import connected_graphs
from tests.games.planarity.known_drawings import crossed_paths, folded_cycle
from tests.games.planarity.sample_drawings import connected_drawing, sample_drawing, sample_edges, sample_points
from tests.oracles.small_drawings import crossed_pairs
from tests.oracles.untangling import fewest_swaps


def listed(listing: PlaneArrangements, most_steps: int | None = None) -> list[tuple[int, ...]]:
    return [tuple(row) for rows in listing(Budget(), most_steps) for row in rows.tolist()]


def plane_arrangements(drawing: Drawing) -> set[tuple[int, ...]]:
    every = permutations(range(drawing.vertices))
    return {one for one in every if not crossed_pairs(tuple(drawing.points[p] for p in one), drawing.edges)}


@pytest.mark.parametrize("seed", range(12))
def test_plane_arrangements_are_listed_by_the_total_distance_of_their_vertices(seed: int) -> None:
    rng = Random(seed)
    drawing = connected_drawing(rng, 5, rng.choice((4, 5, 6)))
    distance = dict(networkx.all_pairs_shortest_path_length(drawing.graph()))
    moved = {one: sum(distance[v][p] for v, p in enumerate(one)) for one in plane_arrangements(drawing)}
    space = StateSpace.of(drawing, every_edge=True)
    for limit in (None, 0, 2, 4, 6, 25):
        listing = PlaneArrangements(space, limit)
        found = listed(listing)
        expected = {one for one, sum_ in moved.items() if limit is None or sum_ <= limit}
        assert len(found) == len(set(found))
        assert set(found) == expected
        assert listing.exhausted()
        assert listing.complete <= (set(found) == moved.keys())
        assert limit not in (None, 25) or listing.complete
        tightened = PlaneArrangements(space, limit)
        tightened.tighten(4)
        assert set(listed(tightened)) == {one for one in expected if moved[one] <= 4}


@pytest.mark.parametrize("seed", range(6))
def test_plane_arrangements_are_listed_by_their_exchanges(seed: int) -> None:
    rng = Random(seed)
    drawing = Drawing(sample_points(rng, 5), sample_edges(rng, 5, rng.choice((3, 4, 5))))
    every = {one: len(sequence(one)) for one in plane_arrangements(drawing)}
    for exchanges in range(5):
        found = set(listed(PlaneArrangements(free_space(drawing, moved_costs=1), 2 * exchanges, exchanges=True)))
        assert {one for one, least in every.items() if least <= exchanges} <= found <= every.keys()


def test_a_listing_goes_on_after_a_number_of_steps_and_counts_them() -> None:
    drawing = folded_cycle(8)
    space = StateSpace.of(drawing)
    whole, listing, budget = PlaneArrangements(space), PlaneArrangements(space), Budget()
    expected = [tuple(row) for rows in whole(budget) for row in rows.tolist()]
    assert budget.cost().nodes == whole.steps
    found, steps = [], 0
    while not listing.exhausted():
        steps += 100
        found += listed(listing, steps)
        assert listing.steps <= steps
    assert (found, listing.steps) == (expected, whole.steps)


def test_annealing_ends_in_plane_arrangements_that_swaps_reach() -> None:
    for drawing in (folded_cycle(8), crossed_paths(4)):
        arrangements = list(islice(find_by_annealing(drawing, StateSpace.of(drawing), Budget()), 2))
        assert arrangements
        assert all(is_plane(drawing.after(route(drawing, arrangement))) for arrangement in arrangements)


def test_annealing_ends_with_its_budget() -> None:
    drawing = folded_cycle(40)
    assert list(find_by_annealing(drawing, StateSpace.of(drawing), Budget(seconds=0.0))) == []


def rows(found: object) -> set[tuple[int, ...]]:
    return {tuple(row) for arrangements in found for row in arrangements.tolist()}  # type: ignore[attr-defined]


@pytest.mark.parametrize("vertices", range(2, MAX_TINY_VERTICES + 2))
def test_both_searches_list_the_same_arrangements(vertices: int) -> None:
    excluded = 0
    for seed in range(40):
        space = StateSpace.of(sample_drawing(Random(100 * vertices + seed), vertices))
        everything = rows(PlaneArrangements(space)(Budget()))
        for limit in (0, 2, 4, 6, vertices**2):
            tiny, compiled = TinyPlaneArrangements(space, limit), PlaneArrangements(space, limit)
            found = rows(tiny(Budget()))
            assert found == rows(compiled(Budget()))
            assert tiny.complete == (found == everything)
            excluded += not tiny.complete
    assert excluded or vertices == 2


def test_the_search_for_the_minimum_compiles_no_large_kernel_for_a_tiny_drawing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("open_root", "advance"):
        monkeypatch.delattr(kernel, name)
    square = Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
    solution = solve(square)
    assert (solution.min_swaps, solution.arrangements, solution.sequences) == (
        1,
        *fewest_swaps(square.points, square.edges)[1:],
    )


def test_the_budget_and_the_number_of_permutations_are_counted() -> None:
    space = StateSpace.of(Drawing(((0, 0), (4, 0), (5, 4)), ((0, 1), (1, 2))))
    budget = Budget()
    [found] = TinyPlaneArrangements(space, 9)(budget)
    assert (len(found), budget.cost().nodes) == (6, 6)
    assert found.dtype == np.int64
    with pytest.raises(BudgetExhausted):
        next(TinyPlaneArrangements(space, 9)(Budget(seconds=0.0)))


def test_of_every_arrangement_the_nearest_plane_ones_are_counted() -> None:
    for solved in search_arrangements(5, Budget(), connected_graphs(5)[:1]):
        nearest = solved.nearest()
        for place in range(0, 120, 7):
            drawing = solved.drawing(place)
            least, ends, _ = fewest_swaps(drawing.points, drawing.edges)
            assert (solved.distance[place], nearest[place]) == (least, ends)

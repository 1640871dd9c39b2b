"""All plane arrangements of small drawings are listed, and annealing finds some of larger ones."""

from itertools import islice, permutations
from random import Random

import networkx
import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.embedding import free_space
from ludex.games.planarity.solving.exchanges import sequence
from ludex.games.planarity.solving.plane_arrangements import PlaneArrangements, find_by_annealing
from ludex.games.planarity.solving.routing import route
from ludex.games.planarity.solving.state_space import StateSpace
from tests.games.planarity.known_drawings import crossed_paths, folded_cycle
from tests.games.planarity.sample_drawings import connected_drawing, sample_edges, sample_points
from tests.oracles.small_drawings import crossed_pairs


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


def test_annealing_repeats_its_walks() -> None:
    drawing = crossed_paths(5)
    space = StateSpace.of(drawing)
    assert next(find_by_annealing(drawing, space, Budget())) == next(find_by_annealing(drawing, space, Budget()))


def test_annealing_ends_with_its_budget() -> None:
    drawing = folded_cycle(40)
    assert list(find_by_annealing(drawing, StateSpace.of(drawing), Budget(seconds=0.0))) == []

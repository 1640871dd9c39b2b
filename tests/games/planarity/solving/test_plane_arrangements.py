"""Annealing ends in plane arrangements, and always in the same ones."""

from itertools import islice

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.solving.plane_arrangements import find_by_annealing
from ludex.games.planarity.solving.routing import route
from ludex.games.planarity.solving.state_space import StateSpace
from tests.games.planarity.known_drawings import crossed_paths, folded_cycle


def test_what_it_ends_in_is_plane_and_can_be_reached() -> None:
    for drawing in (folded_cycle(8), crossed_paths(4)):
        arrangements = list(islice(find_by_annealing(drawing, StateSpace.of(drawing), Budget()), 2))
        assert arrangements
        assert all(is_plane(drawing.after(route(drawing, arrangement))) for arrangement in arrangements)


def test_the_same_seed_gives_the_same_arrangements() -> None:
    drawing = crossed_paths(5)
    space = StateSpace.of(drawing)
    assert next(find_by_annealing(drawing, space, Budget())) == next(find_by_annealing(drawing, space, Budget()))


def test_it_ends_with_its_budget() -> None:
    drawing = folded_cycle(40)
    assert list(find_by_annealing(drawing, StateSpace.of(drawing), Budget(seconds=0.0))) == []

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.making.generation import Scramble, generate, plane_drawing
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.making.provenance import GenerationParameters
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.nearby_targets import fewer_swaps
from tests.oracles.triangulations import is_plane
from tests.oracles.untangling import fewest_swaps


@pytest.mark.parametrize("seed", range(12))
def test_the_quick_bound_is_never_below_the_minimum(seed):
    numbers = RandomNumbers(seed)
    walk = Scramble(plane_drawing(GenerationParameters(7, 10, 1), numbers), numbers)
    walk.swap(5)
    drawing = walk.drawing()
    minimum, *_ = fewest_swaps(drawing.points, drawing.edges)
    found = fewer_swaps(drawing, walk.way_back(), 6, Budget())
    assert found is not None
    assert minimum <= found <= 5
    assert fewer_swaps(drawing, walk.way_back(), minimum, Budget()) is None


def test_the_way_back_leads_to_the_first_drawing():
    numbers = RandomNumbers(3)
    first = plane_drawing(GenerationParameters(9, 14, 1), numbers)
    walk = Scramble(first, numbers)
    walk.swap(7)
    points = walk.drawing().points
    assert tuple(points[position] for position in walk.way_back()) == first.points


def test_the_quick_bound_keeps_to_the_budget():
    numbers = RandomNumbers(4)
    walk = Scramble(plane_drawing(GenerationParameters(15, 24, 1), numbers), numbers)
    walk.swap(8)
    with pytest.raises(BudgetExhausted):
        fewer_swaps(walk.drawing(), walk.way_back(), 9, Budget(seconds=0.0))


def test_large_levels_have_the_requested_minimum():
    batch = generate(GenerationParameters(15, 24, 6, seed=5, method=Method.REPAIR), 4)
    assert batch == generate(GenerationParameters(15, 24, 6, seed=5, method=Method.REPAIR), 4)
    for level in batch.items:
        # The generator expects 6 swaps. Without this, the search rules out the numbers below one after another.
        assert solve(level.drawing).min_swaps == level.solution.min_swaps == 6
        assert is_plane(level.drawing.after(level.solution.swaps).points, level.drawing.edges)

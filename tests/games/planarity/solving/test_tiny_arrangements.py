"""All permutations of tiny drawings give what the compiled search finds."""

from random import Random

import numpy as np
import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kernels import plane_arrangements as kernel
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.plane_arrangements import PlaneArrangements
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.tiny_arrangements import MAX_TINY_VERTICES, TinyPlaneArrangements
from tests.games.planarity.sample_drawings import sample_drawing
from tests.oracles.untangling import fewest_swaps


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

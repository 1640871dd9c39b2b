"""Solutions that local search finds: they solve the level, in no more swaps than were made."""

import time

import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.upper_bounds import ShortSolutions
from tests.benchmarks.reach import scrambled_level
from tests.games.planarity.known_drawings import crossed_paths, folded_cycle


def _search(drawing: Drawing) -> ShortSolutions:
    return ShortSolutions(drawing, StateSpace.of(drawing))


@pytest.mark.parametrize(
    ("vertices", "edges", "swaps"),
    [
        (24, 44, 40),
        *(
            pytest.param(*sizes, marks=pytest.mark.slow)
            for sizes in ((30, 55, 16), (30, 55, 40), (40, 75, 16), (40, 75, 40))
        ),
    ],
)
def test_solutions_are_no_longer_than_the_scramble(vertices: int, edges: int, swaps: int) -> None:
    drawing = scrambled_level(vertices, edges, swaps, 1)
    search = _search(drawing)
    search.improve(Budget(seconds=30))
    assert search.swaps is not None
    assert len(search.swaps) <= swaps
    assert is_plane(drawing.after(search.swaps))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 7])
def test_solutions_of_60_vertices_are_no_longer_than_a_long_scramble(seed: int) -> None:
    drawing = scrambled_level(60, 110, 40, seed)
    search, budget = _search(drawing), Budget(seconds=10, clock=time.process_time)
    while not budget.exhausted():
        search.improve(budget)
    assert search.swaps is not None
    assert len(search.swaps) <= 40
    assert is_plane(drawing.after(search.swaps))


@pytest.mark.parametrize(
    ("vertices", "edges", "swaps"), [(12, 20, 40), pytest.param(20, 36, 200, marks=pytest.mark.slow)]
)
def test_solutions_are_the_same_for_every_search_and_never_get_longer(vertices: int, edges: int, swaps: int) -> None:
    drawing = scrambled_level(vertices, edges, swaps, 2)
    first, second = _search(drawing), _search(drawing)
    lengths = []
    for _ in range(3):
        first.improve(Budget())
        second.improve(Budget())
        assert first.swaps is not None
        assert first.swaps == second.swaps
        lengths.append(len(first.swaps))
    assert lengths == sorted(lengths, reverse=True)


@pytest.mark.parametrize(("drawing", "minimum"), [(folded_cycle(8), 6), (crossed_paths(5), 5)])
def test_small_minima_are_found(drawing: Drawing, minimum: int) -> None:
    search = _search(drawing)
    search.improve(Budget())
    assert search.swaps is not None
    assert len(search.swaps) == minimum


def test_a_search_without_time_finds_nothing() -> None:
    search = _search(folded_cycle(20))
    search.improve(Budget(seconds=0.0))
    assert search.swaps is None


@pytest.mark.slow
def test_a_solution_without_a_proof_has_close_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    # With processor time, the result does not depend on the load of the machine.
    monkeypatch.setattr(time, "monotonic", time.process_time)
    drawing = scrambled_level(24, 44, 200, 1)
    solution = solve(drawing, Budget(seconds=3))
    assert solution.min_swaps is not None
    assert is_plane(drawing.after(solution.swaps))
    assert 2 * solution.lower_bound >= solution.min_swaps

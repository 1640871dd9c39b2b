"""Solutions that local search finds: they solve the level, in no more swaps than were made."""

import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
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

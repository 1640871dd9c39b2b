"""The swaps of the simulated player, against a walk through all arrangements and against plays."""

from itertools import combinations

import numpy as np
import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.solving.all_arrangements import SolvedArrangements
from ludex.games.planarity.solving.state_space import effective_edges
from ludex.games.planarity.study.census import search_arrangements
from ludex.games.planarity.study.expected_swaps import Plays, expected_swaps, play
from tests.oracles.small_drawings import crossed_pairs, swapped

CYCLE = Graph(5, ((0, 1), (1, 2), (2, 3), (3, 4), (0, 4)))


def solved_arrangements(graph: Graph) -> list[tuple[SolvedArrangements, np.ndarray]]:
    found = []
    for solved in search_arrangements(graph.vertices, Budget(), [graph]):
        edges = effective_edges(solved.drawing(0))
        found.append((solved, np.array([solved.arrangements.pairs[edge] for edge in edges])))
    return found


def walked(points: tuple, edges: tuple, noise: float, most: int) -> float:
    """Return the expected number of swaps of the player by following the probabilities of all arrangements."""
    chances, total = {points: 1.0}, 0.0
    for _ in range(most):
        following: dict = {}
        for laid, chance in chances.items():
            if not crossed_pairs(laid, edges):
                continue
            total += chance
            after = [swapped(laid, edge) for edge in edges]
            crossings = [len(crossed_pairs(other, edges)) for other in after]
            best = [other for other, count in zip(after, crossings, strict=True) if count == min(crossings)]
            for other in after:
                following[other] = following.get(other, 0.0) + chance * noise / len(after)
            for other in best:
                following[other] = following.get(other, 0.0) + chance * (1 - noise) / len(best)
        chances = following
    return total


def test_expected_swaps_are_those_of_the_walk() -> None:
    for solved, moves in solved_arrangements(CYCLE):
        expected = expected_swaps(solved, moves, 0.3)
        for place in np.flatnonzero(solved.distance > 0)[::40].tolist():
            drawing = solved.drawing(place)
            assert expected[place] == pytest.approx(walked(drawing.points, drawing.edges, 0.3, 60), rel=1e-3)


def test_plane_arrangements_take_no_swaps_and_unreachable_ones_have_no_expected_number() -> None:
    complete = Graph(5, tuple(combinations(range(5), 2)))
    for graph in (CYCLE, complete):
        for solved, moves in solved_arrangements(graph):
            expected = expected_swaps(solved, moves)
            assert (expected[solved.distance == 0] == 0).all()
            assert np.isinf(expected[solved.distance < 0]).all()
            assert (expected[solved.distance > 0] >= solved.distance[solved.distance > 0]).all()


def test_plays_have_the_expected_mean() -> None:
    [(solved, moves), *_] = solved_arrangements(CYCLE)
    expected = expected_swaps(solved, moves)
    hardest = int(np.argmax(np.where(np.isfinite(expected), expected, 0)))
    played = play(solved.drawing(hardest), plays=3_000, most_swaps=5_000, seed=1)
    assert played.cut_off == 0
    assert played.mean == pytest.approx(expected[hardest], rel=0.1)
    assert play(solved.drawing(hardest), 50, seed=2) == play(solved.drawing(hardest), 50, seed=2)


def test_plays_that_are_cut_off_count_with_their_limit() -> None:
    solved = max((solved for solved, _ in solved_arrangements(CYCLE)), key=lambda solved: int(solved.distance.max()))
    far = int(solved.distance.argmax())
    assert solved.distance[far] > 1
    assert play(solved.drawing(far), plays=5, most_swaps=1) == Plays(mean=1, plays=5, most_swaps=1, cut_off=5)


def test_numbers_out_of_range_and_exhausted_budgets_end_the_plays() -> None:
    [(solved, moves), *_] = solved_arrangements(CYCLE)
    with pytest.raises(ValueError, match="noise"):
        expected_swaps(solved, moves, 0)
    with pytest.raises(ValueError, match="positive"):
        play(solved.drawing(0), 0)
    with pytest.raises(BudgetExhausted):
        play(solved.drawing(0), budget=Budget(stop=lambda: True))

"""Lower bounds by weighted distances, compared with breadth-first search over all arrangements."""

from collections.abc import Sequence

import numpy as np
import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.balanced_bounds import UNIT, BalancedBounds
from ludex.games.planarity.solving.shortest_solutions import (
    exchanges_home,
    find_shortest_paths,
    is_within,
    merge_solutions,
    total_distances,
)
from ludex.games.planarity.solving.state_space import StateSpace

_GRAPHS = {
    "cycle": [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)],
    "path": [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)],
    "triangles": [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)],
    "wheel": [(0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (0, 1), (1, 2), (2, 3), (3, 4), (0, 4)],
}


def space_of(edges: Sequence[Edge], vertices: int) -> StateSpace:
    """Return the state space of a graph on points in convex position, in which every edge counts as a move."""
    return StateSpace.of(Drawing(tuple((i, i * i) for i in range(vertices)), tuple(edges)), every_edge=True)


def distances_from_home(edges: Sequence[Edge], vertices: int) -> dict[tuple[int, ...], int]:
    """Return the number of swaps from the identity to every arrangement, by breadth-first search."""
    home = tuple(range(vertices))
    distances, waiting = {home: 0}, [home]
    for arrangement in waiting:
        for u, v in edges:
            swapped = list(arrangement)
            swapped[u], swapped[v] = swapped[v], swapped[u]
            if tuple(swapped) not in distances:
                distances[tuple(swapped)] = distances[arrangement] + 1
                waiting.append(tuple(swapped))
    return distances


@pytest.mark.parametrize("name", _GRAPHS)
def test_the_bounds_of_all_arrangements_are_at_most_their_distances(name: str) -> None:
    distances = distances_from_home(_GRAPHS[name], 6)
    arrangements = np.array(list(distances), dtype=np.int64)
    space = space_of(_GRAPHS[name], 6)
    bounds = BalancedBounds(space).at_least(arrangements, 20, Budget())
    exact = np.array(list(distances.values()))
    assert (bounds <= exact).all()
    assert (bounds % 2 == exact % 2).all()
    # They are never lower than the bounds by distances and exchanges, and higher for some arrangements of a cycle.
    simple = np.maximum((total_distances(space, arrangements) + 1) // 2, exchanges_home(arrangements))
    assert (bounds >= simple).all()
    if name == "cycle":
        assert bounds.sum() > (simple + (simple + exact) % 2).sum()


@pytest.mark.parametrize("n", range(4, 10))
def test_the_bound_is_exact_for_a_step_around_a_cycle(n: int) -> None:
    space = space_of([(i, (i + 1) % n) for i in range(n)], n)
    step = np.roll(np.arange(n), 1)[None]
    # n - 1 swaps suffice, and fewer cannot make a cycle of n positions.
    assert BalancedBounds(space).at_least(step, n, Budget()).tolist() == [n - 1]
    # Half the sum of the distances is n / 2, so exchanges alone are not what makes the guided layers small.
    guide = BalancedBounds(space).guide(step[0], n)
    assert -(-int(total_distances(guide, step)[0]) // (2 * UNIT)) >= n - 2


@pytest.mark.parametrize("name", _GRAPHS)
def test_guided_paths_are_all_the_shortest_paths(name: str) -> None:
    distances = distances_from_home(_GRAPHS[name], 6)
    space, numbers = space_of(_GRAPHS[name], 6), RandomNumbers(1)
    bounds = BalancedBounds(space)
    for _ in range(60):
        target = np.array(numbers.choice(list(distances)), dtype=np.int64)
        swaps = distances[tuple(target.tolist())]
        guide = bounds.guide(target, swaps)
        paths = find_shortest_paths(guide, target[None], swaps, Budget(), UNIT)
        expected = find_shortest_paths(space, target[None], swaps, Budget())
        assert paths is not None
        assert expected is not None
        assert paths.counts[-1] == expected.counts[-1]
        assert sorted(map(len, paths.layers)) == sorted(map(len, expected.layers))
        assert is_within(guide, target, swaps, Budget(), UNIT)
        assert swaps <= 2 or not is_within(bounds.guide(target, swaps - 2), target, swaps - 2, Budget(), UNIT)


def test_merged_solutions_are_those_of_one_search() -> None:
    edges = _GRAPHS["wheel"]
    space = space_of(edges, 6)
    targets = np.array([row for row, swaps in distances_from_home(edges, 6).items() if swaps == 4][:12])
    single = [find_shortest_paths(space, target[None], 4, Budget()) for target in targets]
    merged = merge_solutions([paths for paths in single if paths is not None])
    expected = find_shortest_paths(space, targets, 4, Budget())
    assert expected is not None
    for k in range(5):
        ways = dict(zip(map(tuple, expected.arrangements(k).tolist()), expected.counts[k], strict=True))
        assert dict(zip(map(tuple, merged.arrangements(k).tolist()), merged.counts[k], strict=True)) == ways


def test_the_bounds_end_with_the_budget() -> None:
    space = space_of(_GRAPHS["path"], 6)
    with pytest.raises(BudgetExhausted):
        BalancedBounds(space).at_least(np.arange(6)[None], 3, Budget(seconds=0.0))

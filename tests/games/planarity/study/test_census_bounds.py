from itertools import combinations, permutations

import pytest

from ludex.games.planarity.study.census_bounds import largest_minimum
from tests.oracles import untangling

# One point set of each order type, by the number of points.
ORDER_TYPES = {
    4: [((0, 0), (9, 0), (10, 10), (0, 9)), ((0, 0), (8, 0), (3, 9), (4, 3))],
    5: [
        ((0, 3), (3, 0), (7, 1), (8, 6), (3, 9)),
        ((0, 0), (9, 0), (10, 10), (0, 9), (3, 4)),
        ((0, 0), (12, 0), (5, 13), (5, 3), (6, 5)),
    ],
}


def renumbered(edges, numbers):
    return tuple(sorted((min(numbers[u], numbers[v]), max(numbers[u], numbers[v])) for u, v in edges))


def graphs(n, m):
    """Return the edges of every graph without isolated vertices, in one numbering of each."""
    found, seen = [], set()
    for edges in combinations(combinations(range(n), 2), m):
        if edges not in seen and len({v for edge in edges for v in edge}) == n:
            found.append(edges)
            seen |= {renumbered(edges, numbers) for numbers in permutations(range(n))}
    return found


@pytest.mark.parametrize(("n", "m"), [(4, 2), (4, 3), (4, 4), (4, 5), (4, 6), *((5, m) for m in range(3, 10))])
def test_the_most_swaps_of_all_small_drawings(n, m):
    needed = [untangling.largest_minimum(points, edges) for edges in graphs(n, m) for points in ORDER_TYPES[n]]
    assert largest_minimum(n, m) == max(needed)


def test_the_most_swaps_by_the_published_table():
    assert [largest_minimum(6, m) for m in range(5, 13)] == [5, 4, 5, 6, 6, 6, 5, 3]
    assert [largest_minimum(7, m) for m in range(6, 16)] == [7, 7, 8, 10, 9, 8, 8, 8, 8, 6]
    assert [max(largest_minimum(n, m) or 0 for m in range(n - 1, 3 * n - 5)) for n in range(4, 9)] == [1, 3, 6, 10, 14]


def test_nobody_has_searched_nine_vertices():
    assert largest_minimum(9, 12) is None


@pytest.mark.parametrize(("n", "m", "most"), [(8, 4, 0), (20, 10, 0), (9, 5, 1), (21, 11, 1), (3, 2, 0)])
def test_as_few_edges_as_reach_all_vertices_leave_little_to_swap(n, m, most):
    assert largest_minimum(n, m) == most

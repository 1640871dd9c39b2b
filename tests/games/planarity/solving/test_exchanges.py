from itertools import combinations
from random import Random

import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.point_sets import Method, sample_points
from ludex.games.planarity.making.triangulation import delaunay, remove_edges
from ludex.games.planarity.solving.exchanges import minimum_exchanges, sequence
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.untangle import circle
from ludex.games.planarity.variants import exchange_vertices
from tests.benchmarks.agreement import check_exchanges
from tests.oracles.triangulations import is_plane
from tests.oracles.untangling import fewest_exchanges


def random_drawing(n, seed):
    random = Random(seed)
    edges = random.sample(list(combinations(range(n), 2)), random.randint(2, 2 * n - 2))
    return Drawing(sample_points(n, 0, Method.REJECTION, seed), tuple(edges))


def shuffled_plane_drawing(n, m, seed):
    points = sample_points(n, 100, Method.REPAIR, seed)
    places = list(points)
    Random(seed).shuffle(places)
    return Drawing(tuple(places), remove_edges(delaunay(points), m, seed))


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("n", [4, 5])
def test_minimum_and_numbers_of_solutions_are_those_of_every_arrangement(n, seed):
    drawing = random_drawing(n, seed)
    found = minimum_exchanges(drawing)
    expected = fewest_exchanges(drawing.points, drawing.edges)
    counts = found.optimal_solutions
    assert found.proved
    assert (found.min_exchanges, counts.arrangements or 0, counts.sequences or 0) == expected


@pytest.mark.parametrize("seed", range(6))
def test_the_exchanges_make_the_drawing_plane_and_no_more_than_n_minus_1_are_needed(seed):
    drawing = shuffled_plane_drawing(11, 18, seed)
    found = minimum_exchanges(drawing)
    assert found.proved
    assert found.lower_bound == found.min_exchanges == len(found.exchanges) <= 10
    for u, v in found.exchanges:
        drawing = exchange_vertices(drawing, u, v)
    assert is_plane(drawing.points, drawing.edges)


def test_a_plane_drawing_needs_none():
    found = minimum_exchanges(Drawing(circle(5), ((0, 1), (1, 2))))
    assert (found.min_exchanges, found.exchanges, found.optimal_solutions) == (0, (), SolutionCounts(1, 1))


@pytest.mark.parametrize(
    ("n", "edges", "reason"),
    [
        (5, list(combinations(range(5), 2)), "the graph is not planar"),
        (8, [(u, v) for u in range(3) for v in range(3, 6)], "the graph is not planar"),
        (6, [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)], "the points are in convex position"),
    ],
)
def test_what_no_arrangement_can_draw_is_proved_at_once(n, edges, reason):
    found = minimum_exchanges(Drawing(circle(n), tuple(edges)))
    assert (found.min_exchanges, found.proved, found.exchanges) == (None, True, ())
    assert found.reason.startswith(reason)


def test_vertices_of_different_components_can_exchange_places():
    # Swaps along the two edges change nothing; one exchange uncrosses them.
    found = minimum_exchanges(Drawing(circle(4), ((0, 2), (1, 3))))
    assert (found.min_exchanges, found.optimal_solutions) == (1, SolutionCounts(4, 4))


@pytest.mark.parametrize(
    ("arrangement", "exchanges"),
    [([0, 1, 2], 0), ([1, 0, 2], 1), ([1, 2, 0], 2), ([1, 0, 3, 2], 2), ([3, 2, 1, 0, 5, 6, 4], 4)],
)
def test_a_sequence_has_n_less_the_cycles_exchanges_and_leads_there(arrangement, exchanges):
    swaps = sequence(arrangement)
    assert len(swaps) == exchanges
    place = list(range(len(arrangement)))
    for u, v in swaps:
        place[u], place[v] = place[v], place[u]
    assert place == arrangement


@pytest.mark.parametrize("reported", [1, 2])
def test_a_search_that_ends_early_has_ruled_out_fewer_exchanges_than_it_reported(reported):
    reports = []
    budget = Budget(stop=lambda: len(reports) >= reported, progress=reports.append)
    found = minimum_exchanges(shuffled_plane_drawing(24, 40, 1), budget)
    assert (found.proved, found.lower_bound, found.optimal_solutions) == (False, reported, SolutionCounts(None, None))
    assert (found.min_exchanges, found.exchanges, found.evidence) == (None, (), None)


@pytest.mark.parametrize("number", range(24))
def test_minimum_exchanges_and_their_sequences_are_those_of_brute_force(number: int) -> None:
    check_exchanges(number)

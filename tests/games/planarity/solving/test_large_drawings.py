"""Drawings of more than 64 vertices, for which the searches represent a set by two words."""

from collections.abc import Iterator
from math import isqrt
from random import Random

import networkx
import numpy as np
import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import independent_parts, is_plane
from ludex.games.planarity.drawing import MAX_EDGES, MAX_VERTICES, Drawing, DrawingError, Edge
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.kernels.rotations import Sets, empty_sets, sets_of, words_for
from ludex.games.planarity.making.generation import scramble_drawing
from ludex.games.planarity.points import Point, segments_cross
from ludex.games.planarity.solving.arrangements import PlaneArrangements, find_by_annealing
from ludex.games.planarity.solving.embedding import embed
from ludex.games.planarity.solving.exchanges import minimum_exchanges
from ludex.games.planarity.solving.hints import hint
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.upper_bounds import CrossingSearch
from ludex.games.planarity.untangle import UntangleError, read_untangle
from ludex.graphs.canonical import GraphError
from tests.games.planarity.sample_drawings import connected_drawing, sample_points
from tests.oracles.untangling import fewest_swaps

# The points of a block, which is a path of four vertices. The path is plane in this order.
BLOCK = ((0, 0), (22_000, 0), (20_000, 21_000), (1_000, 20_000))


def plane_grid(vertices: int) -> Drawing:
    """Return a plane drawing of a grid graph on a slightly bent grid."""
    side = isqrt(vertices - 1) + 1
    points = tuple(
        (10_000 * (v % side) + v * v % 97, 10_000 * (v // side) + (v % side) ** 2 + 7 * v) for v in range(vertices)
    )
    across = ((v, v + 1) for v in range(vertices - 1) if v % side < side - 1)
    return Drawing(points, (*across, *((v, v + side) for v in range(vertices - side))))


def members(words: np.ndarray) -> set[int]:
    """Return the members of a set of two words."""
    low, high = words.tolist()
    return {v for v in range(128) if (low | high << 64) >> v & 1}


def test_the_arrays_of_a_state_space_have_the_members_that_the_drawing_gives_them() -> None:
    drawing = connected_drawing(Random(1), 70, 80)
    space, graph = StateSpace.of(drawing), drawing.graph()
    assert (space.words, StateSpace.of(plane_grid(64)).words) == (2, 1)
    distances = dict(networkx.all_pairs_shortest_path_length(graph))
    for v in range(0, 70, 9):
        assert members(space.adjacency[v]) == set(graph[v])
        for distance in range(0, 70, 3):
            assert members(space.within[v, distance]) == {u for u in graph if distances[v][u] <= distance}
    points, rng = drawing.points, Random(2)
    for _ in range(200):
        i, j, k = rng.sample(range(70), 3)
        expected = {m for m in range(70) if m not in (i, j, k) and segments_cross(*(points[p] for p in (i, j, k, m)))}
        assert members(space.blocked[i, j, k]) == expected


def test_sets_are_made_of_their_members() -> None:
    chosen = np.random.default_rng(3).integers(2, size=(5, 100)).astype(np.bool_)
    assert [members(row) for row in sets_of(chosen, 2)] == [set(np.flatnonzero(row).tolist()) for row in chosen]
    assert [int(row) for row in sets_of(chosen[:, :64], 1)] == [
        sum(1 << int(v) for v in np.flatnonzero(row[:64])) for row in chosen
    ]
    assert [words_for(n) for n in (1, 64, 65, MAX_VERTICES)] == [1, 1, 2, 2]
    assert (empty_sets((3, 4), 1).shape, empty_sets((3, 4), 2).shape) == ((3, 4), (3, 4, 2))


def listed(
    space: StateSpace, limit: int, positions: Sets | None = None, *, exchanges: bool = False
) -> Iterator[object]:
    """Yield the arrangements that a search finds, in its order, and then the number of placements that it needs."""
    listing = PlaneArrangements(space, limit, positions, exchanges=exchanges)
    for arrangements in listing(Budget()):
        yield from arrangements.tolist()
    yield listing.steps, listing.complete


@pytest.mark.parametrize("seed", range(8))
def test_sets_of_one_word_and_of_two_words_lead_to_the_same_search(seed: int) -> None:
    # The same placements in the same order: that is more than equal minima.
    drawing = connected_drawing(Random(seed), 9 + seed % 4, 11 + seed % 5)
    one, two = StateSpace.of(drawing, words=1), StateSpace.of(drawing, words=2)
    for limit in (4, 8):
        assert list(listed(one, limit)) == list(listed(two, limit))
        assert list(listed(one, limit, exchanges=True)) == list(listed(two, limit, exchanges=True))
    allowed = np.random.default_rng(seed).integers(8, size=(drawing.vertices,) * 2) > 0
    assert list(listed(one, 8, sets_of(allowed, 1))) == list(listed(two, 8, sets_of(allowed, 2)))
    assert list(find_by_annealing(drawing, one, Budget(), 2)) == list(find_by_annealing(drawing, two, Budget(), 2))
    searches = [CrossingSearch(drawing, space) for space in (one, two)]
    for search in searches:
        search.run(Budget())
    assert searches[0].swaps == searches[1].swaps
    assert np.array_equal(searches[0].nearest, searches[1].nearest)


def blocks_under_an_arch(swaps: list[list[Edge]], rng: Random) -> tuple[Drawing, int]:
    """Return a drawing of more than 64 vertices that cannot be divided, and its minimum.

    Each block is a path of four vertices after the given swaps. The blocks are far from each other. An arch of three
    vertices passes over them, and the segment between its ends crosses all blocks. So the whole is one independent
    part, but no swap moves a vertex from a block to another, and nothing crosses the arch while it stays in place.
    """
    points, edges, minimum = list[Point](), list[Edge](), 0
    for number, made in enumerate(swaps):
        corners = ((x + rng.randrange(2_000), y + rng.randrange(3_000)) for x, y in BLOCK)
        block = Drawing(tuple((1_000_000 * number + x, y) for x, y in corners), ((0, 1), (1, 2), (2, 3)))
        for swap in made:
            block = block.swapped(swap)
        fewest = fewest_swaps(block.points, block.edges)[0]
        assert fewest is not None
        minimum += fewest
        first = len(points)
        points += block.points
        edges += [(first + u, first + v) for u, v in block.edges]
    first = len(points)
    points += [(-50_001, 10_003), (500_000 * len(swaps), 10**9), (1_000_000 * len(swaps) + 50_003, 10_009)]
    return Drawing(tuple(points), (*edges, (first, first + 1), (first + 1, first + 2))), minimum


@pytest.mark.parametrize("seed", [1, 2])
def test_minima_of_blocks_add_up(seed: int) -> None:
    rng = Random(seed)
    swaps: list[list[Edge]] = [[(1, 2), (0, 1)][: rng.randrange(3)] if number % 3 == 0 else [] for number in range(16)]
    drawing, minimum = blocks_under_an_arch(swaps, rng)
    assert (drawing.vertices, len(independent_parts(drawing))) == (67, 1)
    solution = solve(drawing, counted=False)
    assert (solution.min_swaps, solution.proved) == (minimum, True)
    assert minimum
    assert is_plane(drawing.after(solution.swaps))


@pytest.mark.parametrize(("vertices", "swaps"), [(65, 4), (100, 4), (MAX_VERTICES, 3)])
def test_the_minimum_is_at_most_the_number_of_random_swaps(vertices: int, swaps: int) -> None:
    drawing = scramble_drawing(plane_grid(vertices), swaps, vertices)
    solution = solve(drawing, Budget(seconds=60), counted=False)
    assert solution.proved
    assert solution.min_swaps is not None
    assert 1 <= solution.min_swaps <= swaps
    assert is_plane(drawing.after(solution.swaps))
    again = solve(drawing, Budget(seconds=60))
    assert (again.min_swaps, again.proved) == (solution.min_swaps, True)
    assert again.sequences is not None


def test_other_searches_accept_large_drawings() -> None:
    plane = plane_grid(80)
    drawing = plane.swapped((0, 1))
    advice = hint(drawing, [], Budget(seconds=60))
    assert (advice.remaining, advice.proved) == (1, True)
    exchanges = minimum_exchanges(drawing, Budget(seconds=60))
    assert (exchanges.min_exchanges, exchanges.proved) == (1, True)
    wheel = Drawing((*BLOCK, (9_000, 8_000)), ((0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4)))
    found = embed(wheel, sample_points(Random(5), 70, 10**6), Budget(seconds=60))
    assert found.drawing is not None
    assert is_plane(found.drawing)


def test_a_drawing_has_a_limited_number_of_edges() -> None:
    points = plane_grid(65).points
    edges = tuple((u, v) for v in range(65) for u in range(v))
    assert len(Drawing(points, edges[:MAX_EDGES]).edges) == MAX_EDGES == 64 * 63 // 2
    too_many, message = edges[: MAX_EDGES + 1], "2017 edges given; at most 2016 are allowed$"
    with pytest.raises(DrawingError, match=message):
        Drawing(points, too_many)
    with pytest.raises(GraphError, match=message):
        Graph(len(points), too_many)
    with pytest.raises(UntangleError, match=message) as refused:
        read_untangle(f"{len(points)}:" + ",".join(f"{u}-{v}" for u, v in too_many))
    assert refused.value.place == ("edges",)

"""Swap classes: their keys are held against Definition 2, a coloured graph, and what must not matter."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.crossings import parts
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.swap_class import canonical_drawing, canonical_parts, swap_key
from ludex.graphs.canonical import matching_from_orders
from tests.games.planarity.coloured_swap_class import canonical_coloured_drawing
from tests.games.planarity.sample_drawings import (
    MAPS,
    drawings,
    mapped,
    renamed,
    sample_edges,
    sample_points,
    shuffled,
)
from tests.oracles import drawing_equivalence as oracle
from tests.oracles import drawing_keys
from tests.oracles.small_drawings import crossed_pairs
from tests.trials import examples

GOLDEN = json.loads((Path(__file__).parents[3] / "data" / "golden-planarity-levels.json").read_text())


def golden_drawing(golden: dict) -> Drawing:
    return Drawing(tuple(map(tuple, golden["points"])), tuple(map(tuple, golden["edges"])))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["label"])
def test_a_golden_level_keeps_its_key_and_label(golden: dict) -> None:
    """tests/data/golden-planarity-levels.json was made once, from `random.Random(2030)`.

    Fifty drawings on a grid of 10,000: forty of connected graphs with 4 to 13 vertices, whose keys the oracle gives
    too, and ten of other graphs, which have a byte 0 first in their forms.
    """
    drawing = golden_drawing(golden)
    assert swap_key(drawing).hex() == golden["key"]
    if drawing_keys.is_connected_with_disjoint_edges(drawing.vertices, drawing.edges):
        key = drawing_keys.level_key(drawing.points, drawing.edges)
        assert key.hex() == golden["key"]
        assert drawing_keys.label("planarity-level", (drawing.vertices, len(drawing.edges)), key) == golden["label"]


def small_pairs(seed: int, count: int, most: int) -> list[tuple[Drawing, Drawing]]:
    """Return pairs of drawings of isomorphic graphs: few vertices, so that many pairs are equivalent."""
    rng = Random(seed)
    pairs = []
    for _ in range(count):
        n = rng.randint(3, most)
        edges = sample_edges(rng, n, rng.randint(1, min(n * (n - 1) // 2, n + 2)))
        one = Drawing(sample_points(rng, n, 30), edges)
        pairs.append((one, shuffled(rng, Drawing(sample_points(rng, n, 30), edges))))
    return pairs


def assert_as_defined(one: Drawing, other: Drawing) -> bool:
    a, b = canonical_drawing(one), canonical_drawing(other)
    equivalent = a.form == b.form
    assert equivalent == oracle.swap_equivalent(one.points, one.edges, other.points, other.edges), (one, other)
    if equivalent:
        matching = matching_from_orders(a.order, b.order)
        assert oracle.keeps_the_game(one.points, one.edges, other.points, other.edges, matching), (one, other)
    return equivalent


def test_keys_are_equal_exactly_where_definition_2_holds() -> None:
    answers = Counter(assert_as_defined(*pair) for pair in small_pairs(31, 200, 5))
    assert min(answers.values()) >= 30


def test_keys_of_six_vertices_are_equal_exactly_where_definition_2_holds() -> None:
    # Up to five edges: swaps of a connected graph make 720 arrangements.
    rng = Random(32)
    answers: Counter[bool] = Counter()
    for m in (3, 4, 5) * 12:
        edges = sample_edges(rng, 6, m)
        one, other = (Drawing(sample_points(rng, 6, 40), edges) for _ in range(2))
        answers[assert_as_defined(one, shuffled(rng, other))] += 1
    assert min(answers.values()) >= 5


PLACES = ((0, 0), (8, 0), (3, 9), (4, 3))


def test_two_paths_that_no_order_type_matches_are_one_puzzle() -> None:
    one, other = Drawing(PLACES, ((0, 3), (0, 1), (1, 2))), Drawing(PLACES, ((0, 2), (0, 3), (1, 3)))
    assert swap_key(one) == swap_key(other)


@settings(max_examples=examples(60), deadline=None)
@given(drawings(), st.sampled_from(MAPS), st.randoms(use_true_random=False))
def test_names_and_similar_figures_share_a_key(
    drawing: Drawing, matrix: tuple[int, int, int, int], rng: Random
) -> None:
    names = list(range(drawing.vertices))
    rng.shuffle(names)
    other = mapped(renamed(drawing, names), matrix, (17, -5))
    for canonical in (canonical_drawing, canonical_parts, canonical_coloured_drawing):
        a, b = canonical(drawing), canonical(other)
        assert a.form == b.form
        assert sorted(a.order) == list(range(drawing.vertices))
        matching = matching_from_orders(a.order, b.order)
        assert oracle.keeps_edges(drawing.edges, other.edges, matching)
    assert swap_key(drawing) == swap_key(other)


def test_the_three_forms_make_the_same_classes() -> None:
    rng = Random(34)
    for n, m, count in ((4, 4, 60), (5, 5, 150), (6, 2, 60), (6, 3, 100), (7, 4, 100)):
        listed = [Drawing(sample_points(rng, n, 30), sample_edges(rng, n, m)) for _ in range(count)]
        fast = [canonical_drawing(drawing).form for drawing in listed]
        reduced = [canonical_parts(drawing).form for drawing in listed]
        coloured = [canonical_coloured_drawing(drawing).form for drawing in listed]
        for i, j in combinations(range(count), 2):
            assert (fast[i] == fast[j]) == (coloured[i] == coloured[j]) == (reduced[i] == reduced[j])
        assert len(set(fast)) < count


# A part with several least labellings in many places of four points, and a part without an inside: (vertices, edges).
SYMMETRIC_PARTS = (
    (6, ((0, 1), (1, 2), (2, 3), (0, 3), (4, 5))),
    (6, ((0, 1), (1, 2), (2, 3), (4, 5))),
    (6, (*combinations(range(4), 2), (4, 5))),
    (7, ((0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 6))),
    (7, (*combinations(range(4), 2), *combinations(range(4, 7), 2))),
)


@pytest.mark.parametrize(("n", "edges"), SYMMETRIC_PARTS)
def test_symmetric_parts_are_as_definition_2_says(n: int, edges: tuple[tuple[int, int], ...]) -> None:
    rng = Random(41)
    answers: Counter[bool] = Counter()
    for _ in range(12):
        one, other = (Drawing(sample_points(rng, n, 14), edges) for _ in range(2))
        other = shuffled(rng, other)
        answers[assert_as_defined(one, other)] += 1
        coloured = canonical_coloured_drawing(one).form == canonical_coloured_drawing(other).form
        assert coloured == (canonical_drawing(one).form == canonical_drawing(other).form)
    for _ in range(6):
        one = Drawing(sample_points(rng, n, 100), edges)
        assert assert_as_defined(one, shuffled(rng, mapped(one, MAPS[2])))


def crossings_that_matter(drawing: Drawing) -> set[frozenset[frozenset[int]]]:
    """Return the crossings of segments within parts that matter, as the criterion names them."""
    listed, _ = parts(drawing)
    part = {v: number for number, one in enumerate(listed) for v in one.vertices}
    segments = tuple((u, v) for one in listed for u, v in combinations(one.vertices, 2))
    return {
        frozenset(map(frozenset, (one, other)))
        for one, other in map(tuple, crossed_pairs(drawing.points, segments))
        if part[one[0]] != part[other[0]] or listed[part[one[0]]].has_disjoint_edges
    }


@pytest.mark.parametrize("around", [2, 3, 4])
def test_the_matching_of_interleaved_cycles_keeps_all_that_matters(around: int) -> None:
    # Points in convex position taken in turn by cycles, which have many symmetries each and cross each other.
    rng, n = Random(42), 5 * around
    points = tuple((x, x * x) for x in range(n))
    edges = [(v, (v + around) % n) for v in range(n)]
    one = Drawing(points, tuple(edges))
    for _ in range(5):
        other = shuffled(rng, mapped(one, MAPS[3]))
        a, b = canonical_drawing(one), canonical_drawing(other)
        assert a.form == b.form
        matching = matching_from_orders(a.order, b.order)
        assert oracle.keeps_edges(one.edges, other.edges, matching)
        kept = {
            frozenset(frozenset(matching[v] for v in segment) for segment in pair)
            for pair in crossings_that_matter(one)
        }
        assert kept == crossings_that_matter(other)


def test_a_star_that_another_part_crosses_has_one() -> None:
    star = ((0, 1), (0, 2))
    apart = Drawing(((0, 0), (5, 0), (2, 7), (100, 1), (101, 7)), (*star, (3, 4)))
    crossing = Drawing(((0, 0), (5, 0), (2, 7), (-1, 1), (9, 2)), (*star, (3, 4)))
    assert swap_key(apart) != swap_key(crossing)


@pytest.mark.parametrize("n", [1, 2, 3, 64])
def test_drawings_of_any_size_have_keys(n: int) -> None:
    rng = Random(38)
    points = sample_points(rng, n, 1_000_000)
    for edges in ((), tuple((v, v + 1) for v in range(n - 1)), tuple(combinations(range(n), 2))):
        drawing = Drawing(points, edges)
        assert swap_key(drawing) == swap_key(mapped(shuffled(rng, drawing), MAPS[2]))


def test_vertices_of_the_largest_coordinates() -> None:
    most = 2**30
    corners = ((-most, -most), (most, -most), (most, most), (-most, most), (1, 2), (most - 1, 5))
    edges = ((0, 2), (1, 3), (2, 4), (3, 5), (4, 5), (0, 1))
    small = Drawing(corners, edges)
    assert drawing_keys.level_key(corners, edges) == swap_key(small)

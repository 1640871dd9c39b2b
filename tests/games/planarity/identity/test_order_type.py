"""Order types: their keys are held against all permutations, and their numbers against the literature.

O. Aichholzer, F. Aurenhammer, H. Krasser, "Enumerating order types for small point sets with applications", Order 19
(2002): 1, 2, 3, 16, 135, 3315 order types of 3 to 8 points up to reflection.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_ordered_drawing, canonical_x_type
from ludex.games.planarity.making.point_sets import find_order_types, representatives
from ludex.games.planarity.points import PointsError, hull, require_general_position
from ludex.graphs.canonical import matching_from_orders
from tests.games.planarity.keys import order_type_key, x_type_key
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
from tests.trials import examples

DATA = Path(__file__).parents[3] / "data"


@pytest.mark.parametrize(("name", "key_of"), [("order", order_type_key), ("x", x_type_key)])
def test_golden_types_have_the_keys_of_the_oracle(name: str, key_of: Callable[[Any], bytes]) -> None:
    """Fifty sets of 1 to 13 points each, made once from `random.Random(2031)` and from `random.Random(2032)`."""
    oracle_key = {"order": drawing_keys.order_type_key, "x": drawing_keys.x_type_key}[name]
    for golden in json.loads((DATA / f"golden-planarity-{name}-types.json").read_text()):
        points = tuple(map(tuple, golden["points"]))
        assert key_of(points).hex() == golden["key"] == oracle_key(points).hex(), golden["label"]


@pytest.mark.parametrize("reflection", [True, False])
def test_forms_are_equal_exactly_where_a_permutation_keeps_the_turns(reflection: bool) -> None:
    rng = Random(50)
    answers: Counter[bool] = Counter()
    for n in (3, 4, 5, 6) * 15:
        one, other = sample_points(rng, n, 40), sample_points(rng, n, 40)
        a, b = canonical_order_type(one, reflection), canonical_order_type(other, reflection)
        answers[a.form == b.form] += 1
        assert (a.form == b.form) == oracle.same_order_type(one, other, reflection)
        if a.form == b.form:
            assert oracle.keeps_turns(one, other, matching_from_orders(a.order, b.order), reflection)
    assert min(answers.values()) >= 10


def test_drawings_are_equal_exactly_where_a_permutation_keeps_turns_and_edges() -> None:
    rng = Random(51)
    answers: Counter[bool] = Counter()
    for n in (3, 4, 5, 6) * 25:
        edges = sample_edges(rng, n, rng.randint(0, n))
        one = Drawing(sample_points(rng, n, 30), edges)
        other = shuffled(rng, Drawing(sample_points(rng, n, 30), edges))
        a, b = canonical_ordered_drawing(one), canonical_ordered_drawing(other)
        answers[a.form == b.form] += 1
        assert (a.form == b.form) == oracle.same_ordered_drawing(one.points, one.edges, other.points, other.edges)
        if a.form == b.form:
            assert oracle.keeps_turns(one.points, other.points, matching_from_orders(a.order, b.order))
            assert oracle.keeps_edges(one.edges, other.edges, matching_from_orders(a.order, b.order))
    assert min(answers.values()) >= 15


@settings(max_examples=examples(60), deadline=None)
@given(drawings(most=12), st.sampled_from(MAPS), st.randoms(use_true_random=False))
def test_names_and_similar_figures_share_a_form(
    drawing: Drawing, matrix: tuple[int, int, int, int], rng: Random
) -> None:
    names = list(range(drawing.vertices))
    rng.shuffle(names)
    other = mapped(renamed(drawing, names), matrix, (3, 4))
    assert order_type_key(drawing.points) == order_type_key(other.points)
    a, b = canonical_ordered_drawing(drawing), canonical_ordered_drawing(other)
    assert a.form == b.form
    assert oracle.keeps_edges(drawing.edges, other.edges, matching_from_orders(a.order, b.order))
    assert oracle.keeps_turns(drawing.points, other.points, matching_from_orders(a.order, b.order))


def test_coordinates_at_the_bounds_turn_as_they_should() -> None:
    most = 2**30
    points = ((-most, -most), (most, -most), (most, most), (-most, most), (1, 2), (-7, 1))
    assert order_type_key(points) == drawing_keys.order_type_key(points)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 3), (6, 16), (7, 135)])
def test_sampling_finds_every_order_type_and_no_more(n: int, count: int) -> None:
    found = find_order_types(n, seed=1)
    assert len({canonical_order_type(points).form for points in found}) == len(found) == count
    for points in found:
        require_general_position(points)
        assert all(0 <= coordinate <= 10_000 for point in points for coordinate in point)
    assert found == find_order_types(n, seed=1)


def test_six_points_have_20_order_types_where_mirror_images_differ() -> None:
    both = [(points, tuple((-x, y) for x, y in points)) for points in representatives(6)]
    assert len({canonical_order_type(points, reflection=False).form for pair in both for points in pair}) == 20


@pytest.mark.slow
def test_eight_points_have_3315_order_types() -> None:
    assert len(representatives(8)) == 3315


def test_sampling_obeys_its_bounds() -> None:
    with pytest.raises(BudgetExhausted):
        find_order_types(9, budget=Budget(seconds=0.0))
    assert 1 <= len(find_order_types(9, steps=50)) <= 51
    with pytest.raises(PointsError, match="129 points"):
        find_order_types(129)
    with pytest.raises(PointsError, match="1 to 8 points"):
        representatives(9)


def assert_as_defined(one: tuple, other: tuple) -> bool:
    a, b = canonical_x_type(one), canonical_x_type(other)
    assert (a.form == b.form) == oracle.same_x_type(one, other), (one, other)
    if a.form == b.form:
        assert oracle.keeps_crossings(one, other, matching_from_orders(a.order, b.order))
    return a.form == b.form


@pytest.mark.parametrize("n", [3, 4, 5])
def test_each_pair_of_order_types_has_the_x_type_that_permutations_tell(n: int) -> None:
    rng = Random(60)
    for one in representatives(n):
        for other in representatives(n):
            names = list(range(n))
            rng.shuffle(names)
            assert_as_defined(one, renamed(Drawing(other, ()), names).points)


def test_random_sets_have_the_x_type_that_permutations_tell() -> None:
    rng = Random(61)
    answers = Counter(
        assert_as_defined(sample_points(rng, n, 40), sample_points(rng, n, 40)) for n in (4, 5, 5, 6) * 12
    )
    assert min(answers.values()) >= 8


@settings(max_examples=examples(50), deadline=None)
@given(drawings(most=12), st.sampled_from(MAPS), st.randoms(use_true_random=False))
def test_names_and_similar_figures_share_an_x_type(
    drawing: Drawing, matrix: tuple[int, int, int, int], rng: Random
) -> None:
    names = list(range(drawing.vertices))
    rng.shuffle(names)
    other = mapped(renamed(drawing, names), matrix, (3, 4))
    assert x_type_key(drawing.points) == x_type_key(other.points)
    matching = matching_from_orders(canonical_x_type(drawing.points).order, canonical_x_type(other.points).order)
    if drawing.vertices <= 8:
        assert oracle.keeps_crossings(drawing.points, other.points, matching)


@pytest.mark.parametrize(("n", "count"), [(4, 2), (5, 3), (6, 15)])
def test_the_number_of_x_types(n: int, count: int) -> None:
    assert len({x_type_key(points) for points in representatives(n)}) == count


@pytest.mark.parametrize("n", [6, 7])
def test_only_sets_with_a_triangular_hull_share_an_x_type(n: int) -> None:
    by_x_type: dict[bytes, list[int]] = {}
    for points in representatives(n):
        by_x_type.setdefault(x_type_key(points), []).append(len(hull(points)))
    merged = [hulls for hulls in by_x_type.values() if len(hulls) > 1]
    assert merged
    assert {size for hulls in merged for size in hulls} == {3}

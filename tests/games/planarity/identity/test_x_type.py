"""x-types: their keys are held against all permutations, and their number against the literature (Pilz and Welzl)."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.order_type import canonical_x_type
from ludex.games.planarity.making.order_type_sampling import representatives
from ludex.games.planarity.points import hull
from ludex.graphs.canonical import matching_from_orders
from tests.games.planarity.keys import order_type_key, x_type_key
from tests.games.planarity.sample_drawings import MAPS, drawings, mapped, renamed, sample_points
from tests.oracles import drawing_equivalence as oracle
from tests.oracles import drawing_keys
from tests.trials import examples

GOLDEN = json.loads((Path(__file__).parents[3] / "data" / "golden-planarity-x-types.json").read_text())


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["label"])
def test_a_golden_x_type_keeps_its_key_and_label(golden: dict) -> None:
    """tests/data/golden-planarity-x-types.json: made once, from `random.Random(2032)`, 1 to 13 points each."""
    points = tuple(map(tuple, golden["points"]))
    assert x_type_key(points).hex() == golden["key"] == drawing_keys.x_type_key(points).hex()
    label = drawing_keys.label("planarity-x-type", (len(points),), bytes.fromhex(golden["key"]))
    assert golden["label"] == label


def test_there_are_fifty_golden_x_types_with_different_labels() -> None:
    assert len({golden["label"] for golden in GOLDEN}) == len(GOLDEN) == 50


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
def test_names_and_similar_figures_share_a_form(
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


def test_the_two_order_types_of_six_points_that_share_an_x_type_share_it_by_definition() -> None:
    by_x_type: dict[bytes, list[tuple]] = {}
    for points in representatives(6):
        by_x_type.setdefault(x_type_key(points), []).append(points)
    ((one, other),) = (listed for listed in by_x_type.values() if len(listed) == 2)
    assert order_type_key(one) != order_type_key(other)
    assert oracle.same_x_type(one, other)


def test_64_points_in_convex_position() -> None:
    parabola = tuple((x, x * x) for x in range(64))
    assert x_type_key(parabola) == x_type_key(tuple((y, x) for x, y in parabola[::-1]))

"""Keys of drawings of more than 64 vertices, for which the canonical forms have words of sixteen bytes."""

from random import Random

import pytest

from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_ordered_drawing, canonical_x_type
from ludex.games.planarity.identity.swap_class import canonical_drawing, swap_key
from ludex_check_claims.planarity import labels as checker
from ludex_check_claims.verdicts import Clock, Export
from tests.games.planarity.sample_drawings import MAPS, connected_drawing, mapped, shuffled
from tests.oracles.drawing_keys import level_key, order_type_form, rotation_form


def test_the_forms_are_those_of_the_oracles() -> None:
    drawing = connected_drawing(Random(1), 65, 90)
    assert canonical_order_type(drawing.points).form == order_type_form(drawing.points)
    assert canonical_ordered_drawing(drawing).form == order_type_form(drawing.points, drawing.edges)


@pytest.mark.slow
def test_the_forms_by_rotations_are_those_of_the_oracles() -> None:
    drawing = connected_drawing(Random(1), 65, 90)
    assert canonical_x_type(drawing.points).form == rotation_form(drawing.points, ())[0]
    assert swap_key(drawing) == level_key(drawing.points, drawing.edges)


@pytest.mark.parametrize("n", [64, 65, 100, 128])
def test_the_checker_computes_the_same_forms(n: int) -> None:
    drawing = connected_drawing(Random(n), n, n + 20)
    form, _ = checker.level_form(drawing.points, drawing.edges, Clock(Export(), 60))
    assert canonical_drawing(drawing).form == form
    assert canonical_x_type(drawing.points).form == checker.x_type_form(drawing.points)


@pytest.mark.parametrize("n", [65, 100, 128])
def test_renaming_and_reflecting_preserve_the_forms_and_a_swap_does_not(n: int) -> None:
    rng = Random(n)
    drawing = connected_drawing(rng, n, 2 * n)
    for matrix in MAPS[:4]:
        same = mapped(shuffled(rng, drawing), matrix)
        assert canonical_drawing(same).form == canonical_drawing(drawing).form
        assert canonical_order_type(same.points).form == canonical_order_type(drawing.points).form
        assert canonical_x_type(same.points).form == canonical_x_type(drawing.points).form
    swapped = drawing.swapped(drawing.edges[0])
    assert canonical_drawing(swapped).form != canonical_drawing(drawing).form

"""Pictures of formulas as trees: what is in them, and that swaps are shown with what they make."""

from ludex.games.planarity.pictures.formula_drawings import formula_svg
from ludex.games.planarity.reductions.formula_drawings import formula_drawing
from ludex.games.planarity.reductions.one_in_three import OneInThree
from tests.pictures.svg_documents import read, texts


def test_a_formula_is_drawn_with_its_names_and_its_crossings() -> None:
    made = formula_drawing(OneInThree(((0, 1, 2),)))
    assert texts(read(formula_svg(made))) == ["x0", "x1", "x2", "x0 x1 x2", "43 crossings"]


def test_swaps_are_drawn_with_what_they_make() -> None:
    made = formula_drawing(OneInThree(((0, 1, 2),)))
    said = texts(read(formula_svg(made, made.swaps_of((False, True, False)))))
    assert [one for one in said if "crossings" in one] == ["43 crossings", "after 18 swaps: 0 crossings"]

"""Pictures of formulas as trees: what is in them, and that swaps are shown with what they make."""

import re
from collections.abc import Iterable
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.pictures.formula_drawings import formula_svg
from ludex.games.planarity.reductions.formula_drawings import formula_drawing
from ludex.games.planarity.reductions.one_in_three import OneInThree
from tests.oracles.small_drawings import crossed_pairs
from tests.pictures.svg_documents import SVG, of_class, read, texts

MADE = formula_drawing(OneInThree(((0, 1, 2),)))


def places(path: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([-.\d]+)", path.get("d", ""))]


def close(points: list[tuple[float, float]]) -> list[object]:
    return [pytest.approx(point, abs=0.02) for point in points]


def size(root: ElementTree.Element) -> tuple[float, ...]:
    return tuple(map(float, root.get("viewBox", "").split()[2:]))


def meet(drawing: Drawing, first: tuple[int, int], second: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """Return the point on the first edge at which it has the direction of the second one from its start."""
    (px, py), (qx, qy), (rx, ry), (sx, sy) = (drawing.points[end] for end in (*first, *second))
    before, after = ((x - rx) * (sy - ry) - (y - ry) * (sx - rx) for x, y in ((px, py), (qx, qy)))
    part = Fraction(before, before - after)
    return px + part * (qx - px), py + part * (qy - py)


def test_a_formula_is_drawn_with_its_names_and_its_crossings() -> None:
    root = read(formula_svg(MADE))
    assert texts(root) == ["x0", "x1", "x2", "x0 x1 x2", "43 crossings"]
    assert root[0].text == "A drawing of the formula 0-1-2"
    drawing = MADE.drawing
    left, right = min(x for x, _ in drawing.points), max(x for x, _ in drawing.points)
    bottom, top = min(y for _, y in drawing.points), max(y for _, y in drawing.points)
    scale = 1500 / (right - left)

    def drawn(points: Iterable[tuple[Fraction | int, Fraction | int]]) -> list[tuple[float, float]]:
        return [(float(scale * (x - left)), float(scale * (top - y))) for x, y in points]

    assert places(of_class(root, "vertices")[0]) == close(drawn(drawing.points))
    pairs = sorted(tuple(sorted(pair)) for pair in crossed_pairs(drawing.points, drawing.edges))
    marks = places(of_class(root, "crossings")[0])
    assert sorted(marks) == close(sorted(drawn(meet(drawing, *pair) for pair in pairs)))
    free, crossed, swapped = [places(part) for part in root.iter(f"{SVG}path") if part.get("class") is None]
    crossing = {edge for pair in pairs for edge in pair}
    assert (len(free), len(crossed), swapped) == (2 * (len(drawing.edges) - len(crossing)), 2 * len(crossing), [])
    assert free[:2] == close(drawn(drawing.points[end] for end in next(e for e in drawing.edges if e not in crossing)))
    height = scale * (top - bottom)
    assert size(root) == pytest.approx((1580, height + 44 + 80), abs=0.02)
    labels = of_class(root, "label")
    assert [label.text for label in labels] == [name for name, _ in MADE.names()]
    corners = drawn(drawing.points[vertex] for _, vertex in MADE.names())
    at = [(float(label.get("x", "")) + 9, float(label.get("y", "")) - 5) for label in labels]
    assert at == close(corners)
    note = of_class(root, "note")[0]
    assert (float(note.get("x", "")), float(note.get("y", ""))) == pytest.approx((750, height + 28), abs=0.02)

"""A sheet shows each picture in its own cell, with its name."""

from xml.etree import ElementTree

import pytest

from ludex.pictures.sheets import PICTURES, svg_sheet
from ludex.pictures.svg import document, element

SVG = "{http://www.w3.org/2000/svg}"


def picture(width, height):
    return document("a", "b", width, height, [element("circle", cx=width / 2, cy=height / 2, r=3)])


def test_pictures_of_any_shape_lie_in_cells_that_do_not_overlap():
    shapes = [(100, 100), (500, 20), (7, 900)] * 7
    root = ElementTree.fromstring(
        svg_sheet("Title", [(f"name-{place}", picture(*shape)) for place, shape in enumerate(shapes)])
    )
    width, height = (float(root.get(name)) for name in ("width", "height"))
    boxes = []
    for part in root.findall(f"{SVG}svg"):
        x, y, across, down = (float(part.get(name)) for name in ("x", "y", "width", "height"))
        assert x >= 0 and x + across <= width and y >= 0 and y + down <= height
        boxes.append((x, y, across, down))
    assert len(boxes) == len(shapes)
    for place, (x, y, across, down) in enumerate(boxes):
        for other_x, other_y, other_across, other_down in boxes[:place]:
            apart = x >= other_x + other_across or other_x >= x + across
            assert apart or y >= other_y + other_down or other_y >= y + down
    for (_, _, across, down), shape in zip(boxes, shapes, strict=True):
        assert across / down == pytest.approx(shape[0] / shape[1], rel=0.02)
    names = [part.text for part in root.findall(f"{SVG}text")]
    assert names == ["Title", *(f"name-{place}" for place in range(len(shapes)))]


@pytest.mark.parametrize("number", [0, PICTURES + 1])
def test_other_numbers_of_pictures_are_refused(number):
    with pytest.raises(ValueError, match="pictures, not"):
        svg_sheet("Title", [("name", picture(10, 10))] * number)

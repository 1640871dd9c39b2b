"""Sheets of pictures: many pictures on one page, each with its name below it."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from ludex.pictures.shapes import parse_picture, size_of, view_box
from ludex.pictures.svg import CARD_EDGE, CARD_FILL, GAP, SHEET_MARGIN, caption, document, element, number

PICTURES = 24
"""The number of pictures on a sheet."""

_COLUMNS = 6
_SIDE = 190.0
_PADDING = 8.0
_NAME_HEIGHT = 18.0
_NAME_SIZE = 9.0
_TITLE_HEIGHT = 34.0


def svg_sheet(title: str, pictures: Sequence[tuple[str, str]]) -> str:
    """Return a sheet with pictures in rows of six. Each picture is given as a name and an SVG text.

    Raises ValueError if there are more than :data:`PICTURES`, or none.
    """
    if not 0 < len(pictures) <= PICTURES:
        raise ValueError(f"a sheet has 1 to {PICTURES} pictures, not {len(pictures)}")
    columns = min(_COLUMNS, len(pictures))
    rows = -(-len(pictures) // columns)
    width = 2 * SHEET_MARGIN + columns * _SIDE + (columns - 1) * GAP
    height = 2 * SHEET_MARGIN + _TITLE_HEIGHT + rows * (_SIDE + _NAME_HEIGHT) + (rows - 1) * GAP
    parts: list[Element] = [caption(title, SHEET_MARGIN, SHEET_MARGIN + 16, 18, anchor="start", class_="note")]
    for place, (name, picture) in enumerate(pictures):
        row, column = divmod(place, columns)
        x = SHEET_MARGIN + column * (_SIDE + GAP)
        y = SHEET_MARGIN + _TITLE_HEIGHT + row * (_SIDE + _NAME_HEIGHT + GAP)
        parts.extend(_cell(name, picture, x, y))
    return document(title, f"{len(pictures)} pictures with their labels.", width, height, parts)


def _cell(name: str, picture: str, x: float, y: float) -> Iterable[Element]:
    yield element("rect", x=x, y=y, width=_SIDE, height=_SIDE, rx=6, fill=CARD_FILL, stroke=CARD_EDGE)
    root = parse_picture(picture)
    box = " ".join(map(number, view_box(root)))
    width, height = size_of(root)
    scale = (_SIDE - 2 * _PADDING) / max(width, height)
    for attribute in ("xmlns", "role", "style", "class"):
        root.attrib.pop(attribute, None)
    root.attrib |= {
        "x": number(x + (_SIDE - width * scale) / 2),
        "y": number(y + (_SIDE - height * scale) / 2),
        "width": number(width * scale),
        "height": number(height * scale),
        "viewBox": box,
    }
    yield root
    # Names can be as long as labels, so they are set to the width of the cell.
    line = caption(name, x + _SIDE / 2, y + _SIDE + 12, _NAME_SIZE, class_="label")
    if len(name) * _NAME_SIZE * 0.6 > _SIDE:
        line.attrib |= {"textLength": number(_SIDE), "lengthAdjust": "spacingAndGlyphs"}
    yield line

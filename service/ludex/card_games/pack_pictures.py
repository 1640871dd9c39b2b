"""Pictures of packs of card games: the tables of a pack as small pictures in rows."""

import re
from collections.abc import Sequence
from math import ceil
from xml.etree.ElementTree import fromstring, register_namespace

from ludex.pictures.svg import GAP, caption, choose_columns, document, transformed

_SIDE, _CAPTION = 220.0, 20.0
_NAMESPACE = "http://www.w3.org/2000/svg"


def tables_svg(title: str, description: str, tables: Sequence[tuple[str, str]]) -> str:
    """Return a picture of tables in rows. Each table is given by its picture as SVG and by a caption."""
    register_namespace("", _NAMESPACE)
    columns = choose_columns(max(len(tables), 1), _SIDE + GAP, _SIDE + _CAPTION + GAP)
    parts = []
    for place, (picture, line) in enumerate(tables):
        small = fromstring(re.sub(f' xmlns="{_NAMESPACE}"', "", picture, count=1))
        small.set("width", f"{_SIDE:g}")
        small.set("height", f"{_SIDE:g}")
        x, y = place % columns * (_SIDE + GAP), place // columns * (_SIDE + _CAPTION + GAP)
        below = caption(line, _SIDE / 2, _SIDE + 14, 12, class_="note")
        parts.append(transformed([small, below], GAP + x, GAP + y))
    rows = max(1, ceil(len(tables) / columns))
    width, height = columns * (_SIDE + GAP) + GAP, rows * (_SIDE + _CAPTION + GAP) + GAP
    return document(title, description, width, height, parts)

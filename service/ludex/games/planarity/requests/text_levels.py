"""Levels and points that span several lines of a text, and files of order types.

- An edge list has an edge `u v`, `u-v` or `u, v` per line, or all edges `0-1 1-2 2-0` on one line.
- A text level has a line `v: x, y` for each vertex and a line `e: a, b` for each edge. The next level begins with the
  first vertex after an edge.
- A save file of Simon Tatham's Untangle has lines `KEY :LENGTH:VALUE`. Its level is the game at the start, with the
  vertices on a circle. Source: `midend_serialise` in `midend.c`.
- A list of points has a line `x y` for each point.
- A file of order types contains the coordinates as integers of one byte (`.b08`) or two bytes (`.b16`).
"""

import json
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import chain

from ludex.engine.faults import Fault
from ludex.requests.text_input import RefusedLine, input_lines

_BETWEEN = r"(?:\s*[,;]\s*|\s+)"
_NUMBER = r"(-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?)"
_EDGE = re.compile(r"([0-9]{1,6})-([0-9]{1,6})", re.ASCII)
_PAIRS = re.compile(rf"\s*{_EDGE.pattern}(?:{_BETWEEN}{_EDGE.pattern})+\s*", re.ASCII)
_PAIR = re.compile(rf"\s*([0-9]{{1,6}})(?:\s*-\s*|{_BETWEEN})([0-9]{{1,6}})\s*(?:\{{\}}\s*)?", re.ASCII)
_PART = re.compile(rf"\s*([ve])\s*:?\s*{_NUMBER}{_BETWEEN}{_NUMBER}\s*", re.ASCII | re.IGNORECASE)
_POINT = re.compile(rf"\s*{_NUMBER}{_BETWEEN}{_NUMBER}\s*", re.ASCII | re.IGNORECASE)
_SAVED = re.compile(r"([A-Z]+) *:([0-9]+):(.*)", re.ASCII)
_COLUMNS = re.compile(r"\s*(?:source|from|u|x)\s*[,;\s]\s*(?:target|to|v|y)\s*", re.IGNORECASE)
_NUMBER_OF_POINTS = re.compile(r"\s*[0-9]{1,6}\s*", re.ASCII)
_FILE_OF_POINTS = re.compile(r"[^0-9]*([0-9]+)")
_FIRST_SAVED = "SAVEFILE"


def join_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with one level each. The other lines of a level become empty, so that line numbers do not change.

    A line that names columns, such as `source,target`, is omitted.

    >>> list(join_lines(["0 1", "1 2", "", "0-1, 1-3", "D~{"]))
    ['3:0-1,1-2', '', '', '4:0-1,1-3', 'D~{']
    >>> list(join_lines(["v: 0, 0", "v: 1.5, 2", "e: 0, 1", "v: 0, 0"]))
    ['{"points": [[0, 0], [1.5, 2]], "edges": [[0, 1]]}', '', '', '{"points": [[0, 0]], "edges": []}']
    """
    for line in _joined(lines, {_PAIR: _of_edges, _PART: _of_parts, _SAVED: _of_save_file}):
        yield _of_edges(_EDGE.findall(line)) if _PAIRS.fullmatch(line) else line


def join_points(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with one list of points each. The other lines of a list become empty.

    A list of points has a line `x y` for each point, and possibly their number before them. Any other line separates
    lists.

    >>> list(join_points(["0 0", "1.5, 2e3", "", "planarity-order-type-3-xxxxxxxxxxxxxxxx"]))
    ['[[0, 0], [1.5, 2E+3]]', '', '', 'planarity-order-type-3-xxxxxxxxxxxxxxxx']
    """
    for line in _joined(lines, {_POINT: _list_of}):
        yield "" if _NUMBER_OF_POINTS.fullmatch(line) else line


Matches = Sequence[Sequence[str]]
"""The groups of the matches of lines."""


def _joined(lines: Iterable[str], forms: Mapping[re.Pattern[str], Callable[[Matches], str]]) -> Iterator[str]:
    """Join consecutive lines of one form. `forms` are the functions that write one line for the groups of a block."""
    block: list[Sequence[str]] = []
    form: re.Pattern[str] | None = None
    empty = 0
    for line in chain(lines, [None]):
        text = "" if line is None or _COLUMNS.fullmatch(line) else line
        found = next((match for match in (pattern.fullmatch(text) for pattern in forms) if match), None)
        if form is _PART and line is not None and not text.strip():
            empty += 1  # An empty line may separate the vertices from the edges.
            continue
        if form is not None and (found is None or found.re is not form or _begins(found, block)):
            yield forms[form](block)
            yield from [""] * (len(block) + empty - 1)
            block, empty = [], 0
        form = found and found.re
        if found:
            block.append(found.groups())
        elif line is not None:
            yield text


def _begins(line: re.Match[str], block: Matches) -> bool:
    """Return whether a line begins a level, rather than continues the level of a block."""
    if line.re is _PART:
        return line[1] in "vV" and any(part in "eE" for part, *_ in block)
    return line.re is _SAVED and line[1] == _FIRST_SAVED


def _of_edges(pairs: Matches) -> str:
    """Return the game description of Untangle for an edge list. The largest vertex is the last one."""
    vertices = {int(vertex) for pair in pairs for vertex in pair}
    text = f"{1 + max(vertices)}:" + ",".join(f"{int(u)}-{int(v)}" for u, v in pairs)
    if 0 not in vertices:
        remedy = "vertices are numbered from 0; subtract 1, or write `n:u-v,...` if vertex 0 has no edges"
        return RefusedLine(text, f"the edge list has no vertex 0: {remedy}")
    return text


def _list_of(pairs: Matches) -> str:
    """Return pairs of numbers as JSON. Unlike the texts, decimals are written as JSON."""
    return f"[{', '.join(f'[{Decimal(x)}, {Decimal(y)}]' for x, y in pairs)}]"


def _of_parts(parts: Matches) -> str:
    points, edges = (_list_of([pair for part, *pair in parts if part in name]) for name in ("vV", "eE"))
    return f'{{"points": {points}, "edges": {edges}}}'


def _of_save_file(saved: Matches) -> str:
    values = {key: value.strip() for key, _, value in saved}
    text = f"{values.get('PARAMS') or values.get('CPARAMS')}:{values.get('DESC', '')}"
    if _FIRST_SAVED not in values or values.get("GAME") != "Untangle":
        return RefusedLine(text, f"a save file of {values.get('GAME') or 'no game'}; only those of Untangle are read")
    if not any(key == "DESC" and len(value) >= int(length[:9]) for key, length, value in saved):
        return RefusedLine(text, "the save file is cut off: its DESC is missing or too short")
    return text


def read_order_types(name: str, raw: bytes, size: int) -> Iterator[str]:
    """Yield the point sets of a file of order types as lists of points.

    The files contain two unsigned integers of `size` bytes for each point, the lowest byte first. The number of points
    of each set is the first number in the name of the file, such as `otypes08`. Source: O. Aichholzer, F.
    Aurenhammer and H. Krasser, "Enumerating Order Types for Small Point Sets with Applications", 2001. Raises Fault.

    >>> list(read_order_types("otypes03", bytes([0, 0, 255, 1, 7, 200]), 1))
    ['[[0, 0], [255, 1], [7, 200]]']
    """
    found = _FILE_OF_POINTS.match(name)
    points = int(found[1]) if found else 0
    if not points:
        raise Fault("the name of a file of order types has the number of points, such as otypes08.b08")
    if not raw or len(raw) % (2 * size * points):
        raise Fault(f"{len(raw):,} bytes are not a number of sets of {points} points, with {2 * size} bytes per point")
    pairs = list(struct.iter_unpack("<BB" if size == 1 else "<HH", raw))
    for place in range(0, len(pairs), points):
        yield json.dumps(pairs[place : place + points])


POINT_FILES = ((".b08", partial(read_order_types, size=1)), (".b16", partial(read_order_types, size=2)))
"""The functions that read files of order types, by the suffixes of these files."""

DRAWING_LINES = partial(input_lines, join=join_lines)
POINT_LINES = partial(input_lines, join=join_points)
"""The functions that yield the drawings, or the lists of points, in the lines of a file."""

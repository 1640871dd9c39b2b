"""Levels and points that span several lines of a text, and files of order types.

- An edge list has an edge `u v`, `u-v` or `u, v` per line, or all edges `0-1 1-2 2-0` on one line.
- A text level has a line `v: x, y` for each vertex and a line `e: a, b` for each edge. The next level begins with the
  first vertex after an edge.
- A save file of Simon Tatham's Untangle has lines `KEY :LENGTH:VALUE`. Its level is the game at the start, with the
  vertices on a circle. Source: `midend_serialise` in `midend.c`.
- A list of points has a line `x y` for each point.
- A file of order types contains the coordinates as integers of one byte (`.b08`) or two bytes (`.b16`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import partial

from ludex.engine.faults import Fault
from ludex.requests.text_input import RefusedLine, input_lines

_PAIR = re.compile(r"\s*([0-9]{1,6})(?:\s*[-,;]\s*|\s+)([0-9]{1,6})\s*(?:\{\}\s*)?", re.ASCII)
_PAIRS = re.compile(r"\s*[0-9]{1,6}-[0-9]{1,6}(?:(?:\s*[,;]\s*|\s+)[0-9]{1,6}-[0-9]{1,6})+\s*", re.ASCII)
_EDGE = re.compile(r"([0-9]{1,6})-([0-9]{1,6})", re.ASCII)
_NUMBER = r"(-?[0-9]+(?:\.[0-9]+)?)"
_PART = re.compile(rf"\s*([ve])\s*:?\s*{_NUMBER}(?:\s*[,;]\s*|\s+){_NUMBER}\s*", re.ASCII | re.IGNORECASE)
_SAVED = re.compile(r"([A-Z]+) *:[0-9]+:(.*)", re.ASCII)
_COLUMNS = re.compile(r"\s*(?:source|from|u|x)\s*[,;\s]\s*(?:target|to|v|y)\s*", re.IGNORECASE)
_COORDINATE = r"(-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?)"
_POINT = re.compile(rf"\s*{_COORDINATE}(?:\s*[,;]\s*|\s+){_COORDINATE}\s*", re.ASCII | re.IGNORECASE)
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
    block: list[str] = []
    form: re.Pattern[str] | None = None
    for line in lines:
        text = "" if _COLUMNS.fullmatch(line) else line
        found = next((pattern for pattern in _JOINED if pattern.fullmatch(text)), None)
        if form is _PART and not text.strip():
            found = form  # An empty line may separate the vertices from the edges.
        if block and (found is not form or _begins(text, block, form)):
            yield from _joined(block, form)
            block = []
        form = found
        if form is not None:
            block.append(text)
        elif _PAIRS.fullmatch(text):
            yield _of_edges(_EDGE.findall(text))
        else:
            yield text
    yield from _joined(block, form)


def join_points(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with one list of points each. The other lines of a list become empty.

    A list of points has a line `x y` for each point, and possibly their number before them. Any other line separates
    lists.

    >>> list(join_points(["0 0", "1.5, 2e3", "", "planarity-order-type-3-xxxxxxxxxxxxxxxx"]))
    ['[[0, 0], [1.5, 2E+3]]', '', '', 'planarity-order-type-3-xxxxxxxxxxxxxxxx']
    """
    block: list[str] = []
    for line in lines:
        text = "" if _COLUMNS.fullmatch(line) else line
        if found := _POINT.fullmatch(text):
            # Unlike these texts, decimals are written as JSON.
            block.append(f"[{Decimal(found[1])}, {Decimal(found[2])}]")
            continue
        yield from _list_of(block)
        block = []
        yield "" if _NUMBER_OF_POINTS.fullmatch(text) else text
    yield from _list_of(block)


def _list_of(points: Sequence[str]) -> Iterator[str]:
    if points:
        yield f"[{', '.join(points)}]"
        yield from [""] * (len(points) - 1)


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
    numbers = [int.from_bytes(raw[place : place + size], "little") for place in range(0, len(raw), size)]
    pairs = [f"[{x}, {y}]" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    for place in range(0, len(pairs), points):
        yield f"[{', '.join(pairs[place : place + points])}]"


POINT_FILES = ((".b08", partial(read_order_types, size=1)), (".b16", partial(read_order_types, size=2)))
"""The functions that read files of order types, by the suffixes of these files."""


def _begins(line: str, block: Sequence[str], form: re.Pattern[str] | None) -> bool:
    """Return whether a line begins a level, rather than continues the level of a block."""
    if form is _PART and (found := _PART.fullmatch(line)) and found[1] in "vV":
        return any(part[1] in "eE" for part in map(_PART.fullmatch, block) if part)
    return form is _SAVED and line.startswith(_FIRST_SAVED)


def _joined(block: Sequence[str], form: re.Pattern[str] | None) -> Iterator[str]:
    if form is not None and block:
        found = [match.groups() for match in map(form.fullmatch, block) if match]
        yield _JOINED[form](found)
        yield from [""] * (len(block) - 1)


def _of_edges(pairs: Sequence[Sequence[str]]) -> str:
    """Return the game description of Untangle for an edge list. The largest vertex is the last one."""
    vertices = {int(vertex) for pair in pairs for vertex in pair}
    text = f"{1 + max(vertices)}:" + ",".join(f"{int(u)}-{int(v)}" for u, v in pairs)
    if 0 not in vertices:
        remedy = "vertices are numbered from 0; subtract 1, or write `n:u-v,...` if vertex 0 has no edges"
        return RefusedLine(text, f"the edge list has no vertex 0: {remedy}")
    return text


def _of_parts(parts: Sequence[Sequence[str]]) -> str:
    lists = {name: ", ".join(f"[{a}, {b}]" for part, a, b in parts if part.lower() == name) for name in "ve"}
    return f'{{"points": [{lists["v"]}], "edges": [{lists["e"]}]}}'


def _of_save_file(saved: Sequence[Sequence[str]]) -> str:
    values = {key: value.strip() for key, value in saved}
    text = f"{values.get('PARAMS') or values.get('CPARAMS')}:{values.get('DESC', '')}"
    if _FIRST_SAVED not in values or values.get("GAME") != "Untangle":
        return RefusedLine(text, f"a save file of {values.get('GAME') or 'no game'}; only those of Untangle are read")
    return text


_JOINED: dict[re.Pattern[str], Callable[[Sequence[Sequence[str]]], str]] = {
    _PAIR: _of_edges,
    _PART: _of_parts,
    _SAVED: _of_save_file,
}
"""The patterns of lines that are joined, and the functions that write a level for the groups of their matches."""

DRAWING_LINES = partial(input_lines, join=join_lines)
POINT_LINES = partial(input_lines, join=join_points)
"""The functions that yield the drawings, or the lists of points, in the lines of a file."""

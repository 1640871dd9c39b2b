"""The notation of a text. All input that may be in one of several notations is recognized by this module.

graph6 comes first: its alphabet and its length are exact, whereas the graph6 text of 60 vertices begins with `{` and
that of 28 vertices with `[`, as JSON does. Names of objects, and the notations of games, are other texts.
"""

import re
from enum import StrEnum
from typing import Any

from ludex.engine.exact_json import exact_json

MAX_GRAPH6_VERTICES = 128
"""The largest number of vertices of a graph in graph6 text."""

_HEADER = re.compile(r"\A\ufeff?\s*>>(graph6|sparse6|digraph6)<<")


class Notation(StrEnum):
    """The notation of a text."""

    GRAPH6 = "graph6"
    SPARSE6 = "sparse6"
    INCREMENTAL_SPARSE6 = "incremental sparse6"
    DIGRAPH6 = "digraph6"
    PLANAR_CODE = "planar_code"
    JSON = "JSON"
    OTHER = "another notation"


GRAPH_TEXTS = frozenset(Notation) - {Notation.JSON, Notation.OTHER}
"""The notations of graphs, of which `read_graph` reads graph6 and sparse6, and names the others."""

NOT_READ = {
    Notation.INCREMENTAL_SPARSE6: "each line depends on the line before it; convert it to graph6 with `copyg -g`",
    Notation.DIGRAPH6: "its arcs have directions, but the edges of a graph have none; give graph6",
    Notation.PLANAR_CODE: "give graph6, which `plantri -g` writes",
}
"""The remedy for each notation of graphs that is recognized only."""

_FIRST = {":": Notation.SPARSE6, ";": Notation.INCREMENTAL_SPARSE6, "&": Notation.DIGRAPH6}


def notation_of(text: str) -> Notation:
    """Return the notation of a text.

    >>> [notation_of(text).value for text in ("Bg", ":Bc", "[", '{"cards": []}', "swish-36")]
    ['graph6', 'sparse6', 'JSON', 'JSON', 'another notation']
    """
    if header := _HEADER.match(text):
        return Notation(header[1])
    line = without_header(text)
    if line.startswith((">>planar_code", ">>edge_code")):
        return Notation.PLANAR_CODE
    if all("?" <= character <= "~" for character in line[1:]):
        if line[:1] in _FIRST:
            return _FIRST[line[0]]
        if "?" <= line[:1] <= "~" and _has_length_of_graph6(line):
            return Notation.GRAPH6
    return Notation.JSON if line.startswith(("{", "[")) else Notation.OTHER


def without_header(text: str) -> str:
    """Return a text without its byte order mark, surrounding spaces, and the header of graph6, sparse6 or digraph6.

    >>> without_header(">>graph6<<Bg ")
    'Bg'
    """
    return _HEADER.sub("", text).removeprefix("\ufeff").strip()


def is_json(text: str) -> bool:
    """Return whether a text is in JSON, which may be invalid."""
    return notation_of(text) is Notation.JSON


def members_of_json(text: str, *names: str) -> dict[str, Any] | None:
    """Return those members of a JSON object that have one of `names`, or None if a text is not in JSON.

    Raises ValueError if the JSON is invalid, or not an object.

    >>> members_of_json('{"height": 3, "cards": 36}', "height", "width"), members_of_json("4x3", "height")
    ({'height': 3}, None)
    """
    if not is_json(text):
        return None
    members = exact_json(text)
    if not isinstance(members, dict):
        raise ValueError("not a JSON object, but a list")
    return {name: members[name] for name in names if name in members}


def graph6_size(line: str) -> tuple[int, int]:
    """Return the number of vertices at the beginning of a graph6 text, and the number of characters that state it.

    The number of vertices is only a lower bound if it is greater than 258,047.

    >>> graph6_size("Bg"), graph6_size("~?@?")
    ((3, 1), (64, 4))
    """
    digits = [ord(character) - 63 for character in line[:4]]
    if digits[:1] != [63]:
        return (digits[0], 1) if digits else (0, 0)
    return sum(digit << shift for digit, shift in zip(digits[1:], (12, 6, 0), strict=False)), 4


def _has_length_of_graph6(line: str) -> bool:
    vertices, head = graph6_size(line)
    return 0 < head <= len(line) == head + -(-vertices * (vertices - 1) // 12)

"""Drawings and points written as JSON, read exactly: decimals never pass through a float."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from ludex.planarity.drawing import Drawing, DrawingError, whole_points
from ludex.planarity.points import Points
from ludex.planarity.untangle import is_untangle, read_untangle

_MOST_DIGITS = 100
_NESTED = re.compile(r'"drawing"\s*:\s*(?=\{)')


def read_drawing(text: str | bytes) -> Drawing:
    """Read a drawing from JSON; decimals are read exactly. Raises ValueError, which names the place.

    >>> read_drawing('{"points": [[0, 0], [0.5, 1]], "edges": [[0, 1]]}').points
    ((0, 0), (5, 10))
    """
    document = _json(text)
    if not isinstance(document, dict) or set(document) != {"points", "edges"}:
        raise ValueError("a drawing is an object with points and edges, and nothing else")
    with _placed():
        return Drawing.from_numbers(_pairs(document, "points", (int, Decimal)), _pairs(document, "edges", (int,)))


def read_any_drawing(text: str | bytes) -> Drawing:
    """Read a drawing: JSON with points and edges, an object that has it as `drawing`, or a description of Untangle.

    Raises ValueError, which names the place within it.

    >>> read_any_drawing('{"label": "any", "drawing": {"points": [[0, 0], [1, 1]], "edges": []}}').vertices
    2
    """
    text = text.decode("utf-8") if isinstance(text, bytes) else text
    return read_untangle(text) if is_untangle(text) else read_drawing(nested(text))


def nested(text: str) -> str:
    """Return an object's `drawing`, as in the API's answers; the text itself where it has none."""
    found = _NESTED.search(text)
    if found is None:
        return text
    _, end = json.JSONDecoder().raw_decode(text, found.end())
    return text[found.end() : end]


def read_points(text: str | bytes) -> Points:
    """Read points, in whatever position, from JSON: a list of [x, y], or an object with `points`.

    Decimals are read exactly and scaled to be whole. Raises ValueError, which names the place.

    >>> read_points("[[0, 0], [0.5, 1]]")
    ((0, 0), (5, 10))
    """
    document = _json(text)
    if isinstance(document, list):
        document = {"points": document}
    if not isinstance(document, dict) or "points" not in document:
        raise ValueError("points are a list of [x, y], or an object with points")
    with _placed():
        return whole_points(_pairs(document, "points", (int, Decimal)))


@contextmanager
def _placed() -> Iterator[None]:
    """Let an error of the game say where it is."""
    try:
        yield
    except DrawingError as error:
        place = "/".join(map(str, error.place))
        raise ValueError(f"{place}: {error.message}" if place else error.message) from None


def _json(text: str | bytes) -> Any:  # noqa: ANN401 - whatever the text holds
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(decoded, parse_float=_decimal, parse_int=_integer, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("the line is nested too deeply") from None


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _decimal(text: str) -> Decimal:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} characters")
    return Decimal(text)


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _pairs(document: dict[str, Any], name: str, numbers: tuple[type, ...]) -> Any:  # noqa: ANN401 - checked here
    listed = document[name]
    if not isinstance(listed, list):
        raise ValueError(f"{name}: a list of pairs is needed")
    for index, pair in enumerate(listed):
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(number) in numbers for number in pair)):
            raise ValueError(f"{name}/{index}: a pair of numbers is needed")
    return listed

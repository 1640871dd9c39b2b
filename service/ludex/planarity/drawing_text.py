"""Drawings and points written as JSON, read exactly: decimals never pass through a float."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from ludex.planarity.drawing import Drawing, DrawingError, whole_points
from ludex.planarity.points import Points

_MOST_DIGITS = 100


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

"""JSON read exactly: a number with a fraction keeps its text, and one without is whole however it is written."""

import json
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, NoReturn

_EXACT = 2.0**53


class NumberError(ValueError):
    """A number that is none of JSON, or too large for any use."""


class NotJson(json.JSONDecodeError):
    """A text that is not JSON: what is wrong, and where."""

    def __str__(self) -> str:
        """Return what is wrong in one phrase."""
        place = f"column {self.colno}" if self.lineno == 1 else f"line {self.lineno}, column {self.colno}"
        return f"not JSON: {self.msg[:1].lower()}{self.msg[1:]} at {place}"


class WrittenNumber(float):
    """A number with a fraction, which keeps its text: a coordinate is exact, whatever a float makes of it.

    >>> WrittenNumber("0.1").text, WrittenNumber("0.1") == 0.1
    ('0.1', True)
    """

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "WrittenNumber":
        """Make the number that a text means."""
        made = super().__new__(cls, text)
        made.text = text
        return made


def written_number(text: str) -> int | WrittenNumber:
    """Return the number that a text means, whole if it has no fraction: 5 or 5.0. Raises ValueError.

    >>> written_number("5.0"), written_number("0.50").text
    (5, '0.50')
    """
    try:
        value = WrittenNumber(text)
    except ValueError:
        raise NumberError("this is no number") from None
    if not isfinite(value):
        raise NumberError(f"the number {text[:64]}, which is too large")
    whole = value.is_integer() and abs(value) <= _EXACT and _is_exactly(text, int(value))
    return int(value) if whole else value


def exact_json(text: str, pairs: Callable[[list[tuple[str, Any]]], Any] = dict) -> Any:  # noqa: ANN401 - any JSON
    """Return what a text in JSON means; `pairs` makes the objects. Raises NotJson, ValueError, of numbers NumberError.

    >>> exact_json('{"points": [[0, 5.0]]}')
    {'points': [[0, 5]]}
    """
    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=_no_constant, parse_float=written_number)
    except json.JSONDecodeError as error:
        raise NotJson(error.msg, error.doc, error.pos) from None
    except RecursionError:
        raise ValueError("nested too deeply: nothing that is asked for is") from None


def exact_json_text(value: Any) -> str:  # noqa: ANN401 - what exact_json returns
    """Return what :func:`exact_json` read as JSON again: numbers keep their text.

    >>> exact_json_text({"points": [[0, WrittenNumber("0.50")]]})
    '{"points":[[0,0.50]]}'
    """
    if isinstance(value, WrittenNumber):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{exact_json_text(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(exact_json_text, value)) + "]"
    return json.dumps(value)


def _is_exactly(text: str, whole: int) -> bool:
    # A float is whole too if it only lost the decimals of the text.
    try:
        return Decimal(text) == whole
    except InvalidOperation:
        return False  # an exponent beyond those of decimals


def _no_constant(name: str) -> NoReturn:
    raise NumberError(f"{name}, which is not a number")

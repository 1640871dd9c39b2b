"""JSON: a parser that keeps numbers exact, and conversion of responses to text.

A number with a fraction keeps its original text. A whole number becomes an integer, in whatever notation it is written.
Text that is already JSON, such as a stored document, is inserted into a response unchanged.
"""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from json import JSONEncoder
from math import isfinite
from typing import Any, NoReturn

# For strings, this returns the same result as `to_json`, but it is faster.
_string = JSONEncoder(ensure_ascii=False).encode


_CONSTANTS = {None: "null", True: "true", False: "false"}


class JsonText(str):
    """A text that is already JSON, such as a stored document. It is inserted into a response without parsing."""

    __slots__ = ()


def json_text(value: Any) -> str:  # noqa: ANN401 - models, texts, and lists and mappings of them
    """Return a value as JSON on one line: a model, a JsonText, or a list or mapping of them.

    >>> json_text({"items": [JsonText('{"a":1}')], "next": None})
    '{"items":[{"a":1}],"next":null}'
    """
    if isinstance(value, JsonText):
        return value
    if value is None or value is True or value is False:
        return _CONSTANTS[value]
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        # Join once, because stored texts may be long.
        pieces: list[str] = []
        mark = "{"
        for name, element in value.items():
            pieces += mark, _string(name), ":", json_text(element)
            mark = ","
        return "".join((*pieces, "}")) if pieces else "{}"
    if isinstance(value, list | tuple) and value and not isinstance(value[0], int | float):
        return "[" + ",".join(map(json_text, value)) + "]"
    return _written(value)


def _written(value: Any) -> str:  # noqa: ANN401 - a model, or a value that `to_json` takes
    from pydantic import BaseModel  # slow to import: commands that only show help do not need it
    from pydantic_core import to_json

    return value.model_dump_json() if isinstance(value, BaseModel) else to_json(value).decode()


_EXACT = 2.0**53


class NumberError(ValueError):
    """A number is invalid in JSON, or it is too large."""


class NotJson(json.JSONDecodeError):
    """A text is not JSON. The exception contains the error and its position."""

    def __str__(self) -> str:
        """Return the error and its position in one phrase."""
        place = f"column {self.colno}" if self.lineno == 1 else f"line {self.lineno}, column {self.colno}"
        return f"not JSON: {self.msg[:1].lower()}{self.msg[1:]} at {place}"


class WrittenNumber(float):
    """A number with a fraction. It keeps its original text, so that coordinates are exact.

    >>> WrittenNumber("0.1").text, WrittenNumber("0.1") == 0.1
    ('0.1', True)
    """

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "WrittenNumber":
        """Create the number from its text."""
        result = super().__new__(cls, text)
        result.text = text
        return result


def written_number(text: str) -> int | WrittenNumber:
    """Parse a number. The result is an integer if the number is whole (5 or 5.0). Raises NumberError.

    >>> written_number("5.0"), written_number("0.50").text
    (5, '0.50')
    """
    try:
        value = WrittenNumber(text)
    except ValueError:
        raise NumberError("not a number") from None
    if not isfinite(value):
        raise NumberError(f"the number {text[:64]}, which is too large")
    whole = value.is_integer() and abs(value) <= _EXACT and _is_exactly(text, int(value))
    return int(value) if whole else value


def exact_json(text: str, pairs: Callable[[list[tuple[str, Any]]], Any] = dict) -> Any:  # noqa: ANN401 - any JSON
    """Parse JSON. `pairs` creates the objects.

    Raises NotJson or NumberError, and ValueError if the nesting is too deep.

    >>> exact_json('{"points": [[0, 5.0]]}')
    {'points': [[0, 5]]}
    """
    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=_no_constant, parse_float=written_number)
    except json.JSONDecodeError as error:
        raise NotJson(error.msg, error.doc, error.pos) from None
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def exact_json_text(value: Any) -> str:  # noqa: ANN401 - what exact_json returns
    """Return the JSON text of a value that :func:`exact_json` has parsed. Numbers keep their original text.

    >>> exact_json_text({"points": [[0, WrittenNumber("0.50")]]})
    '{"points":[[0,0.50]]}'
    """
    if isinstance(value, WrittenNumber):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{exact_json_text(element)}" for name, element in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(exact_json_text, value)) + "]"
    return json.dumps(value)


def _is_exactly(text: str, whole: int) -> bool:
    # A float may be whole only because its conversion from the text lost the decimals.
    try:
        return Decimal(text) == whole
    except InvalidOperation:
        return False  # an exponent beyond the range of Decimal


def _no_constant(name: str) -> NoReturn:
    raise NumberError(f"{name}, which is not a number")

"""The parser of all JSON input, which is strict and keeps numbers exact, and JSON without whitespace.

The parser refuses a name that occurs twice in an object, NaN, infinities and unpaired surrogates. A number with a
fraction keeps its original text. A whole number becomes an integer, in whatever notation it is written.

The catalogue and addresses contain JSON without whitespace.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from math import inf, isfinite
from typing import Any, NoReturn

from ludex.engine.faults import Fault, Place

_EXACT = 2.0**53
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAY_BE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_UNDECODED = re.compile("[\udc80-\udcff]")
_VALUE = re.compile("[^ \t\n\r]")
_NAME_CHARACTERS = 64


class NumberError(ValueError):
    """A number is invalid in JSON, or it is too large."""


class NotJson(json.JSONDecodeError):
    """A text is not JSON. The exception contains the error and its position."""

    def __str__(self) -> str:
        """Return the error and its position in one phrase."""
        place = f"column {self.colno}" if self.lineno == 1 else f"line {self.lineno}, column {self.colno}"
        following = self.doc[self.pos : self.pos + 1]
        if following == "," or (following in ("]", "}") and self.doc[: self.pos].rstrip().endswith(",")):
            return f"not JSON: a comma that no value follows, at {place}; remove it"
        character = f" ({following!r})" if following.strip("\n") else ""
        return f"not JSON: {self.msg[:1].lower()}{self.msg[1:].removesuffix(' at')} at {place}{character}"


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


class RepeatedNames(list[tuple[str, Any]]):
    """The members of an object in which a name is repeated, so that it is refused."""


def exact_json(text: str, *, names: float = inf, number: Callable[[str], Any] = written_number) -> Any:  # noqa: ANN401 - any JSON
    """Parse JSON. An object may have at most the number `names` of names. `number` parses a number with a fraction.

    White space before the JSON is ignored, even if it is not white space of JSON, such as U+00A0. Raises NotJson or
    NumberError; Fault with the place of a repeated name or an unpaired surrogate; and ValueError if the nesting is too
    deep.

    >>> exact_json('{"points": [[0, 5.0]]}')
    {'points': [[0, 5]]}
    >>> exact_json('[{"a": {"b": 1, "b": 2}}]')
    Traceback (most recent call last):
    ...
    ludex.engine.faults.Fault: 0/a/b: the name is repeated; each name must occur once in an object
    """
    refused = False

    def members(pairs: list[tuple[str, Any]]) -> Any:  # noqa: ANN401 - an object, or its members if it is refused
        nonlocal refused
        if len(pairs) > names:
            raise Fault(f"more than {names} names in an object")
        result = _members(pairs)
        refused = refused or isinstance(result, RepeatedNames)
        return result

    text = text.removeprefix("\ufeff")
    if text[:1].isspace():
        text = text.lstrip().rjust(len(text))  # The columns of errors remain.
    with _located():
        value = json.loads(text, object_pairs_hook=members, parse_constant=_no_constant, parse_float=number)
    # The first two conditions are much faster than the search.
    if refused or (("\\u" in text or not text.isascii()) and _MAY_BE_SURROGATE.search(text)):
        for fault in _faults(value, ()):
            raise fault
    return value


def _members(pairs: list[tuple[str, Any]]) -> Any:  # noqa: ANN401 - an object, or its members if it is refused
    result = dict(pairs)
    return result if len(result) == len(pairs) else RepeatedNames(pairs)


@contextmanager
def _located() -> Iterator[None]:
    """Convert the errors of the parser to those that name the error and its place."""
    try:
        yield
    except json.JSONDecodeError as error:
        raise NotJson(error.msg, error.doc, error.pos) from None
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
    except ValueError as error:
        # Python does not convert texts with more than 4,300 digits to integers.
        raise (
            error if isinstance(error, Fault | NumberError) else NumberError("a number with too many digits")
        ) from None


def _faults(value: Any, place: Place) -> Iterator[Fault]:  # noqa: ANN401 - any JSON
    """Yield the faults in a parsed value that the grammar of JSON allows."""
    if isinstance(value, str) and _SURROGATE.search(value):
        yield Fault("the text has an unpaired surrogate; give Unicode characters", place)
    if isinstance(value, RepeatedNames):
        seen: set[str] = set()
        for name, element in value:
            where = (*place, name[:_NAME_CHARACTERS])
            if name in seen:
                yield Fault("the name is repeated; each name must occur once in an object", where)
            seen.add(name)
            yield from _faults(element, where)
    elif isinstance(value, dict):
        for name, element in value.items():
            yield from _faults(name, place)
            yield from _faults(element, (*place, name))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from _faults(element, (*place, index))


def several_json(text: str) -> Iterator[Any]:
    """Yield the JSON values of a text, one after another, as :func:`exact_json_text` writes them again.

    What :func:`exact_json` refuses within a value is kept. Raises NotJson, NumberError and ValueError.

    >>> [exact_json_text(value) for value in several_json('{"a": 1, "a": 0.50} [NaN]')]
    ['{"a":1,"a":0.50}', '[NaN]']
    """
    decoder = json.JSONDecoder(object_pairs_hook=_members, parse_float=WrittenNumber)
    place = 0
    with _located():
        while found := _VALUE.search(text, place):
            value, place = decoder.raw_decode(text, found.start())
            yield value


def exact_json_text(value: Any) -> str:  # noqa: ANN401 - what exact_json returns
    """Return the JSON text of a value that :func:`exact_json` has parsed. Numbers keep their original text.

    >>> exact_json_text({"points": [[0, WrittenNumber("0.50")]]})
    '{"points":[[0,0.50]]}'
    """
    if isinstance(value, WrittenNumber):
        return value.text
    if isinstance(value, dict | RepeatedNames):
        pairs = value.items() if isinstance(value, dict) else value
        return "{" + ",".join(f"{_string(name)}:{exact_json_text(element)}" for name, element in pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(exact_json_text, value)) + "]"
    return _string(value) if isinstance(value, str) else json.dumps(value)


def _string(text: str) -> str:
    """Return a JSON string. Bytes that are not UTF-8 are kept, so that the reader of the text can name them."""
    return json.dumps(text, ensure_ascii=_UNDECODED.search(text) is None)


def _is_exactly(text: str, whole: int) -> bool:
    # A float may be whole only because its conversion from the text lost the decimals.
    try:
        return Decimal(text) == whole
    except InvalidOperation:
        return False  # an exponent beyond the range of Decimal


def _no_constant(name: str) -> NoReturn:
    raise NumberError(f"{name}, which is not a number")


compact_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":")).encode
"""Return a value as JSON.

The encoder is created only once, whereas `json.dumps` would create a new one in each call.
"""

readable_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
"""Return a value as JSON without escaping non-ASCII characters."""

sorted_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode
"""Return a value as JSON with sorted members, so that the result does not depend on the members' order."""

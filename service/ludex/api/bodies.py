"""A request's body: JSON, read strictly before any schema sees it."""

import json
import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, NoReturn, TypeVar

from flask import request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from ludex.api import bounds
from ludex.api.problems import ProblemError, invalid, malformed
from ludex.api.service import service

Json = Any
Model = TypeVar("Model", bound=BaseModel)

_EXACT = 2.0**53
_MARKS = (b",", b'"', b"[", b"{")
_STRING = re.compile(rb'"[^"]*"?')
_SQUARE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


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


def read_body(model: type[Model]) -> Model:
    """Return the request's body as a model. Raises ProblemError: 400, 413, 415 or 503."""
    raw = _received("application/json", "JSON", "this request takes a JSON object")
    with service().slots.reading(len(raw)):
        return read_object(raw, model)


def read_object(raw: bytes, model: type[Model]) -> Model:
    """Return what a text in strict JSON means as a model. Raises ProblemError (400)."""
    parsed = read_json(raw)
    try:
        return model.model_validate(parsed)
    except ValidationError as error:
        raise invalid(error, "body") from None


def read_lines() -> list[bytes]:
    """Return the lines of a body in NDJSON. Raises ProblemError: 400, 413 or 415."""
    return _received("application/x-ndjson", "lines of JSON", "this request takes lines of JSON").split(b"\n")


def _received(media_type: str, what: str, takes: str) -> bytes:
    if request.mimetype != media_type or request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        raise ProblemError(415, f"The body must be {what} in UTF-8, sent as Content-Type: {media_type}.")
    try:
        raw = request.get_data(cache=True)
    except HTTPException:
        raise
    except Exception:
        # What a server raises for wrong chunks is its own affair; whatever it is, the client sent it.
        raise malformed("The body could not be read: it ends too early, or its chunks are wrong.") from None
    if len(raw) > bounds.BODY_BYTES:
        raise RequestEntityTooLarge
    if not raw:
        raise malformed(f"The body is empty; {takes}.")
    return raw


def read_json(raw: bytes) -> Json:
    """Return what a text in strict JSON means; a number without a fraction is whole, written 5 or 5.0.

    Raises ProblemError (400) for wrong syntax or encoding, NaN and infinities, a name twice in an object, too many
    names in one, too many values, deep nesting.
    """
    # The parser keeps every other request waiting until it is done: some 0.3 seconds for so many.
    if sum(map(raw.count, _MARKS)) > bounds.JSON_MARKS:
        raise malformed(f"The JSON has more than {bounds.JSON_MARKS:,} commas, quotes and opening brackets.")
    _check_depth(raw)
    try:
        return json.loads(
            raw.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_number
        )
    except UnicodeDecodeError as error:
        raise malformed(f"The text is not UTF-8: byte {error.start} is wrong.") from None
    except json.JSONDecodeError as error:
        raise malformed(f"This is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except ValueError:
        # Python refuses to read an integer of more than 4,300 digits.
        raise malformed("The JSON has a number with too many digits.") from None


def _check_depth(raw: bytes) -> None:
    # Few passes over the whole, each of milliseconds: a loop over its bytes would keep every other request waiting.
    strings_end_at_quotes = raw.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets = _STRING.sub(b"", strings_end_at_quotes).translate(_SQUARE, _NO_BRACKETS)
    for _ in range(bounds.JSON_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    if b"[]" in brackets or brackets.startswith(b"[" * (bounds.JSON_DEPTH + 1)):
        raise malformed(f"The JSON is nested deeper than {bounds.JSON_DEPTH} levels.")


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(pairs) > bounds.JSON_NAMES:
        raise malformed(f"The JSON has more than {bounds.JSON_NAMES} names in one object.")
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = _first_repeated(name for name, _ in pairs)
        raise malformed(f"The JSON has the name {twice[:64]!r} twice in one object.")
    return made


def _first_repeated(names: Iterable[str]) -> str:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    raise ValueError("no name comes twice")


def _number(text: str) -> int | WrittenNumber:
    value = WrittenNumber(text)
    if not isfinite(value):
        raise malformed(f"The JSON has the number {text[:64]}, which is too large.")
    whole = value.is_integer() and abs(value) <= _EXACT and _is_exactly(text, int(value))
    return int(value) if whole else value


def _is_exactly(text: str, whole: int) -> bool:
    # A float is whole too where it only lost the decimals of the text.
    try:
        return Decimal(text) == whole
    except InvalidOperation:
        return False  # an exponent beyond those of decimals


def _no_constant(name: str) -> NoReturn:
    raise malformed(f"The JSON has {name}, which is not JSON.")

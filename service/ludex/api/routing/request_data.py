"""Strict parsing of query parameters, path parameters and JSON bodies, before their validation by models.

Unknown and repeated parameters and names are refused.
Pages of lists have an opaque cursor and a `Link` header (RFC 8288).
"""

import base64
import binascii
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b
from io import StringIO
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin
from urllib.parse import parse_qsl, urlencode

from flask import Response, request
from pydantic import BaseModel, ValidationError
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from ludex.api.middleware.problems import ProblemError, invalid, malformed
from ludex.api.routing.responses import reply
from ludex.api.service import service
from ludex.catalogue.lists.listing import Count
from ludex.engine.compact_json import compact_json
from ludex.requests import bounds
from ludex.requests.fields import SERVED, PageQuery
from ludex.requests.json_text import NumberError, exact_json
from ludex.requests.text_input import CsvError, items_of_page, json_lines

Json = Any
Model = TypeVar("Model", bound=BaseModel)
Annotation = Any  # the type of a field

_TRUTH = {"true": True, "false": False}
# JSON has only one type of number, in which 5.0 is a whole number.
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,18})(?:\.0{1,9})?")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,24})?")
_MARKS = (b",", b'"', b"[", b"{")
_STRING = re.compile(rb'"[^"]*"?')
_SQUARE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def read_query(model: type[Model] | None) -> Model | None:
    """Return the query parameters as a model; without a model, none are allowed. Raises ProblemError (400)."""
    raw = request.query_string
    if not raw:
        return None if model is None else _read(model, {}, "query")
    return _of_query(raw, model)


def arguments_of(raw: bytes) -> MultiDict[str, str]:
    """Return the parameters of a query string in the same form as `request.args`."""
    return MultiDict(parse_qsl(raw.decode(), keep_blank_values=True, errors="werkzeug.url_quote"))


@lru_cache(maxsize=256)  # Many clients send the same query, and models are frozen, so results can be cached.
def _of_query(raw: bytes, model: type[Model] | None) -> Model | None:
    args = arguments_of(raw)
    twice = [name for name, values in args.lists() if len(values) > 1]
    if twice:
        raise ProblemError(
            400, "A parameter is repeated.", errors=[(f"/{name}", "repeated; give it once") for name in twice]
        )
    if model is None:
        if args:
            errors = [(f"/{name}", "unknown parameter; remove it") for name in args]
            raise ProblemError(400, "This request takes no query parameters.", errors=errors)
        return None
    return _read(model, args.to_dict(), "query")


def read_path(model: type[Model], values: Mapping[str, str]) -> Model:
    """Return the path parameters as a model. Raises ProblemError (400)."""
    return _read(model, values, "path")


def _read(model: type[Model], texts: Mapping[str, str], where: str) -> Model:
    fields = model.model_fields
    values = {name: _value(fields[name].annotation, text) if name in fields else text for name, text in texts.items()}
    try:
        return model.model_validate(values, context=SERVED)
    except ValidationError as error:
        raise invalid(error, where, fields) from None


def _value(annotation: Annotation, text: str) -> str | int | float | bool:
    """Convert a text to the type of a field. Return the text itself if this fails, so that the model refuses it."""
    kinds = _kinds(annotation)
    if bool in kinds:
        return _TRUTH.get(text, text)
    if int in kinds and _WHOLE.fullmatch(text):
        return int(text.partition(".")[0])
    if float in kinds and _DECIMAL.fullmatch(text):
        return float(text)
    return text


@cache
def _kinds(annotation: Annotation) -> frozenset[Annotation]:
    return frozenset(_plain_types(annotation))


def _plain_types(annotation: Annotation) -> Iterator[Annotation]:
    """Yield the plain types in an annotation: int and None for `Annotated[int, ...] | None`."""
    origin: Annotation = get_origin(annotation)
    if origin is Annotated:
        yield from _plain_types(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from _plain_types(part)
    else:
        yield annotation


def read_body(model: type[Model]) -> Model:
    """Return the body of the request as a model. Raises ProblemError (400, 413, 415, 503)."""
    raw = _received("application/json", "JSON", "this request takes a JSON object")
    with service().slots.reading(len(raw)):
        parsed = read_json(raw)
        try:
            return model.model_validate(parsed, context=SERVED)
        except ValidationError as error:
            raise invalid(error, "body", model.model_fields) from None


def read_lines(columns: Collection[str]) -> list[bytes]:
    """Return a body as lines of JSON: the lines of NDJSON, the items of a page, or the rows of CSV with `columns`.

    Raises ProblemError (400, 413, 415).
    """
    if request.mimetype == "text/csv":
        return _read_csv(_received("text/csv", "CSV", "this request takes CSV with a header"), columns)
    body = _received("application/x-ndjson", "lines of JSON", "this request takes lines of JSON or CSV")
    page = items_of_page(body.decode("utf-8", "surrogateescape")) if body.lstrip().startswith(b"{") else None
    return body.split(b"\n") if page is None else [item.encode("utf-8", "surrogateescape") for item in page]


def _read_csv(body: bytes, columns: Collection[str]) -> list[bytes]:
    try:
        return [line.encode() for line in json_lines(StringIO(body.decode("utf-8"), newline=""), columns)]
    except UnicodeDecodeError as error:
        raise malformed(f"The text is not UTF-8: byte {error.start} is invalid.") from None
    except CsvError as error:
        raise malformed(f"The CSV is invalid: {error}.") from None


def _received(media_type: str, what: str, takes: str) -> bytes:
    if request.mimetype != media_type or request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        raise ProblemError(415, f"The body must be {what} in UTF-8, sent as Content-Type: {media_type}.")
    if request.headers.get("Content-Encoding", "identity") != "identity":
        raise ProblemError(415, "The body must not be compressed: send it without Content-Encoding.")
    raw = request.get_data()
    if len(raw) > bounds.BODY_BYTES:
        raise RequestEntityTooLarge
    if not raw:
        raise _malformed_body(f"The body is empty; {takes}.")
    return raw


def read_json(raw: bytes) -> Json:
    """Parse strict JSON. Numbers without a fraction become integers, whether they are written 5 or 5.0.

    Raises ProblemError (400) for invalid syntax or encoding, NaN and infinities, repeated names, too many names in an
    object, too many values, and deep nesting.
    """
    # The parser holds the global interpreter lock, for about 0.3 seconds with this number of values.
    if sum(map(raw.count, _MARKS)) > bounds.JSON_MARKS:
        raise _malformed_body(f"The JSON has more than {bounds.JSON_MARKS:,} commas, quotes and opening brackets.")
    # This takes a few passes of milliseconds each, whereas a Python loop over the bytes would delay every other
    # request.
    strings_end_at_quotes = raw.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets = _STRING.sub(b"", strings_end_at_quotes).translate(_SQUARE, _NO_BRACKETS)
    for _ in range(bounds.JSON_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    if b"[]" in brackets or brackets.startswith(b"[" * (bounds.JSON_DEPTH + 1)):
        raise _malformed_body(f"The JSON is nested deeper than {bounds.JSON_DEPTH} levels.")
    try:
        return exact_json(raw.decode("utf-8"), _object)
    except UnicodeDecodeError as error:
        raise _malformed_body(f"The text is not UTF-8: byte {error.start} is invalid.") from None
    except NumberError as error:
        raise _malformed_body(f"The JSON has {error}.") from None
    except json.JSONDecodeError as error:
        raise _malformed_body(f"This is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except ValueError:
        # Python does not convert integers of more than 4,300 digits.
        raise _malformed_body("The JSON has a number with too many digits.") from None


def _malformed_body(detail: str) -> ProblemError:
    return malformed(detail, kind="malformed-body")


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(pairs) > bounds.JSON_NAMES:
        raise _malformed_body(f"The JSON has more than {bounds.JSON_NAMES} names in one object.")
    result = dict(pairs)
    if len(result) < len(pairs):
        twice = _first_repeated(name for name, _ in pairs)
        raise _malformed_body(f"The JSON has the name {twice[:64]!r} twice in one object.")
    return result


def _first_repeated(names: Iterable[str]) -> str:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    raise ValueError("no name comes twice")


After = tuple[int | str | None, ...]


_WRONG = "not a cursor of this list with these filters; take it from `next`"


@dataclass(frozen=True, slots=True)
class PageSlice:
    """A slice of a list: its items, the sort key after which the next page begins (None on the last), and the count.

    `items` may be a JsonText with the JSON of all items. `further` has additional members of the response.
    """

    items: Sequence[Any]
    after: After | None
    count: Count
    further: Mapping[str, Any] = field(default_factory=dict)


def page_reply(query: PageQuery, of: Sequence[Any], read: Callable[[After | None, int], PageSlice]) -> Response:
    """Return the requested page of a list, with its `Link` header.

    `of` identifies the list with its filters and order, because a cursor is only valid for its own list. `read` takes
    the sort key after which the page begins (None for the first page) and the maximum number of items; it raises
    ListingError if the sort key does not belong to this list. Raises ProblemError (400).
    """
    own = list_digest(of)
    part = read(None if query.cursor is None else decode_cursor(query.cursor, own), query.limit)
    filters, path = _without_cursor(request.query_string), request.path
    first = f"{path}?{filters}" if filters else path
    following, link = None, f'<{first}>; rel="first"'
    if part.after is not None:
        # A cursor needs no percent-encoding.
        following = f"{first}{'&' if filters else '?'}cursor={encode_cursor(part.after, own)}"
        link = f'{link}, <{following}>; rel="next"'
    answer = {"items": part.items, "next": following, "count": part.count.count, "count_exact": part.count.exact}
    return reply(answer | dict(part.further), headers={"Link": link})


def list_digest(of: Sequence[Any]) -> str:
    """Return the digest of a list with its filters and order. The cursors of the list contain it."""
    return _digest(json.dumps(list(of)))


@lru_cache(maxsize=256)
def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


@lru_cache(maxsize=256)
def _without_cursor(raw: bytes) -> str:
    """Return a query string without its cursor."""
    return urlencode([(name, text) for name, text in arguments_of(raw).items() if name != "cursor"])


def slice_of(items: Sequence[Any], after: After | None, limit: int) -> PageSlice:
    """Return a slice of a list in memory. The sort key is the index.

    >>> slice_of("abcde", None, 2).items, slice_of("abcde", (2,), 2).after
    ('ab', (4,))
    """
    [start] = whole_numbers(after, 1) if after is not None else (0,)
    end = start + limit
    return PageSlice(items[start:end], (end,) if end < len(items) else None, Count(len(items), True))


def whole_numbers(after: After, length: int) -> Any:  # noqa: ANN401 - a tuple of integers of this length
    """Check that a sort key consists of `length` natural numbers in the range of the database, and return it.

    Raises ProblemError (400).
    """
    if len(after) != length or not all(type(number) is int and 0 <= number < 2**63 for number in after):
        raise malformed(_WRONG, "/cursor")
    return after


def encode_cursor(after: After, of: str) -> str:
    """Return the cursor that continues a list after the object with this sort key.

    >>> decode_cursor(encode_cursor((4, 17), "ab"), "ab")
    (4, 17)
    """
    return base64.urlsafe_b64encode(compact_json([of, *after]).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, of: str) -> After:
    """Return the sort key of a cursor; the caller checks it. Raises ProblemError (400) for a cursor of another list."""
    try:
        values = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise malformed(_WRONG, "/cursor") from None
    scalars = isinstance(values, list) and all(isinstance(value, int | str | None) for value in values)
    if not scalars or len(values) < 2 or values[0] != of:
        raise malformed(_WRONG, "/cursor")
    return tuple(values[1:])

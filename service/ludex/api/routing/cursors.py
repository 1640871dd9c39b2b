"""Pages of lists, with cursors that continue a list after a page.

A cursor is opaque. The `Link` header (RFC 8288) of a page refers to the next page.
"""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from ludex.api.middleware.problems import malformed
from ludex.api.routing.request_data import arguments_of
from ludex.api.routing.responses import reply
from ludex.catalogue.lists.listing import Count
from ludex.engine.exact_json import compact_json
from ludex.requests.declaration import After, Listing, Slice
from ludex.requests.fields import PageQuery
from ludex.requests.json_text import JsonText

__all__ = ["After"]

PageSlice = Slice[Any]

_WRONG = "not a cursor of this list with these filters; use the value of `next`"


def list_page(query: PageQuery, of: Sequence[Any], listing: Listing[Any], json: Callable[[Any], JsonText]) -> Response:
    """Return a page of a list that a request returns. `json` writes an item."""

    def read(after: After | None, limit: int) -> Slice[Any]:
        part = listing.read(after, limit)
        return replace(part, items=[json(item) for item in part.items])

    return page_reply(query, of, read)


def page_reply(query: PageQuery, of: Sequence[Any], read: Callable[[After | None, int], PageSlice]) -> Response:
    """Return the requested page of a list, with its `Link` header.

    `of` identifies the list, including its filters and order, because a cursor is valid only for its own list. `read`
    is called with the sort key after which the page begins (None for the first page), and with the maximum number of
    items. It raises ListingError if the sort key does not belong to this list. Raises ProblemError (400).
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
    """Return a digest that identifies a list, including its filters and order.

    The cursors of the list contain this digest.
    """
    return _digest(json.dumps(list(of)))


@lru_cache(maxsize=256)
def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


@lru_cache(maxsize=256)
def _without_cursor(raw: bytes) -> str:
    """Return a query string with its cursor removed."""
    return urlencode([(name, text) for name, text in arguments_of(raw).items() if name != "cursor"])


def slice_of(items: Sequence[Any], after: After | None, limit: int) -> PageSlice:
    """Return a slice of a list that is in memory. The sort key of an item is its index.

    >>> slice_of("abcde", None, 2).items, slice_of("abcde", (2,), 2).after
    ('ab', (4,))
    """
    [start] = whole_numbers(after, 1) if after is not None else (0,)
    end = start + limit
    return PageSlice(items[start:end], (end,) if end < len(items) else None, Count(len(items), True))


def whole_numbers(after: After, length: int) -> Any:  # noqa: ANN401 - a tuple of integers of this length
    """Check a sort key, and return it.

    It must consist of `length` natural numbers that the database can represent.

    Raises ProblemError (400).
    """
    if len(after) != length or not all(type(number) is int and 0 <= number < 2**63 for number in after):
        raise malformed(_WRONG, "/cursor")
    return after


def encode_cursor(after: After, of: str) -> str:
    """Return the cursor that continues a list after the object with the given sort key.

    >>> decode_cursor(encode_cursor((4, 17), "ab"), "ab")
    (4, 17)
    """
    return base64.urlsafe_b64encode(compact_json([of, *after]).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, of: str) -> After:
    """Return the sort key in a cursor. The caller must check the sort key.

    Raises ProblemError (400) if the cursor belongs to another list.
    """
    try:
        values = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise malformed(_WRONG, "/cursor") from None
    scalars = isinstance(values, list) and all(isinstance(value, int | str | None) for value in values)
    if not scalars or len(values) < 2 or values[0] != of:
        raise malformed(_WRONG, "/cursor")
    return tuple(values[1:])

"""Pages of lists, with cursors that continue a list after a page.

A cursor is opaque. The `Link` header (RFC 8288) of a page refers to the next page.
"""

import base64
import binascii
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from json import dumps, loads
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from ludex.api.middleware.problems import malformed
from ludex.api.routing.request_data import arguments_of
from ludex.api.routing.responses import reply
from ludex.engine.exact_json import compact_json
from ludex.requests.declaration import After, Listing
from ludex.requests.fields import PageQuery
from ludex.requests.json_text import JsonText

_WRONG = "not a cursor of this list with these filters; use the value of `next`"


def list_page(query: PageQuery, of: Sequence[Any], listing: Listing[Any], json: Callable[[Any], JsonText]) -> Response:
    """Return the requested page of a list, with its `Link` header. `json` writes an item.

    `of` identifies the list, including its filters and order, because a cursor is valid only for its own list. Raises
    ProblemError (400), and WrongCursor if the sort key in the cursor does not belong to this list.
    """
    own = _digest(dumps(list(of)))
    part = listing.read(None if query.cursor is None else decode_cursor(query.cursor, own), query.limit)
    filters, path = _without_cursor(request.query_string), request.path
    first = f"{path}?{filters}" if filters else path
    following, link = None, f'<{first}>; rel="first"'
    if part.after is not None:
        # A cursor needs no percent-encoding.
        following = f"{first}{'&' if filters else '?'}cursor={encode_cursor(part.after, own)}"
        link = f'{link}, <{following}>; rel="next"'
    items = [json(item) for item in part.items]
    answer = {"items": items, "next": following, "count": part.count.count, "count_exact": part.count.exact}
    return reply(answer | dict(part.further), headers={"Link": link})


@lru_cache(maxsize=256)
def _digest(text: str) -> str:
    """Return a digest that identifies a list. The cursors of the list contain it."""
    return blake2b(text.encode(), digest_size=6).hexdigest()


@lru_cache(maxsize=256)
def _without_cursor(raw: bytes) -> str:
    """Return a query string with its cursor removed."""
    return urlencode([(name, text) for name, text in arguments_of(raw).items() if name != "cursor"])


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
        values = loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise malformed(_WRONG, "/cursor") from None
    scalars = isinstance(values, list) and all(isinstance(value, int | str | None) for value in values)
    if not scalars or len(values) < 2 or values[0] != of:
        raise malformed(_WRONG, "/cursor")
    return tuple(values[1:])

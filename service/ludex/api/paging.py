"""Pages of lists: the opaque cursor, the body that holds a page, and its `Link` header (RFC 8288)."""

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

from ludex.api.problems import malformed

CursorKey = tuple[int | str | float | None, ...]


def fingerprint(what: Sequence[Any]) -> str:
    """Return a short text that changes with a list's kind, sort and filters: a cursor continues only its own list."""
    return blake2b(json.dumps(what).encode(), digest_size=6).hexdigest()


def encode_cursor(key: CursorKey, of: str) -> str:
    """Return the cursor that continues a list after the object with this sort key.

    >>> decode_cursor(encode_cursor((4, 17), "ab"), "ab")
    (4, 17)
    """
    return base64.urlsafe_b64encode(json.dumps([of, *key], separators=(",", ":")).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, of: str, kinds: tuple[type, ...] | None = None) -> CursorKey:
    """Return the sort key of a cursor. Raises ProblemError (400) for one that is not of this list.

    `kinds` are the types that the key must have; where it is not given, the list itself must check the values.
    """
    wrong = "is not a cursor of this list with these filters; take it from `next`"
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        values = json.loads(raw)
    except (binascii.Error, ValueError, RecursionError):
        raise malformed(wrong, "/cursor") from None
    scalars = isinstance(values, list) and all(isinstance(v, int | str | float | None) for v in values)
    if not scalars or len(values) < 2 or values[0] != of:
        raise malformed(wrong, "/cursor")
    if kinds is not None:
        too_large = any(isinstance(value, int) and abs(value) >= 2**63 for value in values)
        if too_large or tuple(map(type, values[1:])) != kinds:
            raise malformed(wrong, "/cursor")
    return tuple(values[1:])


def page_url(path: str, parameters: Mapping[str, str], cursor: str | None = None) -> str:
    """Return the address of the first page of a list, or of the one at a cursor."""
    kept = {name: value for name, value in parameters.items() if name != "cursor"}
    if cursor is not None:
        kept["cursor"] = cursor
    return f"{path}?{urlencode(kept)}" if kept else path


def link_header(first: str, following: str | None) -> dict[str, str]:
    """Return the `Link` header of a page."""
    links = [f'<{first}>; rel="first"']
    if following is not None:
        links.append(f'<{following}>; rel="next"')
    return {"Link": ", ".join(links)}

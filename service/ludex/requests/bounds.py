"""Bounds of the service that all games share. The request models take their limits from this module.

The bounds of each game are in the module `bounds` of the game's requests. `ludex.api.bounds` creates the table of
bounds in the documentation.
"""

import re
from dataclasses import dataclass

from ludex.catalogue.kinds.label import MAX_QUERY, MAX_SLUG, MAX_TAGS
from ludex.engine.faults import Fault

_MARKS = (b",", b'"', b"[", b"{")
_STRING = re.compile(rb'"[^"]*"?')
_SQUARE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))

BODY_BYTES = 8 * 1024 * 1024
JSON_DEPTH = 16
JSON_NAMES = 64
JSON_MARKS = 500_000
REQUEST_LINE_BYTES = 8190
HEADERS = 100
HEADER_BYTES = 8190

FEW_ITEMS = 100
"""The service reads a request with more points, edges, cards or other items in a computing slot."""

TIME_LIMIT = 60.0
TIME_LIMIT_LEAST = 0.05
TIME_LIMIT_DEFAULT = 10.0

LIST_LIMIT = 1000
LIST_LIMIT_DEFAULT = 100
PAGE_BYTES = 8 * 1024 * 1024
LARGE_LIST_BYTES = 1024 * 1024
LARGE_LISTS = 8
EXPORTS = 16
EVENT_STREAMS = 12
SEARCH_LIMIT_DEFAULT = 20
SEARCH_CHARACTERS = 8000
"""The maximum length of the text of a search. Addresses can have 8,190 characters."""
CURSOR_CHARACTERS = 1024
BATCH_LABELS = 1000
LABEL_CHARACTERS = 200
OBJECT_CHARACTERS = 8000

SLUG_CHARACTERS = MAX_SLUG
TITLE_CHARACTERS = 200
DESCRIPTION_CHARACTERS = 2000
TAGS = MAX_TAGS
QUERY_CHARACTERS = MAX_QUERY
SEED = 2**63 - 1
IMPORT_LINES = 1000
DEDUP_POSITIONS = 1000
DEDUP_PARTS = 10_000
PACK_LEVELS = 1000
ARCHIVED_LEVELS = 200

PATTERN_CHARACTERS = 2000
WALK_STEPS = 8
DEPTH = 8
PATH_LENGTH = 100
PATH_LENGTH_DEFAULT = 20


@dataclass(frozen=True, slots=True)
class Bound:
    """A row of the bounds table: the bounded quantity, where the bound applies, and the limit."""

    subject: str
    place: str
    limit: str


def one_to(maximum: int, default: int) -> str:
    """Return the table cell for an optional number. It shows the range and the default of the number."""
    return f"1 to {maximum:,}, default {default:,}"


def in_bytes(number: int) -> str:
    """Return the table cell for a number of bytes."""
    return f"{number // (1024 * 1024)} MiB" if number % (1024 * 1024) == 0 else f"{number:,} bytes"


def require_small_json(text: str) -> None:
    """Raise Fault if JSON has too many values or is nested too deeply, before it is parsed."""
    raw = text.encode()
    # The parser holds the global interpreter lock while it runs. For this number of values, it runs for about 0.3
    # seconds.
    if sum(map(raw.count, _MARKS)) > JSON_MARKS:
        raise Fault(f"more than {JSON_MARKS:,} commas, quotes and opening brackets")
    # Each of these few passes takes milliseconds. A Python loop over the bytes would delay all other requests.
    strings_end_at_quotes = raw.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets = _STRING.sub(b"", strings_end_at_quotes).translate(_SQUARE, _NO_BRACKETS)
    for _ in range(JSON_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    if b"[]" in brackets or brackets.startswith(b"[" * (JSON_DEPTH + 1)):
        raise Fault(f"more than {JSON_DEPTH} levels of nesting")

"""Lists of sets as JSON, made in chunks from the array of their cards: a million sets never lie in memory as objects.

All codes of a deck are equally long, so every set is equally many bytes, and a chunk is filled column by column.
"""

from collections.abc import Iterator
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from flask import Response

from ludex.api import bounds
from ludex.api.problems import ProblemError
from ludex.sets.deck import DIGITS, Deck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludex.sets.solving.solver import FoundSets

_CHUNK_BYTES = 256 * 1024
_LARGE_BYTES = 1024 * 1024
_large_answers = BoundedSemaphore(bounds.LARGE_SET_LISTS)


def set_bytes(deck: Deck) -> int:
    """Return how many bytes a set takes in a list, its comma included.

    >>> set_bytes(Deck(4, 3)) == len('["0000","0121","0212"],')
    True
    """
    return deck.values * (deck.properties + 3) + 2


def most_listed(deck: Deck, limit: int) -> int:
    """Return how many sets one answer lists, at most `limit`."""
    return min(limit, bounds.SET_LIST_BYTES // set_bytes(deck))


def none_in_time(deck: Deck) -> "FoundSets":
    """Return the list of a search that ended before its first set."""
    import numpy as np

    from ludex.sets.solving.solver import FoundSets

    return FoundSets(np.empty((0, deck.values), np.int32), complete=False)


def listed_sets(deck: Deck, found: "FoundSets") -> Response:
    """Return `{"items": [...], "complete": ...}`, streamed where it is large.

    Raises ProblemError (503) where too many large lists are on their way already: each holds its array meanwhile.
    """
    complete = "true" if found.complete else "false"
    head, tail = b'{"items":[', f'],"complete":{complete}}}'.encode()
    length = len(head) + max(0, len(found) * set_bytes(deck) - 1) + len(tail)

    def pieces() -> Iterator[bytes]:
        yield head
        yield from _rows(deck, found.cards)
        yield tail

    if length <= _LARGE_BYTES:
        return Response(b"".join(pieces()), content_type="application/json")
    if not _large_answers.acquire(blocking=False):
        raise ProblemError(
            503,
            "Many large lists are on their way to clients already. Ask again, or for fewer sets with `limit`.",
            kind="busy",
            headers={"Retry-After": "5"},
        )
    response = Response(pieces(), content_type="application/json", headers={"Content-Length": str(length)})
    response.call_on_close(_large_answers.release)
    return response


def _rows(deck: Deck, cards: "NDArray[np.int32]") -> Iterator[bytes]:
    """Yield the sets as JSON with commas between them, some 256 KiB at once."""
    import numpy as np

    width = set_bytes(deck)
    rows = max(1, _CHUNK_BYTES // width)
    pattern = "[" + ",".join(['"' + "0" * deck.properties + '"'] * deck.values) + "],"
    digits = np.frombuffer(DIGITS.encode(), dtype=np.uint8)
    # The first digit of each card of a set.
    places = 2 + np.arange(deck.values) * (deck.properties + 3)
    buffer = np.tile(np.frombuffer(pattern.encode(), dtype=np.uint8), (min(rows, len(cards)), 1))
    for start in range(0, len(cards), rows):
        rest = cards[start : start + rows]
        for place in range(deck.properties - 1, -1, -1):
            higher = rest // deck.values
            buffer[: len(rest), places + place] = digits[rest - higher * deck.values]
            rest = higher
        filled = buffer[: len(rest)].tobytes()
        yield filled if start + rows < len(cards) else filled[:-1]

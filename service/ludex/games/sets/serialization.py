"""Convert sets to responses, in which each card is given by its code. Large lists are streamed.

All codes of a deck have the same length, so every set takes the same number of bytes. A list is therefore an array of
bytes that is filled column by column. Even a million sets are never in memory as Python objects.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.games.sets.deck import DIGITS, Deck
from ludex.games.sets.position import Position
from ludex.games.sets.solving.solver import Find, FoundSets, SetCards, SolverName
from ludex.games.sets.study.closed_forms import first_set, sets_in_deck

_CHUNK_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class AnySet:
    """A set, or the proved result that there is none."""

    found: bool
    set: list[str] | None

    @classmethod
    def of(cls, deck: Deck, cards: SetCards | None) -> "AnySet":
        """Return the response for the set of these `cards` of a `deck`, or for the result that there is no set (None).

        >>> AnySet.of(Deck(1, 3), (0, 1, 2))
        AnySet(found=True, set=['0', '1', '2'])
        """
        return cls(cards is not None, None if cards is None else list(map(deck.code, cards)))


@dataclass(frozen=True, slots=True)
class SetCount:
    """The number of sets."""

    count: int


@dataclass(frozen=True, slots=True)
class SetSearchResponse:
    """The result of a search for sets among given cards.

    `count` is the number of sets, or null if it is unknown. If not `complete`, there are more sets that are not listed.
    """

    count: int | None
    sets: list[list[str]]
    complete: bool


def without_search(source: Position | Deck, find: Find, solver: SolverName) -> AnySet | SetCount | None:
    """Return the result in closed form if `source` is a whole deck and `solver` is `lookup`; otherwise return None.

    `find` selects whether the result is a set or the number of sets. The cards of the deck are not enumerated.

    >>> without_search(Deck(4, 3), Find.COUNT, SolverName.LOOKUP)
    SetCount(count=1080)
    """
    if not isinstance(source, Deck) or solver is not SolverName.LOOKUP or find is Find.ALL:
        return None
    return SetCount(sets_in_deck(source)) if find is Find.COUNT else AnySet.of(source, first_set(source))


def set_bytes(deck: Deck) -> int:
    """Return how many bytes a set of a `deck` takes in a JSON list of sets, including the comma.

    >>> set_bytes(Deck(4, 3)) == len('["0000","0121","0212"],')
    True
    """
    return deck.values * (deck.properties + 3) + 2


def list_bytes(deck: Deck, found: FoundSets) -> int:
    """Return how many bytes :func:`list_as_json` yields for the sets `found` of a `deck`."""
    empty = len('{"items":[],"complete":true}') + (not found.complete)
    return empty + max(0, len(found) * set_bytes(deck) - 1)


def list_as_json(deck: Deck, found: FoundSets) -> Iterator[bytes]:
    """Yield `{"items": [...], "complete": ...}` for the sets `found` of a `deck`, in chunks of about 256 KiB."""
    yield b'{"items":['
    yield from _rows(deck, found)
    yield b'],"complete":true}' if found.complete else b'],"complete":false}'


def _rows(deck: Deck, found: FoundSets) -> Iterator[bytes]:
    """Yield the sets as JSON, separated by commas."""
    import numpy as np

    cards, width = found.cards, set_bytes(deck)
    rows = max(1, _CHUNK_BYTES // width)
    pattern = "[" + ",".join(['"' + "0" * deck.properties + '"'] * deck.values) + "],"
    digits = np.frombuffer(DIGITS.encode(), dtype=np.uint8)
    # the first digit of each card of a set
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

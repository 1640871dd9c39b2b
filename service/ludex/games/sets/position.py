"""A position: distinct cards of one deck, indexed by their order, and responses with sets of its cards.

In responses, each card is given by its code, and large lists are streamed. All codes of a deck have the same length, so
every set takes the same number of bytes. A list is therefore an array of bytes that is filled column by column. Even a
million sets are never in memory as Python objects.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ludex.card_games import CardsFault
from ludex.engine.arguments import require_integers, require_list, require_type
from ludex.exports import notebook_picture
from ludex.games.sets.deck import DIGITS, CardError, Deck
from ludex.games.sets.solving.solver import Find, FoundSets, SetCards, SolverName
from ludex.games.sets.study.closed_forms import first_set, sets_in_deck


class PositionError(CardsFault):
    """An error for cards that do not form a position."""


@dataclass(frozen=True, slots=True)
class Position:
    """Distinct cards of a deck, in a fixed order.

    Cards are referred to by their indices, from 0. A position may be empty.

    Parameters
    ----------
    deck : Deck
        The deck of the cards.
    cards : tuple of int
        The numbers of the cards, from 0 to the size of the deck - 1, without repetition.

    Raises
    ------
    PositionError
        If a card is repeated, or is not a card of the deck.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1.

    Examples
    --------
    >>> position = Position.from_codes(Deck(4, 3), ["0000", "0121", "0212"])
    >>> position.cards, position.codes
    ((0, 16, 23), ('0000', '0121', '0212'))
    >>> Position.from_codes(Deck(2, 3), ["00", "03"])
    Traceback (most recent call last):
    ...
    ludex.games.sets.position.PositionError: card 1: digit 2 is '3'; the values are 0 to 2
    """

    deck: Deck
    cards: tuple[int, ...]

    _repr_svg_ = notebook_picture("ludex.games.sets.pictures.tables:set_table_svg")

    def __post_init__(self) -> None:
        Deck.require(self.deck)
        cards = self.cards if type(self.cards) is tuple else tuple(require_list(self.cards, "cards"))
        if not set(map(type, cards)) <= {int}:
            cards = require_integers(cards, "cards")
        object.__setattr__(self, "cards", cards)
        if len(set(self.cards)) == len(self.cards) and (
            not self.cards or (min(self.cards) >= 0 and max(self.cards) < self.deck.size)
        ):
            return
        first: dict[int, int] = {}
        for index, card in enumerate(self.cards):
            if not 0 <= card < self.deck.size:
                raise PositionError(
                    f"card number {card} does not exist: the cards are 0 to {self.deck.size - 1}", index
                )
            if card in first:
                raise PositionError(
                    f"{self.deck.code(card)} is repeated, first as card {first[card]}; list each card once", index
                )
            first[card] = index

    @classmethod
    def from_codes(cls, deck: Deck, codes: Sequence[str]) -> "Position":
        """Return the position of the cards of a `deck` with the notations `codes`.

        Raises PositionError, which states the index of the card and the invalid digit.
        """
        Deck.require(deck)
        cards = []
        for index, code in enumerate(require_list(codes, "codes")):
            try:
                cards.append(deck.number(code))
            except CardError as error:
                raise PositionError(str(error), index) from error
        return cls(deck, tuple(cards))

    @staticmethod
    def require(value: object, name: str = "position") -> None:
        """Raise TypeError if the argument `name` is not a position."""
        require_type(value, Position, name, "Position.from_codes creates a Position")

    @classmethod
    def whole(cls, deck: Deck) -> "Position":
        """Return all cards of a `deck`, in the order of their notation."""
        return cls(deck, tuple(range(deck.size)))

    @property
    def codes(self) -> tuple[str, ...]:
        """Return the notation of the cards."""
        return tuple(map(self.deck.code, self.cards))

    def sorted(self) -> "Position":
        """Return the same cards in the order of their notation."""
        return Position(self.deck, tuple(sorted(self.cards)))


def as_position(source: Position | Deck) -> Position:
    """Return `source` itself if it is a position, or all cards of the whole deck `source`. A million cards take 0.1 s.

    >>> as_position(Deck(1, 2)).codes
    ('0', '1')
    """
    return Position.whole(source) if isinstance(source, Deck) else source


def is_set(deck: Deck, cards: Iterable[int]) -> bool:
    """Return whether cards form a set: v distinct cards that, in every property, are all equal or all different.

    Parameters
    ----------
    deck : Deck
        The deck of the cards, with v values.
    cards : iterable of int
        The numbers of any cards of the deck, in any order.

    Returns
    -------
    bool
        Whether the cards form a set.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1.

    Examples
    --------
    >>> deck = Deck(4, 3)
    >>> is_set(deck, [0, 16, 23]), is_set(deck, [0, 16, 24]), is_set(deck, [0, 16, 23, 23])
    (True, False, False)
    """
    Deck.require(deck)
    return explain_no_set(deck, require_integers(cards, "cards")) is None


def explain_no_set(deck: Deck, cards: Sequence[int]) -> str | None:
    """Return why `cards` of a `deck` are not a set, with the values of each property that fails, or None for a set.

    >>> deck = Deck(4, 3)
    >>> print(explain_no_set(deck, [deck.number(code) for code in ("0000", "0121", "1221")]))
    0000, 0121, 1221 are not a set: property 1 has the values 0, 0, 1; property 3 has the values 0, 2, 2; property 4 has
    the values 0, 1, 1; in every property, the cards of a set are all equal or all different
    """
    if len(cards) != deck.values:
        reasons = f"a set has {deck.values} cards, not {len(cards)}"
    elif len(set(cards)) != deck.values:
        reasons = "a set has no repeated cards"
    else:
        failing = [
            (place, column)
            for place, column in enumerate(zip(*map(deck.digits, cards), strict=True), start=1)
            if len(set(column)) not in {1, deck.values}
        ]
        if not failing:
            return None
        values = "; ".join(
            f"property {place} has the values {', '.join(deck.alphabet[value] for value in column)}"
            for place, column in failing
        )
        reasons = f"{values}; in every property, the cards of a set are all equal or all different"
    codes = ", ".join(map(deck.code, cards)) or "no cards"
    return f"{codes} are not a set: {reasons}"


MAX_KEY_CARDS = 4096
MAX_KEY_CELLS = 1 << 24
"""For v = 3, the maximum product of the number of cards and the number of partitions that represent them.

See :mod:`ludex.games.sets.identity.canonical_search`.
"""


class PositionTooLarge(PositionError):
    """An error for a position that has too many cards, or too many partitions, to compute its canonical key."""


def require_size(position: Position) -> None:
    """Raise PositionTooLarge if a `position` has too many cards for a key."""
    if len(position.cards) > MAX_KEY_CARDS:
        raise PositionTooLarge(f"{len(position.cards)} cards given; a canonical key supports at most {MAX_KEY_CARDS}")


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

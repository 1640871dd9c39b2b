"""The deck of all `v^p` cards with p properties of v values. The notation of a card has a base-36 digit per property.

A card is represented by a number. Written in base v, this number has the same digits as the notation of the card, and
the first property is the most significant digit. The deck therefore consists of the numbers 0 to `v^p - 1`, and their
order is the order of the notation.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

from ludex.engine.arguments import require_integer, require_type
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_VALUES = 36
MAX_PROPERTIES = 19
MAX_DECK = 1_000_000

DIGITS = digits + ascii_lowercase


class DeckError(Fault):
    """An error for numbers of properties and values that no deck has.

    `field` is the invalid number, 'properties' or 'values', or None if only the combination of the two numbers is
    invalid.
    """

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message, (field or "properties",), *(() if field else ("values",)))
        self.field = field

    def __str__(self) -> str:
        """Return only the message, because it already names the field."""
        return self.message


class CardError(ValueError):
    """An error for a text that does not denote a card of the deck."""


@dataclass(frozen=True, slots=True, order=True)
class Deck:
    """The deck of all cards with p properties of v values each. A card is a number from 0 to `v^p - 1`.

    Parameters
    ----------
    properties : int
        The number p of properties, 1 to 19.
    values : int
        The number v of values of each property, 1 to 36; v^p is at most 1,000,000.

    Raises
    ------
    DeckError
        If a number is out of range, or there are too many cards.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1.

    Examples
    --------
    >>> deck = Deck(properties=4, values=3)
    >>> deck.size, deck.number("0121"), deck.code(16), deck.digits(16)
    (81, 16, '0121', (0, 1, 2, 1))
    """

    properties: int
    values: int

    def __post_init__(self) -> None:
        for field, number, greatest in (
            ("properties", self.properties, MAX_PROPERTIES),
            ("values", self.values, MAX_VALUES),
        ):
            require_integer(number, field)
            if not 1 <= number <= greatest:
                raise DeckError(f"{field} must be 1 to {greatest}, not {number}", field)
        if self.size > MAX_DECK:
            raise DeckError(
                f"{self.properties} properties of {self.values} values make {self.size:,} cards; "
                f"a deck can have at most {MAX_DECK:,}: use fewer properties or values"
            )

    @staticmethod
    def require(value: object, name: str = "deck") -> None:
        """Raise TypeError if the argument `name` is not a deck."""
        require_type(value, Deck, name, "Deck(properties, values) creates a Deck")

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return int(self.values**self.properties)

    @property
    def first_table(self) -> int:
        """Return the number of cards on the initial table of a game: `v * p`, or all cards if the deck has fewer."""
        return min(self.values * self.properties, self.size)

    @property
    def alphabet(self) -> str:
        """Return the digits that denote the values of a property."""
        return DIGITS[: self.values]

    def digits(self, card: int) -> tuple[int, ...]:
        """Return the values of a `card`, one for each property."""
        values = []
        for _ in range(self.properties):
            card, value = divmod(card, self.values)
            values.append(value)
        return tuple(reversed(values))

    def card(self, values: tuple[int, ...]) -> int:
        """Return the number of the card with these `values`, one for each property, 0 to v - 1."""
        number = 0
        for value in values:
            number = number * self.values + value
        return number

    def code(self, card: int) -> str:
        """Return the notation of a `card`."""
        return "".join(DIGITS[value] for value in self.digits(card))

    def number(self, code: str) -> int:
        """Return the number of the card with the notation `code`. Raises CardError, which names the invalid digit."""
        require_type(code, str, "code")
        if len(code) != self.properties:
            raise CardError(f"{len(code)} digits given; a card must have {self.properties}, one for each property")
        value_of = _value_of(self.values)
        number = 0
        for place, digit in enumerate(code, start=1):
            value = value_of.get(digit)
            if value is None:
                raise CardError(f"digit {place} is {digit!r}; the values are {_span(self.alphabet)}")
            number = number * self.values + value
        return number

    def shuffled(self, seed: int) -> Iterator[int]:
        """Yield all cards of the deck in a random order that the `seed` determines. All orders are equally likely.

        Each card is drawn only when the caller requests it, so the cost is proportional to the number of requested
        cards.

        >>> from itertools import islice
        >>> sorted(Deck(2, 2).shuffled(1)), list(islice(Deck(6, 10).shuffled(1), 3))
        ([0, 1, 2, 3], [566561, 745781, 971000])
        """
        return RandomNumbers(seed).shuffled(self.size)


@lru_cache(maxsize=MAX_VALUES)
def _value_of(values: int) -> dict[str, int]:
    return {digit: value for value, digit in enumerate(DIGITS[:values])}


def _span(alphabet: str) -> str:
    if len(alphabet) <= len(digits):
        return alphabet[0] if len(alphabet) == 1 else f"{alphabet[0]} to {alphabet[-1]}"
    letters = alphabet[len(digits) :]
    return "0 to 9 and a" + ("" if len(letters) == 1 else f" to {letters[-1]}")


def digit_array(deck: Deck, cards: "NDArray[np.int32]") -> "NDArray[np.int32]":
    """Return the values of many cards of a deck.

    Parameters
    ----------
    deck : Deck
        The deck, of p properties.
    cards : int32 (cards)
        The numbers of the cards.

    Returns
    -------
    int32 (cards, p)
        The values of each card, one for each property.

    Examples
    --------
    >>> import numpy as np
    >>> digit_array(Deck(4, 3), np.array([16, 80], np.int32)).tolist()
    [[0, 1, 2, 1], [2, 2, 2, 2]]
    """
    columns = cards[:, None].repeat(deck.properties, axis=1)
    for column, exponent in enumerate(reversed(range(deck.properties))):
        columns[:, column] = cards // deck.values**exponent % deck.values
    return columns

"""The difficulty of finding every set on a table.

A player looks at random pairs of cards. The third card of the set is then known, so that a pair either shows a set or
shows that there is none. Similar cards attract attention: a pair is twice as likely for each property in which its
cards agree. The grade is the logarithm of the expected number of looks until every set has been found. The tests
compare it with a player that works differently.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from operator import eq

from ludex.games.sets.position import Position
from ludex.games.sets.solving.search import find_all

MAX_CARDS = 24
"""The maximum number of cards of a table with a grade."""
_STEPS, _LESS = 3, 4


def _agreements(cards: Sequence[tuple[int, ...]]) -> int:
    """Return the number of properties in which all cards agree. The cards are given by their digits."""
    return sum(len(set(values)) == 1 for values in zip(*cards, strict=True))


def expected_looks(position: Position) -> Fraction | None:
    """Return the expected number of pairs at which the player looks until every set has been found.

    The result is None if there is no set, if there are more than 24 cards, or if two cards do not determine the third
    card of a set, because properties have two values or more than three.

    >>> from ludex.games.sets.deck import Deck
    >>> expected_looks(Position.from_codes(Deck(2, 3), ["00", "11", "22", "01"]))
    Fraction(8, 3)
    """
    deck, cards = position.deck, position.cards
    if deck.values != 3 or len(cards) > MAX_CARDS:
        return None
    found = Counter(_agreements([deck.digits(card) for card in of_set]) for of_set in find_all(position))
    if not found:
        return None
    total = sum(1 << sum(map(eq, *pair)) for pair in combinations(map(deck.digits, cards), 2))
    # Any two cards of a set agree in as many properties as all three cards.
    sets = [(number, 3 << common) for common, number in found.items()]
    looks = Fraction(0)
    for chosen in product(*(range(number + 1) for number, _ in sets)):
        if any(chosen):
            ways, weight = 1, 0
            for few, (number, of_each) in zip(chosen, sets, strict=True):
                ways *= comb(number, few)
                weight += few * of_each
            looks += Fraction(ways * total if sum(chosen) % 2 else -ways * total, weight)
    return looks


def grade_of(position: Position) -> int | None:
    """Return the grade of a table: three times the binary logarithm of the expected number of looks, less 4.

    The logarithm is rounded down, and the grade is at least 0. With these numbers, the words of
    :mod:`ludex.engine.difficulty` fit. The grade is None if the expected number of looks is.

    >>> from ludex.games.sets.deck import Deck
    >>> grade_of(Position.from_codes(Deck(4, 3), ["0000", "0001", "0002", "1212"]))
    0
    """
    looks = expected_looks(position)
    if looks is None:
        return None
    return max(0, int(looks**_STEPS).bit_length() - 1 - _LESS)

"""Closed forms for a whole deck, and for cards drawn from it at random."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial

from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.cap_bounds import cap_upper_bound


def sets_in_deck(deck: Deck) -> int:
    """Return the number of sets of the whole `deck`: ((v + v!)^p - v^p) / v! for v >= 2.

    In each property, v cards in order either have one value, in v ways, or all values, in v! ways. They do not have one
    value in all properties. Each set is counted in v! orders. The only card of a deck with one value is itself a set.

    >>> sets_in_deck(Deck(4, 3)), sets_in_deck(Deck(5, 4)), sets_in_deck(Deck(3, 1))
    (1080, 717056, 1)
    """
    if deck.values == 1:
        return 1
    orders = factorial(deck.values)
    return int((deck.values + orders) ** deck.properties - deck.size) // orders


def first_set(deck: Deck) -> tuple[int, ...]:
    """Return the first set of a whole `deck`: the cards that differ from the first card at most in the last property.

    >>> first_set(Deck(4, 3)), first_set(Deck(2, 1))
    ((0, 1, 2), (0,))
    """
    return tuple(range(deck.values))


def sets_through_card(deck: Deck) -> int:
    """Return the number of sets that contain a given card of a `deck`; it is the same for every card.

    >>> sets_through_card(Deck(4, 3))
    40
    """
    return sets_in_deck(deck) * deck.values // deck.size


def sets_through_pair(deck: Deck, differing: int) -> int:
    """Return the number of sets of a `deck` that contain two given cards that differ in `differing` properties.

    It is ((v-2)!)^(differing-1): in a property in which they differ, the other v-2 cards have the other v-2 values in
    some order. Raises ValueError if `differing` is not from 1 to p, or if a set has fewer than two cards.

    >>> [sets_through_pair(Deck(4, 3), d) for d in (1, 4)], [sets_through_pair(Deck(3, 5), d) for d in (1, 2, 3)]
    ([1, 1], [1, 6, 36])
    """
    if deck.values < 2:
        raise ValueError("a set of a deck with one value has one card")
    if not 1 <= differing <= deck.properties:
        raise ValueError(f"two cards differ in 1 to {deck.properties} properties, not {differing}")
    return int(factorial(deck.values - 2) ** (differing - 1))


def expected_sets(deck: Deck, n: int) -> Fraction:
    """Return the expected number of sets among `n` cards drawn at random from a `deck` without replacement.

    Raises ValueError if `n` is negative or exceeds the size of the deck.

    >>> expected_sets(Deck(4, 3), 12)
    Fraction(220, 79)
    """
    if not 0 <= n <= deck.size:
        raise ValueError(f"{n} cards, the deck has {deck.size}")
    return Fraction(sets_in_deck(deck) * comb(n, deck.values), comb(deck.size, deck.values))


def no_set_in_closed_form(deck: Deck, n: int) -> Fraction | None:
    """Return the probability that `n` random cards of a `deck` contain no set, or None.

    The closed form exists if n does not exceed the size of a set, or exceeds the upper bound for caps. Other numbers of
    cards require the numbers of caps.

    >>> [no_set_in_closed_form(Deck(4, 3), n) for n in (3, 12, 21)]
    [Fraction(78, 79), None, Fraction(0, 1)]
    """
    if n < deck.values:
        return Fraction(1)
    if n == deck.values:
        return 1 - Fraction(sets_in_deck(deck), comb(deck.size, n))
    return Fraction(0) if n > cap_upper_bound(deck) else None


def max_sets_in_game(deck: Deck) -> int:
    """Return an upper bound on the number of sets in a game with a `deck`: v^(p-1), since each takes v cards.

    It is not always attained.

    >>> max_sets_in_game(Deck(4, 3))
    27
    """
    return deck.size // deck.values


@dataclass(frozen=True, slots=True)
class ExpectedSets:
    """The expected number of sets among n random cards, as a fraction and as a decimal."""

    n: int
    numerator: int
    denominator: int
    expected: float


@dataclass(frozen=True, slots=True)
class DeckFacts:
    """Closed forms for a whole deck of `size` cards.

    `sets_through_pair` maps the number of properties in which two cards differ to the number of sets that contain both;
    it is empty if a set has one card. A game finds at most `most_sets_in_game` sets, a bound that is not always
    attained.
    """

    properties: int
    values: int
    size: int
    sets: int
    sets_through_card: int
    sets_through_pair: dict[str, int]
    most_sets_in_game: int
    expected_sets: ExpectedSets


def deck_facts(deck: Deck, drawn: int) -> DeckFacts:
    """Return the closed forms for a `deck`, and for `drawn` cards drawn from it.

    Raises ValueError as :func:`expected_sets` does.

    >>> deck_facts(Deck(4, 3), 12).expected_sets.numerator
    220
    """
    expected = expected_sets(deck, drawn)
    pairs = range(1, deck.properties + 1) if deck.values > 1 else range(0)
    return DeckFacts(
        properties=deck.properties,
        values=deck.values,
        size=deck.size,
        sets=sets_in_deck(deck),
        sets_through_card=sets_through_card(deck),
        sets_through_pair={str(differing): sets_through_pair(deck, differing) for differing in pairs},
        most_sets_in_game=max_sets_in_game(deck),
        expected_sets=ExpectedSets(drawn, expected.numerator, expected.denominator, float(expected)),
    )

"""Closed forms for whole decks and for random draws, and upper bounds on the sizes of caps."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import Any

from ludex.engine.evidence import Evidence
from ludex.games.sets.deck import Deck
from ludex.games.sets.study.cap_bounds import (
    LARGE_CAP,
    LARGE_LAYER,
    MOST,
    PLANES,
    PROPERTIES,
    flat_bound,
    hyperplane_step,
    plane_step,
)

SEARCHED = {(3, 4): 28, (PROPERTIES, 3): MOST}
"""The sizes of largest caps that are proved by search, keyed by (properties, values).

See :mod:`ludex.games.sets.solving.cap_layers` and :mod:`ludex.games.sets.study.cap_bounds`.
"""


def cap_upper_bound(deck: Deck) -> int:
    """Return an upper bound on the size of the caps of a `deck`.

    - v <= 2: any v distinct cards form a set, so v - 1 is the maximum.
    - p = 1: all v cards form the only set, so v - 1 is the maximum.
    - p = 2: (v-1)^2 is the maximum. The cards are the cells of a v x v square. The sets are the rows, the columns and
      the transversals of this square, where a transversal consists of v cells, no two of which are in the same row or
      column. A cap contains no transversal, so by König's theorem v - 1 lines (rows or columns) cover its cells. The
      cap contains no whole line, so each of these lines covers at most v - 1 of its cells. The cells outside one row
      and one column form a cap of (v-1)^2 cells.
    - v = 3: see :func:`counting_bound`, and for p = 5 :mod:`ludex.games.sets.study.cap_bounds`.
    - v = 4, 5, 6 or 7 and p = 3: see :mod:`ludex.games.sets.solving.cap_layers` for 28 cards of four values, and
      :mod:`ludex.games.sets.study.cap_bounds` for the other values.
    - Otherwise, see :func:`ludex.games.sets.study.cap_bounds.flat_bound`.

    >>> [cap_upper_bound(Deck(p, 3)) for p in range(1, 7)]
    [2, 4, 9, 20, 45, 114]
    >>> [cap_upper_bound(Deck(p, 4)) for p in range(1, 6)]
    [3, 9, 28, 104, 416]
    >>> [cap_upper_bound(Deck(3, v)) for v in range(4, 9)]
    [28, 72, 134, 228, 385]
    """
    v, p = deck.values, deck.properties
    if v <= 2 or p == 1:
        return v - 1
    if p == 2:
        return (v - 1) ** 2
    if (p, v) in SEARCHED:
        return SEARCHED[p, v]
    if p == 3 and v in PLANES:
        return PLANES[v].most
    smaller = cap_upper_bound(Deck(p - 1, v))
    return counting_bound(p, smaller) if v == 3 else flat_bound(v, smaller, _large(p, v))


def _large(properties: int, values: int) -> tuple[int, int]:
    """Return the sizes of a cap of one property less and of a layer that each cap of this size has, if known."""
    return (LARGE_CAP, LARGE_LAYER) if (properties, values) == (4, 4) else (0, 0)


def cap_bound_method(deck: Deck) -> str:
    """Return the method with which :func:`cap_upper_bound` proves the bound for a `deck`.

    >>> [cap_bound_method(Deck(p, v)) for p, v in ((2, 7), (4, 3), (5, 3), (3, 4), (4, 4))]
    ['closed-form', 'counting', 'hyperplanes', 'layers', 'hyperplanes']
    """
    if deck.values <= 2 or deck.properties <= 2:
        return "closed-form"
    if (deck.properties, deck.values) == (3, 4):
        return "layers"
    return "hyperplanes" if deck.properties >= PROPERTIES or deck.values > 3 else "counting"


def cap_bound(deck: Deck, method: str) -> dict[str, Any]:
    """Return the argument of a `method` for the upper bound on caps of a `deck`, in the format of certificates.

    `method` is 'closed-form', 'counting', 'hyperplanes' or 'layers'.

    >>> cap_bound(Deck(4, 3), "counting")["steps"][-1]
    {'properties': 4, 'smaller': 9, 'most': 20}
    >>> cap_bound(Deck(2, 5), "closed-form")
    {'by': 'closed-form', 'most': 16}
    """
    if method == "closed-form":
        return {"by": method, "most": cap_upper_bound(deck)}
    if method == "counting":
        return {"by": method, "steps": _counting_steps(deck.properties, 3, 4)}
    if method == "hyperplanes" and deck.values > 3:
        return {"by": method, "steps": [_step(Deck(p, deck.values)) for p in range(3, deck.properties + 1)]}
    if method == "hyperplanes":
        first, last = _counting_steps(PROPERTIES - 1, 3, 4), _counting_steps(deck.properties, PROPERTIES + 1, MOST)
        return {"by": method, "steps": [*first, hyperplane_step(), *last]}
    if method == "layers":
        return {"by": method, "recompute": _layers(deck)}
    return {"by": method}


def bound_evidence(bound: dict[str, Any]) -> Evidence:
    """Return what an argument for a bound rests on.

    `ludex-check-claims` repeats the searches through layers and of the step with divisions, but no other search.

    >>> [bound_evidence(cap_bound(Deck(*shape), "hyperplanes")).value for shape in ((3, 5), (5, 3), (4, 4))]
    ['certificate', 'recomputed', 'search']
    >>> bound_evidence(cap_bound(Deck(3, 4), "layers")).value
    'recomputed'
    """
    searched = [part for part in (bound, *bound.get("steps", ())) if "recompute" in part]
    if not searched:
        return Evidence.CERTIFICATE
    repeated = all("divisions" in part or part.get("by") == "layers" for part in searched)
    return Evidence.RECOMPUTED if repeated else Evidence.SEARCH


def _layers(deck: Deck) -> dict[str, int]:
    return {"layers": deck.values, "cards_of_a_layer": deck.size // deck.values}


def _step(deck: Deck) -> dict[str, Any]:
    """Return the bound for a deck with more than three values as a step of a certificate."""
    if deck.properties == 3 and deck.values in PLANES:
        return plane_step(deck.values)
    smaller = cap_upper_bound(Deck(deck.properties - 1, deck.values))
    step = {"properties": deck.properties, "smaller": smaller, "most": cap_upper_bound(deck)}
    if (deck.properties, deck.values) in SEARCHED:
        return {**step, "recompute": _layers(deck)}
    cards, of_layer = _large(deck.properties, deck.values)
    return {**step, "recompute": {"cap": cards, "layer": of_layer}} if of_layer else step


def _counting_steps(properties: int, first: int, smaller: int) -> list[dict[str, Any]]:
    """Return the steps of the counting argument from `first` to `properties` properties.

    `smaller` is the bound for `first` - 1 properties.
    """
    steps = []
    for p in range(first, properties + 1):
        most = counting_bound(p, smaller)
        steps.append({"properties": p, "smaller": smaller, "most": most})
        smaller = most
    return steps


def counting_bound(properties: int, smaller: int) -> int:
    """Return an upper bound on caps for v = 3 and p = `properties`, given the bound `smaller` for one property less.

    A class of parallel hyperplanes divides a cap of N cards into three parts of `N/3 + d_0`, `N/3 + d_1` and `N/3 +
    d_2` cards. Each part has at most C = `smaller` cards. Let S_2 be the sum of all `d_i^2` over all `(3^p - 1)/2`
    classes, and let S_3 be the sum of all `d_i^3`. The characters of the space give `S_2 = (3^p N - N^2) / 3`. They
    also give `S_3 = (3^p N - N^3) / 9`, since three cards of the cap add up to zero only if all three are the same
    card. In each class, `d_0 + d_1 + d_2 = 0`, and no `d_i` exceeds `D = C - N/3`. It follows that `-(d_0^3 + d_1^3 +
    d_2^3) <= D (d_0^2 + d_1^2 + d_2^2)`, with equality only if the three numbers are `0, 0, 0` or `D, D, -2D`. Summing
    over the classes gives `-S_3 <= D S_2`, which is equivalent to `N <= 3^p (1 + 3C) / (3^p + 3C)` (R. Meshulam 1995;
    J. Bierbrauer and Y. Edel 2002). If N attains the bound, `S_2 / 6D^2` classes have the numbers `D, D, -2D`. If this
    number of classes is not an integer, N does not attain the bound. For example, a cap of 21 cards of 81 would need
    17.5 such classes.

    >>> counting_bound(4, 9), counting_bound(5, 20), counting_bound(6, 45)
    (20, 48, 114)
    """
    deck: int = 3**properties
    most, rest = divmod(deck * (1 + 3 * smaller), deck + 3 * smaller)
    if rest == 0:
        squares = deck * most - most * most
        of_one_class = 2 * (3 * smaller - most) ** 2
        if of_one_class and squares % of_one_class:
            return most - 1
    return most


def sets_in_deck(deck: Deck) -> int:
    """Return the number of sets of the whole `deck`: ((v + v!)^p - v^p) / v! for v >= 2.

    Consider a set with an order of its v cards. In each property, the cards have either the same value (v ways) or all
    values (v! ways). The `v^p` cases with the same value in every property are not sets and are excluded. Each set is
    counted once for each of its v! orders. If v = 1, the only card of the deck is a set.

    >>> sets_in_deck(Deck(4, 3)), sets_in_deck(Deck(5, 4)), sets_in_deck(Deck(3, 1))
    (1080, 717056, 1)
    """
    if deck.values == 1:
        return 1
    orders = factorial(deck.values)
    return int((deck.values + orders) ** deck.properties - deck.size) // orders


def first_set(deck: Deck) -> tuple[int, ...]:
    """Return the first set of a whole `deck`: all cards that agree with the first card in all properties but the last.

    >>> first_set(Deck(4, 3)), first_set(Deck(2, 1))
    ((0, 1, 2), (0,))
    """
    return tuple(range(deck.values))


def sets_through_card(deck: Deck) -> int:
    """Return the number of sets of a `deck` that contain a given card. This number is the same for every card.

    >>> sets_through_card(Deck(4, 3))
    40
    """
    return sets_in_deck(deck) * deck.values // deck.size


def sets_through_pair(deck: Deck, differing: int) -> int:
    """Return the number of sets of a `deck` that contain two given cards that differ in `differing` properties.

    The number is `((v-2)!)^(differing-1)`. In each property in which the two cards differ, the remaining v-2 cards have
    the remaining v-2 values in some order. Raises ValueError if `differing` is not from 1 to p, or if a set has fewer
    than two cards.

    >>> [sets_through_pair(Deck(4, 3), d) for d in (1, 4)], [sets_through_pair(Deck(3, 5), d) for d in (1, 2, 3)]
    ([1, 1], [1, 6, 36])
    """
    if deck.values < 2:
        raise ValueError("a set of two cards or more needs a deck with at least two values")
    if not 1 <= differing <= deck.properties:
        raise ValueError(f"two cards must differ in 1 to {deck.properties} properties, not {differing}")
    return int(factorial(deck.values - 2) ** (differing - 1))


def expected_sets(deck: Deck, n: int) -> Fraction:
    """Return the expected number of sets among `n` cards drawn at random from a `deck` without replacement.

    Raises ValueError if `n` is negative or exceeds the size of the deck.

    >>> expected_sets(Deck(4, 3), 12)
    Fraction(220, 79)
    """
    if not 0 <= n <= deck.size:
        raise ValueError(f"{n} cards are too many: the deck has {deck.size}")
    return Fraction(sets_in_deck(deck) * comb(n, deck.values), comb(deck.size, deck.values))


def no_set_in_closed_form(deck: Deck, n: int) -> Fraction | None:
    """Return the probability that `n` random cards of a `deck` contain no set, or None if no closed form exists.

    The closed form exists if n does not exceed the size of a set, or if n exceeds the upper bound on the size of caps.
    For every other n, the numbers of caps are necessary.

    >>> [no_set_in_closed_form(Deck(4, 3), n) for n in (3, 12, 21)]
    [Fraction(78, 79), None, Fraction(0, 1)]
    """
    if n < deck.values:
        return Fraction(1)
    if n == deck.values:
        return 1 - Fraction(sets_in_deck(deck), comb(deck.size, n))
    return Fraction(0) if n > cap_upper_bound(deck) else None


def max_sets_in_game(deck: Deck) -> int:
    """Return an upper bound on the number of sets in a game with a `deck`.

    The bound is `v^(p-1)`, since each set removes v cards. Not every deck has a game that attains the bound.

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

    `sets_through_pair` maps the number of properties in which two cards differ to the number of sets that contain both.
    It is empty if a set has one card. A game finds at most `most_sets_in_game` sets, a bound that is not always
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

    Raises ValueError in the same cases as :func:`expected_sets`.

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

"""Proved upper bounds on the size of caps of whole decks, without a search."""

from itertools import pairwise
from typing import Any

from ludex.games.sets.deck import Deck

SEARCHED = {(3, 4): 28}
"""Largest caps by (properties, values) that a search has proved: see :mod:`ludex.games.sets.solving.cap_layers`."""


def cap_upper_bound(deck: Deck) -> int:
    """Return an upper bound on the size of the caps of a `deck`.

    - v <= 2: any v distinct cards form a set, so v - 1 is the maximum.
    - p = 1: all v cards form the only set, so v - 1 is the maximum.
    - p = 2: (v-1)^2 is the maximum. The cards are the cells of a v x v square. The sets are its rows, its columns and
      its transversals: v cells, no two in the same row or column. A cap has no transversal, so by König's theorem v - 1
      lines, rows or columns, cover its cells. No line is full, so each covers at most v - 1 cells. The cells outside
      one row and one column form such a cap.
    - v = 3: see :func:`counting_bound`.
    - Otherwise, the v layers of a property are caps with one property less.

    >>> [cap_upper_bound(Deck(p, 3)) for p in range(1, 7)]
    [2, 4, 9, 20, 48, 121]
    >>> [cap_upper_bound(Deck(p, 4)) for p in range(1, 5)]
    [3, 9, 28, 112]
    """
    v, p = deck.values, deck.properties
    if v <= 2 or p == 1:
        return v - 1
    if p == 2:
        return (v - 1) ** 2
    if (p, v) in SEARCHED:
        return SEARCHED[p, v]
    smaller = cap_upper_bound(Deck(p - 1, v))
    return counting_bound(p, smaller) if v == 3 else v * smaller


def cap_bound(deck: Deck, method: str) -> dict[str, Any]:
    """Return the argument for the upper bound on caps of a `deck` by a `method`, in the form of certificates.

    `method` is 'closed-form', 'counting' or 'layers'.

    >>> cap_bound(Deck(4, 3), "counting")["steps"][-1]
    {'properties': 4, 'smaller': 9, 'most': 20}
    >>> cap_bound(Deck(2, 5), "closed-form")
    {'by': 'closed-form', 'most': 16}
    """
    if method == "closed-form":
        return {"by": method, "most": cap_upper_bound(deck)}
    if method == "counting":
        sizes = [cap_upper_bound(Deck(p, 3)) for p in range(2, deck.properties + 1)]
        steps = [
            {"properties": properties, "smaller": smaller, "most": most}
            for properties, (smaller, most) in enumerate(pairwise(sizes), start=3)
        ]
        return {"by": method, "steps": steps}
    if method == "layers":
        return {"by": method, "recompute": {"layers": deck.values, "cards_of_a_layer": deck.size // deck.values}}
    return {"by": method}


def counting_bound(properties: int, smaller: int) -> int:
    """Return an upper bound on caps of v = 3 and p = `properties` from a bound `smaller` for one property less.

    A parallel class of hyperplanes divides a cap of N cards into N/3 + d_0, N/3 + d_1, N/3 + d_2 cards, each at most C
    = `smaller`. Let S_2 be the sum of all d_i^2 over all (3^p - 1)/2 classes, and S_3 that of all d_i^3. With the
    characters of the space, S_2 = (3^p N - N^2) / 3 and, since the only triples of cards of the cap that add up to zero
    consist of one card three times, S_3 = (3^p N - N^3) / 9. In a class, d_0 + d_1 + d_2 = 0 and no d_i exceeds D = C -
    N/3. It follows that -(d_0^3 + d_1^3 + d_2^3) <= D (d_0^2 + d_1^2 + d_2^2), with equality only for 0, 0, 0 and D, D,
    -2D. The sum over the classes is -S_3 <= D S_2, which is N <= 3^p (1 + 3C) / (3^p + 3C) (R. Meshulam 1995; J.
    Bierbrauer and Y. Edel 2002). If N attains the bound, S_2 / 6D^2 classes are D, D, -2D; if that is not an integer, N
    does not attain it. For example, a cap of 21 cards of 81 would need 17.5 such classes.

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

"""The largest caps of a deck up to symmetry, found without listing smaller caps where possible.

In the deck of three properties with four values, a search by layers finds the largest caps, which have 28 cards. For
all other decks, the caps of every size are counted, and the classes of the largest size are the result.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.keys import representative
from ludex.games.sets.position import Position
from ludex.games.sets.solving import cap_layers
from ludex.games.sets.study.cap_counts import CapCounts, ClassOfCaps, count_caps
from ludex.games.sets.study.closed_forms import SEARCHED


@dataclass(frozen=True, slots=True)
class LargestCaps:
    """The largest caps of a `deck`: their size, and one cap of each class with the number of caps in the class."""

    deck: Deck
    size: int
    classes: tuple[ClassOfCaps, ...]

    @property
    def caps(self) -> int:
        """Return the number of largest caps."""
        return sum(caps for _, caps in self.classes)


def largest_caps(deck: Deck, budget: Budget | None = None, counts: CapCounts | None = None) -> LargestCaps:
    """Return the largest caps of a deck up to the symmetries that preserve sets.

    Parameters
    ----------
    deck : Deck
        A deck with three properties and four values, or one whose caps can be counted.
    budget : Budget, optional
        The limits of the search; no limits by default.
    counts : CapCounts, optional
        Known cap counts of the deck, if any.

    Returns
    -------
    LargestCaps
        The classes, sorted by their canonical forms. Each class includes the cap that is its canonical form.

    Raises
    ------
    PositionError
        If the caps of the deck cannot be counted.
    BudgetExhausted
        If the budget is exhausted.

    Notes
    -----
    Cost: ten seconds for Deck(3, 4); two minutes for Deck(4, 3) if no counts are given.

    Examples
    --------
    >>> found = largest_caps(Deck(3, 3))
    >>> found.size, found.caps, len(found.classes)
    (9, 2106, 1)
    """
    budget = budget or Budget()
    if deck.values <= 2:  # any two cards form a set if v = 2, and any single card does if v = 1
        cards = (0,) * (deck.values - 1)
        return LargestCaps(deck, len(cards), ((cards, deck.size),))
    if deck == cap_layers.DECK:
        return _in_layers(SEARCHED[deck.properties, deck.values], budget)
    if counts is None or not counts.complete or counts.representatives is None:
        counts = count_caps(deck, budget)
        if not counts.complete:
            budget.check()
    if counts.representatives is None or not counts.representatives[-1]:
        raise ValueError("the deck has too many classes of caps to list the largest")
    return LargestCaps(deck, counts.largest, _sorted(deck, counts.representatives[-1]))


def _in_layers(size: int, budget: Budget) -> LargestCaps:
    """Return the classes of the caps that the search by layers finds. Each class is an orbit of the symmetries."""
    deck = cap_layers.DECK
    classes: list[ClassOfCaps] = []
    known: set[int] = set()
    for cards in cap_layers.caps_in_layers(size, budget):
        if sum(1 << card for card in cards) not in known:
            orbit = _orbit(deck, cards)
            known |= orbit
            classes.append((cards, len(orbit)))
    return LargestCaps(deck, size, _sorted(deck, classes))


def _orbit(deck: Deck, cards: tuple[int, ...]) -> set[int]:
    """Return the images of a cap, as bit sets, under all permutations of the properties and of their values.

    The deck has at most 64 cards.
    """
    digits = np.array([deck.digits(card) for card in cards])
    values = np.array(list(permutations(range(deck.values))))
    found: set[int] = set()
    for order in permutations(range(deck.properties)):
        # One row for each choice of the permutations of values so far, one column for each card.
        numbers = np.zeros((1, len(cards)), np.int64)
        for place in order:
            numbers = (numbers[:, None] * deck.values + values[:, digits[:, place]]).reshape(-1, len(cards))
        found.update(np.bitwise_or.reduce(np.uint64(1) << numbers.astype(np.uint64), axis=1).tolist())
    return found


def _sorted(deck: Deck, classes: Iterable[ClassOfCaps]) -> tuple[ClassOfCaps, ...]:
    """Return the classes, sorted by their canonical forms. Each class includes the cap that is its canonical form."""
    caps = [(representative(Position(deck, cards)).cards, caps) for cards, caps in classes]
    return tuple(sorted(caps))

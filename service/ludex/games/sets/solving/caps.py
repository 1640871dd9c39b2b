"""Caps: positions without a set. How large they can be, in a deck and within a position."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, PositionError
from ludex.games.sets.solving import cap_layers
from ludex.games.sets.solving.cap_bounds import cap_upper_bound
from ludex.games.sets.solving.cap_layers import DECK, cap_in_layers
from ludex.games.sets.solving.cap_products import large_cap
from ludex.games.sets.solving.cap_search import searched_cap
from ludex.games.sets.solving.lookup import Lookup

MAX_SETS_WITHIN = 200_000
"""The most sets of a position in which a largest cap is looked for."""


@dataclass(frozen=True, slots=True)
class Cap:
    """Cards without a set among them, ascending, and what is known of how many there can be.

    `proved` says that there is no larger cap; then `upper_bound` is the number of cards. `method` says what proves the
    bound: 'closed-form', 'counting', 'layers', 'integer-program', or 'none' if all cards are kept.
    """

    cards: tuple[int, ...]
    proved: bool
    upper_bound: int
    method: str

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    @classmethod
    def stated(cls, deck: Deck, codes: object, proved: bool, upper_bound: int | None, method: str) -> "Cap":
        """Return the cap of a `deck` that is stated by the `codes` of its cards, in the form of JSON.

        `proved`, `upper_bound` and `method` are stated with it. Raises ValueError if they do not state a cap. It is not
        checked whether there is a set among the cards.
        """
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            raise ValueError("a largest cap is stated by its cards")
        cards = Position.from_codes(deck, codes).sorted().cards
        if upper_bound is None or upper_bound < len(cards) or proved != (upper_bound == len(cards)):
            raise ValueError(f"proved is {proved} with {len(cards)} cards and an upper bound of {upper_bound}")
        return cls(cards, proved, upper_bound, method)


def largest_cap(deck: Deck, budget: Budget | None = None) -> Cap:
    """Return a largest cap of a deck, with its proof or with an upper bound.

    Parameters
    ----------
    deck : Deck
        A deck of any size, up to a million cards.
    budget : Budget, optional
        The limits of the search; without it there are none. If it ends, less is found or proved; nothing is raised.

    Returns
    -------
    Cap
        The cards, whether they are proved to be the most, an upper bound, and the method that proves it. It is proved
        for v <= 2, for p <= 2, for v = 3 and p <= 4 (2, 4, 9 and 20 cards), and for v = 4 and p = 3 (28 cards).

    Notes
    -----
    Cost: a few seconds at most, also for a million cards.

    References
    ----------
    R. Meshulam, "On subsets of finite abelian groups with no 3-term arithmetic progressions" (1995); J. Bierbrauer and
    Y. Edel, "Bounds on affine caps" (2002). For v = 4, a search: see :mod:`ludex.games.sets.solving.cap_layers`.

    >>> cap = largest_cap(Deck(3, 3))
    >>> cap.size, cap.proved, largest_cap(Deck(2, 5)).size, largest_cap(Deck(4, 1)).cards
    (9, True, 16, ())
    """
    budget = budget or Budget()
    cards = tuple(large_cap(deck, budget.quiet()).tolist())
    bound = cap_upper_bound(deck)
    if deck == cap_layers.DECK:
        return _by_layers(cards, budget)
    method = "closed-form" if deck.values <= 2 or deck.properties <= 2 else "counting" if deck.values == 3 else "layers"
    return Cap(cards, len(cards) == bound, bound, method)


def _by_layers(cards: tuple[int, ...], budget: Budget) -> Cap:
    """Prove by search that there are no more cards. If the budget ends, give the bound that holds without it."""
    larger: tuple[int, ...] | None = cards
    try:
        while larger is not None:
            cards = larger
            larger = cap_in_layers(len(cards) + 1, budget)
    except BudgetExhausted:
        return Cap(cards, False, DECK.values * cap_upper_bound(Deck(DECK.properties - 1, DECK.values)), "layers")
    return Cap(cards, True, len(cards), "layers")


def largest_cap_within(position: Position, budget: Budget | None = None) -> Cap:
    """Return a largest cap among the cards of a position, proved if the budget suffices.

    Parameters
    ----------
    position : Position
        Cards with at most 200,000 sets.
    budget : Budget, optional
        The limits of the search; without it there are none.

    Returns
    -------
    Cap
        The cards, whether they are proved to be the most, and an upper bound.

    Raises
    ------
    PositionError
        If there are more sets.
    BudgetExhausted
        If the sets could not be listed in time.

    Notes
    -----
    Cost: an integer program with a condition for each set. It takes milliseconds for tables of a game, and is
    exponential at worst.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1, for sets.

    >>> largest_cap_within(Position.from_codes(Deck(2, 3), ["00", "01", "02", "11"])).size
    3
    """
    budget = budget or Budget()
    cards = position.cards
    listed = Lookup(position.deck, cards).all(budget, MAX_SETS_WITHIN)
    if not listed.complete:
        budget.check()
        raise PositionError(f"more than {MAX_SETS_WITHIN:,} sets, too many to look for a largest cap")
    kept, bound = _largest_subset(listed.cards, cards, min(len(cards), cap_upper_bound(position.deck)), budget)
    return Cap(tuple(sorted(kept)), len(kept) == bound, bound, "integer-program" if len(listed) else "none")


def _largest_subset(
    sets: NDArray[np.int32], cards: tuple[int, ...], bound: int, budget: Budget
) -> tuple[list[int], int]:
    """Return a largest cap among the cards, given their sets, and an upper bound."""
    if not len(sets):
        return list(cards), len(cards)
    if sets.shape[1] <= 2:
        return list(cards[: sets.shape[1] - 1]), sets.shape[1] - 1
    order = np.sort(np.array(cards))
    indices = np.searchsorted(order, sets).astype(np.int32)
    kept = searched_cap(indices, len(cards), budget, bound, work=50_000_000)
    if len(kept) < bound and not budget.exhausted():
        from ludex.games.sets.solving.cap_program import largest_without

        kept, bound = largest_without(indices, len(cards), kept, bound, budget)
    return order[list(kept)].tolist(), bound


def is_cap(position: Position, budget: Budget | None = None) -> bool:
    """Tell whether there is no set among the cards of a position.

    Parameters
    ----------
    position : Position
        Any cards of a deck.
    budget : Budget, optional
        The limits of the search; without it there are none.

    Returns
    -------
    bool
        Whether the cards are a cap.

    Raises
    ------
    BudgetExhausted
        If the budget ended before it was decided.

    References
    ----------
    K. Chaudhuri and others, "On the complexity of the game of Set" (2003): deciding is NP-complete.

    >>> is_cap(Position(Deck(2, 3), (0, 1, 3, 4))), is_cap(Position(Deck(2, 3), (0, 1, 2)))
    (True, False)
    """
    return Lookup(position.deck, position.cards).any(budget or Budget()) is None

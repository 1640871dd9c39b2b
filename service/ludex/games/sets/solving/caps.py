"""Caps: positions without a set. How large they are in a deck and within a position, and whether a cap is complete."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, PositionError
from ludex.games.sets.solving import cap_layers
from ludex.games.sets.solving.cap_bounds import cap_upper_bound
from ludex.games.sets.solving.cap_heuristics import find_large_cap, tabu_search_cap
from ludex.games.sets.solving.cap_layers import DECK, find_cap_in_layers
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.search import find_any

MAX_SETS_WITHIN = 200_000
"""The maximum number of sets of a position whose largest cap is searched for."""


@dataclass(frozen=True, slots=True)
class Cap:
    """A cap, by its cards in ascending order, and what is known about larger caps.

    `proved` tells whether there is no larger cap; then `upper_bound` is the number of cards. `method` is the method
    that proves the bound: 'closed-form', 'counting', 'layers', 'integer-program', or 'none' if all cards are kept.
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
    def from_json(cls, deck: Deck, codes: object, proved: bool, upper_bound: int | None, method: str) -> "Cap":
        """Return the cap of a `deck` that a claim states by the `codes` of its cards.

        `proved`, `upper_bound` and `method` are those of the claim. Raises ValueError if they do not state a cap. It is
        not checked whether the cards contain a set.
        """
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            raise ValueError("a largest cap must list the codes of its cards")
        cards = Position.from_codes(deck, codes).sorted().cards
        if upper_bound is None or upper_bound < len(cards) or proved != (upper_bound == len(cards)):
            raise ValueError(f"proved is {proved} with {len(cards)} cards and an upper bound of {upper_bound}")
        return cls(cards, proved, upper_bound, method)


def largest_cap(deck: Deck, budget: Budget | None = None) -> Cap:
    """Return a largest cap of a deck, with its proof or with an upper bound.

    Parameters
    ----------
    deck : Deck
        A deck of up to a million cards.
    budget : Budget, optional
        The limits of the search; no limits by default. If it is exhausted, the cap may be smaller or not proved; no
        exception is raised.

    Returns
    -------
    Cap
        The cards, whether they are proved to be the maximum, an upper bound, and the method that proves it. The
        maximum is proved for v <= 2, for p <= 2, for v = 3 and p <= 4 (2, 4, 9 and 20 cards), and for v = 4 and p =
        3 (28 cards).

    Notes
    -----
    Cost: a few seconds at most, even for a million cards.

    References
    ----------
    R. Meshulam, "On subsets of finite abelian groups with no 3-term arithmetic progressions" (1995); J. Bierbrauer and
    Y. Edel, "Bounds on affine caps" (2002). For v = 4, a search: see :mod:`ludex.games.sets.solving.cap_layers`.

    Examples
    --------
    >>> cap = largest_cap(Deck(3, 3))
    >>> cap.size, cap.proved, largest_cap(Deck(2, 5)).size, largest_cap(Deck(4, 1)).cards
    (9, True, 16, ())
    """
    budget = budget or Budget()
    cards = tuple(find_large_cap(deck, budget.quiet()).tolist())
    bound = cap_upper_bound(deck)
    if deck == cap_layers.DECK:
        return _by_layers(cards, budget)
    method = "closed-form" if deck.values <= 2 or deck.properties <= 2 else "counting" if deck.values == 3 else "layers"
    return Cap(cards, len(cards) == bound, bound, method)


def _by_layers(cards: tuple[int, ...], budget: Budget) -> Cap:
    """Prove by search that there is no larger cap.

    If the budget is exhausted, return the bound that holds without a search.
    """
    larger: tuple[int, ...] | None = cards
    try:
        while larger is not None:
            cards = larger
            larger = find_cap_in_layers(len(cards) + 1, budget)
    except BudgetExhausted:
        return Cap(cards, False, DECK.values * cap_upper_bound(Deck(DECK.properties - 1, DECK.values)), "layers")
    return Cap(cards, True, len(cards), "layers")


def largest_cap_within(position: Position, budget: Budget | None = None) -> Cap:
    """Return a largest cap among the cards of a position, proved if the budget suffices.

    Parameters
    ----------
    position : Position
        Cards that contain at most 200,000 sets.
    budget : Budget, optional
        The limits of the search; no limits by default.

    Returns
    -------
    Cap
        The cards, whether they are proved to be the maximum, and an upper bound.

    Raises
    ------
    PositionError
        If there are more sets.
    BudgetExhausted
        If the sets could not be listed in time.

    Notes
    -----
    Cost: an integer program with a constraint for each set. It takes milliseconds for tables of a game, and exponential
    time in the worst case.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1, for sets.

    Examples
    --------
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
    """Return a largest cap among the cards, given the sets that they contain, and an upper bound."""
    if not len(sets):
        return list(cards), len(cards)
    if sets.shape[1] <= 2:
        return list(cards[: sets.shape[1] - 1]), sets.shape[1] - 1
    order = np.sort(np.array(cards))
    indices = np.searchsorted(order, sets).astype(np.int32)
    kept = tabu_search_cap(indices, len(cards), budget, bound, work=50_000_000)
    if len(kept) < bound and not budget.exhausted():
        from ludex.games.sets.solving.cp_sat_programs import largest_subset_without

        kept, bound = largest_subset_without(indices, len(cards), kept, bound, budget)
    return order[list(kept)].tolist(), bound


def is_cap(position: Position, budget: Budget | None = None) -> bool:
    """Tell whether the cards of a position contain no set.

    Parameters
    ----------
    position : Position
        Any cards of a deck.
    budget : Budget, optional
        The limits of the search; no limits by default.

    Returns
    -------
    bool
        Whether the cards are a cap.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted before the result is known.

    References
    ----------
    K. Chaudhuri and others, "On the complexity of the game of Set" (2003): the problem is NP-complete.

    Examples
    --------
    >>> is_cap(Position(Deck(2, 3), (0, 1, 3, 4))), is_cap(Position(Deck(2, 3), (0, 1, 2)))
    (True, False)
    """
    return Lookup(position.deck, position.cards).any(budget or Budget()) is None


def is_complete(cap: Position, budget: Budget | None = None) -> bool:
    """Tell whether every other card of the deck forms a set with cards of a `cap`.

    `budget` limits the search (None for no limits). Raises BudgetExhausted. Cost: for three values, the pairs of the
    cap; otherwise a search for each card of the deck until one forms no set.

    >>> from ludex.games.sets.deck import Deck
    >>> is_complete(Position(Deck(2, 3), (0, 1, 3, 4))), is_complete(Position(Deck(2, 3), (0, 1, 3)))
    (True, False)
    """
    budget = budget or Budget()
    if cap.deck.values <= 2:  # any v cards form a set
        return len(cap.cards) == cap.deck.values - 1
    others = sorted(set(range(cap.deck.size)) - set(cap.cards))
    if cap.deck.values == 3:
        return _thirds(cap).issuperset(others)

    for card in others:
        budget.check()
        if find_any(Position(cap.deck, (*cap.cards, card)), budget=budget) is None:
            return False
    return True


def _thirds(cap: Position) -> set[int]:
    """Return the cards that form a set with two cards of the position: in each property the sum is 0 modulo 3."""
    digits = {card: cap.deck.digits(card) for card in cap.cards}
    return {
        cap.deck.card(tuple(-(x + y) % 3 for x, y in zip(digits[a], digits[b], strict=True)))
        for a, b in combinations(cap.cards, 2)
    }

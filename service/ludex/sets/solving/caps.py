"""Caps: positions without a set. How large they get, in a deck and within a position."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.sets.deck import Deck
from ludex.sets.position import Position, PositionError
from ludex.sets.solving.cap_bounds import cap_upper_bound
from ludex.sets.solving.cap_products import large_cap
from ludex.sets.solving.lookup import Lookup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_SETS_WITHIN = 200_000
"""The most sets of a position whose largest cap is looked for."""


@dataclass(frozen=True, slots=True)
class Cap:
    """Cards without a set among them, ascending, and what is known of how many there can be.

    `proved` says that there is no larger cap: then `upper_bound` is the number of cards. `method` says what proves
    the bound: 'closed-form', 'counting', 'layers', 'integer-program', or 'none' where all cards are kept.
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
        """Return the cap that the codes of its cards, as JSON holds them, state. Raises ValueError where they do not.

        Whether there is a set among the cards is not looked at.
        """
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            raise ValueError("a largest cap is stated by its cards")
        cards = Position.from_codes(deck, codes).sorted().cards
        if upper_bound is None or upper_bound < len(cards) or proved != (upper_bound == len(cards)):
            raise ValueError(f"proved is {proved} with {len(cards)} cards and an upper bound of {upper_bound}")
        return cls(cards, proved, upper_bound, method)


def largest_cap(deck: Deck, budget: Budget | None = None) -> Cap:
    """Return a largest cap of a deck where one is proved, elsewhere the best found and an upper bound.

    Proved for v <= 2, p <= 2, p <= 4 with v = 3 (9 and 20 cards), and p = 3 with v = 4 (28 cards). The budget's end
    leaves less, without an exception. Cost: a few seconds at most, for decks of a million cards too.

    >>> cap = largest_cap(Deck(3, 3))
    >>> cap.size, cap.proved, largest_cap(Deck(2, 5)).size, largest_cap(Deck(4, 1)).cards
    (9, True, 16, ())
    """
    from ludex.sets.solving import cap_layers

    budget = budget or Budget()
    cards = tuple(large_cap(deck, budget.quiet()).tolist())
    bound = cap_upper_bound(deck)
    if deck == cap_layers.DECK:
        return _by_layers(cards, budget)
    method = "closed-form" if deck.values <= 2 or deck.properties <= 2 else "counting" if deck.values == 3 else "layers"
    return Cap(cards, len(cards) == bound, bound, method)


def _by_layers(cards: tuple[int, ...], budget: Budget) -> Cap:
    """Prove, by search, that there are no more cards; or give the bound that holds without it."""
    from ludex.sets.solving.cap_layers import DECK, cap_in_layers

    larger: tuple[int, ...] | None = cards
    try:
        while larger is not None:
            cards = larger
            larger = cap_in_layers(len(cards) + 1, budget)
    except BudgetExhausted:
        return Cap(cards, False, DECK.values * cap_upper_bound(Deck(DECK.properties - 1, DECK.values)), "layers")
    return Cap(cards, True, len(cards), "layers")


def largest_cap_within(position: Position, budget: Budget | None = None) -> Cap:
    """Return a largest cap among the cards of a position, proved where the budget allows.

    Raises PositionError for more than MAX_SETS_WITHIN sets, BudgetExhausted where they cannot be listed in time. Cost:
    an integer program with a condition for each set; milliseconds for tables of a game, at worst exponential.

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
    sets: "NDArray[np.int32]", cards: tuple[int, ...], bound: int, budget: Budget
) -> tuple[list[int], int]:
    """Return a largest cap among the cards, given their sets, and an upper bound."""
    import numpy as np

    from ludex.sets.solving.cap_search import searched_cap

    if not len(sets):
        return list(cards), len(cards)
    if sets.shape[1] <= 2:
        return list(cards[: sets.shape[1] - 1]), sets.shape[1] - 1
    order = np.sort(np.array(cards))
    indices = np.searchsorted(order, sets).astype(np.int32)
    kept = searched_cap(indices, len(cards), budget, bound, work=50_000_000)
    if len(kept) < bound and not budget.exhausted():
        from ludex.sets.solving.cap_program import largest_without

        kept, bound = largest_without(indices, len(cards), kept, bound, budget)
    return order[list(kept)].tolist(), bound


def is_cap(position: Position, budget: Budget | None = None) -> bool:
    """Tell whether no set is among the cards of a position. Raises BudgetExhausted.

    >>> is_cap(Position(Deck(2, 3), (0, 1, 3, 4))), is_cap(Position(Deck(2, 3), (0, 1, 2)))
    (True, False)
    """
    return Lookup(position.deck, position.cards).any(budget or Budget()) is None

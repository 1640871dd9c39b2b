"""Whether a cap is complete: whether any further card would make a set."""

from itertools import combinations

from ludex.engine.budget import Budget
from ludex.games.sets.position import Position
from ludex.games.sets.solving.search import find_any


def is_complete(cap: Position, budget: Budget | None = None) -> bool:
    """Tell whether every other card of the deck makes a set with cards of a `cap`, which has none.

    `budget` limits the search (None: no limits). Raises BudgetExhausted. Cost: for three values the pairs of the cap;
    otherwise a search for each card of the deck, until one makes no set.

    >>> from ludex.games.sets.deck import Deck
    >>> is_complete(Position(Deck(2, 3), (0, 1, 3, 4))), is_complete(Position(Deck(2, 3), (0, 1, 3)))
    (True, False)
    """
    budget = budget or Budget()
    if cap.deck.values <= 2:  # any v cards are a set
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
    """Return the cards that make a set with two of the position: in each property the values' sum is divisible by 3."""
    digits = {card: cap.deck.digits(card) for card in cap.cards}
    return {
        cap.deck.card(tuple(-(x + y) % 3 for x, y in zip(digits[a], digits[b], strict=True)))
        for a, b in combinations(cap.cards, 2)
    }

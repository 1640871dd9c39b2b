"""The cases in which a largest swish is a matching: the search asks here whether its cards are such a case."""

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.found import Placed, Rule, Swish
from ludex.games.swish.position import MAX_SEARCH_CARDS, Position
from ludex.games.swish.solving import one_symbol, two_symbols
from ludex.games.swish.solving.answers import Largest
from ludex.games.swish.solving.placements import Placements


def of_one_symbol(position: Position, rule: Rule, max_size: int | None) -> Largest | None:
    """Return a largest swish of at most `max_size` cards (None: any number), if each card has one symbol, else None.

    The cards are of a `position` and lie under a `rule`. More than 1,000 cards are left to the search, which refuses.
    """
    if len(position.cards) > MAX_SEARCH_CARDS or not one_symbol.applies_to(position):
        return None
    return one_symbol.largest_of_one_symbol(position, rule, max_size)


def of_two_symbols(placements: Placements, rule: Rule, max_size: int | None, budget: Budget) -> Largest | None:
    """Return a largest swish, if each card has at most two symbols and lies as written, else None.

    Only the cards of the `placements` are matched, those that may take part in a swish under a `rule`. None too if the
    swish has more than `max_size` cards (None: any number), or if the `budget` ends.
    """
    if not two_symbols.applies_to(placements.position, rule):
        return None
    try:
        found = among(placements, budget)
    except BudgetExhausted:
        return None
    return None if max_size is not None and found.size > max_size else found


def among(placements: Placements, budget: Budget) -> Largest:
    """Return a largest simple-swish of cards of at most two symbols, those of the `placements`, proved.

    Raises BudgetExhausted when the `budget` ends.
    """
    usable = sorted(set(placements.cards.tolist()))
    if not usable:
        return Largest(None, proved=True)
    found = two_symbols.largest_of_two_symbols(placements.position.part(usable), budget)
    if found.swish is None:
        return found
    placed = (Placed(usable[one.index], one.configuration, one.placed) for one in found.swish.cards)
    return Largest(Swish(tuple(placed)), proved=True)

"""Classes of swishes of a deck: stacks of placed cards, up to the configurations of the stack as a whole."""

from ludex.engine.budget import Budget
from ludex.games.swish import solving
from ludex.games.swish.card import Card
from ludex.games.swish.identity.keys import canonical_stack
from ludex.games.swish.position import Position

Stack = tuple[Card, ...]


def stacks_of_size(deck: Position, size: int, budget: Budget | None = None) -> set[Stack]:
    """Return the distinct stacks of `size` cards of a deck that are swishes. Copies of a card are not distinguished.

    A stack is a sorted tuple of placed cards. Raises BudgetExhausted. Cost: that of enumerating all placements of at
    most `size` cards. For size 5, `swish-36` has 27,520 placements.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> len(stacks_of_size(built_in_deck("swish-36").position, 2))
    52
    """
    swishes = solving.search.iterate_swishes(deck, max_size=size, budget=budget)
    return {tuple(sorted(swish.stack)) for swish in swishes if swish.size == size}


def swish_classes(deck: Position, size: int, budget: Budget | None = None) -> list[Stack]:
    """Return one representative of each class of swishes of a deck that have `size` cards, in ascending order.

    Raises BudgetExhausted.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> [len(swish_classes(built_in_deck("swish-36").position, size)) for size in (2, 3)]
    [14, 112]
    """
    return sorted({canonical_stack(stack, deck.symmetry) for stack in stacks_of_size(deck, size, budget)})


def count_classes(deck: Position, size: int, budget: Budget | None = None) -> int:
    """Return the number of classes of swishes of a deck that have `size` cards.

    By Burnside's lemma, this is the mean number of stacks that a configuration fixes. Raises BudgetExhausted.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> count_classes(built_in_deck("swish-60").position, 3)
    112
    """
    stacks = stacks_of_size(deck, size, budget)
    configurations = list(deck.symmetry.configurations)
    same = sum(
        tuple(sorted(card.configured(configuration) for card in stack)) == stack
        for stack in stacks
        for configuration in configurations
    )
    classes, rest = divmod(same, len(configurations))
    if rest:
        raise ArithmeticError("the number of classes is not whole")
    return classes

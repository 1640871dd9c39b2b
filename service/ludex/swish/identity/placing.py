"""From the cards of one listing to the same cards in another: indices, copies and configurations."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ludex.swish.card import Card
from ludex.swish.found import Placed
from ludex.swish.position import Position


def canonical_numbers(position: Position) -> tuple[int, ...]:
    """Return, for each card of a position, its number in the canonical order.

    >>> canonical_numbers(Position.from_codes(["..*/o../.../...", "*o./.../.../..."]))
    (1, 0)
    """
    number = {index: place for place, index in enumerate(position.canonical_order())}
    return tuple(number[index] for index in range(len(position.cards)))


def renumbered(sets: Iterable[Iterable[int]], numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return sets of cards by other numbers of the cards: `numbers[i]` is that of card i. Each is ascending.

    >>> renumbered([[0, 1], [2]], [2, 0, 1])
    ((0, 2), (1,))
    """
    return tuple(tuple(sorted(numbers[index] for index in cards)) for cards in sets)


def place(stack: Sequence[Card], position: Position) -> tuple[Placed, ...] | None:
    """Return how a stack is laid with the cards of a position, in the stack's order, or None where cards are missing.

    Of several copies the first is taken. The configuration is the first that lays the position's card so.
    """
    copies: defaultdict[Card, list[int]] = defaultdict(list)
    for index in reversed(range(len(position.cards))):
        copies[position.cards[index].canonical(position.symmetry)].append(index)
    laid = []
    for card in stack:
        indices = copies[card.canonical(position.symmetry)]
        if not indices:
            return None
        index = indices.pop()
        laid.append(Placed(index, position.cards[index].distinct_configurations(position.symmetry)[card], card))
    return tuple(laid)

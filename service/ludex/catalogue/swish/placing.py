"""From the cards of one listing to the same cards in another: indices, copies and configurations."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ludex.swish.card import Card
from ludex.swish.found import Placed
from ludex.swish.position import Position


def canonical_copies(position: Position) -> list[tuple[Card, int, int]]:
    """Return each different card, canonical and in order, with the canonical index of its first copy and its copies.

    >>> [(str(card), first, copies) for card, first, copies in canonical_copies(Position.from_codes(["o*", "*o"]))]
    [('*o', 0, 2)]
    """
    copies: dict[Card, int] = {}
    for card in position.canonical().cards:
        copies[card] = copies.get(card, 0) + 1
    first, listed = 0, []
    for card, number in copies.items():
        listed.append((card, first, number))
        first += number
    return listed


def to_canonical_order(position: Position, indices: Iterable[int]) -> list[int]:
    """Return where cards of a position, given by index, are in its canonical order.

    >>> to_canonical_order(Position.from_codes(["..*/o../.../...", "*o./.../.../..."]), [0])
    [1]
    """
    rank = {index: place for place, index in enumerate(position.canonical_order())}
    return [rank[index] for index in indices]


def from_canonical_order(position: Position, places: Iterable[int]) -> list[int]:
    """Return the indices in a position of the cards at these places of its canonical order."""
    order = position.canonical_order()
    return [order[place] for place in places]


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

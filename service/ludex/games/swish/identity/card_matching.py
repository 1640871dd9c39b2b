"""Matching the cards of one listing with the same cards in another: indices, copies and configurations."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from ludex.games.swish.card import Card, Configuration
from ludex.games.swish.identity.keys import canonical_stack
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.swishes import Placement, Stack, Swish


def canonical_numbers(position: Position) -> tuple[int, ...]:
    """Return, for each card of a `position`, its number in the canonical order.

    >>> canonical_numbers(Position.from_codes(["..*/o../.../...", "*o./.../.../..."]))
    (1, 0)
    """
    number = {index: place for place, index in enumerate(position.canonical_order())}
    return tuple(number[index] for index in range(len(position.cards)))


def renumbered(sets: Iterable[Iterable[int]], numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return `sets` of cards with new numbers, each ascending: `numbers[i]` is the new number of card i.

    >>> renumbered([[0, 1], [2]], [2, 0, 1])
    ((0, 2), (1,))
    """
    return tuple(tuple(sorted(numbers[index] for index in cards)) for cards in sets)


def place(stack: Sequence[Card], position: Position) -> tuple[Placement, ...] | None:
    """Return the placements of a `stack` with the cards of a `position`, or None if cards are missing.

    The placements are in the order of the stack. Of several copies, the first unused one is taken. The configuration is
    the first that lays the card of the position as it lies in the stack.
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
        laid.append(Placement(index, position.cards[index].distinct_configurations(position.symmetry)[card], card))
    return tuple(laid)


def place_stack(stack: Sequence[Card], position: Position) -> Swish:
    """Return a `stack` as cards of a `position`; see :func:`place`. Raises PositionError if cards are missing."""
    return _by_index(_require(place(stack, position)))


def placement_detail(stack: Stack, position: Position) -> dict[str, list[Any]]:
    """Return the detail of the link from a `stack` to a `position`: indices and configurations of its canonical cards.

    Of several copies of a card, the first is always used. Raises PositionError if cards are missing.
    """
    laid = _require(place(canonical_stack(stack.cards, stack.symmetry), position))
    return {
        "indices": [placement.index for placement in laid],
        "configurations": [placement.configuration.value for placement in laid],
    }


def place_from_detail(stack: Stack, position: Position, detail: object) -> Swish:
    """Return a canonical `stack` as cards of a `position`, placed as a link's `detail` says.

    `detail` has the form that :func:`placement_detail` returns. Raises ValueError if the cards, placed in that way, are
    not the stack.

    >>> position = Position.from_codes(["*o.", "*o."])
    >>> place_from_detail(Stack(position.cards), position, placement_detail(Stack(position.cards), position)).indices
    (0, 1)
    """
    members = detail if isinstance(detail, dict) else {}
    indices: Any = members.get("indices")
    names = members.get("configurations")
    cards = position.part(indices).cards
    if not isinstance(names, list) or len(names) != len(cards):
        raise PositionError("each card has a configuration")
    ways = [Configuration(name) for name in names]
    laid = [Placement(index, way, card.configured(way)) for index, way, card in zip(indices, ways, cards, strict=True)]
    if tuple(placement.placed for placement in laid) != stack.cards:
        raise PositionError("the cards, laid as stated, are not the swish")
    return _by_index(laid)


def _require(laid: tuple[Placement, ...] | None) -> tuple[Placement, ...]:
    if laid is None:
        raise PositionError("the swish has a card that is not in the position")
    return laid


def _by_index(laid: Iterable[Placement]) -> Swish:
    return Swish(tuple(sorted(laid, key=lambda placement: placement.index)))

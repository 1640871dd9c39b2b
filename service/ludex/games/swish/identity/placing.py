"""From the cards of one listing to the same cards in another: indices, copies and configurations."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from ludex.games.swish.card import Card, Configuration
from ludex.games.swish.found import Placed, Stack, Swish
from ludex.games.swish.identity.keys import canonical_stack
from ludex.games.swish.position import Position, PositionError


def canonical_numbers(position: Position) -> tuple[int, ...]:
    """Return, for each card of a `position`, its number in the canonical order.

    >>> canonical_numbers(Position.from_codes(["..*/o../.../...", "*o./.../.../..."]))
    (1, 0)
    """
    number = {index: place for place, index in enumerate(position.canonical_order())}
    return tuple(number[index] for index in range(len(position.cards)))


def renumbered(sets: Iterable[Iterable[int]], numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return `sets` of cards in other numbers, each ascending: `numbers[i]` is the new number of card i.

    >>> renumbered([[0, 1], [2]], [2, 0, 1])
    ((0, 2), (1,))
    """
    return tuple(tuple(sorted(numbers[index] for index in cards)) for cards in sets)


def place(stack: Sequence[Card], position: Position) -> tuple[Placed, ...] | None:
    """Return how a `stack` is laid with the cards of a `position`, in the stack's order, or None if cards are missing.

    Of several copies the first that is free is taken. The configuration is the first that lays the position's card as
    it lies in the stack.
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


def lay(stack: Sequence[Card], position: Position) -> Swish:
    """Return a `stack` as cards of a `position`; see :func:`place`. Raises PositionError if cards are missing."""
    return _by_index(_require(place(stack, position)))


def lying(stack: Stack, position: Position) -> dict[str, list[Any]]:
    """Return how a `stack` lies in a `position`: index and configuration of each card of the canonical stack.

    Of several copies of a card it always uses the first. Raises PositionError if cards are missing.
    """
    laid = _require(place(canonical_stack(stack.cards, stack.symmetry), position))
    return {"indices": [one.index for one in laid], "configurations": [one.configuration.value for one in laid]}


def laid_as_stated(stack: Stack, position: Position, stated: Any) -> Swish:  # noqa: ANN401 - whatever JSON holds
    """Return a canonical `stack` as cards of a `position`, laid as `stated` in the form that :func:`lying` returns.

    Raises ValueError if the cards, laid in that way, are not the stack.

    >>> position = Position.from_codes(["*o.", "*o."])
    >>> laid_as_stated(Stack(position.cards), position, lying(Stack(position.cards), position)).indices
    (0, 1)
    """
    stated = stated if isinstance(stated, dict) else {}
    indices, names = stated.get("indices"), stated.get("configurations")
    cards = position.part(indices).cards
    if not isinstance(names, list) or len(names) != len(cards):
        raise PositionError("each card has a configuration")
    ways = [Configuration(name) for name in names]
    laid = [Placed(index, way, card.configured(way)) for index, way, card in zip(indices, ways, cards, strict=True)]
    if tuple(one.placed for one in laid) != stack.cards:
        raise PositionError("the cards, laid as stated, are not the swish")
    return _by_index(laid)


def _require(laid: tuple[Placed, ...] | None) -> tuple[Placed, ...]:
    if laid is None:
        raise PositionError("the swish has a card that the position does not have")
    return laid


def _by_index(laid: Iterable[Placed]) -> Swish:
    return Swish(tuple(sorted(laid, key=lambda placed: placed.index)))

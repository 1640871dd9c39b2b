"""Positions for the tests of the catalogue."""

from collections.abc import Callable

import pytest

from ludex.swish.deck import built_in_deck
from ludex.swish.making.deals import deal
from ludex.swish.position import Position


@pytest.fixture
def dealt() -> Callable[..., Position]:
    """Give a function that deals a position: `dealt(seed, n=16, deck="swish-60")`."""

    def dealing(seed: int, n: int = 16, deck: str = "swish-60") -> Position:
        cards = built_in_deck(deck).position
        return Position(tuple(cards.cards[index] for index in deal(cards, n, seed)), cards.symmetry)

    return dealing

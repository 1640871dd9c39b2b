"""Random cards have as many symbols as asked for; a planted swish covers the board and is the largest."""

import pytest

from ludex.engine.faults import Fault
from ludex.games.swish.dealing import planted_cards, random_cards
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Rule
from tests.oracles import swishes


@pytest.mark.parametrize("symbols", [1, 2, 3, 4])
def test_cards_have_so_many_symbols(symbols: int) -> None:
    for position in (random_cards(20, 4, 3, symbols, 1), planted_cards(4, 3, symbols, 5, 1)):
        assert all(len(card.points) + len(card.circles) == symbols for card in position.cards)
    assert random_cards(20, 4, 3, symbols, 1) == random_cards(20, 4, 3, symbols, 1)
    assert random_cards(20, 4, 3, symbols, 1) != random_cards(20, 4, 3, symbols, 2)


def test_a_planted_swish_is_the_largest() -> None:
    for seed in range(3):
        for symbols in (2, 3):
            position = planted_cards(3, 2, symbols, 1, seed)
            found = find_largest(position)
            assert found.size == 12 // symbols
            assert max(len(cards) for cards, _ in swishes.all_swishes(list(map(str, position.cards)))) == found.size


def test_a_planted_swish_that_is_not_flipped_lies_as_written() -> None:
    found = find_largest(planted_cards(4, 3, 2, 4, 7, flipped=False), Rule.SIMPLE)
    assert found.size == 12


def test_symbols_that_do_not_fit_are_refused() -> None:
    with pytest.raises(Fault, match="exactly"):
        planted_cards(2, 2, 3, 0, 0)
    with pytest.raises(Fault, match="1 to 4"):
        random_cards(1, 2, 2, 5, 0)
    with pytest.raises(Fault, match="exactly"):
        planted_cards(1, 2, 4, 0, 0)

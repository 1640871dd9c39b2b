"""Deals depend on the seed only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.engine.faults import Fault
from ludex.games.swish.dealing import DEAL_SIZE, deal, planted_cards, random_cards
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Rule
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import one_pair_tables
from tests.oracles import swishes
from tests.oracles.shuffling import plain_shuffle


@given(one_pair_tables(most_cards=20), st.integers(0, 2**63 - 1), st.data())
def test_a_deal_is_a_set_of_cards_that_the_seed_decides(position: Position, seed: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, len(position.cards)))
    dealt = deal(position, n, seed)
    assert list(dealt) == sorted(set(dealt))
    assert len(dealt) == n
    assert set(dealt) <= set(range(len(position.cards)))
    assert deal(position, n, seed) == dealt


def test_deals_are_the_same_in_every_installation() -> None:
    assert deal(deck("swish-60")) == deal(deck("swish-60"), 16, 0)
    for seed in range(5):
        assert deal(deck("swish-60"), seed=seed) == tuple(sorted(plain_shuffle(60, seed)[:DEAL_SIZE]))
    assert deal(deck("swish-60"), seed=2026) == (7, 11, 13, 15, 16, 17, 21, 27, 29, 38, 39, 42, 44, 51, 55, 59)


@pytest.mark.parametrize("n", [-1, 0, 61])
def test_a_deal_that_the_deck_does_not_have_is_refused(n: int) -> None:
    with pytest.raises(PositionError, match=f"cannot deal {n} cards from a deck of 60"):
        deal(deck("swish-60"), n)


@pytest.mark.parametrize("symbols", [1, 2, 3, 4, 12])
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
    for symbols in (0, 5):
        with pytest.raises(Fault, match=f"a card of 2x2 must have 1 to 4 symbols, not {symbols}"):
            random_cards(1, 2, 2, symbols, 0)
    for symbols in (0, 4):
        with pytest.raises(Fault, match=f"cards of {symbols} symbols do not exactly fill the 4 places"):
            planted_cards(1, 2, symbols, 0, 0)

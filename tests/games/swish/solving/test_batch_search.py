"""Arrays of deals are decided as one deal after the other is, and as by trying every set of cards."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Card
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving import batch_search
from ludex.games.swish.solving.batch_search import have_swish, largest_sizes
from ludex.games.swish.solving.search import find_any, find_largest
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import one_pair_tables, tables, written
from tests.oracles import swishes
from tests.trials import examples


def random_deals(cards: int, n: int, deals: int, seed: int) -> np.ndarray:
    source = np.random.default_rng(seed)
    return np.array([source.permutation(cards)[:n] for _ in range(deals)]).reshape(deals, n)


@settings(deadline=None, max_examples=examples(60))
@given(tables() | one_pair_tables(most_cards=5), st.integers(0, 100), st.data())
def test_deals_are_decided_as_by_trying_every_set_of_cards(position: Position, seed: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(position.cards)))
    deals = random_deals(len(position.cards), n, 4, seed)
    found = [set(cards) for cards, _ in swishes.all_swishes(written(position), position.symmetry.value)]
    sizes = [max((len(cards) for cards in found if cards <= set(deal)), default=0) for deal in deals.tolist()]
    assert largest_sizes(position, deals).tolist() == sizes
    assert have_swish(position, deals).tolist() == [size > 0 for size in sizes]


@pytest.mark.parametrize("n", [2, 5, 9, 16, 30])
def test_deals_of_a_commercial_deck_are_decided_as_one_after_the_other(n: int) -> None:
    cards = deck("swish-60")
    deals = random_deals(60, n, 100, seed=n)
    positions = [cards.part(deal) for deal in deals.tolist()]
    assert have_swish(cards, deals).tolist() == [find_any(position) is not None for position in positions]
    assert largest_sizes(cards, deals[:20]).tolist() == [find_largest(position).size for position in positions[:20]]


def test_deals_that_take_long_are_decided_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    cards, deals = deck("swish-36"), random_deals(36, 10, 40, seed=1)
    expected = have_swish(cards, deals).tolist(), largest_sizes(cards, deals).tolist()
    for steps in (1, 100):
        monkeypatch.setattr(batch_search, "STEPS", steps)
        assert (have_swish(cards, deals).tolist(), largest_sizes(cards, deals).tolist()) == expected


def test_cards_of_many_symbols_are_decided_one_after_the_other() -> None:
    cells = [(a, b) for a in range(1, 21) for b in range(1, 21)]
    pointed, circled = Card(20, 20, tuple(cells), ()), Card(20, 20, (), tuple(cells))
    position = Position((pointed, circled, pointed))
    deals = np.array([[0, 1], [0, 2], [2, 1]])
    assert have_swish(position, deals).tolist() == [True, False, True]
    assert largest_sizes(position, deals).tolist() == [2, 0, 2]


def test_a_deck_may_be_larger_than_a_search() -> None:
    cards = Position(tuple(Card.one_pair(1, 2, (1, 1), (1, 2)) for _ in range(1500)))
    assert have_swish(cards, np.array([[1499, 0, 700]])).tolist() == [True]
    with pytest.raises(PositionError, match="the deals have 1001 cards; a search supports at most 1000"):
        have_swish(cards, np.arange(1001).reshape(1, -1))


@pytest.mark.parametrize("search", [have_swish, largest_sizes])
def test_what_is_no_deal_is_refused_and_the_budget_ends_a_search(search) -> None:
    with pytest.raises(ValueError, match="deal 1: a card is repeated"):
        search(deck("swish-60"), np.array([[0, 1], [2, 2]]))
    with pytest.raises(BudgetExhausted, match="time"):
        search(deck("swish-60"), random_deals(60, 16, 10, seed=1), Budget(seconds=0.0))
    assert len(search(deck("swish-60"), np.empty((0, 16), np.int32))) == 0

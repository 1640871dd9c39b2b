"""Arrays of tables have the sets that are found on one table after the other, and that trying everything finds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.solving import lookup
from ludex.games.sets.solving.lookup import Lookup, find_any_in_each
from ludex.games.sets.solving.search import find_any
from tests.games.sets.changing_tables import Changes, agrees_all_the_way, changes
from tests.games.sets.sample_positions import DECKS, positions
from tests.oracles import set_brute_force
from tests.trials import examples

THREE, FOUR, SIX = Deck(4, 3), Deck(3, 4), Deck(2, 6)


def random_tables(deck: Deck, n: int, tables: int, seed: int) -> np.ndarray:
    source = np.random.default_rng(seed)
    return np.array([source.permutation(deck.size)[:n] for _ in range(tables)]).reshape(tables, n)


def one_by_one(deck: Deck, tables: np.ndarray) -> list[list[int]]:
    found = [Lookup(deck, cards).any(Budget()) for cards in tables.tolist()]
    return [[-1] * deck.values if one is None else list(one) for one in found]


@settings(deadline=None)
@given(st.sampled_from([deck for deck in DECKS if deck.size < 300]), st.integers(0, 1000), st.data())
def test_many_tables_have_the_sets_of_one_after_the_other_and_of_trying_everything(
    deck: Deck, seed: int, data: st.DataObject
) -> None:
    n = data.draw(st.integers(0, min(deck.size, 9)))
    tables = random_tables(deck, n, 4, seed)
    found = find_any_in_each(deck, tables)
    assert found.tolist() == one_by_one(deck, tables)
    for cards, row in zip(tables.tolist(), found.tolist(), strict=True):
        sets = set_brute_force.all_sets(map(deck.code, cards), deck.values)
        assert (tuple(map(deck.code, row)) in sets) if row[0] >= 0 else not sets


@settings(deadline=None)
@given(positions(most_cards=40))
def test_a_table_alone_has_the_set_that_lookup_finds(position: Position) -> None:
    assert find_any(position) == Lookup(position.deck, position.cards).any(Budget())


@pytest.mark.parametrize(("deck", "n"), [(THREE, 12), (FOUR, 14), (SIX, 20), (Deck(4, 5), 100)])
def test_neither_slices_nor_turns_make_a_difference(deck: Deck, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = random_tables(deck, n, 50, seed=2)
    expected = one_by_one(deck, tables)
    assert find_any_in_each(deck, tables).tolist() == expected
    monkeypatch.setattr(lookup, "_PAIRS", 1)
    monkeypatch.setattr(lookup, "_TURNS", 1)
    monkeypatch.setattr(lookup, "_WORK", 50)
    assert find_any_in_each(deck, tables).tolist() == expected
    monkeypatch.setattr(lookup, "FEW_CARDS", 1)
    assert find_any_in_each(deck, tables).tolist() == expected


@pytest.mark.parametrize("deck", [THREE, FOUR, SIX, Deck(3, 2), Deck(3, 1)])
def test_tables_without_cards_and_arrays_without_tables(deck: Deck) -> None:
    assert find_any_in_each(deck, np.empty((2, 0), np.int64)).tolist() == [[-1] * deck.values] * 2
    assert find_any_in_each(deck, np.empty((0, 1), np.int64)).shape == (0, deck.values)


def test_what_is_no_table_is_refused_and_the_budget_ends_a_search() -> None:
    with pytest.raises(ValueError, match="deal 0: cards must be 0 to 80"):
        find_any_in_each(THREE, np.array([[0, 81, 5]]))
    with pytest.raises(ValueError, match="deal 1: a card is repeated"):
        find_any_in_each(THREE, np.array([[0, 8, 5], [3, 3, 4]]))
    for deck in (THREE, FOUR):
        with pytest.raises(BudgetExhausted, match="time"):
            find_any_in_each(deck, random_tables(deck, 6, 5, seed=1), Budget(seconds=0.0))
        with pytest.raises(BudgetExhausted, match="cancelled"):
            find_any(Position(deck, tuple(range(8))), budget=Budget(stop=lambda: True))


@settings(max_examples=examples(40), deadline=None)
@given(changed=changes())
def test_the_sets_of_a_changing_table_are_those_of_brute_force(changed: Changes) -> None:
    agrees_all_the_way(Lookup, changed)

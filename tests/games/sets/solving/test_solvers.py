"""Every solver finds exactly the sets that trying all choices of cards finds, while cards come and go."""

from dataclasses import dataclass
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.solving.solver import Solver
from ludex.games.sets.study.closed_forms import sets_in_deck
from tests.games.sets.every_solver import COMPILED, OF_OTHERS, SOLVERS
from tests.oracles import set_brute_force as oracle
from tests.trials import examples

DECKS = [Deck(p, v) for v in range(1, 7) for p in range(1, 6)]
SMALL_DECKS = [Deck(p, v) for v in range(1, 6) for p in range(1, 4)]


@dataclass(frozen=True)
class Changes:
    """A first table, and then the cards that come and the cards that go, step by step."""

    deck: Deck
    first: list[int]
    steps: list[tuple[list[int], list[int]]]


@st.composite
def changes(draw: st.DrawFn, decks: list[Deck], most_cards: int, most_steps: int) -> Changes:
    """Draw changes of a table; a card that has gone may come again."""
    deck = draw(st.sampled_from(decks))
    cards = st.lists(st.integers(0, deck.size - 1), unique=True, max_size=most_cards)
    table = first = draw(cards)
    steps = []
    for _ in range(draw(st.integers(0, most_steps))):
        gone = draw(st.lists(st.sampled_from(table), unique=True, max_size=6)) if table else []
        left = [card for card in table if card not in gone]
        come = [card for card in draw(cards) if card not in left][: most_cards - len(left)]
        table = left + come
        steps.append((come, gone))
    return Changes(deck, first, steps)


def agrees_with_brute_force(solver: Solver) -> None:
    """Check every answer about the present table."""
    deck, budget = solver.deck, Budget()
    codes = [deck.code(card) for card in solver.cards]
    expected = {tuple(map(deck.number, found)) for found in oracle.all_sets(codes, deck.values)}
    listed = solver.all(budget)
    assert sorted(listed) == sorted(expected)
    assert listed.complete
    assert listed.cards.shape == (len(expected), deck.values)
    assert solver.count(budget) == len(expected)
    found = solver.any(budget)
    assert found in expected if expected else found is None
    some = solver.all(budget, limit=2)
    assert len(set(some)) == min(2, len(expected))
    assert set(some) <= expected
    assert some.complete == (len(expected) <= 2)


def agrees_all_the_way(name: str, changed: Changes) -> None:
    solver = SOLVERS[name](changed.deck, changed.first)
    agrees_with_brute_force(solver)
    table = changed.first
    for come, gone in changed.steps:
        solver.remove(gone, Budget())
        solver.add(come, Budget())
        table = [card for card in table if card not in gone] + come
        assert solver.cards == tuple(table)
        agrees_with_brute_force(solver)


@pytest.mark.parametrize("name", COMPILED)
@settings(max_examples=examples(40), deadline=None)
@given(changed=changes(DECKS, most_cards=12, most_steps=3))
def test_the_sets_of_a_changing_table_are_those_of_brute_force(name: str, changed: Changes) -> None:
    agrees_all_the_way(name, changed)


@pytest.mark.parametrize("name", OF_OTHERS)
@settings(max_examples=12, deadline=None)
@given(changed=changes(SMALL_DECKS, most_cards=9, most_steps=2))
def test_the_sets_of_a_small_changing_table_are_those_of_brute_force(name: str, changed: Changes) -> None:
    agrees_all_the_way(name, changed)


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(("properties", "values"), [(2, 3), (1, 5), (2, 4)])
def test_a_whole_small_deck_has_the_sets_of_the_closed_form(name: str, properties: int, values: int) -> None:
    deck = Deck(properties, values)
    solver = SOLVERS[name](deck, range(deck.size))
    assert len(solver.all(Budget())) == sets_in_deck(deck)


@pytest.mark.parametrize("name", ["lookup", "dynamic"])
@pytest.mark.parametrize(("properties", "values", "sets"), [(4, 3, 1080), (4, 4, 25600), (2, 6, 732)])
def test_a_whole_deck_has_the_sets_of_the_closed_form(name: str, properties: int, values: int, sets: int) -> None:
    deck = Deck(properties, values)
    solver = SOLVERS[name](deck, range(deck.size))
    assert len(set(solver.all(Budget()))) == sets == sets_in_deck(deck)


@pytest.mark.parametrize("name", SOLVERS)
def test_nothing_lies_on_an_empty_table(name: str) -> None:
    for values in range(1, 7):
        solver = SOLVERS[name](Deck(2, values), [])
        assert solver.any(Budget()) is None
        assert solver.count(Budget()) == 0
        assert solver.all(Budget()).cards.shape == (0, values)
        assert solver.all(Budget()).complete


@pytest.mark.parametrize("name", SOLVERS)
def test_the_only_card_of_one_value_is_a_set(name: str) -> None:
    assert SOLVERS[name](Deck(7, 1), [0]).any(Budget()) == (0,)


@pytest.mark.parametrize("name", SOLVERS)
def test_any_two_cards_of_two_values_are_a_set(name: str) -> None:
    cards = [7, 0, 5, 30]
    solver = SOLVERS[name](Deck(5, 2), cards)
    assert sorted(solver.all(Budget())) == sorted(combinations(sorted(cards), 2))
    assert solver.count(Budget()) == comb(4, 2)


@pytest.mark.parametrize("name", SOLVERS)
def test_fewer_cards_than_values_are_no_set(name: str) -> None:
    assert SOLVERS[name](Deck(3, 6), [0, 1, 2, 3, 4]).any(Budget()) is None


@pytest.mark.parametrize("name", SOLVERS)
def test_cards_are_laid_once_and_taken_from_the_table_only(name: str) -> None:
    solver = SOLVERS[name](Deck(4, 3), [0, 16])
    with pytest.raises(PositionError):
        solver.add([23, 16], Budget())
    with pytest.raises(PositionError):
        solver.add([81], Budget())
    with pytest.raises(PositionError):
        solver.add([23, -1], Budget())
    with pytest.raises(PositionError, match="0212 is on the table"):
        solver.add([23, 23], Budget())
    solver.add([], Budget())
    with pytest.raises(PositionError):
        solver.remove([0, 23], Budget())
    assert solver.cards == (0, 16)
    solver.add([23], Budget())
    assert solver.any(Budget()) == (0, 16, 23)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_card_that_comes_again_makes_its_sets_again(name: str) -> None:
    solver = SOLVERS[name](Deck(4, 3), [0, 16, 23])
    assert solver.any(Budget()) == (0, 16, 23)
    solver.remove([16], Budget())
    assert solver.any(Budget()) is None
    solver.add([16], Budget())
    assert solver.any(Budget()) == (0, 16, 23)
    assert solver.cards == (0, 23, 16)

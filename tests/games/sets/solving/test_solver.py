"""Every solver finds exactly the sets that trying all choices of cards finds, while cards come and go."""

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.solving.brute_force import BruteForce
from ludex.games.sets.study.closed_forms import sets_in_deck
from tests.games.sets.changing_tables import SMALL_DECKS, Changes, agrees_all_the_way, changes
from tests.games.sets.every_solver import OF_OTHERS, SOLVERS
from tests.trials import examples


@settings(max_examples=examples(40), deadline=None)
@given(changed=changes())
def test_the_sets_of_a_changing_table_are_those_of_brute_force(changed: Changes) -> None:
    agrees_all_the_way(BruteForce, changed)


@pytest.mark.parametrize("name", OF_OTHERS)
@settings(max_examples=12, deadline=None)
@given(changed=changes(SMALL_DECKS, most_cards=9, most_steps=2))
def test_the_sets_of_a_small_changing_table_are_those_of_brute_force(name: str, changed: Changes) -> None:
    agrees_all_the_way(SOLVERS[name], changed)


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(("properties", "values"), [(2, 3), (1, 5), (2, 4)])
def test_a_whole_small_deck_has_the_sets_of_the_closed_form(name: str, properties: int, values: int) -> None:
    deck = Deck(properties, values)
    solver = SOLVERS[name](deck, range(deck.size))
    assert len(solver.all(Budget())) == sets_in_deck(deck)


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

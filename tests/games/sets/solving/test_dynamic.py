"""The thesis's dynamic algorithm misses sets; every solver here finds them. The examples were found by search."""

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.dynamic import Dynamic
from tests.games.sets.changing_tables import Changes, agrees_all_the_way, changes
from tests.games.sets.every_solver import SOLVERS
from tests.oracles import set_brute_force, thesis_dynamic
from tests.trials import examples

FOUR_VALUES = ["200", "322", "021", "333", "221", "232", "003", "332", "121", "210"]
"""A table on which each pair of the only set, extended greedily, takes a card that leads nowhere."""

DRAWS = [
    "001 002 221 102 012 210 100 022 020",
    "222 211 111",
    "101 200 110",
    "212 201 121",
    "112 021 011",
    "220 000 120",
    "122 202 010",
]
THREE_VALUES = [code for draw in DRAWS for code in draw.split()]
"""A shuffled deck that the algorithm plays to its end, and leaves sets behind."""


@pytest.mark.parametrize("name", SOLVERS)
def test_every_solver_finds_the_set_that_it_misses(name: str) -> None:
    deck = Deck(3, 4)
    solver = SOLVERS[name](deck, [deck.number(code) for code in FOUR_VALUES])
    found = solver.any(Budget())
    assert found is not None
    assert [deck.code(card) for card in found] == ["003", "121", "210", "332"]


def test_the_incremental_solver_finds_them_when_they_come() -> None:
    """It follows the same draws, and takes away what the thesis's algorithm takes."""
    deck = Deck(3, 3)
    _, tables = thesis_dynamic.play(THREE_VALUES, 3, 3)
    solver = Dynamic(deck, [deck.number(code) for code in tables[0]])
    for draw, table in zip(DRAWS[1:], tables[1:], strict=True):
        solver.add([deck.number(code) for code in draw.split()], Budget())
        left = {deck.number(code) for code in table}
        solver.remove([card for card in solver.cards if card not in left], Budget())
        expected = set_brute_force.all_sets(table, 3)
        assert {tuple(map(deck.code, found)) for found in solver.all(Budget())} == expected
    assert solver.count(Budget()) == 2


@settings(max_examples=examples(40), deadline=None)
@given(changed=changes())
def test_the_sets_of_a_changing_table_are_those_of_brute_force(changed: Changes) -> None:
    agrees_all_the_way(Dynamic, changed)

"""The program of a set is satisfiable iff trying every choice finds one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.faults import TooLarge
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, is_set
from ludex.games.sets.solving.binary_program import set_program
from tests.oracles import set_brute_force
from tests.trials import examples
from tests.trying import satisfying


@settings(deadline=None, max_examples=examples(40))
@given(st.integers(1, 3), st.integers(1, 4), st.data())
def test_the_program_finds_a_set_iff_there_is_one(properties: int, values: int, data: st.DataObject) -> None:
    deck = Deck(properties, values)
    cards = data.draw(st.lists(st.integers(0, deck.size - 1), min_size=1, max_size=9, unique=True))
    position = Position(deck, tuple(cards))
    program = set_program(position)
    sets = set_brute_force.all_sets(list(position.codes), values)
    found = satisfying(program.cnf())
    assert (found is not None) == bool(sets)
    if found is not None:
        assert is_set(deck, [position.cards[one - 1] for one in program.chosen(found)])


def test_too_many_cards_are_refused() -> None:
    with pytest.raises(TooLarge, match="cards"):
        set_program(Position.whole(Deck(9, 3)) if Deck(9, 3).size > 20_000 else Position.whole(Deck(10, 3)))

"""The programs of sets and of caps have the solutions that trying every choice of cards finds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.faults import TooLarge
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, is_set
from ludex.games.sets.solving.binary_program import cap_program, require_few, set_program
from tests.external_solvers import satisfying
from tests.oracles import set_brute_force
from tests.trials import examples


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


@settings(deadline=None, max_examples=examples(40))
@given(st.integers(1, 3), st.integers(2, 4), st.data())
def test_the_cap_program_excludes_each_set_of_the_cards(properties: int, values: int, data: st.DataObject) -> None:
    deck = Deck(properties, values)
    cards = data.draw(st.lists(st.integers(0, deck.size - 1), min_size=1, max_size=9, unique=True))
    program = cap_program(Position(deck, tuple(cards)))
    codes = [deck.code(card) for card in program_cards(program, deck)]
    assert codes == [deck.code(card) for card in Position(deck, tuple(cards)).cards]
    sets = {tuple(sorted(-codes.index(code) - 1 for code in one)) for one in set_brute_force.all_sets(codes, values)}
    assert {tuple(sorted(clause)) for clause in program.clauses} == sets
    assert (program.counted, program.exactly, program.variables) == (tuple(range(1, len(codes) + 1)), None, len(codes))


def program_cards(program: BinaryProgram, deck: Deck) -> list[int]:
    """Return the cards that the names of the variables state, numbered from 0."""
    named = [name.split() for name in program.names]
    assert [(word, number) for word, number, _ in named] == [("card", str(n)) for n in range(len(named))]
    return [deck.number(code) for *_, code in named]


def test_programs_have_at_most_20_000_cards_and_200_000_sets() -> None:
    whole = Position.whole(Deck(10, 3))
    require_few(Position(whole.deck, whole.cards[:20_000]))
    require_few(Deck(9, 3))
    assert program_cards(set_program(Position(Deck(2, 3), (8, 0))), Deck(2, 3)) in ([0, 8], [8, 0])
    for many in (Position(whole.deck, whole.cards[:20_001]), whole.deck):
        with pytest.raises(TooLarge, match="a program is 20,000"):
            require_few(many)
    with pytest.raises(TooLarge, match="cards given"):
        set_program(whole)
    with pytest.raises(TooLarge, match="more than the 200,000 sets"):
        cap_program(Position.whole(Deck(8, 3)))

"""One way to ask every solver about a position."""

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.solving.search import SetSearchResult, count_sets, find_all, find_any, make_solver, search_sets
from ludex.games.sets.solving.solver import Find, IntegerProgramEngine, SolverName

TABLE = Position.from_codes(Deck(4, 3), ["0000", "1201", "0121", "2222", "1111", "0212"])


@pytest.mark.parametrize("name", SolverName)
def test_every_solver_answers_every_question(name: SolverName) -> None:
    expected = {(0, 16, 23), (0, 40, 80)}
    assert find_any(TABLE, name) in expected
    assert set(find_all(TABLE, name=name)) == expected
    assert len(find_all(TABLE, 1, name)) == 1
    assert not find_all(TABLE, 1, name).complete
    assert count_sets(TABLE, name) == 2
    assert find_any(Position(TABLE.deck, (0, 16, 40)), name) is None


@pytest.mark.parametrize("name", SolverName)
def test_every_solver_begins_with_the_cards_in_their_order(name: SolverName) -> None:
    assert make_solver(name, TABLE.deck, TABLE.cards).cards == TABLE.cards


@pytest.mark.parametrize("engine", IntegerProgramEngine)
def test_the_integer_program_has_two_engines(engine: IntegerProgramEngine) -> None:
    assert count_sets(TABLE, SolverName.INTEGER_PROGRAM, engine=engine) == 2


def test_a_budget_that_has_ended_ends_a_search() -> None:
    with pytest.raises(BudgetExhausted):
        find_any(Position.whole(Deck(3, 6)), SolverName.BRUTE_FORCE, Budget(seconds=0))


@pytest.mark.parametrize(
    ("cards", "find", "limit", "expected"),
    [
        (TABLE.cards, Find.COUNT, 9, SetSearchResult(count=2, has_set=True)),
        ((0, 16), Find.COUNT, 9, SetSearchResult(count=0, has_set=False)),
        ((0, 16, 23), Find.ANY, 9, SetSearchResult(((0, 16, 23),), has_set=True)),
        ((0, 16), Find.ANY, 9, SetSearchResult((), 0, has_set=False)),
        ((0, 16, 23, 40), Find.ALL, 1, SetSearchResult(((0, 16, 23),), 1, has_set=True)),
        ((0, 16), Find.ALL, 1, SetSearchResult((), 0, has_set=False)),
        (TABLE.cards, Find.ALL, 0, SetSearchResult(complete=False)),
    ],
)
def test_a_search_states_what_it_knows(cards, find: Find, limit: int, expected: SetSearchResult) -> None:
    assert search_sets(Position(TABLE.deck, cards), find, limit) == expected


def test_a_list_that_is_cut_off_has_no_count() -> None:
    found = search_sets(TABLE, Find.ALL, 1)
    assert (len(found.sets), found.count, found.has_set, found.complete) == (1, None, True, False)
    response = SetSearchResult(((0, 16, 23),), 1).as_response(TABLE.deck)
    assert (response.count, response.sets, response.complete) == (1, [["0000", "0121", "0212"]], True)


@pytest.mark.parametrize("search", [find_any, find_all, count_sets])
def test_an_argument_of_a_wrong_type_is_named(search) -> None:
    with pytest.raises(TypeError, match="position"):
        search((0, 16, 23))
    with pytest.raises((TypeError, ValueError), match="name"):
        search(TABLE, name="guess")
    with pytest.raises((TypeError, ValueError), match="engine"):
        search(TABLE, engine="guess")
    with pytest.raises(TypeError, match="budget"):
        search(TABLE, budget=10)

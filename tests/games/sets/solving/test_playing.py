"""The game of section 2.1: what comes, what leaves, how it ends, and what is known of every final table."""

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted, Progress
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.playing import (
    Finish,
    GameError,
    GameParameters,
    GameRecord,
    play,
    replay,
)
from ludex.games.sets.solving.solver import SolverName
from tests.oracles import set_brute_force as oracle
from tests.trials import examples

GAME_DECKS = [Deck(p, v) for v in range(1, 6) for p in range(1, 5) if v**p <= 256]
MOST_TRIED = 1000
QUICK = [SolverName.LOOKUP, SolverName.DYNAMIC]


@st.composite
def games(draw: st.DrawFn, decks: list[Deck]) -> GameRecord:
    """Draw a game that was played to the end of its deck."""
    deck = draw(st.sampled_from(decks))
    return play(GameParameters(deck, draw(st.integers(0, 2**63 - 1)), None, draw(st.sampled_from(QUICK))))


@settings(max_examples=examples(40), deadline=None)
@given(games(GAME_DECKS))
def test_the_rounds_follow_the_rules(record: GameRecord) -> None:
    deck = record.deck
    order = list(deck.shuffled(record.parameters.seed))
    came = min(deck.values * deck.properties, deck.size)
    table = set(order[:came])
    assert record.dealt == tuple(order[:came])
    for played in record.rounds:
        assert played.table == len(table)
        codes = [deck.code(card) for card in table]
        if played.found is None:
            assert comb(len(table), deck.values) > MOST_TRIED or not oracle.all_sets(codes, deck.values)
        else:
            assert oracle.is_set([deck.code(card) for card in played.found])
            assert table >= set(played.found)
            table -= set(played.found)
        assert played.drawn == tuple(order[came : came + deck.values])
        came += len(played.drawn)
        table |= set(played.drawn)
    assert record.finished is Finish.DECK
    assert came == deck.size
    assert record.rounds[-1].found is None
    assert set(record.final_table) == table
    replay(record)


def test_brute_force_plays_the_game_of_the_oracle() -> None:
    """It takes the first set in lexicographic order, as the oracle does."""
    for properties, values in [(3, 3), (4, 3), (2, 4)]:
        deck = Deck(properties, values)
        record = play(GameParameters(deck, 7, None, SolverName.BRUTE_FORCE))
        rounds, left = oracle.play([deck.code(card) for card in deck.shuffled(7)], properties, values)
        assert [
            (
                played.table,
                played.found and [deck.code(card) for card in played.found],
                [deck.code(card) for card in played.drawn],
            )
            for played in record.rounds
        ] == [(table, found and sorted(found), list(came)) for table, found, came in rounds]
        assert [deck.code(card) for card in record.final_table] == left


@pytest.mark.parametrize("name", SolverName)
def test_every_solver_plays_by_the_rules(name: SolverName) -> None:
    for deck in (Deck(3, 3), Deck(2, 4), Deck(3, 2), Deck(2, 1)):
        record = play(GameParameters(deck, 11, None, name))
        replay(record)
        assert play(GameParameters(deck, 11, None, name)) == record


def test_a_game_ends_with_the_sets_that_are_wanted() -> None:
    record = play(GameParameters(Deck(4, 3), 1, sets=5))
    assert (record.finished, len(record.sets)) == (Finish.SETS, 5)
    assert record.rounds[-1].drawn == ()
    assert len(record.final_table) == record.rounds[-1].table - 3
    replay(record)


def test_a_game_ends_with_the_deck_where_it_has_fewer_sets_than_wanted() -> None:
    record = play(GameParameters(Deck(4, 3), 1, sets=27))
    assert (record.finished, len(record.sets) < 27) == (Finish.DECK, True)
    replay(record)


def test_a_deck_smaller_than_the_first_table_lies_there_at_once() -> None:
    record = play(GameParameters(Deck(3, 1)))
    assert [(played.table, played.found, played.drawn) for played in record.rounds] == [(1, (0,), ()), (0, None, ())]


def test_a_game_reports_its_progress_and_can_be_cancelled() -> None:
    reports: list[Progress] = []
    budget = Budget(progress=reports.append, stop=lambda: len(reports) > 4)
    with pytest.raises(BudgetExhausted, match="cancelled"):
        play(GameParameters(Deck(4, 3)), budget)
    assert [(report.done, report.total) for report in reports[:2]] == [(12, 81), (15, 81)]


@pytest.mark.parametrize(("seed", "sets", "place"), [(-1, None, "/seed"), (2**63, None, "/seed"), (0, 28, "/sets")])
def test_a_game_is_of_a_seed_and_of_sets_that_there_can_be(seed: int, sets: int | None, place: str) -> None:
    with pytest.raises(GameError) as error:
        GameParameters(Deck(4, 3), seed, sets)
    assert error.value.pointer == place

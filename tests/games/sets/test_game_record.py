"""A record is a JSON document that means the same game everywhere; a record that is not true is found out."""

import json
from base64 import b32encode
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import TableCount, rounds_by_table
from ludex.games.sets.solving.playing import (
    Finish,
    GameError,
    GameParameters,
    GameRecord,
    Round,
    from_document,
    game_key,
    play,
    replay,
)
from ludex.games.sets.solving.solver import SolverName
from tests.trials import examples

GAME = play(GameParameters(Deck(3, 3), 4))
SHORT_GAME = play(GameParameters(Deck(4, 3), 4, sets=3))


@settings(max_examples=examples(30), deadline=None)
@given(
    st.sampled_from([Deck(3, 3), Deck(2, 5), Deck(4, 2), Deck(1, 12)]),
    st.integers(0, 2**63 - 1),
    st.sampled_from([SolverName.LOOKUP, SolverName.DYNAMIC, SolverName.BRUTE_FORCE]),
    st.none() | st.just(1),
)
def test_a_document_is_the_record(deck: Deck, seed: int, name: SolverName, sets: int | None) -> None:
    record = play(GameParameters(deck, seed, sets, name))
    again = from_document(json.loads(json.dumps(record.as_document())))
    assert again == record
    assert game_key(again) == game_key(record)


def test_a_document_names_cards_by_their_codes() -> None:
    document = play(GameParameters(Deck(1, 3), 1)).as_document()
    assert {**document, "dealt": sorted(document["dealt"])} == {
        "properties": 1,
        "values": 3,
        "seed": 1,
        "sets": None,
        "solver": "lookup",
        "dealt": ["0", "1", "2"],
        "rounds": [{"table": 3, "set": ["0", "1", "2"], "drawn": []}, {"table": 0, "set": None, "drawn": []}],
        "finished": "deck",
    }


def test_the_key_of_a_game_is_permanent() -> None:
    key = game_key(play(GameParameters(Deck(4, 3), 1, None, SolverName.BRUTE_FORCE)))
    assert b32encode(key[1:]).decode().lower()[:16] == "z2eoiugokytkytul"


def test_another_seed_or_solver_is_another_game() -> None:
    keys = {
        game_key(play(GameParameters(Deck(2, 3), seed, None, name)))
        for seed in range(3)
        for name in (SolverName.LOOKUP, SolverName.DYNAMIC)
    }
    assert len(keys) == 6


def changed(document: dict[str, Any], place: str, value: object) -> dict[str, Any]:
    """Return a copy with another value at a JSON pointer."""
    document = deepcopy(document)
    *path, last = place.split("/")[1:]
    target: Any = document
    for name in path:
        target = target[int(name) if isinstance(target, list) else name]
    target[int(last) if isinstance(target, list) else last] = value
    return document


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("/properties", 0, "properties must be 1 to 19, not 0"),
        ("/values", True, "a valid integer"),
        ("/values", "3", "a valid integer"),
        ("/seed", -1, "must be 0 to"),
        ("/sets", 1.0, "a valid integer"),
        ("/solver", "guess", "should be 'lookup', 'brute-force'"),
        ("/solver", [], "should be 'lookup'"),
        ("/finished", None, "should be 'sets' or 'deck'"),
        ("/rounds", {}, "a valid list"),
        ("/rounds/1", [], "must be an object"),
        ("/rounds/0/table", None, "a valid integer"),
        ("/rounds/0/drawn", "000", "a valid list"),
        ("/rounds/0/drawn/1", 5, "a valid string"),
        ("/rounds/0/drawn/1", "003", "digit 3 is '3'; the values are 0 to 2"),
        ("/dealt/2", "0000", "4 digits"),
    ],
)
def test_what_is_no_record_is_named_with_its_place(place: str, value: object, said: str) -> None:
    with pytest.raises(GameError) as error:
        from_document(changed(GAME.as_document(), place, value))
    assert error.value.pointer == place
    assert said in error.value.message


def test_a_record_has_its_fields_and_no_others() -> None:
    for document, place in (
        ([], ""),
        (None, ""),
        ({}, "/properties"),
        ({**GAME.as_document(), "winner": "me"}, "/winner"),
    ):
        with pytest.raises(GameError) as error:
            from_document(document)
        assert error.value.pointer == place


def test_the_first_table_is_the_one_that_the_seed_deals() -> None:
    document = GAME.as_document()
    with pytest.raises(GameError) as error:
        from_document({**document, "dealt": document["dealt"][::-1]})
    assert error.value.pointer == "/dealt"


def with_round(record: GameRecord, number: int, **changes: object) -> GameRecord:
    rounds = list(record.rounds)
    rounds[number] = replace(rounds[number], **changes)  # type: ignore[arg-type]
    return replace(record, rounds=tuple(rounds))


DEALT, FIRST = GAME.dealt, GAME.rounds[0]
FOUND = FIRST.found or ()
OTHER = tuple(sorted((DEALT[0], DEALT[1], DEALT[3])))


def test_a_true_record_is_replayed() -> None:
    replay(GAME)
    replay(SHORT_GAME)


@pytest.mark.parametrize(
    ("record", "pointer", "said"),
    [
        (with_round(GAME, 2, table=8), "/rounds/2/table", ""),
        (with_round(GAME, 2, table=10), "/rounds/2/table", ""),
        (with_round(GAME, 0, found=OTHER), "/rounds/0/set", "are not a set"),
        (with_round(GAME, 0, found=(*FOUND, FOUND[-1])), "/rounds/0/set", "are not a set"),
        (with_round(GAME, 0, found=FOUND[::-1]), "/rounds/0/set", "order of their codes"),
        (with_round(GAME, 1, found=FOUND), "/rounds/1/set", "is not on the table"),
        (with_round(GAME, 0, found=None), "/rounds/0/set", "form a set"),
        (with_round(GAME, 0, drawn=FIRST.drawn[::-1]), "/rounds/0/drawn", ""),
        (with_round(GAME, 0, drawn=FIRST.drawn[:2]), "/rounds/0/drawn", ""),
        (with_round(GAME, 0, drawn=()), "/rounds/0/drawn", ""),
        (replace(GAME, rounds=GAME.rounds[:-1]), "/rounds", ""),
        (replace(GAME, rounds=()), "/rounds", ""),
        (
            replace(GAME, rounds=(*GAME.rounds, Round(len(GAME.final_table), None, ()))),
            f"/rounds/{len(GAME.rounds)}",
            "",
        ),
        (replace(GAME, finished=Finish.SETS), "/finished", ""),
        (replace(SHORT_GAME, finished=Finish.DECK), "/finished", ""),
        (replace(SHORT_GAME, parameters=replace(SHORT_GAME.parameters, sets=4)), "/rounds/2/drawn", ""),
    ],
)
def test_a_false_record_is_found_out_at_its_place(record: GameRecord, pointer: str, said: str) -> None:
    with pytest.raises(GameError) as error:
        replay(record)
    assert error.value.pointer == pointer
    assert said in error.value.message


def test_a_replay_obeys_its_budget() -> None:
    with pytest.raises(BudgetExhausted):
        replay(GAME, Budget(seconds=0))


def test_rounds_are_counted_by_the_size_of_the_table() -> None:
    for record in (GAME, SHORT_GAME):
        tables = Counter((played.table, played.found is not None) for played in record.rounds)
        assert rounds_by_table(record) == tuple(
            TableCount(table, tables[table, True], tables[table, False]) for table in sorted({at for at, _ in tables})
        )
    assert any(count.without_set for count in rounds_by_table(GAME))


def test_the_table_of_each_round_is_that_of_its_record() -> None:
    for number, played in enumerate(GAME.rounds):
        table = GAME.table_of_round(number)
        assert len(table) == played.table
        assert set(played.found or ()) <= set(table)
    assert GAME.table_of_round(0) == GAME.dealt
    assert GAME.table_of_round(len(GAME.rounds)) == GAME.final_table

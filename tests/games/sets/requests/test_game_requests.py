"""Games: played from a seed, stored once, drawn by rounds, and replayed."""

import copy

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import is_set
from ludex.requests.problem_types import problem_type

GAMES = "/api/v1/sets/games"
GAME = {"properties": 4, "values": 3, "seed": 7}


def test_a_game_is_played_and_stored_once(client: FlaskClient) -> None:
    first = client.post(GAMES, json=GAME)
    assert first.status_code == 201, first.get_json()
    game = first.get_json()
    assert first.headers["Location"] == game["url"]
    assert game["label"].startswith(f"set-game-3-4-{game['sets']}-")
    assert (game["seed"], game["finished"], game["sets_wanted"], game["duplicate_of"]) == (7, "deck", None, None)
    # In every property the values of the last cards are counted alike, modulo 3.
    assert (81 - game["final_cards"]) == 3 * game["sets"]
    assert game["final_cards"] not in (3,)
    deck = Deck(4, 3)
    for played in game["record"]["rounds"]:
        assert played["set"] is None or is_set(deck, map(deck.number, played["set"]))
    again = client.post(GAMES, json=GAME)
    assert again.status_code == 200
    assert again.get_json()["label"] == game["label"]
    assert again.get_json()["duplicate_of"] == {"relation": "same-game", "matching": list(range(12))}
    shown = client.get(game["url"]).get_json()
    assert shown == {name: value for name, value in game.items() if name != "duplicate_of"}
    listed = client.get(f"{GAMES}?seed=7").get_json()["items"]
    assert [one["label"] for one in listed] == [game["label"]]
    assert "record" not in listed[0]


@pytest.mark.parametrize("solver", ["lookup", "brute-force", "smt", "dynamic", "integer-program"])
def test_every_solver_plays(client: FlaskClient, solver: str) -> None:
    game = client.post(GAMES, json=GAME | {"sets": 2, "solver": solver}).get_json()
    assert (game["sets"], game["sets_wanted"], game["finished"], game["solver"]) == (2, 2, "sets", solver)
    replayed = client.post(f"{GAMES}/replay", json={"record": game["record"]}).get_json()
    assert replayed == {"right": True, "place": None, "reason": None, "label": game["label"]}
    assert client.post(f"{GAMES}/replay", json={"label": game["label"]}).get_json() == replayed


def test_without_a_seed_the_service_chooses_one(client: FlaskClient) -> None:
    sent = {"properties": 2, "values": 3}
    game = client.post(GAMES, json=sent).get_json()
    assert (game["final_cards"], game["sets"]) == (0, 3)  # for two properties every game clears the deck
    again = client.post(GAMES, json=sent | {"seed": game["seed"]}).get_json()
    assert again["label"] == game["label"]


def test_a_record_that_is_wrong_is_told_where(client: FlaskClient) -> None:
    record = client.post(GAMES, json=GAME).get_json()["record"]
    wrong = copy.deepcopy(record)
    wrong["rounds"].pop()
    answer = client.post(f"{GAMES}/replay", json={"record": wrong}).get_json()
    assert (answer["right"], answer["place"], answer["label"]) == (False, "/rounds", None)
    wrong = copy.deepcopy(record)
    wrong["rounds"][0]["table"] = 13
    answer = client.post(f"{GAMES}/replay", json={"record": wrong}).get_json()
    assert (answer["right"], answer["place"]) == (False, "/rounds/0/table")


@pytest.mark.parametrize(
    ("sent", "status", "at"),
    [({}, 422, "/record"), ({"label": "no-such"}, 422, "/label"), ({"record": {}, "label": "x"}, 422, "/label")],
)
def test_a_replay_takes_a_record_or_a_label(client: FlaskClient, sent: dict[str, object], status: int, at: str) -> None:
    answer = client.post(f"{GAMES}/replay", json=sent)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (status, at)


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"rounds": 5}, "/record/rounds"),
        ({"properties": 40}, "/record/properties"),
        ({"solver": "magic"}, "/record/solver"),
        ({"dealt": []}, "/record/dealt"),
        ({"finished": None}, "/record/finished"),
        ({"seed": "x"}, "/record/seed"),
        ({"seed": 2**64}, "/record/seed"),
        ({"more": 1}, "/record"),
        ({"rounds": [{"table": 12, "set": ["0000"], "drawn": ["x"]}]}, "/record/rounds/0/drawn/0"),
    ],
)
def test_what_is_no_record_is_refused(client: FlaskClient, change: dict[str, object], at: str) -> None:
    record = client.post(GAMES, json=GAME).get_json()["record"]
    answer = client.post(f"{GAMES}/replay", json={"record": record | change})
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, at)


def test_the_tables_of_a_game_are_drawn(client: FlaskClient) -> None:
    game = client.post(GAMES, json=GAME).get_json()

    def drawn(**fields: object) -> TestResponse:
        return client.post("/api/v1/sets/pictures", json={"label": game["label"]} | fields)

    pictures = [
        client.get(f"/api/v1/objects/{game['label']}.svg"),
        drawn(),
        drawn(round=0),
        drawn(round=game["rounds"] - 1),
    ]
    assert [picture.mimetype for picture in pictures] == ["image/svg+xml"] * 4
    assert pictures[0].data == pictures[1].data != pictures[2].data
    beyond = drawn(round=game["rounds"])
    assert (beyond.status_code, beyond.get_json()["errors"][0]["pointer"]) == (422, "/round")
    assert client.get("/api/v1/objects/no-such.svg").status_code == 404


@pytest.mark.parametrize(
    ("change", "status", "at"),
    [
        ({"sets": 0}, 400, "/sets"),
        ({"sets": 28}, 422, "/sets"),
        ({"seed": -1}, 400, "/seed"),
        ({"properties": 19}, 422, "/properties"),
        ({"properties": 10}, 422, "/sets"),
        ({"solver": "none"}, 400, "/solver"),
    ],
)
def test_faults_are_named(client: FlaskClient, change: dict[str, object], status: int, at: str) -> None:
    answer = client.post(GAMES, json=GAME | change)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (status, at)


@pytest.mark.parametrize(("bound", "change"), [(80, {}), (8, {"sets": 3}), (20, {"sets": 5})])
def test_the_cards_dealt_in_a_game_are_bounded(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, bound: int, change: dict[str, object]
) -> None:
    monkeypatch.setattr("ludex.games.sets.requests.bounds.GAME_CARDS", bound)
    answer = client.post(GAMES, json=GAME | change)
    assert (answer.status_code, answer.get_json()["type"]) == (422, problem_type("computation-too-large").uri)
    assert "ludex sets game play" in answer.get_json()["detail"]


def test_a_large_deck_is_played_for_some_sets(client: FlaskClient) -> None:
    game = client.post(GAMES, json={"properties": 12, "values": 3, "seed": 1, "sets": 3}).get_json()
    assert (game["sets"], game["finished"]) == (3, "sets")

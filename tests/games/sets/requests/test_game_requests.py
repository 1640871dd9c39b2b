"""Games: played from a seed, stored once, drawn by rounds, and replayed."""

import pytest
from flask.testing import FlaskClient

from ludex.requests.problem_types import problem_type

GAMES = "/api/v1/sets/games"
GAME = {"properties": 4, "values": 3, "seed": 7}


def test_without_a_seed_the_service_chooses_one(client: FlaskClient) -> None:
    sent = {"properties": 2, "values": 3}
    game = client.post(GAMES, json=sent).get_json()
    assert (game["final_cards"], game["sets"]) == (0, 3)  # for two properties every game clears the deck
    again = client.post(GAMES, json=sent | {"seed": game["seed"]}).get_json()
    assert again["label"] == game["label"]


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
        ({"more": 1}, "/record/more"),
        ({"rounds": [{"table": 12, "set": ["0000"], "drawn": ["x"]}]}, "/record/rounds/0/drawn/0"),
    ],
)
def test_what_is_no_record_is_refused(client: FlaskClient, change: dict[str, object], at: str) -> None:
    record = client.post(GAMES, json=GAME).get_json()["record"]
    answer = client.post(f"{GAMES}/replay", json={"record": record | change})
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, at)


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

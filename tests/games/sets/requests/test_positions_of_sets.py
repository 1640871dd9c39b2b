"""Storing positions, decks, cards and sets of SET, each class once, and finding equivalent ones."""

import random

import pytest
from flask.testing import FlaskClient

from ludex.games.sets.deck import Deck
from ludex.games.sets.requests.bounds import STORED_SET_CARDS

SETS = "/api/v1/sets"
DECK = Deck(4, 3)


@pytest.fixture(scope="module")
def codes() -> list[str]:
    return [DECK.code(card) for card in random.Random(5).sample(range(81), 12)]


def body(codes: list[str], **more: object) -> dict[str, object]:
    return {"properties": len(codes[0]), "values": 3, "cards": codes} | more


@pytest.mark.parametrize(
    ("address", "sent", "at"),
    [
        ("positions", {"properties": 2, "values": 3, "cards": ["00", "33"]}, "/cards/1"),
        ("positions/lookup", {"properties": 2, "values": 3, "cards": ["00", "00"]}, "/cards/1"),
        ("positions/dedup", {"positions": [{"properties": 2, "values": 3, "cards": ["0"]}]}, "/positions/0/cards/0"),
        ("cards", {"properties": 2, "values": 3, "cards": ["x0"]}, "/cards/0"),
        ("decks", {"properties": 9, "values": 9, "cards": ["0" * 9]}, "/properties"),
        (
            "equivalence",
            {
                "a": {"properties": 2, "values": 3, "cards": []},
                "b": {"properties": 2, "values": 3, "cards": ["000"]},
            },
            "/b/cards/0",
        ),
    ],
)
def test_faults_are_named(client: FlaskClient, address: str, sent: dict[str, object], at: str) -> None:
    answer = client.post(f"{SETS}/{address}", json=sent)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == at


def test_a_stored_position_has_a_bound(client: FlaskClient) -> None:
    deck = Deck(13, 2)
    cards = [deck.code(card) for card in range(STORED_SET_CARDS + 1)]
    sent = {"properties": 13, "values": 2}
    answer = client.post(f"{SETS}/positions", json=sent | {"cards": cards})
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (400, "/cards")
    assert client.post(f"{SETS}/positions", json=sent | {"cards": cards[:-1]}).status_code == 201


def test_pictures_of_cards_that_are_not_stored(client: FlaskClient) -> None:
    sent = {"properties": 4, "values": 3, "cards": ["0000", "0121", "0212", "1111"]}
    marked = client.post(f"{SETS}/pictures", json=sent | {"sets": [["0000", "0121", "0212"]]})
    assert (marked.status_code, marked.mimetype) == (200, "image/svg+xml")
    assert client.post(f"{SETS}/pictures", json=sent | {"cards": []}).status_code == 200
    for sets, at in (
        ([["0000", "0121", "1111"]], "/sets/0"),
        ([["0000", "0121", "0222"]], "/sets/0/2"),
        ([["0000", "0121", "x"]], "/sets/0/2"),
        ([["0000"]], "/sets/0"),
    ):
        wrong = client.post(f"{SETS}/pictures", json=sent | {"sets": sets})
        assert (wrong.status_code, wrong.get_json()["errors"][0]["pointer"]) == (422, at)
    detail = client.post(f"{SETS}/pictures", json=sent | {"sets": [["0000", "0121", "1111"]]}).get_json()["detail"]
    for failing in ("property 1 has the values 0, 0, 1", "property 3 has the values 0, 2, 1"):
        assert (failing in detail) == (failing[9] == "1")


def test_cards_may_be_those_of_a_deck_or_of_a_stored_object(client: FlaskClient) -> None:
    cards = ["000", "001", "002", "111"]
    client.post(f"{SETS}/decks", json=body(cards, slug="four"))
    label = client.post(f"{SETS}/positions", json={"deck": "four", "find": "count"}).get_json()["label"]
    for given in ({"deck": "four"}, {"label": "four"}, {"label": label}):
        assert client.post(f"{SETS}/solve", json=given | {"find": "count"}).get_json() == {"count": 1}
        found = client.post(f"{SETS}/positions/lookup", json=given).get_json()
        assert [one["label"] for one in found["items"]] == [label]
        assert client.post(f"{SETS}/equivalence", json={"a": given, "b": body(cards)}).get_json()["equivalent"]
        dedup = client.post(f"{SETS}/positions/dedup", json={"positions": [given, body(cards)]}).get_json()
        assert [one["members"] for one in dedup["classes"]] == [[0, 1]]
        assert client.post(f"{SETS}/caps", json=given).get_json()["size"] == 3
        assert client.post(f"{SETS}/pictures", json=given | {"sets": [cards[:3]]}).status_code == 200
        assert len(client.post(f"{SETS}/cards", json=given).get_json()["items"]) == 4


def test_a_shape_holds_for_cards_without_their_own(client: FlaskClient) -> None:
    sent = {"properties": 2, "values": 3, "a": {"cards": ["00", "01"]}, "b": {"cards": ["11", "22"]}}
    assert client.post(f"{SETS}/equivalence", json=sent).get_json()["equivalent"] is True


@pytest.mark.parametrize(
    ("sent", "at"),
    [
        ({"label": "no-such"}, "/label"),
        ({"deck": "set-3-9"}, "/deck"),  # 19,683 cards
        ({"label": "set-3-2", "values": 4}, "/values"),
        ({"label": "set-3-2", "cards": ["00"]}, "/label"),
        ({"cards": ["00"]}, "/properties"),
        ({}, "/cards"),
    ],
)
def test_what_gives_no_cards_is_named(client: FlaskClient, sent: dict[str, object], at: str) -> None:
    for address in ("positions", "positions/lookup", "decks", "pictures", "cards"):
        answer = client.post(f"{SETS}/{address}", json=sent)
        assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, at)


def test_an_object_without_cards_of_set_is_refused(client: FlaskClient) -> None:
    label = client.post("/api/v1/swish/positions", json={"cards": ["*o", "o*"]}).get_json()["label"]
    answer = client.post(f"{SETS}/solve", json={"label": label})
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, "/label")
    assert "no cards of SET" in answer.get_json()["detail"]

"""Storing positions, decks, cards and sets of SET, each class once, and finding equivalent ones."""

import random

import pytest
from flask.testing import FlaskClient

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import is_set
from ludex.games.sets.requests.bounds import STORED_SET_CARDS
from ludex.settings import Settings
from tests.applications import application

SETS = "/api/v1/sets"
DECK = Deck(4, 3)


def moved(codes: list[str], seed: int) -> tuple[list[str], list[int]]:
    """Return cards of three values moved by an affine map and shuffled, and for each where it was."""
    source = random.Random(seed)
    deck = Deck(len(codes[0]), 3)
    p = deck.properties
    shift = [source.randrange(3) for _ in range(p)]
    rows = [[int(i == j) for j in range(p)] for i in range(p)]
    for _ in range(20):
        (i, j), factor = source.sample(range(p), 2), source.choice([1, 2])
        rows[i] = [(a + factor * b) % 3 for a, b in zip(rows[i], rows[j], strict=True)]

    def image(code: str) -> str:
        x = list(map(int, code))
        return "".join(
            str((sum(a * b for a, b in zip(row, x, strict=True)) + s) % 3) for row, s in zip(rows, shift, strict=True)
        )

    order = source.sample(range(len(codes)), len(codes))
    return [image(codes[i]) for i in order], order


@pytest.fixture(scope="module")
def codes() -> list[str]:
    return [DECK.code(card) for card in random.Random(5).sample(range(81), 12)]


def body(codes: list[str], **more: object) -> dict[str, object]:
    return {"properties": len(codes[0]), "values": 3, "cards": codes} | more


def test_a_position_is_stored_once_up_to_symmetry(client: FlaskClient, codes: list[str]) -> None:
    first = client.post(f"{SETS}/positions", json=body(codes))
    assert first.status_code == 201, first.get_json()
    stored = first.get_json()
    assert first.headers["Location"] == stored["url"] == f"{SETS}/positions/{stored['label']}"
    assert stored["label"].startswith("set-position-3-4-12-")
    assert (stored["cards"], stored["matching"], stored["duplicate_of"]) == (codes, list(range(12)), None)
    for seed in range(3):
        other, _ = moved(codes, seed)
        again = client.post(f"{SETS}/positions", json=body(other))
        assert again.status_code == 200
        assert "Location" not in again.headers
        answer = again.get_json()
        assert (answer["label"], answer["cards"]) == (stored["label"], codes)
        assert answer["duplicate_of"] == {"relation": "symmetry", "matching": answer["matching"]}
        assert sorted(answer["matching"]) == list(range(12))
        for three in ([0, 1, 2], [3, 5, 8], [9, 10, 11]):
            here = is_set(DECK, [DECK.number(other[i]) for i in three])
            assert is_set(DECK, [DECK.number(codes[answer["matching"][i]]) for i in three]) == here


@pytest.mark.parametrize("find", ["any", "count", "all"])
def test_what_was_looked_for_is_told_in_the_cards_of_the_request_and_stored(client: FlaskClient, find: str) -> None:
    codes = ["0000", "0121", "0212", "1111", "2222", "1001"]
    client.post(f"{SETS}/positions", json=body(codes))
    other, _ = moved(codes, 17)
    answer = client.post(f"{SETS}/positions", json=body(other, find=find)).get_json()
    found = answer["found"]
    assert found["complete"] is True
    for one in found["sets"]:
        assert set(one) <= set(other)
        assert is_set(DECK, map(DECK.number, one))
    expected = {"any": (1, None), "count": (0, 2), "all": (2, 2)}[find]
    assert (len(found["sets"]), found["count"]) == expected
    shown = client.get(answer["url"]).get_json()
    assert shown["has_set"] is True
    if find != "any":
        assert shown["sets"] == 2
    if find == "all":
        stored = client.get(f"{answer['url']}/sets").get_json()
        assert {frozenset(one["cards"]) for one in stored["items"]} == {
            frozenset(["0000", "0121", "0212"]),
            frozenset(["0000", "1111", "2222"]),
        }
        assert stored["next"] is None
        assert (stored["count"], stored["count_exact"]) == (2, True)
        page = client.get(f"{answer['url']}/sets?limit=1")
        first = page.get_json()
        assert f'<{first["next"]}>; rel="next"' in page.headers["Link"]
        second = client.get(first["next"]).get_json()
        assert (first["count"], second["next"]) == (2, None)
        assert [*first["items"], *second["items"]] == stored["items"]
        one = stored["items"][0]
        whole = client.get(one["url"]).get_json()
        assert whole == whole | one
        picture = client.get(f"/api/v1/objects/{one['label']}.svg")
        assert picture.content_type.startswith("image/svg+xml")
        assert client.get(f"{SETS}/found-sets?position={answer['label']}").get_json()["count"] == 2


def test_an_equivalent_position_is_looked_up(client: FlaskClient, codes: list[str]) -> None:
    label = client.post(f"{SETS}/positions", json=body(codes)).get_json()["label"]
    other, _ = moved(codes, 4)
    answer = client.post(f"{SETS}/positions/lookup", json=body(other)).get_json()
    assert [item["label"] for item in answer["items"]] == [label]
    assert sorted(answer["matchings"][0]) == list(range(12))
    alone = client.post(f"{SETS}/positions/lookup", json=body(codes[:7])).get_json()
    assert alone == {"items": [], "matchings": []}


def test_equivalence_has_a_matching_and_the_symmetry_or_a_reason(client: FlaskClient, codes: list[str]) -> None:
    other, _ = moved(codes, 8)
    answer = client.post(f"{SETS}/equivalence", json={"a": body(codes), "b": body(other)}).get_json()
    assert answer["equivalent"] is True
    symmetry = answer["symmetry"]
    assert symmetry["kind"] == "affine"
    for index, code in enumerate(codes):
        image = [
            (sum(a * int(x) for a, x in zip(row, code, strict=True)) + shift) % 3
            for row, shift in zip(symmetry["matrix"], symmetry["shift"], strict=True)
        ]
        assert "".join(map(str, image)) == other[answer["matching"][index]]
    answer = client.post(f"{SETS}/equivalence", json={"a": body(codes), "b": body(codes[:11])}).get_json()
    assert (answer["equivalent"], answer["matching"], answer["symmetry"]) == (False, None, None)
    assert answer["reason"]


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


def test_cards_are_stored_and_drawn(client: FlaskClient) -> None:
    sent = {"properties": 3, "values": 5, "cards": ["044", "123"]}
    first = client.post(f"{SETS}/cards", json=sent)
    assert first.status_code == 201
    items = first.get_json()["items"]
    assert [one["code"] for one in items] == ["044", "123"]
    assert items[0]["label"].startswith("set-card-5-3-044-")
    assert [one["duplicate_of"] for one in items] == [None, None]
    again = client.post(f"{SETS}/cards", json=sent | {"cards": ["123", "044", "000"]})
    assert again.status_code == 201
    same = {"relation": "same-card", "matching": [0]}
    assert [one["duplicate_of"] for one in again.get_json()["items"]] == [same, same, None]
    assert client.post(f"{SETS}/cards", json=sent).status_code == 200
    whole = client.get(items[0]["url"]).get_json() | {"duplicate_of": None}
    assert whole == whole | items[0]
    assert client.get(f"/api/v1/objects/{items[0]['label']}.svg").status_code == 200
    assert client.get(f"{SETS}/cards?values=5").get_json()["count"] == 3


def test_decks_of_ones_own(client: FlaskClient) -> None:
    sent = {"slug": "mine", "title": "Mine", "properties": 2, "values": 3, "cards": ["12", "00", "01", "02"]}
    first = client.post(f"{SETS}/decks", json=sent)
    assert first.status_code == 201, first.get_json()
    deck = first.get_json()
    assert (deck["slug"], deck["size"], deck["cards"]) == ("mine", 4, sent["cards"])
    again = client.post(f"{SETS}/decks", json=sent | {"cards": ["00", "12", "02", "01"], "slug": "also-mine"})
    assert again.status_code == 200
    assert again.get_json()["duplicate_of"] == {"relation": "same-cards", "matching": [1, 0, 3, 2]}
    assert again.get_json()["slugs"] == ["mine", "also-mine"]
    solved = client.post(f"{SETS}/solve", json={"deck": "mine", "find": "all"}).get_json()
    assert [sorted(one) for one in solved["items"]] == [["00", "01", "02"]]
    assert client.get("/api/v1/objects/mine.svg").status_code == 200
    taken = client.post(f"{SETS}/decks", json=sent | {"cards": ["00"]})
    assert (taken.status_code, taken.get_json()["errors"][0]["pointer"]) == (409, "/slug")
    assert client.delete("/api/v1/objects/mine").status_code == 204
    assert client.delete("/api/v1/objects/mine").status_code == 404


def test_whole_decks_are_always_there(client: FlaskClient) -> None:
    deck = client.get(f"{SETS}/decks/set-3-4").get_json()
    assert (deck["size"], len(deck["cards"]), deck["cards"][16]) == (81, 81, "0121")
    assert deck["label"].startswith("set-deck-3-4-81-")
    large = client.get(f"{SETS}/decks/set-10-6").get_json()
    assert (large["size"], large["cards"]) == (1_000_000, None)
    assert client.get("/api/v1/objects/set-10-6.svg").status_code == 422
    assert client.get(f"{SETS}/decks/set-10-7").status_code == 404
    assert client.delete("/api/v1/objects/set-10-6").status_code == 409
    kept = client.post(f"{SETS}/decks", json={"slug": "set-3-4", "properties": 4, "values": 3, "cards": ["0000"]})
    assert kept.status_code == 409


@pytest.mark.parametrize("kind", ["cards", "decks", "positions", "found-sets"])
def test_every_kind_is_listed_in_every_format(client: FlaskClient, kind: str) -> None:
    sent = {"properties": 2, "values": 3, "cards": ["00", "01", "02"]}
    client.post(f"{SETS}/positions", json=sent | {"find": "all"})
    client.post(f"{SETS}/decks", json=sent)
    page = client.get(f"{SETS}/{kind}?limit=1")
    assert page.status_code == 200
    item = page.get_json()["items"][0]
    label = item["label"]
    assert client.get(f"{SETS}/{kind}", headers={"If-None-Match": client.get(f"{SETS}/{kind}").headers["ETag"]})
    assert client.get(f"{SETS}/{kind}?format=ndjson").text.count("\n") == page.get_json()["count"]
    assert client.get(f"{SETS}/{kind}?format=csv").text.startswith("label,kind,properties,values,")
    assert client.get(f"{SETS}/{kind}/random?seed=1").status_code == 200
    assert "properties" in client.get(f"{SETS}/{kind}/facets").get_json()["facets"]
    batch = client.post("/api/v1/objects/batch", json={"labels": [label, "no-such"]}).get_json()
    assert ([one["label"] for one in batch["items"]], batch["missing"]) == ([label], ["no-such"])
    shown = client.get(item["url"])
    assert shown.status_code == 200
    assert client.get(item["url"], headers={"If-None-Match": shown.headers["ETag"]}).status_code == 304
    assert client.get(f"{SETS}/{kind}?limit=0").status_code == 400
    assert client.get(f"{SETS}/{kind}?more=1").status_code == 400
    assert client.get(f"{SETS}/{kind}/no-such-label").status_code == 404
    cursor = client.get(f"{SETS}/cards?limit=1").get_json()["next"].partition("cursor=")[2]
    assert client.get(f"/api/v1/swish/cards?cursor={cursor}").status_code == 400


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


def test_a_read_only_service_stores_nothing_and_solves(settings: Settings) -> None:

    with application(settings.model_copy(update={"host": "0.0.0.0"})) as app:
        client = app.test_client()
        sent = {"properties": 2, "values": 3, "cards": ["00", "01", "02"]}
        for address in ("positions", "cards", "decks"):
            assert client.post(f"{SETS}/{address}", json=sent).status_code == 401
        for address in ("solve", "positions/lookup", "pictures"):
            assert client.post(f"{SETS}/{address}", json=sent).status_code == 200


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

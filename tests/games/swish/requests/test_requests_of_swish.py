"""What is wrong is pointed at; lists below an object page like all lists; decks, packs and hypergraphs."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.requests.problem_types import problem_type

SWISH = "/api/v1/swish"
PAIRS = {"cards": ["*o.", "o*.", "*.o", "o.*"]}


def test_the_swishes_of_a_position_page_like_every_list(client: FlaskClient) -> None:
    url = client.post(f"{SWISH}/positions", json=PAIRS | {"find": "all"}).get_json()["url"]
    first = client.get(f"{url}/swishes?limit=1")
    page = first.get_json()
    assert (len(page["items"]), page["count_exact"]) == (1, True)
    assert first.headers["Link"] == f'<{url}/swishes?limit=1>; rel="first", <{page["next"]}>; rel="next"'
    every = client.get(f"{url}/swishes").get_json()
    assert (len(every["items"]), every["next"]) == (page["count"], None)
    other = client.post(f"{SWISH}/positions", json={"cards": ["*o"]}).get_json()["url"]
    stolen = client.get(page["next"].replace(url, other))
    assert (stolen.status_code, stolen.get_json()["errors"][0]["pointer"]) == (400, "/cursor")
    assert client.get(f"{other}/swishes").get_json()["count"] == 0
    assert client.get(f"{SWISH}/positions/none/swishes").status_code == 404


def test_a_page_of_swishes_is_bounded_in_bytes(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    url = client.post(f"{SWISH}/positions", json=PAIRS | {"find": "all"}).get_json()["url"]
    every = client.get(f"{url}/swishes").get_json()["items"]
    monkeypatch.setattr("ludex.requests.bounds.PAGE_BYTES", 1)
    walked, following = [], f"{url}/swishes"
    while following:
        page = client.get(following).get_json()
        assert len(page["items"]) == 1
        walked += page["items"]
        following = page["next"]
    assert walked == every


@pytest.mark.parametrize(
    ("path", "body", "pointers"),
    [
        ("solve", {}, ["/cards"]),
        ("solve", {"cards": ["*o"], "deck": "swish-36"}, ["/deck"]),
        ("solve", {"label": "none"}, ["/label"]),
        ("solve", {"deck": "none"}, ["/deck"]),
        ("solve", {"cards": ["*o", "*/o"]}, ["/cards/1"]),
        ("solve", {"cards": ["*o."], "symmetry": "square"}, ["/cards"]),
        ("hypergraphs", {"deck": "two-symbols"}, ["/deck"]),
        ("hypergraphs", {"cards": ["*o.", "*oo"]}, ["/cards/1"]),
        ("no-swish-sets", {"deck": "swish-7x9"}, ["/deck"]),
        ("equivalence", {"a": {"cards": ["*o"]}, "b": {"cards": ["*o", "**"]}}, ["/b/cards/1"]),
        ("positions/lookup", {"cards": ["*o", "**"]}, ["/cards/1"]),
        ("positions/dedup", {"positions": [{"cards": ["*o"]}, {"cards": ["*?"]}]}, ["/positions/1/cards/0"]),
        ("positions/dedup", {"positions": [{"cards": ["**"]}]}, ["/positions/0/cards/0"]),
        ("decks", {"cards": ["*o"], "slug": "swish-36"}, ["/slug"]),
        ("decks", {"cards": ["*o"], "title": "no\0title"}, ["/title"]),
        ("decks/swish-36/deals", {"n": 37}, ["/n"]),
    ],
)
def test_what_is_wrong_is_pointed_at(client: FlaskClient, path: str, body: dict, pointers: list[str]) -> None:
    client.post(f"{SWISH}/decks", json={"slug": "two-symbols", "cards": ["*o.", "*oo"]})
    answer = client.post(f"{SWISH}/{path}", json=body)
    assert answer.status_code == (409 if body.get("slug") == "swish-36" else 422)  # that name is taken
    assert [error["pointer"] for error in answer.get_json()["errors"]] == pointers


@pytest.mark.parametrize("below", ["", ".svg", "/deals", "/deals/plot", "/deals/largest", "/no-swish-sets"])
def test_a_deck_that_is_not_there_is_not_found(client: FlaskClient, below: str) -> None:
    assert client.get(f"{SWISH}/decks/none{below}").status_code == 404


def test_a_deck_is_deleted_with_its_deals_and_maxima_and_positions_stay(client: FlaskClient) -> None:
    client.post(f"{SWISH}/decks", json={"slug": "short-lived"} | PAIRS)
    dealt = client.post(f"{SWISH}/decks/short-lived/deals", json={"n": 2, "seed": 1}).get_json()
    kept = client.post(f"{SWISH}/no-swish-sets", json={"deck": "short-lived"}).get_json()
    assert client.get(f"{SWISH}/positions?deck=short-lived").get_json()["count"] == 1
    assert client.get(f"{SWISH}/no-swish-sets?deck=short-lived").get_json()["count"] == 1
    assert client.delete("/api/v1/objects/short-lived").status_code == 204
    assert client.get(dealt["url"]).status_code == client.get(kept["url"]).status_code == 200
    again = client.post(f"{SWISH}/decks", json={"slug": "short-lived"} | PAIRS)
    assert again.status_code == 201
    assert client.get(f"{SWISH}/positions?deck=short-lived").get_json()["count"] == 0


def test_a_hypergraph_names_its_first_position_and_counts_all(client: FlaskClient) -> None:
    cards = ["*o..", "*.o."]
    url = client.post(f"{SWISH}/hypergraphs", json={"cards": cards}).get_json()["url"]
    first = client.post(f"{SWISH}/positions", json={"cards": cards}).get_json()
    turned = client.post(f"{SWISH}/positions", json={"cards": ["*/o/./.", "*/./o/."]}).get_json()
    assert turned["label"] != first["label"]
    assert first["hypergraph"] == turned["hypergraph"]
    shown = client.get(url).get_json()
    assert (shown["label"], shown["position_count"]) == (first["hypergraph"], 2)
    assert shown["first_position"] == first["label"]
    assert client.get(f"{url}?format=node-link").get_json() == shown["node_link"]
    assert client.get(f"{SWISH}/hypergraphs/none").status_code == 404
    assert client.get(f"{SWISH}/hypergraphs/none.svg").status_code == 404


def test_more_largest_sets_than_are_listed_name_the_command(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"{SWISH}/decks/swish-2x3/no-swish-sets"
    assert client.get(url).get_json()["count"] == 6
    monkeypatch.setattr("ludex.games.swish.requests.bounds.MAXIMUM_SETS", 5)
    problem = client.get(url)
    assert (problem.status_code, problem.get_json()["type"]) == (422, problem_type("computation-too-large").uri)
    assert "ludex swish no-swish --all" in problem.get_json()["detail"]


def test_what_is_stored_of_deals_takes_no_computing_slot(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.api import service
    from ludex.card_games.deals import DealStatistic
    from ludex.games.swish.deck import built_in_deck
    from ludex.games.swish.operations.decks import store_probabilities

    deck = built_in_deck("swish-3x2")
    assert deck is not None
    catalogue = client.application.extensions["ludex"].catalogue
    store_probabilities(catalogue, deck, [DealStatistic.from_count(2, 10, len(deck.position.cards))])

    def no_slot(*_: object) -> None:
        raise AssertionError("a slot was taken")

    monkeypatch.setattr(service, "search", no_slot)
    answer = client.get(f"{SWISH}/decks/swish-3x2/deals?n=2").get_json()
    assert (answer["no_swish"]["exact"], answer["no_swish"]["numerator"]) == (True, 10)


def test_a_deck_of_ones_own_keeps_its_cards_under_another_symmetry(client: FlaskClient) -> None:
    client.post("/api/v1/swish/decks", json={"slug": "corner", "title": "Corner", "cards": ["*o/..", "*./o."]})
    asked = {"deck": "corner", "find": "largest"}
    rectangle = client.post("/api/v1/swish/solve", json=asked).get_json()
    square = client.post("/api/v1/swish/solve", json=asked | {"symmetry": "square"}).get_json()
    assert (rectangle["size"], square["size"]) == (0, 2)


def test_a_board_that_is_not_square_has_no_square_deck(client: FlaskClient) -> None:
    asked = {"deck": "swish-4x3", "symmetry": "square", "find": "any"}
    answer = client.post("/api/v1/swish/solve", json=asked)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, "/symmetry")
    assert client.get("/api/v1/swish/decks/swish-4x3-square").status_code == 404


CARDS = (
    ["*o./.../.../...", "o*./.../.../..."],
    ["*../o../.../...", ".../*../.o./...", "..o/.../.*./...", ".../.*./.../.o."],
)


@pytest.fixture
def labels(client: FlaskClient) -> list[str]:
    stored = [client.post(f"{SWISH}/positions", json={"cards": cards, "find": "largest"}) for cards in CARDS]
    return [answer.get_json()["label"] for answer in stored]


def test_a_pack_of_positions_is_stored_changed_exported_and_deleted(client: FlaskClient, labels: list[str]) -> None:
    made = client.post(f"{SWISH}/packs", json={"slug": "mine", "title": "Mine", "levels": labels[::-1]})
    assert made.status_code == 201
    listed = client.get(f"{SWISH}/packs/mine/levels").get_json()["items"]
    grades = [one["difficulty"]["grade"] for one in listed]
    assert grades == sorted(grades) and sorted(one["label"] for one in listed) == sorted(labels)
    first = client.get(f"{SWISH}/packs/mine/next").get_json()["level"]["label"]
    second = client.get(f"{SWISH}/positions/{first}/next?pack=mine").get_json()["level"]["label"]
    assert [first, second] == [one["label"] for one in listed]
    exported = json.loads(client.get(f"{SWISH}/packs/mine/export").data)
    assert [(one["label"], one["largest"], len(one["swish"])) for one in exported["levels"]] == [
        (one["label"], one["largest_swish"]["size"], one["largest_swish"]["size"]) for one in listed
    ]
    changed = client.patch(f"{SWISH}/packs/mine", json={"remove": [first], "title": "Ours"}).get_json()
    assert (changed["size"], changed["title"]) == (1, "Ours")
    assert client.get(f"/api/v1/objects/{changed['label']}.svg").status_code == 200
    assert client.delete(f"/api/v1/objects/{changed['label']}").status_code == 204


def test_a_position_without_a_grade_is_refused_with_the_remedy(client: FlaskClient) -> None:
    plain = client.post(f"{SWISH}/positions", json={"cards": ["*../.../.../..o", "..*/o../.../..."]}).get_json()
    assert plain["difficulty"] == {"largest_swishes": None, "grade": None}
    answer: Any = client.post(f"{SWISH}/packs", json={"slug": "other", "levels": [plain["label"]]})
    assert answer.status_code == 422
    [error] = answer.get_json()["errors"]
    assert error["pointer"] == "/levels/0" and "store it with `find` `largest`" in answer.get_data(as_text=True)

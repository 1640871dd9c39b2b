"""Caps: the largest ones, proved where the literature has them, given again once known; counts of caps."""

from itertools import combinations

import pytest
from flask.testing import FlaskClient

from ludex.engine.evidence import Evidence
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.caps import LargestCap
from ludex.games.sets.position import Position, is_set
from ludex.requests.problem_types import problem_type

CAPS = "/api/v1/sets/caps"


def has_no_set(deck: Deck, codes: list[str]) -> bool:
    cards = [deck.number(code) for code in codes]
    return len(set(cards)) == len(cards) and not any(is_set(deck, some) for some in combinations(cards, deck.values))


@pytest.mark.parametrize(
    ("properties", "values", "size"), [(2, 3, 4), (3, 3, 9), (4, 3, 20), (2, 4, 9), (2, 5, 16), (2, 6, 25), (5, 2, 1)]
)
def test_the_largest_caps_are_those_of_the_literature(
    client: FlaskClient, properties: int, values: int, size: int
) -> None:
    sent = {"properties": properties, "values": values}
    first = client.post(CAPS, json=sent)
    assert first.status_code == 201, first.get_json()
    cap = first.get_json()
    assert (cap["size"], cap["proved"], cap["upper_bound"], len(cap["cards"])) == (size, True, size, size)
    assert cap["bound_evidence"] == cap["evidence"]
    assert cap["label"].startswith(f"set-cap-{values}-{properties}-{size}-")
    assert first.headers["Location"] == cap["url"]
    assert cap["duplicate_of"] is None
    if values == 3:
        assert has_no_set(Deck(properties, values), cap["cards"])
    again = client.post(CAPS, json=sent)
    assert again.status_code == 200
    same = {"relation": "symmetry", "matching": list(range(size))}
    assert again.get_json() == cap | {"duplicate_of": same}
    stored = client.get(cap["url"]).get_json()
    assert (stored["largest"], stored["proved"], stored["complete"]) == (True, True, True)
    assert stored["cards"] == cap["cards"]
    assert client.get(f"/api/v1/objects/{cap['label']}.svg").mimetype == "image/svg+xml"


@pytest.mark.parametrize(
    ("deck", "bound", "evidence"),
    [(Deck(4, 4), 104, Evidence.SEARCH), (Deck(5, 3), 45, Evidence.RECOMPUTED), (Deck(3, 5), 72, Evidence.CERTIFICATE)],
)
def test_a_bound_that_no_known_cap_attains_states_what_it_rests_on(deck: Deck, bound: int, evidence: Evidence) -> None:
    response = LargestCap(Position(deck, ()), False, bound, "hyperplanes").as_response
    assert (response.evidence, response.bound_evidence) == (None, evidence)


def test_the_largest_cap_among_cards_is_in_the_cards_of_the_request(client: FlaskClient) -> None:
    cards = ["0000", "0001", "0002", "1111", "2222", "0120"]
    sent = {"properties": 4, "values": 3, "cards": cards, "time_limit": 30}  # which may include compiling
    answer = client.post(CAPS, json=sent)
    cap = answer.get_json()
    assert (cap["size"], cap["proved"]) == (5, True)  # both sets have 0000
    assert set(cap["cards"]) <= set(cards)
    assert has_no_set(Deck(4, 3), cap["cards"])
    listed = client.get(f"{CAPS}?largest=false&size=5&properties=4").get_json()
    assert cap["label"] in [one["label"] for one in listed["items"]]
    assert client.post(CAPS, json=sent).status_code == 200
    empty = client.post(CAPS, json=sent | {"cards": []}).get_json()
    assert (empty["size"], empty["proved"], empty["cards"]) == (0, True, [])


def test_a_cap_too_large_to_be_named_is_shown_without_a_label(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludex.games.sets.position import PositionTooLarge

    def too_large(*_: object) -> None:
        raise PositionTooLarge("too large")

    monkeypatch.setattr("ludex.games.sets.operations.caps.prepare", too_large)
    answer = client.post(CAPS, json={"properties": 1, "values": 7})
    assert answer.status_code == 200
    cap = answer.get_json()
    assert (cap["label"], cap["url"], cap["size"], cap["proved"]) == (None, None, 6, True)


def test_caps_of_three_properties_are_counted_and_stored(client: FlaskClient) -> None:
    counts = f"{CAPS}/counts"
    assert client.get(counts).get_json()["count"] == 0
    first = client.post(counts, json={"properties": 2, "values": 3, "time_limit": 60})
    assert first.status_code == 201
    answer = first.get_json()
    assert [one["caps"] for one in answer["items"]] == [1, 9, 36, 72, 54]
    assert [one["classes"] for one in answer["items"]] == [1, 1, 1, 1, 1]
    assert answer["largest_size"] == 4
    again = client.post(counts, json={"properties": 2, "values": 3})
    assert (again.status_code, again.get_json()) == (200, answer)
    page = client.get(f"{counts}?properties=2&values=3&limit=3")
    assert page.get_json()["count"] == 5
    rest = client.get(page.get_json()["next"]).get_json()
    assert [*page.get_json()["items"], *rest["items"]] == answer["items"]
    assert f'<{page.get_json()["next"]}>; rel="next"' in page.headers["Link"]
    assert rest["next"] is None
    assert [one["size"] for one in client.get(f"{counts}?min_size=3").get_json()["items"]] == [3, 4]
    assert client.get(f"{counts}?properties=3").get_json()["count"] == 0
    few = client.post(counts, json={"properties": 3, "values": 3, "up_to": 2}).get_json()
    assert ([one["caps"] for one in few["items"]], few["largest_size"]) == ([1, 27, 351], None)
    three = client.post(counts, json={"properties": 3, "values": 3, "time_limit": 60}).get_json()
    assert [one["caps"] for one in three["items"]][:5] == [1, 27, 351, 2808, 14742]
    assert three["largest_size"] == 9


def test_a_count_that_does_not_end_in_time_names_the_command(client: FlaskClient) -> None:
    answer = client.post(f"{CAPS}/counts", json={"properties": 4, "values": 3, "time_limit": 0.2})
    assert (answer.status_code, answer.get_json()["type"]) == (422, problem_type("computation-too-large").uri)
    assert "ludex sets caps count" in answer.get_json()["detail"]
    large = client.post(f"{CAPS}/counts", json={"properties": 12, "values": 3})
    assert (large.status_code, large.get_json()["errors"][0]["pointer"]) == (422, "/properties")


@pytest.mark.parametrize(
    ("sent", "status", "at"),
    [
        ({"properties": 2}, 422, "/values"),
        ({"properties": 2, "values": 37}, 400, "/values"),
        ({"properties": 19, "values": 3}, 422, "/properties"),
        ({"properties": 2, "values": 3, "cards": ["00", "30"]}, 422, "/cards/1"),
    ],
)
def test_faults_are_named(client: FlaskClient, sent: dict[str, object], status: int, at: str) -> None:
    answer = client.post(CAPS, json=sent)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (status, at)


def test_the_largest_caps_are_classified(client: FlaskClient) -> None:
    found = client.post(f"{CAPS}/classes", json={"properties": 2, "values": 4}).get_json()
    assert (found["size"], found["caps"]) == (9, 496)
    assert [one["caps"] for one in found["classes"]] == [16, 288, 192]
    assert all(has_no_set(Deck(2, 4), one["cards"]) for one in found["classes"])
    refused = client.post(f"{CAPS}/classes", json={"properties": 9, "values": 9})
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, "/properties")

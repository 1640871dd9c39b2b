"""Lists are paged, filtered, exported and compressed; objects are read again only when they changed."""

import csv
import gzip
import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.games.swish.card import one_pair_cards

CARDS = "/api/v1/swish/cards"
POSITIONS = "/api/v1/swish/positions"


@pytest.fixture(scope="module", autouse=True)
def stocked(app: Flask) -> None:
    """Store the 36 cards of the 4 x 3 board, and twelve positions of two to thirteen of them."""
    client = app.test_client()
    codes = [str(card) for card in one_pair_cards(4, 3)]
    for size in range(2, 13):
        assert client.post(POSITIONS, json={"cards": codes[:size]}).status_code == 201
    assert client.post(POSITIONS, json={"cards": codes, "find": "largest"}).status_code == 201


def pages(client: FlaskClient, url: str) -> list[dict[str, object]]:
    walked = []
    following: str | None = url
    while following is not None:
        response = client.get(following)
        assert response.status_code == 200, response.text
        assert 'rel="first"' in response.headers["Link"]
        page = response.get_json()
        assert ('rel="next"' in response.headers["Link"]) == (page["next"] is not None)
        walked.append(page)
        following = page["next"]
    return walked


@pytest.mark.parametrize("sort", ["created", "-created", "points", "-points"])
@pytest.mark.parametrize("limit", [1, 5, 7, 36, 1000])
def test_a_walk_through_the_pages_meets_everything_once(client: FlaskClient, sort: str, limit: int) -> None:
    walked = pages(client, f"{CARDS}?limit={limit}&sort={sort}")
    labels = [item["label"] for page in walked for item in page["items"]]
    assert len(labels) == len(set(labels)) == 36
    assert all((page["count"], page["count_exact"]) == (36, True) for page in walked)


def test_a_cursor_belongs_to_its_list(client: FlaskClient) -> None:
    following = client.get(f"{CARDS}?limit=1").get_json()["next"]
    cursor = parse_qs(urlsplit(following).query)["cursor"][0]
    for other in (f"{CARDS}?sort=points", f"{CARDS}?points=1", f"{POSITIONS}?limit=1"):
        response = client.get(f"{other}&cursor={cursor}")
        assert response.status_code == 400, other
        assert response.get_json()["errors"][0]["pointer"] == "/cursor"


@pytest.mark.parametrize(
    ("path", "status", "pointer"),
    [
        ("swish/levels/facets", 404, None),
        ("swish/nothing/random", 404, None),
        ("planarity/census/classes/facets?nothing=1", 400, "/nothing"),
        ("planarity/levels/facets?vertices=x", 400, "/vertices"),
        ("planarity/graphs/facets?contains=Bw", 400, "/contains"),
        ("planarity/levels/random?seed=-1", 400, "/seed"),
        ("planarity/levels/facets?min_vertices=1&min_vertices=2", 400, "/min_vertices"),
    ],
)
def test_an_unknown_list_and_invalid_filters_are_problems_with_their_place(
    client: FlaskClient, path: str, status: int, pointer: str | None
) -> None:
    problem = client.get(f"/api/v1/{path}")
    assert problem.status_code == status
    assert [error["pointer"] for error in problem.json["errors"]] == ([] if pointer is None else [pointer])


def test_a_batch_answers_in_the_order_asked_and_names_what_is_missing(client: FlaskClient) -> None:
    labels = [item["label"] for item in client.get(f"{CARDS}?limit=3").get_json()["items"]][::-1]
    answer = client.post("/api/v1/objects/batch", json={"labels": [labels[0], "none", *labels]}).get_json()
    assert [item["label"] for item in answer["items"]] == labels
    assert answer["missing"] == ["none"]
    assert client.post("/api/v1/objects/batch", json={"labels": []}).status_code == 400
    refused = client.post("/api/v1/objects/batch", json={"labels": ["none", "a\0b"]})
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (400, "/labels/1")
    assert client.post("/api/v1/objects/batch", json={"labels": ["x"] * 1001}).status_code == 400


def test_an_export_as_ndjson_is_the_whole_list(client: FlaskClient) -> None:
    response = client.get(f"{CARDS}?format=ndjson")
    assert response.headers["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in response.text.splitlines()] == client.get(CARDS).get_json()["items"]
    assert len(client.get(f"{CARDS}?format=ndjson&limit=5").text.splitlines()) == 5


def test_an_export_as_csv_is_flat_and_lists_are_joined_as_requests_take_them(client: FlaskClient) -> None:
    response = client.get(f"{POSITIONS}?format=csv&sort=size")
    rows = list(csv.DictReader(io.StringIO(response.text)))
    assert [int(row["size"]) for row in rows] == [*range(2, 13), 36]
    assert len(rows[-1]["cards"].split(",")) == 36
    assert client.get(POSITIONS, query_string={"holds": rows[0]["cards"]}).get_json()["count"] >= 1
    assert (rows[-1]["largest_size"], rows[-1]["largest_proved"]) == ("12", "true")
    assert rows[0]["largest_size"] == ""
    assert not any(cell.startswith(("{", "[")) for row in rows for cell in row.values())


def test_an_export_is_made_while_it_is_sent(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []
    monkeypatch.setattr("ludex.api.routing.responses._CHUNK", 1)
    kinds = app.test_client().get(f"{CARDS}?format=ndjson", buffered=False)
    for line in kinds.response:
        shown.append(line)
        break
    kinds.close()
    assert len(shown) == 1
    assert kinds.is_streamed
    assert "ETag" not in kinds.headers


def test_an_export_takes_no_cursor_and_refuses_filters_before_it_begins(client: FlaskClient) -> None:
    assert client.get(f"{CARDS}?format=csv&cursor=abc").status_code == 400
    assert client.get(f"{CARDS}?format=csv&deck=%00").status_code == 400


@pytest.mark.parametrize("kind", ["", "/{label}", "/facets"])
def test_what_the_client_has_already_is_304(client: FlaskClient, kind: str) -> None:
    label = client.get(f"{CARDS}?limit=1").get_json()["items"][0]["label"]
    url = CARDS + kind.format(label=label)
    first = client.get(url)
    tag = first.headers["ETag"]
    for match in (tag, f'"x", {tag}', "*"):
        again = client.get(url, headers={"If-None-Match": match})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert client.head(url, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(url, headers={"If-None-Match": '"x"'}).data == first.data


@pytest.mark.parametrize("url", [CARDS, f"{CARDS}?format=csv", f"{CARDS}?format=ndjson", "/api/v1/openapi.json"])
def test_what_is_long_is_compressed_for_those_who_ask(client: FlaskClient, url: str) -> None:
    plain = client.get(url)
    packed = client.get(url, headers={"Accept-Encoding": "br, gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    for response in (plain, packed):
        assert "Accept-Encoding" in response.headers["Vary"]
    assert "Content-Encoding" not in plain.headers
    assert "Content-Encoding" not in client.get(url, headers={"Accept-Encoding": "gzip;q=0"}).headers
    assert packed.headers.get("ETag") == plain.headers.get("ETag")


def test_what_is_short_is_not_compressed(client: FlaskClient) -> None:
    assert "Content-Encoding" not in client.get("/health", headers={"Accept-Encoding": "gzip"}).headers


def test_a_picture_stands_beside_every_object(client: FlaskClient) -> None:
    for kind in ("cards", "positions", "hypergraphs", "swishes"):
        item = client.get(f"/api/v1/swish/{kind}?limit=1").get_json()["items"][0]
        response = client.get(f"/api/v1/objects/{item['label']}.svg")
        assert response.status_code == 200, response.text
        assert response.mimetype == "image/svg+xml"
        assert response.text.startswith("<svg")
        assert client.get(item["url"]).get_json()["label"] == item["label"]


def test_a_slug_of_several_kinds_is_answered_with_their_labels(client: FlaskClient) -> None:
    swish = client.post("/api/v1/swish/decks", json={"slug": "shared", "cards": ["*o", "o*"]}).get_json()
    assert client.get("/api/v1/objects/shared").get_json()["label"] == swish["label"]
    of_set = client.post(
        "/api/v1/sets/decks", json={"slug": "shared", "properties": 2, "values": 3, "cards": ["01", "12"]}
    ).get_json()
    both = client.get("/api/v1/objects/shared")
    assert both.status_code == 409
    assert swish["label"] in both.get_json()["detail"]
    assert of_set["label"] in both.get_json()["detail"]
    assert client.get("/api/v1/sets/decks/shared").get_json()["label"] == of_set["label"]
    assert client.delete("/api/v1/objects/shared?kind=swish-deck").status_code == 204
    assert client.get("/api/v1/objects/shared").get_json()["label"] == of_set["label"]


def test_a_message_names_the_kind_that_was_asked_for(client: FlaskClient) -> None:
    label = client.get(f"{CARDS}?limit=1").get_json()["items"][0]["label"]
    for address, said in (
        (f"{CARDS}/nothing", "no card has the label or slug 'nothing'"),
        ("/api/v1/objects/nothing", "no object has the label or slug 'nothing'"),
        (f"{POSITIONS}/{label}", f"no position has the label or slug '{label}', which is the label of a card"),
    ):
        answer = client.get(address)
        assert (answer.status_code, answer.get_json()["detail"]) == (404, said)


def test_what_there_is_names_every_request(client: FlaskClient) -> None:
    told = client.get("/api/v1").get_json()
    documented = client.get(told["openapi"]).get_json()["paths"]
    named = {(one["address"], one["method"].lower()) for one in told["requests"]}
    assert named | {("/api/v1", "get")} == {(path, method) for path, item in documented.items() for method in item}
    assert {"/api/v1/claims", "/api/v1/graph", "/api/v1/objects/{label}"} <= {path for path, _ in named}
    assert client.get(told["documentation"]).status_code == 200
    for kind in told["kinds"]:
        assert client.get(kind["address"]).status_code == 200

"""A game of another distribution is served: its kinds are stored, listed, found, drawn, exported over HTTP."""

import csv
import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.requests import bounds
from tests.conftest import counting

POSITIONS = "/api/v1/solitaire/positions"
BOARDS = "/api/v1/solitaire/boards"
CORNER = "**./.../..."


@pytest.fixture(scope="module", autouse=True)
def stored(app: Flask) -> None:
    """Store eight positions of two to nine pegs on the board of side 3, each solved."""
    client = app.test_client()
    for pegs in range(2, 10):
        row = "*" * pegs + "." * (9 - pegs)
        rows = "/".join(row[start : start + 3] for start in (0, 3, 6))
        response = client.post(POSITIONS, json={"rows": rows, "solved": True, "title": f"{pegs} pegs"})
        assert response.status_code == 201, response.text


def test_what_is_new_is_201_and_its_images_are_duplicates_with_a_matching(client: FlaskClient) -> None:
    first = client.post(POSITIONS, json={"rows": "**../..../..../....", "title": "side 4"})
    assert first.status_code == 201
    answer = first.get_json()
    assert first.headers["Location"] == answer["url"] == f"{POSITIONS}/{answer['label']}"
    assert answer["duplicate_of"] is None
    assert answer["slug"] is None
    again = client.post(POSITIONS, json={"rows": "..../..../...*/...*", "title": "turned"})
    assert again.status_code == 200
    assert again.get_json() == answer | {"duplicate_of": {"relation": "same-pegs", "matching": [1, 0]}}
    assert again.get_json()["title"] == "side 4"


def test_an_object_is_the_stored_text_with_what_is_around_it(app: Flask, client: FlaskClient) -> None:
    item = client.get(f"{POSITIONS}?pegs=3").get_json()["items"][0]
    assert "solution" not in item
    whole = client.get(item["url"]).get_json()
    assert {name: value for name, value in whole.items() if name not in ("solution", "claims", "claims_url")} == item
    assert whole["claims_url"] == f"/api/v1/objects/{item['label']}/claims"
    listed = client.get(whole["claims_url"]).get_json()["items"]
    assert [one["statement"] for one in whole["claims"]] == [one["statement"] for one in listed]
    assert len(whole["solution"]) == 3 - whole["outcome"]["fewest"]
    assert client.get(f"/api/v1/objects/{item['label']}").get_json() == whole
    board = client.get(f"{BOARDS}/{whole['board']}").get_json()
    assert (board["side"], board["position_count"]) == (3, 8)
    assert "slug" not in board


def test_an_object_by_its_label_is_one_statement(app: Flask, client: FlaskClient) -> None:
    item = client.get(f"{POSITIONS}?limit=1").get_json()["items"][0]
    with counting(app.extensions["ludex"].catalogue.database) as statements:
        assert client.get(item["url"]).status_code == 200
    assert len(statements) == 1


def test_an_unknown_label_names_the_kind_asked_for(client: FlaskClient) -> None:
    answer = client.get(f"{POSITIONS}/nothing")
    assert answer.status_code == 404
    assert answer.get_json()["detail"] == "no position has the label or slug 'nothing'"
    board = client.get(BOARDS).get_json()["items"][0]["label"]
    assert client.get(f"{POSITIONS}/{board}").status_code == 404


def test_a_list_is_filtered_by_facts_its_own_and_lent_ones_and_by_objects(client: FlaskClient) -> None:
    def pegs(query: str) -> list[int]:
        return [item["pegs"] for item in client.get(f"{POSITIONS}?side=3&{query}").get_json()["items"]]

    board = client.get(f"{BOARDS}?side=3").get_json()["items"][0]["label"]
    assert pegs("min_pegs=7&sort=-pegs") == [9, 8, 7]
    assert pegs("cells=9&max_pegs=3") == [2, 3]
    assert pegs(f"board={board}&pegs=4") == [4]
    assert pegs("board=nothing") == []
    assert pegs("starting=true") == []
    assert len(pegs("proved=true")) == 8
    assert client.get(f"{POSITIONS}?bogus=1").status_code == 400


@pytest.mark.parametrize("url", [POSITIONS + "?side=3&", f"{BOARDS}/{{board}}/positions?"])
@pytest.mark.parametrize("limit", [1, 3, 1000])
def test_every_list_has_pages_a_link_and_a_count(client: FlaskClient, url: str, limit: int) -> None:
    board = client.get(f"{BOARDS}?side=3").get_json()["items"][0]["label"]
    following: str | None = f"{url.format(board=board)}limit={limit}"
    found = []
    while following is not None:
        response = client.get(following)
        page = response.get_json()
        assert (page["count"], page["count_exact"]) == (8, True)
        assert 'rel="first"' in response.headers["Link"]
        assert ('rel="next"' in response.headers["Link"]) == (page["next"] is not None)
        assert 1 <= len(page["items"]) <= limit
        found += [item["pegs"] for item in page["items"]]
        following = page["next"]
    assert found == list(range(2, 10))


def test_a_cursor_belongs_to_its_list(client: FlaskClient) -> None:
    board = client.get(f"{BOARDS}?side=3").get_json()["items"][0]["label"]
    following = client.get(f"{POSITIONS}?limit=1").get_json()["next"]
    cursor = parse_qs(urlsplit(following).query)["cursor"][0]
    for other in (f"{POSITIONS}?sort=pegs&", f"{POSITIONS}?pegs=3&", f"{BOARDS}?", f"{BOARDS}/{board}/positions?"):
        response = client.get(f"{other}cursor={cursor}")
        assert (response.status_code, response.get_json()["errors"][0]["pointer"]) == (400, "/cursor")


def test_a_page_and_a_batch_are_bounded_in_bytes(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    every = client.get(f"{POSITIONS}?side=3").get_json()["items"]
    monkeypatch.setattr(bounds, "PAGE_BYTES", 700)
    page = client.get(f"{POSITIONS}?side=3").get_json()
    assert 1 < len(page["items"]) < 8
    rest = []
    while page["next"] is not None:
        rest += page["items"]
        page = client.get(page["next"]).get_json()
    assert rest + page["items"] == every
    labels = [item["label"] for item in every]
    batch = client.post("/api/v1/objects/batch", json={"labels": labels}).get_json()
    assert batch["items"] == every[: len(batch["items"])]
    assert batch["remaining"] == labels[len(batch["items"]) :]
    assert 1 < len(batch["items"]) < 8


def test_a_batch_takes_labels_and_slugs_and_names_what_is_missing(client: FlaskClient) -> None:
    items = client.get(f"{POSITIONS}?limit=2").get_json()["items"]
    labels = [items[1]["label"], "none", items[0]["label"], items[1]["label"]]
    answer = client.post("/api/v1/objects/batch", json={"labels": labels}).get_json()
    assert answer == {"items": items[::-1], "missing": ["none"], "remaining": []}


def test_facets_and_a_random_one(client: FlaskClient) -> None:
    facets = client.get(f"{POSITIONS}/facets?side=3&min_pegs=8").get_json()["facets"]
    assert {value["value"]: value["count"] for value in facets["pegs"]} == {8: 1, 9: 1}
    assert facets["side"] == [{"value": 3, "count": 2}]
    chosen = [client.get(f"{POSITIONS}/random?seed={seed}").get_json() for seed in (*range(20), 7)]
    assert chosen[7] == chosen[-1] == client.get(chosen[7]["url"]).get_json()
    assert len({one["label"] for one in chosen}) > 5
    assert client.get(f"{POSITIONS}/random?pegs=25").status_code == 404
    assert client.get(f"{POSITIONS}/random").headers["Cache-Control"] == "no-store"


def test_exports_are_the_whole_list(client: FlaskClient) -> None:
    items = client.get(f"{POSITIONS}?side=3").get_json()["items"]
    lines = client.get(f"{POSITIONS}?side=3&format=ndjson")
    assert lines.headers["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in lines.text.splitlines()] == items
    rows = list(csv.DictReader(io.StringIO(client.get(f"{POSITIONS}?side=3&format=csv&sort=-pegs").text)))
    assert [int(row["pegs"]) for row in rows] == list(range(9, 1, -1))
    assert [int(row["fewest"]) for row in rows] == [item["outcome"]["fewest"] for item in items[::-1]]
    assert "outcome" not in rows[0]
    assert rows[0]["slug"] == ""
    texts = client.get(f"{POSITIONS}?side=3&format=rows&limit=2")
    assert texts.text == "**./.../...\n***/.../...\n"
    assert 'filename="solitaire-positions.rows.txt"' in texts.headers["Content-Disposition"]


def test_a_picture_stands_beside_every_position_and_no_board(client: FlaskClient) -> None:
    item = client.get(f"{POSITIONS}?pegs=4").get_json()["items"][0]
    drawn = client.get(f"/api/v1/objects/{item['label']}.svg")
    assert drawn.mimetype == "image/svg+xml"
    assert "4 pegs" in drawn.text
    board = client.get(BOARDS).get_json()["items"][0]["url"]
    assert client.get(f"{board}.svg").status_code == 404


def test_names_are_given_taken_and_deleted(client: FlaskClient) -> None:
    def store(rows: str, slug: str) -> int:
        return client.post(POSITIONS, json={"rows": rows, "slug": slug}).status_code

    rows = "*...*/...../...../...../....."
    assert store(rows, "mine") == 201
    assert store("*..*/..../..../....", "yours") == 201
    shown = client.get(f"{POSITIONS}/mine").get_json()
    assert (shown["slug"], shown["slugs"], shown["rows"]) == ("mine", ["mine"], rows)
    assert shown["url"] == f"{POSITIONS}/{shown['label']}"
    assert client.get("/api/v1/objects/mine").get_json() == shown
    assert (
        client.post("/api/v1/objects/batch", json={"labels": ["mine"]}).get_json()["items"][0]["label"]
        == shown["label"]
    )
    assert store(CORNER, "mine") == 409
    assert store(CORNER, "full-3") == 409
    assert store(CORNER, "random") == 422
    assert store(CORNER, "No slug") == 422
    assert client.delete("/api/v1/objects/mine").status_code == 204
    assert client.get(f"{POSITIONS}/mine").status_code == 404
    assert client.delete("/api/v1/objects/mine").status_code == 404


def test_what_is_built_in_answers_and_stays(client: FlaskClient) -> None:
    shown = client.get(f"{POSITIONS}/full-5").get_json()
    assert (shown["pegs"], shown["url"], shown["starting"]) == (24, f"{POSITIONS}/full-5", False)
    assert client.get("/api/v1/objects/full-5").get_json() == shown
    assert client.get("/api/v1/objects/full-5.svg").status_code == 200
    assert client.delete("/api/v1/objects/full-5").status_code == 409
    board = client.get(f"{BOARDS}?side=3").get_json()["items"][0]
    assert client.delete(f"/api/v1/objects/{board['label']}").status_code == 409
    assert client.delete(board["url"]).status_code == 405


def test_a_solution_that_was_not_asked_for_is_added_later_in_the_cells_of_the_stored_position(
    client: FlaskClient,
) -> None:
    first = client.post(POSITIONS, json={"rows": "**../*.../..../...."}).get_json()
    assert first["outcome"] == {"fewest": None, "lower": None, "bound": None, "proved": False}
    again = client.post(POSITIONS, json={"rows": "..../..../...*/..**", "solved": True}).get_json()
    assert again["rows"] == "**../*.../..../...."
    assert again["outcome"] == {"fewest": 2, "lower": 2, "bound": "parity", "proved": True}
    assert again["solution"][0][0] in ([0, 0], [0, 1], [1, 0])


def test_what_the_client_has_already_is_304(client: FlaskClient) -> None:
    url = client.get(f"{POSITIONS}?pegs=5").get_json()["items"][0]["url"]
    tag = client.get(url).headers["ETag"]
    again = client.get(url, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_the_document_tells_of_the_game(client: FlaskClient) -> None:
    made = client.get("/api/v1/openapi.json").get_json()
    assert {"get", "post"} == set(made["paths"][POSITIONS])
    assert {"solitaire positions", "solitaire boards"} <= {tag["name"] for tag in made["tags"]}
    whole = made["components"]["schemas"]["SolitairePosition"]["properties"]
    assert {"label", "kind", "rows", "solution", "slug", "slugs", "starting", "url"} <= set(whole)
    assert "solution" not in made["components"]["schemas"]["SolitairePositionItem"]["properties"]
    assert "position_count" in made["components"]["schemas"]["SolitaireBoard"]["properties"]


def test_the_beginning_says_what_there_is(client: FlaskClient) -> None:
    found = client.get("/api/v1").get_json()
    kinds = {one["kind"]: one["address"] for one in found["kinds"]}
    assert kinds == {"solitaire-board": BOARDS, "solitaire-position": POSITIONS}
    assert {
        "method": "POST",
        "address": POSITIONS,
        "about": "Store a position, with its solution if `solved`.",
    } in found["requests"]
    paths = client.get(found["openapi"]).get_json()["paths"]
    assert {(one["method"].lower(), one["address"]) for one in found["requests"]} == {
        (method, path) for path, item in paths.items() for method in item
    } - {("get", "/api/v1")}

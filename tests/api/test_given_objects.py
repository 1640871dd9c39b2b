"""Queries of the graph whose objects are drawings, cards or graphs in the body."""

import pytest

from ludex.settings import Settings
from tests.applications import application
from tests.conftest import Lend

SQUARE = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}
TURNED = {"points": [[0, 0], [0, 4], [-4, 5], [-3, 0]], "edges": SQUARE["edges"]}
PAIR = ["*o./...", "o*./..."]


@pytest.fixture(scope="module")
def client(lend: Lend):
    with lend() as address, application(Settings(database_url=address)) as app:
        client = app.test_client()
        client.post("/api/v1/swish/positions", json={"cards": PAIR})
        yield client


@pytest.fixture(scope="module")
def level(client):
    return client.post("/api/v1/planarity/levels", json=SQUARE).get_json()


def post(client, path, body, status=200):
    answer = client.post(f"/api/v1{path}", json=body)
    assert answer.status_code == status, answer.get_json()
    return answer.get_json()


@pytest.mark.parametrize(
    "cycle",
    ["Cr", "4:0-1,1-2,2-3,3-0", {"graph6": "Cr"}, {"vertices": 4, "edges": [[0, 1], [1, 2], [2, 3], [3, 0]]}],
    ids=["graph6", "untangle", "graph6 in JSON", "edges"],
)
def test_a_graph_is_found_in_every_notation(client, level, cycle):
    [found] = post(client, "/neighbours", {"object": cycle, "relation": "graph-of"})["items"]
    assert found["label"] == level["label"]


def test_neighbours_are_paged_by_sending_the_body_again(client, level):
    body = {"object": SQUARE, "limit": 1}
    page, labels = post(client, "/neighbours", body), []
    while True:
        labels += [item["label"] for item in page["items"]]
        if page["next"] is None:
            break
        page = client.post(page["next"], json=body).get_json()
    listed = client.get(f"/api/v1/objects/{level['label']}/neighbours").get_json()["items"]
    assert labels == [item["label"] for item in listed]


def test_an_object_of_a_pattern_is_given_by_value(client, level):
    nodes = {"level": {"kind": "planarity-level"}, "graph": {"kind": "planarity-graph", "object": TURNED}}
    links = [["level", "has-graph", "graph"]]
    [found] = post(client, "/match", {"nodes": nodes, "links": links})["items"]
    assert found == {"level": level["label"], "graph": level["graph"]}
    nodes["graph"]["label"] = level["graph"]
    assert post(client, "/match", {"nodes": nodes}, 422)["errors"][0]["pointer"] == "/nodes/graph/object"


@pytest.mark.parametrize(
    ("given", "label", "remedy"),
    [
        ("C~", "planarity-graph-4-6-", "it is stored together with a level, which `POST /planarity/levels`"),
        ({**SQUARE, "edges": [[0, 1]]}, "planarity-level-4-1-", "`POST /planarity/levels` or `ludex planarity add`"),
        ({"cards": ["*o", "o*"]}, "swish-position-1x2-2-", "`POST /swish/positions` or `ludex swish add`"),
        ("0000,1111", "set-position-3-4-2-", "`POST /sets/positions` or `ludex sets add` stores it"),
        ("swish-36", "swish-deck-4x3-36-", "is built in and not stored, so it has no links"),
    ],
)
def test_what_is_not_stored_is_named_with_how_it_is_stored(client, level, given, label, remedy):
    problem = post(client, "/paths", {"from": "Cr", "to": given}, 404)
    assert remedy in problem["detail"]
    assert label in problem["detail"]
    assert problem["errors"] == [{"pointer": "/to", "detail": problem["detail"]}]
    assert problem["type"] == "/docs/reference/errors.html#not-stored"


@pytest.mark.parametrize(
    ("path", "body", "status", "pointer"),
    [
        ("/paths", {"from": "Cr"}, 422, "/to"),
        ("/paths", {"from": "Cr", "to": "Cr", "where": {"vertices": 4}}, 422, "/where"),
        ("/paths", {"from": 5, "to": "Cr"}, 400, "/from"),
        ("/paths", {"from": "", "to": "Cr"}, 400, "/from"),
        ("/paths", {"from": "Cr", "to": "Cr", "relations": ["near"]}, 422, "/relations"),
        ("/paths", {"from": "Cr", "to_kind": "planarity-level", "where": {"size": 4}}, 400, "/size"),
        ("/neighbours", {"object": {}}, 422, "/object"),
        ("/neighbours", {"object": {"cards": ["00", "?"]}}, 422, "/object"),
        ("/neighbours", {"object": {"points": [[0, 0], [1, 1], [2, 2]], "edges": []}}, 422, "/object"),
        ("/neighbours", {"object": {"kind": "x", "cards": []}}, 422, "/object/kind"),
        ("/neighbours", {"object": {"kind": "decks", "cards": ["*o"]}}, 422, "/object/kind"),
        ("/neighbours", {"object": "no such thing"}, 422, "/object"),
        ("/surroundings", {"object": "Cr", "depth": 9}, 400, "/depth"),
        ("/walk", {"object": "Cr", "path": "near"}, 422, "/path"),
        (
            "/match",
            {"nodes": {"a": {"kind": "planarity-graph", "object": {"kind": "levels"}}}},
            422,
            "/nodes/a/object/kind",
        ),
    ],
)
def test_wrong_input_is_named_by_its_place(client, level, path, body, status, pointer):
    assert post(client, path, body, status)["errors"][0]["pointer"] == pointer

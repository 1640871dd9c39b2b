"""The catalogue as a graph over HTTP, on the starting catalogue's census of four points and some levels."""

from xml.etree import ElementTree

import networkx
import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.operations.census import store_census
from ludex.settings import Settings
from tests.applications import application
from tests.conftest import Lend


@pytest.fixture(scope="module")
def client(lend: Lend):
    with lend() as address:
        catalogue = Catalogue(address, GAMES)
        store_census(catalogue, 4)
        catalogue.close()
        with application(Settings(database_url=address)) as app:
            yield app.test_client()


@pytest.fixture(scope="module")
def classes(client):
    return client.get("/api/v1/planarity/census/classes?limit=1000").get_json()["items"]


def get(client, path, status=200):
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code == status, answer.get_json()
    return answer.get_json()


def match(client, pattern, status=200, address="/api/v1/match"):
    answer = client.post(address, json=pattern)
    assert answer.status_code == status, answer.get_json()
    return answer.get_json()


def test_neighbours_are_paged(client, classes):
    graph = classes[0]["graph"]
    of_graph = [one["label"] for one in classes if one["graph"] == graph]
    page = client.get(f"/api/v1/objects/{graph}/neighbours?relation=graph-of&limit=3")
    body, found = page.get_json(), []
    assert (body["count"], body["count_exact"]) == (len(of_graph), True)
    assert 'rel="next"' in page.headers["Link"]
    while True:
        found += [one["label"] for one in body["items"]]
        if body["next"] is None:
            break
        body = client.get(body["next"]).get_json()
    assert found == of_graph
    [one] = get(client, f"/objects/{of_graph[0]}/neighbours?kind=planarity-graph")["items"]
    assert (one["relation"], one["label"], one["kind"], one["place"]) == ("has-graph", graph, "planarity-graph", 0)
    assert sorted(one["detail"]) == [0, 1, 2, 3]


def test_surroundings_come_in_four_formats(client, classes):
    label = classes[0]["label"]
    address = f"/objects/{label}/surroundings?depth=1&relations=has-graph,has-order-type"
    found = get(client, address)
    assert found["nodes"][0] == {"id": label, "kind": "planarity-census-class"}
    graph = networkx.node_link_graph(found, edges="edges")
    assert set(graph) == {label, classes[0]["graph"], classes[0]["order_type"]}
    assert {(a, relation, b) for a, b, relation in graph.edges(data="relation")} == {
        (label, "has-graph", classes[0]["graph"]),
        (label, "has-order-type", classes[0]["order_type"]),
    }
    graphml = networkx.parse_graphml(client.get(f"/api/v1{address}&format=graphml").text)
    assert set(graphml) == set(graph)
    dot = client.get(f"/api/v1{address}&format=dot")
    assert f'"{label}" -> "{classes[0]["graph"]}" [label="has-graph"];' in dot.text
    svg = client.get(f"/api/v1{address}&format=svg")
    assert svg.content_type.startswith("image/svg+xml")
    texts = [one.text for one in ElementTree.fromstring(svg.text).iter("{http://www.w3.org/2000/svg}text")]
    assert set(graph) <= set(texts)


def test_a_match_is_paged_by_sending_the_pattern_again(client, classes):
    wanted = {"kind": "planarity-census-class"}
    pattern = {
        "nodes": {"a": wanted | {"where": {"min_swaps": {"min": 1}}}, "b": wanted | {"where": {"min_swaps": 0}}},
        "links": [["a", "one-swap", "b"]],
        "limit": 1,
    }
    body, found = match(client, pattern), []
    while True:
        found += body["items"]
        assert len(body["items"]) <= 1
        if body["next"] is None:
            break
        body = match(client, pattern, address=body["next"])
    # A minimum of 1 says that some swap leads to a plane class.
    assert {one["a"] for one in found} == {one["label"] for one in classes if one["min_swaps"] == 1}
    assert len(found) == len({tuple(one.values()) for one in found})
    other = pattern | {"links": [["b", "one-swap", "a"]]}
    next_of_first = match(client, pattern)["next"]
    problem = match(client, other, 400, address=next_of_first)
    assert problem["errors"][0]["pointer"] == "/cursor"


@pytest.mark.parametrize(
    ("address", "status", "pointer"),
    [
        ("/objects/nothing-here/neighbours", 404, None),
        ("/objects/{label}/neighbours?relation=near", 422, "/relation"),
        ("/objects/{label}/neighbours?kind=levl", 422, "/kind"),
        ("/objects/{label}/walk?path=has-graph/near", 422, "/path"),
        ("/objects/{label}/walk?path=a/a/a/a/a/a/a/a/a", 422, "/path"),
        ("/objects/{label}/walk", 400, "/path"),
        ("/objects/{label}/surroundings?depth=9", 400, "/depth"),
        ("/objects/{label}/surroundings?relations=", 422, "/relations"),
        ("/objects/{label}/surroundings?format=bogus", 400, "/format"),
        ("/paths?from={label}", 422, "/to"),
        ("/paths?from={label}&to={label}&to_kind=planarity-level", 422, "/to"),
        ("/paths?from={label}&to={label}&min_swaps=1", 400, "/min_swaps"),
        ("/paths?from={label}&to_kind=levl", 422, "/to_kind"),
        ("/paths?from={label}&to_kind=planarity-level&min_swap=1", 400, "/min_swap"),
        ("/paths?from={label}&to_kind=planarity-level&min_swaps=one", 400, "/min_swaps"),
        ("/paths?from={label}&to=nothing-here", 422, "/to"),
        ("/paths?from=swish-60&to={label}", 422, "/from"),
        ("/paths?from={label}&to={label}&max_length=101", 400, "/max_length"),
    ],
)
def test_what_is_wrong_is_named(client, classes, address, status, pointer):
    problem = get(client, address.format(label=classes[0]["label"]), status)
    assert problem["status"] == status
    assert pointer is None or problem["errors"][0]["pointer"] == pointer


def test_what_is_wrong_with_a_pattern_is_named(client):
    node = {"kind": "planarity-level"}
    for pattern, status, pointer in (
        ({"nodes": {}}, 400, "/nodes"),
        ({"nodes": {"a": {"kind": "level"}}}, 422, "/nodes/a/kind"),
        ({"nodes": {"a": node | {"where": {"edges": "x"}}}}, 422, "/nodes/a/where/edges"),
        ({"nodes": {"a": node | {"where": {"edges": 1.5}}}}, 422, "/nodes/a/where/edges"),
        ({"nodes": {"a": node | {"label": "nothing-here"}}}, 422, "/nodes/a/label"),
        ({"nodes": {"a": node}, "links": [["a", "one-swap"]]}, 400, "/links/0"),
        ({"nodes": {"a": node}, "links": [["a", "one-swap", "b"]]}, 422, "/links/0/2"),
    ):
        assert match(client, pattern, status)["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize("slug", ["set-3-5", "set-3-6", "swish-5x4", "swish-6x6-square", "swish-6x6"])
def test_a_built_in_object_that_is_not_stored_has_its_label(client, slug):
    stated = client.get(f"/api/v1/objects/{slug}").get_json()
    found = client.get(f"/api/v1/objects/{stated['label']}")
    assert found.status_code == 200
    document = found.get_json()
    assert {name for name in stated if stated[name] != document[name]} <= {"url", "claims_url"}
    assert client.get(document["url"]).get_json()["label"] == stated["label"]
    wrong = f"{stated['label'][:-1]}{'a' if stated['label'][-1] != 'a' else 'b'}"
    assert client.get(f"/api/v1/objects/{wrong}").status_code == 404


def test_a_graph_is_measured(client, classes):
    cycle = next(one["graph"] for one in classes if one["edges"] == 4 and one["min_swaps"] is not None)
    found = get(client, f"/objects/{cycle}/measures?of=diameter,components")
    assert [(one["name"], one["by"]) for one in found["items"]] == [
        ("diameter", "networkx.diameter"),
        ("components", "networkx.number_connected_components"),
    ]
    assert (found["vertices"], found["edges"], found["items"][1]["value"]) == (4, 4, 1)
    assert len(get(client, f"/objects/{cycle}/measures")["items"]) > 10
    assert get(client, f"/objects/{cycle}/measures?of=beauty", 422)["errors"][0]["pointer"] == "/of"
    get(client, "/objects/nothing-here/measures", 404)

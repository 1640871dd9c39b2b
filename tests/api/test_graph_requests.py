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

CYCLE = {"points": [[0, 0], [8, 0], [3, 9], [4, 3]], "edges": [[0, 1], [0, 2], [1, 3], [2, 3]]}


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


def test_the_graph_is_described(client, classes):
    found = get(client, "/graph")
    assert {"kind": "planarity-census-class", "count": len(classes)} in found["kinds"]
    relations = {one["relation"]: one for one in found["relations"]}
    assert relations["has-graph"]["inverse"] == "graph-of"
    assert relations["has-graph"]["count"] == len(classes) == 15
    assert relations["has-graph"]["from"] == ["planarity-level", "planarity-census-class"]
    assert relations["one-swap"]["inverse"] == "one-swap"
    assert relations["reverse-of"]["to"] == ["swish-card"]


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


def test_a_walk_counts_its_ends(client, classes):
    one = classes[0]
    found = get(client, f"/objects/{one['label']}/walk?path=has-graph/graph-of")
    others = {other["label"] for other in classes if other["graph"] == one["graph"]} - {one["label"]}
    assert {item["label"]: item["walks"] for item in found["items"]} == dict.fromkeys(others, 1)
    assert (found["count"], found["count_exact"], found["complete"]) == (len(others), True, True)


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


def test_paths_to_another_object_and_to_a_set(client, classes):
    hard = next(one for one in classes if one["min_swaps"] == 1)
    to_plane = "to_kind=planarity-census-class&min_swaps=0&relations=one-swap"
    found = get(client, f"/paths?from={hard['label']}&{to_plane}")
    assert (found["length"], found["relations"], found["complete"]) == (1, ["one-swap"], True)
    there = get(client, f"/paths?from={hard['label']}&to={found['path'][-1]}&relations=one-swap")
    assert (there["length"], there["path"], there["at_least"]) == (1, found["path"], 1)
    stuck = next(one for one in classes if one["min_swaps"] is None)
    none = get(client, f"/paths?from={stuck['label']}&{to_plane}")
    assert (none["length"], none["path"], none["at_least"], none["complete"]) == (None, [], None, True)


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


def test_the_subjects_of_cited_results_are_objects(client):
    cited = client.get("/api/v1/claims/cited").get_json()["items"]
    subjects = {claim["subject"] for claim in cited if claim["subject"] is not None}
    assert len(subjects) == 3
    assert {client.get(f"/api/v1/objects/{subject}").status_code for subject in subjects} == {200}


def test_a_built_in_object_that_is_not_stored_has_no_neighbours(client):
    assert get(client, "/objects/swish-60/neighbours")["items"] == []
    assert get(client, "/objects/swish-60/surroundings")["edges"] == []
    assert get(client, "/objects/swish-60/walk?path=holds/held-by")["items"] == []


def test_a_drawing_is_looked_up_in_the_census_and_levels_one_swap_away_are_found(client, classes):
    found = client.post("/api/v1/planarity/census/classes/lookup", json=CYCLE).get_json()
    [item], [matching] = found["items"], found["matchings"]
    assert item["label"] in {one["label"] for one in classes}
    assert sorted(matching) == [0, 1, 2, 3]
    edges = {tuple(sorted((matching[u], matching[v]))) for u, v in CYCLE["edges"]}
    assert edges == {tuple(edge) for edge in item["drawing"]["edges"]}
    larger = {"points": [*CYCLE["points"], [100, 1], [90, 77], [11, 200], [300, 301]], "edges": CYCLE["edges"]}
    nothing = client.post("/api/v1/planarity/census/classes/lookup", json=larger).get_json()
    assert nothing == {"items": [], "matchings": []}

    path = {"points": [[0, 0], [10, 1], [11, 12], [-1, 9], [5, 20]], "edges": [[0, 2], [1, 3], [2, 3], [0, 4], [1, 4]]}
    first = client.post("/api/v1/planarity/levels", json=path).get_json()
    swapped = path["points"].copy()
    swapped[0], swapped[2] = swapped[2], swapped[0]
    second = client.post("/api/v1/planarity/levels", json={"points": swapped, "edges": path["edges"]}).get_json()
    for one, other in ((first, second), (second, first)):
        page = get(client, f"/planarity/levels/{one['label']}/one-swap-levels")
        [item] = page["items"]
        assert item["level"]["label"] == other["label"]
        assert item["swaps"]
        assert (page["count"], page["next"]) == (1, None)


def listed(client, address, status=200):
    body = get(client, address, status)
    return [one["label"] for one in body["items"]] if status == 200 else body["errors"][0]["pointer"]


def test_positions_are_listed_by_the_cards_that_they_hold(client):
    swish, sets = "/swish/positions", "/sets/positions"
    first = client.post(f"/api/v1{swish}", json={"cards": ["*o./...", "o*./...", ".../*.o"]}).get_json()["label"]
    second = client.post(f"/api/v1{swish}", json={"cards": ["*../.o.", "..*/o..", ".*./.o."]}).get_json()["label"]
    assert listed(client, f"{swish}?holds=.o*/...") == [first]
    assert listed(client, f"{swish}?holds=*o./...,o*./...") == [first]
    assert listed(client, f"{swish}?holds=*o./...,*o./...") == []
    assert listed(client, f"{swish}?holds=*o./...&min_size=4") == []
    assert listed(client, f"{swish}?holds=*o./...&up_to=symmetry") == [first, second]
    assert listed(client, f"{swish}?holds=oo.&up_to=symmetry", 422) == "/holds"
    assert listed(client, f"{swish}?holds=x", 422) == "/holds"
    assert listed(client, f"{swish}?up_to=symmetry", 422) == "/up_to"
    assert listed(client, f"{swish}?holds=*o&up_to=reflection", 422) == "/up_to"

    cards = {"properties": 2, "values": 3, "cards": ["00", "01", "02", "11"]}
    table = client.post(f"/api/v1{sets}", json=cards).get_json()
    assert listed(client, f"{sets}?holds={','.join(table['cards'][:2])}") == [table["label"]]
    assert listed(client, f"{sets}?holds=20,21,22&up_to=symmetry") == [table["label"]]
    assert listed(client, f"{sets}?holds=00,01,10,11&up_to=symmetry") == []
    assert listed(client, f"{sets}?holds=00,0", 422) == "/holds"
    ndjson = client.get(f"/api/v1{sets}?holds=20,21,22&up_to=symmetry&format=ndjson")
    assert len(ndjson.text.splitlines()) == 1


def test_graphs_are_listed_by_what_is_in_them(client, classes):
    square, triangle = "Cl", "Bw"
    every = set(listed(client, "/planarity/graphs?min_vertices=4&max_vertices=4"))
    with_square = set(listed(client, f"/planarity/graphs?contains={square}&max_vertices=4"))
    bounded = set(listed(client, f"/planarity/graphs?contained_in={square}&min_vertices=4"))
    # Of the connected graphs of four vertices but the star: the cycle, with a chord, complete; the path, the cycle.
    assert (len(every), len(with_square), len(bounded), len(with_square & bounded)) == (5, 3, 2, 1)
    assert len(listed(client, f"/planarity/graphs?contains={triangle}&max_vertices=4")) == 3
    assert listed(client, "/planarity/graphs?contains=%7F", 422) == "/contains"


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


def test_a_hypergraph_and_surroundings_are_measured(client, classes):
    made = client.post("/api/v1/swish/positions", json={"cards": ["*o.", "o*."]}).get_json()
    found = get(client, f"/objects/{made['hypergraph']}/measures?of=strong_components,acyclic")
    assert (found["vertices"], [one["name"] for one in found["items"]]) == (8, ["strong_components", "acyclic"])
    label = classes[0]["label"]
    around = get(client, f"/objects/{label}/surroundings/measures?depth=1&relations=has-graph&of=weak_components")
    assert (around["vertices"], around["edges"], around["items"][0]["value"], around["complete"]) == (2, 1, 1, True)

"""`ludex graph` on the starting catalogue."""

import csv
import json
from xml.etree import ElementTree

import networkx
import pytest

HARD = "planarity-census-class-5-4-7fkqwxpg2ff2goyv"
PATTERN = {
    "nodes": {
        "a": {"kind": "planarity-level", "where": {"min_swaps": 2}},
        "b": {"kind": "planarity-level", "where": {"min_swaps": {"min": 6}}},
        "g": {"kind": "planarity-graph"},
    },
    "links": [["a", "has-graph", "g"], ["g", "graph-of", "b"]],
}


@pytest.fixture
def pattern(tmp_path):
    file = tmp_path / "pattern.json"
    file.write_text(json.dumps(PATTERN))
    return str(file)


def test_surroundings_in_every_format(ludex, catalogue):
    around = ["graph", "surroundings", HARD, "--depth", "1"]
    found = networkx.node_link_graph(json.loads(ludex(*around).out), edges="edges")
    assert HARD in found
    assert set(networkx.parse_graphml(ludex(*around, "--format", "graphml").out)) == set(found)
    assert ludex(*around, "--format", "dot").out.startswith("digraph {")
    assert ElementTree.fromstring(ludex(*around, "--format", "svg").out).tag.endswith("svg")
    assert ludex(*around, "--format", "png").code == 2


def test_what_matches_is_exported_in_every_format(ludex, catalogue, pattern, tmp_path):
    found = [json.loads(line) for line in ludex("graph", "match", pattern, "--json").lines]
    nodes = {label for labels in found for label in labels.values()}
    links = {(labels[end], labels["g"]) for labels in found for end in "ab"}
    export = ["graph", "export", "--match", pattern, "--format"]
    graph = networkx.node_link_graph(json.loads(ludex(*export, "node-link").out), edges="edges")
    assert (set(graph), set(graph.edges())) == (nodes, links)
    graphml = networkx.parse_graphml(ludex(*export, "graphml").out)
    assert (set(graphml), set(graphml.edges())) == (nodes, links)
    file = tmp_path / "graph.csv"
    assert ludex(*export, "csv", "-o", str(file)).code == 0
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert {(row["source"], row["target"]) for row in rows} == links
    assert {row["relation"] for row in rows} == {"has-graph"}


def test_the_whole_graph_is_exported(ludex, catalogue):
    graph = networkx.node_link_graph(json.loads(ludex("graph", "export", "--format", "node-link").out), edges="edges")
    counts = json.loads(ludex("graph", "--json").out)
    assert len(graph) == sum(kind["count"] for kind in counts["kinds"])
    assert graph.number_of_edges() == sum(relation["count"] for relation in counts["relations"])
    assert ludex("graph", "export", "--format", "xml").code == 2


def test_the_whole_graph_is_exported_to_a_folder(ludex, catalogue, tmp_path):
    folder = tmp_path / "graph"
    counts = json.loads(ludex("graph", "--json").out)
    nodes = int(ludex("graph", "export", "--format", "neo4j", "-o", str(folder)).lines[0].split()[0].replace(",", ""))
    objects = sum(kind["count"] for kind in counts["kinds"])
    assert nodes > objects
    assert len(list((folder / "nodes").iterdir())) == len(counts["kinds"]) + 1


def test_a_folder_needs_a_new_name(ludex, catalogue, pattern, tmp_path):
    export = ["graph", "export", "--format", "neo4j"]
    for words in ([], ["-o", str(tmp_path)], ["-o", str(tmp_path / "a" / "b")], ["-o", "graph", "--match", pattern]):
        ran = ludex(*export, *words)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1), ran.err


def test_objects_are_given_by_value(ludex, catalogue, tmp_path):
    shown = json.loads(ludex("show", "planarity-level-9-17-dgnsijdng2hlvajy", "--json").out)
    drawing = tmp_path / "drawing.json"
    drawing.write_text(json.dumps(shown["drawing"]))
    graph = json.loads(ludex("show", shown["graph"], "--json").out)["graph6"]
    found = json.loads(ludex("graph", "path", str(drawing), graph, "--json").out)
    assert found["path"] == [shown["label"], shown["graph"]]
    [order_type] = json.loads(ludex("graph", "neighbours", str(drawing), "--relation", "has-order-type", "--json").out)[
        "items"
    ]
    assert order_type["label"] == shown["order_type"]
    around = json.loads(ludex("graph", "surroundings", graph, "--depth", "1").out)
    assert around["nodes"][0]["id"] == shown["graph"]
    pattern = tmp_path / "given.json"
    nodes = {"g": {"kind": "planarity-graph", "object": graph}, "l": {"kind": "planarity-level"}}
    pattern.write_text(json.dumps({"nodes": nodes, "links": [["l", "has-graph", "g"]]}))
    matches = [json.loads(line) for line in ludex("graph", "match", str(pattern), "--json").lines]
    assert shown["label"] in {labels["l"] for labels in matches}


def test_an_object_that_is_not_stored_is_named(ludex, catalogue):
    ran = ludex("graph", "path", "*o,o*", "swish-36")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "swish-position-1x2-2-" in ran.err
    assert "`ludex swish add` stores it" in ran.err
    for wrong in ("missing.json", "{", '{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}', "no such thing"):
        ran = ludex("graph", "neighbours", wrong)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1)

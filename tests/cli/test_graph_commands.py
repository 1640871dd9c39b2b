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


def test_what_the_graph_is_made_of(ludex, catalogue):
    ran = ludex("graph")
    rows = [line.split() for line in ran.lines]
    assert ["planarity-census-class", "613"] in rows
    assert ["one-swap", "one-swap", "2,260"] in rows
    found = json.loads(ludex("graph", "--json").out)
    assert {"kind": "planarity-level", "count": 500} in found["kinds"]


def test_neighbours_and_walks(ludex, catalogue):
    ran = ludex("graph", "neighbours", "swish-36", "--relation", "holds", "--limit", "2")
    assert [line.split()[0] for line in ran.lines] == ["relation", "holds", "holds", "36"]
    found = json.loads(ludex("graph", "walk", "swish-36", "holds/held-by", "--limit", "1", "--json").out)
    # All 36 cards are in the deck of 60, some of them twice.
    assert (found["items"][0]["walks"], found["complete"]) == (60, True)
    ran = ludex("graph", "neighbours", "swish-36", "--relation", "near")
    assert (ran.code, ran.err.partition(";")[0]) == (2, "ludex: --relation: unknown relation 'near'")


def test_surroundings_in_every_format(ludex, catalogue):
    around = ["graph", "surroundings", HARD, "--depth", "1"]
    found = networkx.node_link_graph(json.loads(ludex(*around).out), edges="edges")
    assert HARD in found
    assert set(networkx.parse_graphml(ludex(*around, "--format", "graphml").out)) == set(found)
    assert ludex(*around, "--format", "dot").out.startswith("digraph {")
    assert ElementTree.fromstring(ludex(*around, "--format", "svg").out).tag.endswith("svg")
    assert ludex(*around, "--format", "png").code == 2


def test_paths(ludex, catalogue):
    to_plane = ["--to-kind", "planarity-census-class", "--min_swaps", "0", "--relations", "one-swap"]
    found = json.loads(ludex("graph", "path", HARD, *to_plane, "--json").out)
    assert (found["length"], found["relations"], found["complete"]) == (3, ["one-swap"] * 3, True)
    there = ludex("graph", "path", HARD, found["path"][-1], "--relations", "one-swap")
    assert there.lines[0] == "length 3, 1 shortest path:"
    assert ludex("graph", "path", HARD, "swish-36").lines == ["there is no path"]
    short = ludex("graph", "path", HARD, found["path"][-1], "--relations", "one-swap", "--max-length", "2")
    assert short.lines == ["no path was found; every path has at least length 3"]
    for words in ([HARD], [HARD, "swish-36", "--to-kind", "levels"], [HARD, "swish-36", "--min_swaps", "1"]):
        assert ludex("graph", "path", *words).code == 2


def test_matches(ludex, catalogue, pattern, tmp_path):
    found = [json.loads(line) for line in ludex("graph", "match", pattern, "--json").lines]
    assert found
    assert len({tuple(labels.values()) for labels in found}) == len(found)
    assert len(ludex("graph", "match", pattern, "--limit", "2").lines) == 3
    for text in ("{", "[]", '{"nodes": {"a": {}}}', '{"nodes": {"a": {"kind": "level"}}}'):
        (tmp_path / "wrong.json").write_text(text)
        ran = ludex("graph", "match", str(tmp_path / "wrong.json"))
        assert (ran.code, ran.err.startswith("ludex: ")) == (2, True)


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


def test_measures(ludex, catalogue):
    graph = json.loads(ludex("show", HARD, "--json").out)["graph"]
    rows = [line.split() for line in ludex("graph", "measures", graph, "--of", "diameter,girth").lines]
    assert [row[0] for row in rows] == ["measure", "diameter", "girth"]
    assert rows[1][-1] == "networkx.diameter"
    assert ludex("graph", "measures", HARD).code == 2


def test_the_census_by_drawing_and_levels_one_swap_away(ludex, catalogue):
    found = json.loads(ludex("planarity", "census-class", HARD, "--json").out)
    assert (found["items"][0]["label"], found["matchings"]) == (HARD, [[0, 1, 2, 3, 4]])
    nothing = ludex("planarity", "census-class", "8:0-1,1-2,2-3,3-4,4-5,5-6,6-7")
    assert nothing.lines == ["this census class is not stored"]
    level = json.loads(ludex("list", "planarity/levels", "--limit", "1", "--json").lines[0])["label"]
    found = json.loads(ludex("planarity", "one-swap-levels", level, "--json").out)
    assert found["count"] == len(found["items"])


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

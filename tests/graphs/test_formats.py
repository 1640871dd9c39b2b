import json
import re

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.faults import Fault
from ludex.engine.notation import MAX_GRAPH6_VERTICES, Notation, notation_of
from ludex.graphs.canonical import GraphError
from ludex.graphs.formats import (
    FORMATS,
    read_digraph,
    read_graph,
    write_digraph,
    write_digraph6,
    write_dot,
    write_graph,
    write_graph6,
    write_graphml,
    write_node_link,
)
from tests.oracles.digraph6 import read_digraph6
from tests.trials import examples

some = settings(deadline=None, max_examples=examples(60))


def digraph(size, arcs):
    graph = nx.empty_graph(size, nx.DiGraph)
    graph.add_edges_from(arcs)
    return graph


@st.composite
def digraphs(draw):
    size = draw(st.integers(0, 70))
    vertex = st.integers(0, max(size - 1, 0))
    return digraph(size, draw(st.lists(st.tuples(vertex, vertex), max_size=30)) if size else [])


def same(a, b):
    return (
        a.is_directed() == b.is_directed()
        and dict(a.nodes(data=True)) == dict(b.nodes(data=True))
        and set(a.edges) == set(b.edges)
    )


def test_digraph6_writes_the_example_of_its_definition():
    example = digraph(5, [(0, 2), (0, 4), (3, 1), (3, 4)])
    assert write_digraph6(example) == "&DI?AO?"
    assert same(read_digraph6("&DI?AO?"), example)


def test_digraph6_counts_vertices_as_its_definition():
    # formats.txt: N(30) = 93, N(12345) = 126 66 63 120; all the rest is empty.
    assert write_digraph6(digraph(30, []))[1] == chr(93)
    assert write_digraph6(digraph(63, [])).startswith("&" + "".join(map(chr, (126, 63, 63, 126))))
    assert write_digraph6(digraph(0, [])) == "&?"


@some
@given(digraphs())
def test_digraph6_comes_back(graph):
    assert same(read_digraph6(write_digraph6(graph)), graph)


def test_digraph6_refuses_undirected_graphs():
    with pytest.raises(GraphError):
        write_digraph6(nx.path_graph(3))


@some
@given(st.integers(0, MAX_GRAPH6_VERTICES), st.integers(0, 10**6))
def test_graph6_comes_back(size, seed):
    graph = nx.gnp_random_graph(size, 0.2, seed=seed)
    text = write_graph6(size, graph.edges)
    assert notation_of(text) is Notation.GRAPH6
    assert same(read_graph(text), graph)


def test_texts_of_larger_graphs_are_refused_with_their_size():
    text = nx.to_graph6_bytes(nx.path_graph(MAX_GRAPH6_VERTICES + 1), header=False).decode().strip()
    with pytest.raises(GraphError, match="the text is a graph of 129 vertices; the limit is 128"):
        read_graph(text)


def test_graph6_writes_the_example_of_its_definition():
    # formats.txt: five vertices, edges 0-2, 0-4, 1-3, 3-4.
    assert write_graph6(5, [(0, 2), (0, 4), (1, 3), (3, 4)]) == "DQc"


@pytest.mark.parametrize("text", ["", "~", "DQ", "DQcc", "D\nQ", "é"])
def test_graph6_refuses_other_texts(text):
    with pytest.raises(GraphError):
        read_graph(text)


@some
@given(digraphs())
def test_node_link_text_is_the_document(graph):
    nx.set_node_attributes(graph, {v: f'"{v}' for v in graph}, "code")
    assert json.loads(write_node_link(graph)) == nx.node_link_data(graph, edges="edges")


def test_graphml_keeps_the_types_of_attributes():
    graph = digraph(2, [(0, 1)])
    graph.nodes[0].update(hypernode=0, code="*o", fair=True)
    graph.nodes[1].update(hypernode=1, code="<&>", fair=False)
    assert same(nx.parse_graphml(write_graphml(graph), node_type=int), graph)


def test_edges_in_graphml_have_ids_of_their_own_and_keep_their_attributes():
    graph = nx.MultiDiGraph()
    graph.add_node("a", kind="level")
    for head in ("b", "c"):
        for relation in ("has", "of"):
            graph.add_edge("a", head, relation, relation=relation)
    text = write_graphml(graph)
    assert re.findall(r'<edge .* id="(\d+)"', text) == ["0", "1", "2", "3"]
    read = nx.parse_graphml(text)
    assert dict(read.nodes(data=True)) == dict(graph.nodes(data=True))
    assert set(read.edges(data="relation")) == set(graph.edges(data="relation"))
    assert ("a", "b", "has") in graph.edges


def test_graphml_refuses_what_it_cannot_hold():
    graph = digraph(1, [])
    graph.nodes[0]["list"] = [1]
    with pytest.raises(GraphError):
        write_graphml(graph)


def test_dot_quotes_and_draws_hypernodes_as_clusters():
    graph = nx.Graph([("a", 'b"\\')])
    graph.nodes["a"]["hypernode"] = 7
    graph.nodes["a"]["code"] = "*o"
    assert write_dot(graph, group="hypernode", label="code").splitlines() == [
        "graph {",
        '  subgraph "cluster_7" {',
        '    label="7";',
        '    "a" [label="*o"];',
        "  }",
        '  "b\\"\\\\";',
        '  "a" -- "b\\"\\\\";',
        "}",
    ]


def test_dimacs_digraphs_are_read_as_they_are_written():
    assert write_digraph(3, [(0, 2), (2, 1)]) == "p sp 3 2\na 1 3 1\na 3 2 1\n"
    assert read_digraph("c two arcs\n\np sp 3 2\na 1 3 1\na 3 2 7\n") == (3, [(0, 2), (2, 1)])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c nothing\n", "the header is missing"),
        ("a 1 2 1\np sp 2 1\n", "line 1: "),
        ("p sp 2 1\np sp 2 1\n", "line 2: "),
        ("p sp x 1\n", "line 1: "),
        ("p sp 2 1\na 1 x 1\n", "line 2: "),
        ("p sp 2 1\na x 1 1\n", "line 2: "),
        ("p sp 2 1\na 1 2\n", "line 2: "),
        ("p edge 2 1\n", "line 1: "),
    ],
)
def test_a_line_that_is_no_dimacs_digraph_is_refused(text, message):
    with pytest.raises(Fault, match=message):
        read_digraph(text)


@pytest.mark.parametrize("form", FORMATS)
def test_a_digraph_is_written_in_each_format(form):
    graph = digraph(2, [(0, 1)])
    nx.set_node_attributes(graph, {0: "*o", 1: "o*"}, "code")
    nx.set_node_attributes(graph, {0: 0, 1: 0}, "hypernode")
    text = write_graph(graph, form)
    readers = {
        "node-link": lambda: nx.node_link_graph(json.loads(text), edges="edges"),
        "graphml": lambda: nx.parse_graphml(text, node_type=int),
        "digraph6": lambda: read_digraph6(text.removesuffix("\n")),
    }
    if form == "dot":
        assert text == write_dot(graph, group="hypernode", label="code") and '"cluster_0"' in text and '"*o"' in text
    else:
        assert set(readers[form]().edges) == {(0, 1)}

from itertools import combinations, permutations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.graphs.canonical import (
    ColouredGraph,
    GraphError,
    InvariantDifference,
    automorphism_generators,
    canonical_form,
    canonical_form_of_simple,
    difference_of_forms,
    pack,
    unpack,
)
from tests.graphs.forms import graph_from_form, isomorphism
from tests.oracles.isomorphism import generated
from tests.trials import examples

some = settings(deadline=None, max_examples=examples(60))


@st.composite
def coloured_graphs(draw, most=6):
    size = draw(st.integers(0, most))
    directed = draw(st.booleans())
    colours = tuple(draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)))
    pairs = [(u, v) for u in range(size) for v in range(size) if (directed or u < v)]
    edges = tuple(draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12))) if pairs else ()
    members = st.lists(st.integers(0, size - 1), unique=True, max_size=3).map(tuple)
    groups = tuple(draw(st.lists(members, max_size=2))) if size else ()
    return ColouredGraph(colours, edges, groups, directed)


def relabelled(graph, image):
    colours = [0] * len(image)
    for v, colour in enumerate(graph.colours):
        colours[image[v]] = colour
    return ColouredGraph(
        tuple(colours),
        tuple((image[u], image[v]) for u, v in reversed(graph.edges)),
        tuple(tuple(image[v] for v in reversed(group)) for group in reversed(graph.groups)),
        graph.directed,
    )


def content(graph):
    """What two equal graphs share, whatever the order of edges and groups."""
    edges = sorted(edge if graph.directed else (min(edge), max(edge)) for edge in graph.edges)
    return graph.directed, graph.colours, edges, sorted(tuple(sorted(group)) for group in graph.groups)


def isomorphic_by_permutations(a, b):
    if len(a.colours) != len(b.colours):
        return False
    return any(content(relabelled(a, image)) == content(b) for image in permutations(range(len(a.colours))))


def as_networkx(graph):
    """The graph with arcs and groups subdivided by vertices of their own, so that plain VF2 keeps them."""
    plain = nx.DiGraph()
    for v, colour in enumerate(graph.colours):
        plain.add_node(v, kind=("vertex", colour))
    for number, (u, v) in enumerate(graph.edges):
        plain.add_node(("edge", number), kind=("edge", graph.directed))
        plain.add_edges_from([(u, ("edge", number)), (("edge", number), v)])
        if not graph.directed:
            plain.add_edge(v, ("edge", number))
            plain.add_edge(("edge", number), u)
    for number, group in enumerate(graph.groups):
        plain.add_node(("group", number), kind=("group",))
        plain.add_edges_from((("group", number), v) for v in group)
    return plain


@some
@given(coloured_graphs(), st.randoms(use_true_random=False))
def test_the_form_does_not_depend_on_the_numbers_of_the_vertices(graph, random):
    image = list(range(len(graph.colours)))
    random.shuffle(image)
    assert canonical_form(relabelled(graph, image)).form == canonical_form(graph).form


@some
@given(coloured_graphs())
def test_the_form_is_the_graph_in_canonical_numbers(graph):
    canonical = canonical_form(graph)
    rebuilt = graph_from_form(canonical.form)
    assert content(rebuilt) == content(relabelled(graph, canonical.order))
    assert list(rebuilt.colours) == sorted(graph.colours)
    assert canonical_form(rebuilt).form == canonical.form


@some
@given(coloured_graphs(4), coloured_graphs(4))
def test_equal_forms_are_isomorphic_graphs_by_all_permutations(a, b):
    assert (isomorphism(a, b) is not None) == isomorphic_by_permutations(a, b)


@some
@given(coloured_graphs(), st.randoms(use_true_random=False), st.data())
def test_a_near_miss_is_told_apart_as_vf2_does(graph, random, data):
    image = list(range(len(graph.colours)))
    random.shuffle(image)
    other = relabelled(graph, image)
    if other.edges:
        drop = data.draw(st.integers(0, len(other.edges) - 1))
        other = ColouredGraph(other.colours, other.edges[:drop] + other.edges[drop + 1 :], other.groups, other.directed)
        if graph.edges:
            keep = graph.edges[1:]
            graph = ColouredGraph(graph.colours, keep, graph.groups, graph.directed)
    matching = isomorphism(graph, other)
    vf2 = nx.is_isomorphic(as_networkx(graph), as_networkx(other), node_match=lambda x, y: x == y)
    assert (matching is not None) == vf2
    if matching is not None:
        assert content(relabelled(graph, matching)) == content(other)


@some
@given(coloured_graphs(5))
def test_the_generators_generate_all_automorphisms(graph):
    size = len(graph.colours)
    every = {image for image in permutations(range(size)) if content(relabelled(graph, image)) == content(graph)}
    generators = automorphism_generators(graph)
    assert tuple(range(size)) not in generators
    assert generated(generators, size) == every


@some
@given(st.integers(1, 128), st.randoms(use_true_random=False), st.data())
def test_the_form_of_a_simple_graph_is_that_of_the_graph_with_one_colour(vertices, random, data):
    pairs = [(u, v) for u in range(vertices) for v in range(vertices) if u < v]
    number = data.draw(st.integers(0, min(len(pairs), 300)))
    edges = tuple(edge if random.random() < 0.5 else edge[::-1] for edge in random.sample(pairs, number))
    expected = canonical_form(ColouredGraph((0,) * vertices, edges))
    assert canonical_form_of_simple(vertices, edges) == expected
    assert canonical_form_of_simple(vertices, list(edges)) == expected


MANY = tuple(combinations(range(16), 2))


@pytest.mark.parametrize("vertices", [3, 16])
@pytest.mark.parametrize("edge", [(0, 0), (2, 2), (1, 0), (0, 16), (-1, 0)])
def test_what_is_no_simple_graph_is_refused(vertices, edge):
    edges = (*((0, 1), (1, 2)), edge) if vertices == 3 else (*MANY, edge)
    with pytest.raises(GraphError):
        canonical_form_of_simple(vertices, edges)


def test_a_hexagon_is_not_two_triangles():
    hexagon = ColouredGraph((0,) * 6, tuple((i, (i + 1) % 6) for i in range(6)))
    triangles = ColouredGraph((0,) * 6, ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)))
    assert isomorphism(hexagon, triangles) is None


def test_groups_tell_digraphs_apart():
    def arcs(groups):
        return ColouredGraph((0,) * 4, ((0, 1), (2, 3)), groups, directed=True)

    assert isomorphism(arcs(((0, 1), (2, 3))), arcs(((0, 2), (1, 3)))) is None
    assert isomorphism(arcs(((0, 3), (1, 2))), arcs(((2, 1), (0, 3)))) == (0, 1, 2, 3)


def test_the_petersen_graph_has_120_automorphisms():
    petersen = ColouredGraph((0,) * 10, tuple(nx.petersen_graph().edges))
    assert len(generated(automorphism_generators(petersen), 10)) == 120


def test_golden_form():
    graph = ColouredGraph((1, 0, 0, 1), ((0, 1), (2, 0), (3, 3), (1, 2)), ((0, 3), (1, 2)), directed=True)
    assert canonical_form(graph).form.hex() == "010400000100010301000102010102020001020201"


@pytest.mark.parametrize(
    ("colours", "edges", "groups", "directed"),
    [
        ((-1,), (), (), False),
        ((0,), ((0, 1),), (), False),
        ((0,), ((0, 0),), (), False),
        ((0, 0), ((0, 1), (1, 0)), (), False),
        ((0, 0), ((0, 1), (0, 1)), (), True),
        ((0,), (), ((0, 0),), False),
        ((0,), (), ((1,),), False),
    ],
)
def test_what_is_no_graph_is_refused(colours, edges, groups, directed):
    with pytest.raises(GraphError):
        ColouredGraph(colours, edges, groups, directed)


@some
@given(st.lists(st.integers(0, 1 << 40)))
def test_packed_numbers_come_back(numbers):
    assert unpack(pack(numbers)) == numbers


def test_numbers_are_packed_in_groups_of_seven_bits_with_the_lowest_first():
    assert pack([0, 127]) == b"\0\x7f"
    assert pack([127, 128, 2**14 - 1, 2**14]) == b"\x7f\x80\1\xff\x7f\x80\x80\1"


def test_packing_refuses_negative_numbers_and_cut_bytes():
    with pytest.raises(ValueError, match="negative"):
        pack([-1])
    with pytest.raises(ValueError, match="incomplete"):
        unpack(b"\x80")


def test_a_difference_of_forms_is_described_from_its_first_byte():
    long = difference_of_forms("graph", bytes(50), bytes([0, 0, *[255] * 48]))
    assert long.at == 2
    assert long.describe() == f"canonical forms (graph) from byte 2 on: {'00' * 8}... in a, {'ff' * 8}... in b"
    assert (
        difference_of_forms("x", b"ab", b"a").describe() == "canonical forms (x) from byte 1 on: 62 in a, nothing in b"
    )
    short = difference_of_forms("x", bytes(8), b"")
    assert short.describe().endswith(f"byte 0 on: {'00' * 8} in a, nothing in b")
    with pytest.raises(StopIteration):
        difference_of_forms("x", b"a", b"a")


def test_a_difference_of_invariants_is_described_by_both_values():
    assert InvariantDifference("edges", 3, 4).describe() == "edges: 3 in a, 4 in b"
    assert InvariantDifference("edges", (1, 2), (3,)).describe("degrees") == "degrees: 1, 2 in a, 3 in b"

""""""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.swish.card import Card, Configuration, Symmetry, one_pair_cards
from ludex.games.swish.hypergraph import HypergraphError, HypergraphTooLarge, Junctions, construct_hypergraph
from ludex.games.swish.identity.hypergraph import (
    canonical_hypergraph,
    card_automorphisms,
    hypergraph_from_form,
    is_canonical,
    read_form,
    reversing_card_permutation,
    rows_form,
    rows_from_form,
)
from ludex.games.swish.position import Position
from ludex.graphs.canonical import ColouredGraph, canonical_form
from tests.oracles import isomorphism as oracle
from tests.trials import examples

SWISH_36 = Position(tuple(one_pair_cards(4, 3)))
BOARDS = [(1, 2), (1, 3), (2, 2), (2, 3), (3, 3), (4, 3), (1, 7), (5, 4)]
some = settings(deadline=None, max_examples=examples(60))


@st.composite
def positions(draw, most=6, boards=BOARDS, square=True):
    height, width = draw(st.sampled_from(boards))
    cells = st.tuples(st.integers(1, height), st.integers(1, width))
    pairs = st.tuples(cells, cells).filter(lambda pair: pair[0] != pair[1])
    cards = draw(st.lists(pairs, min_size=1, max_size=most))
    symmetries = list(Symmetry) if square and height == width else [Symmetry.RECTANGLE]
    return Position(tuple(Card.one_pair(height, width, *pair) for pair in cards), draw(st.sampled_from(symmetries)))


def slow(position):
    """The hypergraph from the oracle."""
    cards = [(card.points[0], card.circles[0]) for card in position.cards]
    return oracle.hypergraph(cards, position.height, position.width, position.symmetry is Symmetry.SQUARE)


def form(position):
    """The form of the digraph with one more vertex for each hypernode, written arc by arc."""
    graph = slow(position)
    each = len(position.symmetry.configurations)
    groups = tuple(tuple(range(each * i, each * i + each)) for i in range(len(position.cards)))
    return canonical_form(ColouredGraph((0,) * len(graph), tuple(graph.edges), groups, directed=True)).form


def relaid(position, data):
    """The same cards in another order, each turned somehow."""
    cards = data.draw(st.permutations(position.cards))
    configurations = st.sampled_from(position.symmetry.configurations)
    return Position(tuple(card.configured(data.draw(configurations)) for card in cards), position.symmetry)


def test_the_36_card_hypergraph_is_the_papers():
    graph = construct_hypergraph(SWISH_36)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (144, 1712)
    assert len(set(dict(graph.nodes(data="hypernode")).values())) == 36
    canonical = canonical_hypergraph(SWISH_36)
    assert (canonical.nodes, canonical.arcs, canonical.hypernodes) == (144, 1712, 36)
    # Coincident configurations merged: the 24 cards off the axes keep four, the rest two.
    assert len({(v["hypernode"], v["code"]) for v in graph.nodes.values()}) == 132


def hypergraph_key(position):
    return canonical_hypergraph(position).key


@some
@given(positions())
def test_a_form_is_read_as_the_hypergraph_in_canonical_order(position):
    made = canonical_hypergraph(position)
    read = read_form(made.form)
    assert (read.nodes, read.arcs, read.hypernodes, read.key) == (made.nodes, made.arcs, made.hypernodes, made.key)
    assert read.card_order == tuple(range(made.hypernodes))
    assert is_canonical(made.form)


def test_a_form_in_another_order_is_not_canonical():
    # Two cards of which one only meets the other's circle, written with the second first.
    form = canonical_hypergraph(Position.from_codes(["*o.", ".*o"])).form
    rows = rows_from_form(form).rows
    turned = rows_form(Junctions(rows[::-1]))
    assert turned != form
    assert not is_canonical(turned)


@some
@given(positions())
def test_arcs_lead_where_a_point_meets_a_circle_of_another_card(position):
    graph = construct_hypergraph(position)
    assert list(graph) == list(range(len(graph)))
    assert set(graph.edges) == set(slow(position).edges)
    assert canonical_hypergraph(position).arcs == graph.number_of_edges()


@some
@given(positions())
def test_nodes_say_how_their_card_lies(position):
    for attributes in construct_hypergraph(position).nodes.values():
        card = position.cards[attributes["hypernode"]].configured(Configuration(attributes["configuration"]))
        assert attributes["code"] == str(card)


@some
@given(positions(9), st.data())
def test_the_key_does_not_depend_on_order_and_flips(position, data):
    assert hypergraph_key(relaid(position, data)) == hypergraph_key(position)


@some
@given(positions())
def test_the_canonical_numbers_are_an_isomorphism(position):
    canonical = canonical_hypergraph(position)
    graph = canonical.graph
    assert oracle.keeps_all(slow(position), graph, dict(enumerate(canonical.node_order)))
    each = canonical.nodes // canonical.hypernodes
    for node, place in enumerate(canonical.node_order):
        assert place // each == canonical.card_order[node // each]


@some
@given(positions())
def test_the_form_rebuilds_the_hypergraph(position):
    canonical = canonical_hypergraph(position)
    graph = hypergraph_from_form(canonical.form)
    assert graph.number_of_edges() == canonical.arcs
    assert nx.utils.graphs_equal(nx.node_link_graph(nx.node_link_data(graph, edges="edges"), edges="edges"), graph)


@some
@given(positions(3), positions(3))
def test_keys_agree_with_the_coloured_digraph_and_with_vf2(a, b):
    """The key by junctions is that of the digraph with one more vertex for each hypernode, written arc by arc."""
    same = hypergraph_key(a) == hypergraph_key(b)
    assert same == (form(a) == form(b))
    assert same == oracle.isomorphic(slow(a), slow(b))


@some
@given(positions(12, [(1, 6), (2, 3), (3, 3), (4, 3)]), st.data())
def test_keys_of_near_misses_agree_with_the_coloured_digraph(position, data):
    """One card has its point and its circle exchanged."""
    index = data.draw(st.integers(0, len(position.cards) - 1))
    card = position.cards[index]
    turned = Card.one_pair(position.height, position.width, card.circles[0], card.points[0])
    other = Position((*position.cards[:index], turned, *position.cards[index + 1 :]), position.symmetry)
    assert (hypergraph_key(position) == hypergraph_key(other)) == (form(position) == form(other))


@some
@given(positions(3, [(1, 3), (2, 2), (2, 3), (4, 3)]))
def test_card_automorphisms_are_those_of_the_hypergraph(position):
    every = oracle.card_permutations(slow(position), slow(position))
    assert oracle.generated(card_automorphisms(position), len(position.cards)) == every


@some
@given(positions(3, [(1, 3), (2, 2), (2, 3), (4, 3)], square=False))
def test_a_reversing_permutation_is_found_where_there_is_one(position):
    graph = slow(position)
    every = oracle.card_permutations(graph, graph.reverse())
    found = reversing_card_permutation(position)
    assert (found in every) if every else (found is None)


def test_the_36_cards_have_the_symmetries_of_their_orbits():
    # Within the oracle's reach: each generator keeps the number of arcs between any two cards.
    graph = construct_hypergraph(SWISH_36)
    card = dict(graph.nodes(data="hypernode"))
    between = nx.MultiDiGraph((card[u], card[v]) for u, v in graph.edges)
    generators = card_automorphisms(SWISH_36)
    assert generators
    reversing = reversing_card_permutation(SWISH_36)
    assert reversing is not None
    for i in range(36):
        for j in range(36):
            count = between.number_of_edges(i, j)
            assert all(between.number_of_edges(p[i], p[j]) == count for p in generators)
            assert between.number_of_edges(reversing[j], reversing[i]) == count


def test_cards_without_one_point_and_one_circle_have_no_hypergraph():
    with pytest.raises(HypergraphError, match="card 1: 2 points and 1 circles") as error:
        construct_hypergraph(Position.from_codes(["*o.", "**o"]))
    assert error.value.card == 1
    with pytest.raises(HypergraphError):
        hypergraph_key(Position.from_codes(["*.."]))


@pytest.mark.parametrize("form", [b"", b"\x04", b"\x00\x01", b"\x04\x01\x00", b"\x01\xe9\x07\x00\x00", b"\x80"])
def test_bytes_that_are_no_form_are_refused(form):
    with pytest.raises(HypergraphError):
        hypergraph_from_form(form)


def test_too_many_cards_or_arcs_are_refused_before_work():
    with pytest.raises(HypergraphTooLarge, match="7992000 arcs"):
        construct_hypergraph(Position.from_codes(["*o"] * 1000))
    with pytest.raises(HypergraphTooLarge, match="1001 cards"):
        hypergraph_key(Position.from_codes(["*o"] * 1001))


def test_parallel_cards_between_very_many_orbits_are_refused():
    def cycle(length):
        pairs = [(i, i % length + 1) for i in range(1, length + 1)]
        cells = [((1, i), (1, k)) for i, j in pairs for k in (j, 2 * length + 1 - j)]
        return Position(tuple(Card.one_pair(1, 2 * length, *pair) for pair in cells))

    assert len(card_automorphisms(cycle(64))) >= 64
    with pytest.raises(HypergraphTooLarge, match="65 groups of orbits"):
        hypergraph_key(cycle(65))


@pytest.mark.parametrize(
    "cards",
    [["*o"] * 1000, ["*o./..."] * 1000, ["*./.o"] * 500 + ["*o/.."] * 500],
    ids=["same orbit", "no arcs", "mixed"],
)
def test_a_thousand_copies_are_no_matter(cards):
    assert canonical_hypergraph(Position.from_codes(cards)).hypernodes == 1000


def test_the_784_cards_of_7x8_are_those_of_8x7():
    one, other = (canonical_hypergraph(Position(tuple(one_pair_cards(h, w)))) for h, w in ((7, 8), (8, 7)))
    assert (one.hypernodes, one.arcs) == (784, 175776)
    assert one.form == other.form

"""Isomorphism the slow, obvious way: hypergraphs built arc by arc from the paper's words, VF2, and all permutations."""

from itertools import permutations

import networkx as nx


def turned(cell, height, width, square=False):
    """All images of a cell, in a fixed order of the symmetries."""
    a, b = cell
    images = [(a, b), (a, width + 1 - b), (height + 1 - a, b), (height + 1 - a, width + 1 - b)]
    if square:
        images += [(width + 1 - b, a), (b, height + 1 - a), (b, a), (width + 1 - b, height + 1 - a)]
    return images


def hypergraph(cards, height, width, square=False):
    """The hypergraph of (point, circle) cards: every pair of nodes is tried (Match, section 3.1)."""
    graph = nx.DiGraph()
    nodes = []
    for card, (point, circle) in enumerate(cards):
        for laid in zip(turned(point, height, width, square), turned(circle, height, width, square), strict=True):
            graph.add_node(len(nodes), hypernode=card)
            nodes.append((card, *laid))
    for u, (card, point, _) in enumerate(nodes):
        for v, (other, _, circle) in enumerate(nodes):
            if card != other and point == circle:
                graph.add_edge(u, v)
    return graph


def with_hypernodes(graph):
    """The same digraph with one extra vertex a hypernode; `kind` keeps them apart."""
    extended = nx.DiGraph()
    for node, card in graph.nodes(data="hypernode"):
        extended.add_node(("node", node), kind="node")
        extended.add_node(("card", card), kind="card")
        extended.add_edge(("card", card), ("node", node))
    extended.add_edges_from((("node", u), ("node", v)) for u, v in graph.edges)
    return extended


def isomorphic(a, b):
    """Whether two hypergraphs are isomorphic, hypernodes kept, by VF2."""
    return nx.is_isomorphic(with_hypernodes(a), with_hypernodes(b), node_match=lambda x, y: x["kind"] == y["kind"])


def keeps_all(a, b, image):
    """Whether a map of nodes is an isomorphism of hypergraphs."""
    arcs = {(image[u], image[v]) for u, v in a.edges}
    cards = dict(a.nodes(data="hypernode"))
    other = dict(b.nodes(data="hypernode"))
    together = all((cards[u] == cards[v]) == (other[image[u]] == other[image[v]]) for u in a for v in a)
    return sorted(image[u] for u in a) == sorted(b) and arcs == set(b.edges) and together


def isomorphic_by_permutations(a, b):
    """Whether two hypergraphs are isomorphic, by all permutations of the nodes. Eight nodes at most."""
    if len(a) != len(b) or a.number_of_edges() != b.number_of_edges():
        return False
    return any(keeps_all(a, b, dict(zip(a, image, strict=True))) for image in permutations(b))


def card_permutations(a, b):
    """All maps of the cards of a to the cards of b that isomorphisms of the hypergraphs induce. A few cards only."""
    count = len({card for _, card in a.nodes(data="hypernode")})
    found = set()
    for permutation in permutations(range(count)):
        named = a.copy()
        nx.set_node_attributes(named, {v: permutation[card] for v, card in a.nodes(data="hypernode")}, "hypernode")
        if nx.is_isomorphic(named, b, node_match=lambda x, y: x["hypernode"] == y["hypernode"]):
            found.add(permutation)
    return found


def generated(generators, count):
    """The group that permutations of 0..count-1 generate."""
    group = {tuple(range(count))}
    waiting = list(group)
    while waiting:
        one = waiting.pop()
        for generator in generators:
            product = tuple(generator[i] for i in one)
            if product not in group:
                group.add(product)
                waiting.append(product)
    return group

"""The symmetries of small SET decks, written out, and positions as coloured graphs. Cards are tuples of values."""

from itertools import permutations, product

import igraph


def cards(properties, values):
    """Return all cards of a deck."""
    return list(product(range(values), repeat=properties))


def affine_maps(properties):
    """Return every affine map of AG(p, 3), as a dictionary of cards."""
    deck = cards(properties, 3)
    maps = []
    for matrix in product(product(range(3), repeat=properties), repeat=properties):
        images = {
            card: tuple(sum(a * x for a, x in zip(row, card, strict=True)) % 3 for row in matrix) for card in deck
        }
        if len(set(images.values())) == len(deck):
            maps += [
                {card: tuple((x + s) % 3 for x, s in zip(image, shift, strict=True)) for card, image in images.items()}
                for shift in deck
            ]
    return maps


def property_maps(properties, values):
    """Return every permutation of the properties with one of the values of each, as a dictionary of cards."""
    deck = cards(properties, values)
    return [
        {card: tuple(names[k][card[order[k]]] for k in range(properties)) for card in deck}
        for order in permutations(range(properties))
        for names in product(permutations(range(values)), repeat=properties)
    ]


def symmetries_of_all_sets(properties, values, all_sets):
    """Count the permutations of the deck that take sets to sets, by the automorphisms of cards against sets."""
    number = {card: i for i, card in enumerate(cards(properties, values))}
    edges = [(number[card], len(number) + i) for i, found in enumerate(all_sets) for card in found]
    graph = igraph.Graph(n=len(number) + len(all_sets), edges=edges)
    return int(graph.count_automorphisms(color=[0] * len(number) + [1] * len(all_sets)))


def position_graph(position, values):
    """Return a graph and its colours such that positions are equivalent iff these are isomorphic.

    For v >= 4 its vertices are the cards, the values of each property, and the properties; for v = 3 the cards, the
    hyperplanes of AG(p, 3), and the classes of parallel ones.
    """
    properties = len(position[0])
    if values == 3:
        functions = [f for f in product(range(3), repeat=properties) if next((x for x in f if x), 0) == 1]
    else:
        functions = [tuple(int(i == k) for i in range(properties)) for k in range(properties)]
    n = len(position)
    edges = []
    for k, function in enumerate(functions):
        base = n + k * (values + 1)
        edges += [(base, base + 1 + value) for value in range(values)]
        edges += [
            (i, base + 1 + sum(a * x for a, x in zip(function, card, strict=True)) % values)
            for i, card in enumerate(position)
        ]
    colours = [0] * n + [1, *[2] * values] * len(functions)
    return igraph.Graph(n=len(colours), edges=edges), colours


def are_equivalent(a, b, values):
    """Tell whether two positions of as many cards are equivalent, by BLISS."""
    (one, colours), (other, _) = position_graph(a, values), position_graph(b, values)
    return one.isomorphic_bliss(other, color1=colours, color2=colours)

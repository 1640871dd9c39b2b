"""Theorem 1: whether a graph can be drawn on given points without crossings, as a question about swaps, and back.

Source: "Swap Planarity", Theorem 1 and Lemma 2; S. Cabello, "Planar embeddability of the vertices of a graph using a
fixed point set is NP-hard" (2006). The vertices of a connected graph are put on the points in any way: here as they are
numbered. Swaps reach every other way, so they reach a plane drawing if and only if there is a plane embedding.
"""

from collections.abc import Sequence

import networkx

from ludex.engine.faults import Fault
from ludex.games.planarity.drawing import Drawing, DrawingError, Edge
from ludex.games.planarity.points import Point
from ludex.games.planarity.solving.routing import route

Embedding = tuple[int, ...]
"""The point of each vertex, by its index."""


def embedding_instance(edges: Sequence[Edge], points: Sequence[Point]) -> Drawing:
    """Return the drawing of a connected graph whose vertices are put on the points as they are numbered.

    Parameters
    ----------
    edges : sequence of (int, int)
        The edges of the graph, whose vertices count from 0.
    points : sequence of (int, int)
        As many points as vertices, in general position.

    Returns
    -------
    Drawing
        Swaps can make it plane if and only if the graph can be drawn on the points without crossings.

    Raises
    ------
    DrawingError
        If points and edges make no drawing.
    Fault
        If the graph is not connected: then swaps do not reach every way to put its vertices on the points.

    References
    ----------
    "Swap Planarity", Theorem 1.

    >>> embedding_instance([(0, 1), (1, 2)], [(0, 0), (4, 1), (2, 5)]).vertices
    3
    """
    drawing = Drawing(tuple(points), tuple(edges))
    if not networkx.is_connected(drawing.graph()):
        raise Fault("the graph is not connected: swaps do not reach every way to put its vertices on the points")
    return drawing


def swaps_of_embedding(drawing: Drawing, embedding: Sequence[int]) -> tuple[Edge, ...]:
    """Return swaps of an instance that put each vertex where an embedding has it.

    Parameters
    ----------
    drawing : Drawing
        An instance, as :func:`embedding_instance` makes it.
    embedding : sequence of int
        The point of each vertex, by its index.

    Returns
    -------
    tuple of (int, int)
        The edges to swap, in order: O(n^2) of them.

    Raises
    ------
    DrawingError
        If the embedding does not list each point once.

    Notes
    -----
    Cost: O(n^2 m).

    References
    ----------
    "Swap Planarity", Lemma 2.

    >>> drawing = embedding_instance([(0, 1), (1, 2)], [(0, 0), (4, 1), (2, 5)])
    >>> swaps_of_embedding(drawing, (1, 0, 2))
    ((0, 1),)
    """
    if sorted(embedding) != list(range(drawing.vertices)):
        raise DrawingError(f"an embedding lists each of the points 0 to {drawing.vertices - 1} once", ("embedding",))
    return route(drawing, embedding)


def embedding_of_swaps(drawing: Drawing, swaps: Sequence[Sequence[int]]) -> Embedding:
    """Return the point at which each vertex of an instance is after some swaps.

    Parameters
    ----------
    drawing : Drawing
        An instance, as :func:`embedding_instance` makes it.
    swaps : sequence of (int, int)
        The edges to swap, in order.

    Returns
    -------
    tuple of int
        The point of each vertex, by its index.

    Raises
    ------
    DrawingError
        If one of them is not an edge; it names its place.

    References
    ----------
    "Swap Planarity", Theorem 1.

    >>> drawing = embedding_instance([(0, 1), (1, 2)], [(0, 0), (4, 1), (2, 5)])
    >>> embedding_of_swaps(drawing, [(0, 1), (2, 1)])
    (1, 2, 0)
    """
    places, edges = list(range(drawing.vertices)), set(drawing.edges)
    for index, (u, v) in enumerate(swaps):
        if (min(u, v), max(u, v)) not in edges:
            raise DrawingError(f"{[u, v]} is not an edge of the drawing", ("swaps", index))
        places[u], places[v] = places[v], places[u]
    return tuple(places)

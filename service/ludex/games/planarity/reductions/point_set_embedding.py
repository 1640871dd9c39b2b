"""Theorem 1: reduction of plane embedding on given points to swaps, with conversion of solutions in both directions.

Source: "Swap Planarity", Theorem 1 and Lemma 2; S. Cabello, "Planar embeddability of the vertices of a graph using a
fixed point set is NP-hard" (2006). The reduction places the vertices of a connected graph on the points in any way, for
example in order. Swaps can then reach every other placement. Therefore swaps reach a plane drawing if and only if the
graph has a plane embedding on the points.
"""

from collections.abc import Sequence

import networkx

from ludex.engine.arguments import require_integers, require_list, require_pairs
from ludex.engine.faults import Fault
from ludex.games.planarity.drawing import Drawing, DrawingError, Edge
from ludex.games.planarity.points import Point
from ludex.games.planarity.solving.routing import route

Embedding = tuple[int, ...]
"""The index of the point of each vertex."""


def embedding_instance(edges: Sequence[Edge], points: Sequence[Point]) -> Drawing:
    """Return the drawing of a connected graph whose vertices are placed on the points in their order.

    Parameters
    ----------
    edges : sequence of (int, int)
        The edges of the graph, whose vertices are numbered from 0.
    points : sequence of (int, int)
        The points, in general position. There must be as many points as vertices.

    Returns
    -------
    Drawing
        The drawing. Swaps can make it plane if and only if the graph can be drawn on the points without crossings.

    Raises
    ------
    DrawingError
        If the points and edges do not form a valid drawing.
    Fault
        If the graph is not connected. In this case, swaps cannot reach every placement of the vertices.

    Notes
    -----
    The cost is `O(n^2)` for n vertices.

    References
    ----------
    "Swap Planarity", Theorem 1.

    Examples
    --------
    >>> embedding_instance([(0, 1), (1, 2)], [(0, 0), (4, 1), (2, 5)]).vertices
    3
    """
    drawing = Drawing(tuple(require_list(points, "points")), tuple(require_list(edges, "edges")))
    if not networkx.is_connected(drawing.graph()):
        raise Fault("the graph is not connected, so swaps cannot reach every placement of its vertices on the points")
    return drawing


def swaps_of_embedding(drawing: Drawing, embedding: Sequence[int]) -> tuple[Edge, ...]:
    """Return the swaps that move each vertex of an instance to its point in an embedding.

    Parameters
    ----------
    drawing : Drawing
        An instance made by :func:`embedding_instance`.
    embedding : sequence of int
        The index of the point of each vertex.

    Returns
    -------
    tuple of (int, int)
        The edges to swap, in order. Their number is O(n^2).

    Raises
    ------
    DrawingError
        If the embedding does not list each point once.

    Notes
    -----
    The cost is `O(n^2 m)` for n vertices and m edges.

    References
    ----------
    "Swap Planarity", Lemma 2.

    Examples
    --------
    >>> drawing = embedding_instance([(0, 1), (1, 2)], [(0, 0), (4, 1), (2, 5)])
    >>> swaps_of_embedding(drawing, (1, 0, 2))
    ((0, 1),)
    """
    Drawing.require(drawing)
    embedding = require_integers(embedding, "embedding")
    if sorted(embedding) != list(range(drawing.vertices)):
        raise DrawingError(
            f"an embedding must list each of the points 0 to {drawing.vertices - 1} once", ("embedding",)
        )
    return route(drawing, embedding)


def embedding_of_swaps(drawing: Drawing, swaps: Sequence[Sequence[int]]) -> Embedding:
    """Return the point index of each vertex of an instance after the given swaps.

    Parameters
    ----------
    drawing : Drawing
        An instance made by :func:`embedding_instance`.
    swaps : sequence of (int, int)
        The edges to swap, in order.

    Returns
    -------
    tuple of int
        The index of the point of each vertex.

    Raises
    ------
    DrawingError
        If one of the swaps is not an edge. The error contains the index of the swap.

    Notes
    -----
    The cost is linear in the number of swaps, edges and vertices.

    References
    ----------
    "Swap Planarity", Theorem 1.

    Examples
    --------
    >>> drawing = embedding_instance([(0, 1), (1, 2)], [(0, 0), (4, 1), (2, 5)])
    >>> embedding_of_swaps(drawing, [(0, 1), (2, 1)])
    (1, 2, 0)
    """
    Drawing.require(drawing)
    places, edges = list(range(drawing.vertices)), set(drawing.edges)
    for index, (u, v) in enumerate(require_pairs(swaps, "swaps")):
        if (min(u, v), max(u, v)) not in edges:
            raise DrawingError(f"{[u, v]} is not an edge of the drawing", ("swaps", index))
        places[u], places[v] = places[v], places[u]
    return tuple(places)

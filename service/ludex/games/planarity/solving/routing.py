"""Routing from one arrangement to another by swaps along edges. The number of swaps is an upper bound on the distance.

Source: "Swap Planarity", Lemma 2 (node swapping), which needs at most O(n^2) swaps.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ludex.games.planarity.drawing import Drawing, Edge

if TYPE_CHECKING:
    import networkx


class RoutingError(ValueError):
    """The arrangement is invalid, or swaps cannot reach it."""


def route(drawing: Drawing, arrangement: Sequence[int]) -> tuple[Edge, ...]:
    """Return swaps that take each vertex v of a `drawing` to the position `arrangement[v]`.

    Each position has the number of the vertex that is there initially. The first swaps bring the positions at both ends
    of an edge nearer to their targets. The remaining swaps follow Lemma 2: choose a vertex whose removal leaves its
    component connected, bring the target position of this vertex to it along a shortest path, remove the vertex, and
    repeat. Raises RoutingError if `arrangement` is not a permutation, or if it moves a vertex to another component.
    Cost: O(n^2 m).

    >>> points = ((0, 0), (9, 0), (5, 8), (4, 3))
    >>> route(Drawing(points, ((0, 1), (1, 2), (2, 3))), (1, 2, 0, 3))
    ((0, 1), (1, 2))
    """
    if sorted(arrangement) != list(range(drawing.vertices)):
        raise RoutingError("an arrangement must list every position once")
    tokens = _Tokens(drawing, arrangement)
    tokens.bring_both_nearer()
    tokens.bring_one_by_one()
    return tuple(tokens.swaps)


class _Tokens:
    """The positions, regarded as tokens that move along edges to their target vertices."""

    def __init__(self, drawing: Drawing, arrangement: Sequence[int]) -> None:
        import networkx

        self.graph: networkx.Graph = drawing.graph()
        self.swaps: list[Edge] = []
        self._distances = dict(networkx.all_pairs_shortest_path_length(self.graph))
        # token[v] is the target vertex of the position that is now at v.
        self.token = [0] * drawing.vertices
        for vertex, position in enumerate(arrangement):
            self.token[position] = vertex
        for vertex, owner in enumerate(self.token):
            if owner not in self._distances[vertex]:
                raise RoutingError(f"vertex {owner} cannot leave its component for position {vertex}")

    def swap(self, u: int, v: int) -> None:
        self.token[u], self.token[v] = self.token[v], self.token[u]
        self.swaps.append((min(u, v), max(u, v)))

    def bring_both_nearer(self) -> None:
        """Swap edges as long as there is an edge whose swap brings both of its tokens nearer to their targets."""
        moving = True
        while moving:
            moving = False
            for u, v in self.graph.edges:
                if self._gain(u, v) == 2:
                    self.swap(u, v)
                    moving = True

    def bring_one_by_one(self) -> None:
        """Bring the tokens to their targets, one target vertex after another, and remove each vertex that is done."""
        import networkx

        left = self.graph.copy()
        for vertex in _spared_order(self.graph):
            path = networkx.shortest_path(left, self.token.index(vertex), vertex)
            for u, v in pairwise(path):
                self.swap(u, v)
            left.remove_node(vertex)

    def _gain(self, u: int, v: int) -> int:
        first, second = self.token[u], self.token[v]
        before: int = self._distances[u][first] + self._distances[v][second]
        after: int = self._distances[v][first] + self._distances[u][second]
        return before - after


def _spared_order(graph: "networkx.Graph") -> list[int]:
    """Order the vertices so that removing one vertex after another never disconnects a component.

    The order is the reverse of a breadth-first search, so the most distant vertices come first.
    """
    import networkx

    order: list[int] = []
    for part in networkx.connected_components(graph):
        order += [min(part), *(v for _, v in networkx.bfs_edges(graph, min(part)))]
    return order[::-1]

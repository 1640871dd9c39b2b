"""Trees on given points: a plane arrangement of a tree exists on any points, and is quickly made.

Source: "Swap Planarity", section 3, with P. Bose, M. McAllister and J. Snoeyink, "Optimal algorithms to embed trees in
a point set" (1997). A root at a hull point sees the other points in a wedge. Consecutive points go to each subtree,
whose own root takes the first of them, which is again a hull point.
"""

from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from itertools import accumulate
from typing import TYPE_CHECKING

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.points import hull, orientation

if TYPE_CHECKING:
    import networkx


def tree_arrangements(drawing: Drawing) -> Iterator[tuple[int, ...]]:
    """Yield plane arrangements of a `drawing` of a tree, one for each vertex on the hull, which stays as the root.

    Vertices without edges stay too. Nothing is yielded for other graphs. Cost: O(n^2 log n) each.

    >>> points = ((0, 0), (2, 2), (2, 0), (0, 2))
    >>> next(tree_arrangements(Drawing(points, ((0, 1), (1, 2), (2, 3)))))
    (0, 2, 1, 3)
    """
    import networkx

    graph = networkx.Graph(drawing.edges)
    if not drawing.edges or not networkx.is_tree(graph):
        return
    positions = sorted(graph)
    for corner in hull([drawing.points[position] for position in positions]):
        yield _rooted(drawing, graph, positions[corner])


def _rooted(drawing: Drawing, graph: "networkx.Graph", root: int) -> tuple[int, ...]:
    import networkx

    children = networkx.dfs_successors(graph, root)
    subtrees = _subtrees(children, root)
    arrangement = list(range(drawing.vertices))
    waiting = [(root, root, [position for position in graph if position != root])]
    while waiting:
        vertex, position, others = waiting.pop()
        arrangement[vertex] = position
        around = _around(drawing, position, others)
        rank = {other: place for place, other in enumerate(around)}
        # Subtrees come in the order in which their vertices lie now, as far as they lie here. So they move less.
        below = sorted(children.get(vertex, ()), key=lambda child: _mean([rank.get(v, 0) for v in subtrees[child]]))
        ends = list(accumulate(len(subtrees[child]) for child in below))
        for child, end in zip(below, ends, strict=True):
            group = around[end - len(subtrees[child]) : end]
            waiting.append((child, group[0], group[1:]))
    return tuple(arrangement)


def _subtrees(children: dict[int, list[int]], root: int) -> dict[int, list[int]]:
    """Return the vertices of the subtree below each vertex, itself included."""
    order = [root]
    for vertex in order:
        order += children.get(vertex, [])
    subtrees: dict[int, list[int]] = {}
    for vertex in reversed(order):
        subtrees[vertex] = [vertex, *(v for child in children.get(vertex, ()) for v in subtrees[child])]
    return subtrees


def _around(drawing: Drawing, position: int, others: Sequence[int]) -> list[int]:
    """Sort positions counter-clockwise around one from which they are all within half a turn."""
    points = drawing.points

    def turn(a: int, b: int) -> int:
        return -orientation(points[position], points[a], points[b])

    return sorted(others, key=cmp_to_key(turn))


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)

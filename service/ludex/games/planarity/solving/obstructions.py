"""Obstructions to plane arrangements that can be checked by hand: edge counts and subdivisions.

An obstruction proves that no plane arrangement is reachable.

A non-planar graph contains a subdivision of K5 or K3,3 (Kuratowski). On points in convex position, exactly the
outerplanar graphs have plane drawings. Any other graph contains a subdivision of K4 or K2,3 (Chartrand and Harary).
Without such an obstruction, every arrangement has to be checked.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import factorial, prod
from typing import Any

import networkx

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.points import hull

Path = tuple[int, ...]
_APEX = -1


@dataclass(frozen=True, slots=True)
class TooManyEdges:
    """An obstruction by the number of edges.

    The n `vertices` are all vertices of one or more components. `hull` lists the h vertices among them that lie on
    their convex hull. There are more than `3n - 3 - h` edges among the vertices, so the edges cannot be drawn plane.
    """

    vertices: tuple[int, ...]
    hull: tuple[int, ...]
    reason: str = "edges"


@dataclass(frozen=True, slots=True)
class Subdivision:
    """A subdivision of `graph` in a drawing's graph: `paths` join the `branch` vertices like the edges of `graph`.

    In K5 and K4, all pairs of branch vertices are joined. In K3,3, each of the first three branch vertices is joined to
    each of the remaining branch vertices. In K2,3, the same holds for the first two branch vertices. K4 and K2,3
    exclude plane drawings only on points in convex position. For these graphs, `hull` lists all `vertices`.
    """

    graph: str
    branch: tuple[int, ...]
    paths: tuple[Path, ...]
    vertices: tuple[int, ...]
    hull: tuple[int, ...] = ()
    reason: str = "subdivision"


@dataclass(frozen=True, slots=True)
class EveryArrangement:
    """An obstruction for drawings without a short obstruction: every reachable arrangement has a crossing.

    There are at most `arrangements` reachable arrangements.
    """

    arrangements: int
    reason: str = "recompute"


Obstruction = TooManyEdges | Subdivision | EveryArrangement


def obstruction_document(obstruction: Obstruction) -> dict[str, Any]:
    """Return an `obstruction` in the form used by certificates."""
    return {
        name: [list(item) if isinstance(item, tuple) else item for item in value] if isinstance(value, tuple) else value
        for name, value in asdict(obstruction).items()
    }


def obstruction(drawing: Drawing) -> Obstruction:
    """Return an obstruction for a `drawing` from which no plane arrangement is reachable.

    Cost: one planarity test per component, or up to 3n planarity tests if the graph is not planar.

    >>> points = ((0, 0), (4, 0), (4, 3), (0, 4))
    >>> complete = Drawing(points, ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)))
    >>> obstruction(complete)
    TooManyEdges(vertices=(0, 1, 2, 3), hull=(0, 1, 2, 3), reason='edges')
    """
    graph = drawing.graph()
    # The counterexample is what remains after deleting edges in this order, with a planarity test for each. As long as
    # there are more than 3n - 6 edges, no test is needed.
    without_test = max(0, graph.number_of_edges() - (3 * len(graph) - 5))
    few = graph.copy()
    few.remove_edges_from(list(graph.edges)[:without_test])
    planar, counterexample = networkx.check_planarity(few, counterexample=True)
    if not planar:
        return _subdivision(counterexample, sorted(graph), ())
    parts = [sorted(part) for part in networkx.connected_components(graph) if len(part) > 1]
    for vertices in (sorted(vertex for part in parts for vertex in part), *parts):
        reason = _of_part(drawing, graph.subgraph(vertices), vertices)
        if reason is not None:
            return reason
    return EveryArrangement(prod(factorial(len(part)) for part in parts))


def _of_part(drawing: Drawing, graph: networkx.Graph, part: list[int]) -> Obstruction | None:
    outside = tuple(sorted(part[place] for place in hull([drawing.points[vertex] for vertex in part])))
    n = len(part)
    if n >= 3 and graph.number_of_edges() > 3 * n - 3 - len(outside):
        return TooManyEdges(tuple(part), outside)
    if len(outside) < n:
        return None
    suspended = networkx.Graph(graph.edges)
    suspended.add_edges_from((_APEX, vertex) for vertex in graph)
    planar, counterexample = networkx.check_planarity(suspended, counterexample=True)
    return None if planar else _subdivision(counterexample, part, outside)


def _subdivision(kuratowski: networkx.Graph, vertices: Iterable[int], outside: tuple[int, ...]) -> Subdivision:
    """Return the subdivision that a Kuratowski graph contains. If there is an apex, remove the apex first."""
    branch = sorted(vertex for vertex, degree in kuratowski.degree if degree > 2)
    paths = list(_paths(kuratowski, set(branch)))
    if outside:
        # Removing the apex (or one end of the path through the apex) turns K5 into K4, and K3,3 into K2,3.
        gone = _APEX if _APEX in branch else next(path[0] for path in paths if _APEX in path)
        branch = [vertex for vertex in branch if vertex != gone]
        paths = [path for path in paths if gone not in (path[0], path[-1])]
    joined = networkx.Graph((path[0], path[-1]) for path in paths)
    if len(paths) in (10, 6) and len(branch) in (5, 4) and len(paths) == len(branch) * (len(branch) - 1) // 2:
        name = f"K{len(branch)}"
    else:
        left, right = networkx.bipartite.sets(joined)
        few, many = sorted((sorted(left), sorted(right)), key=len)
        name, branch = f"K{len(few)},{len(many)}", [*few, *many]
    kind = "outerplanar-subdivision" if outside else "subdivision"
    return Subdivision(name, tuple(branch), tuple(sorted(paths)), tuple(vertices), outside, kind)


def _paths(graph: networkx.Graph, branch: set[int]) -> Iterable[Path]:
    """Yield each path between branch vertices once."""
    for start in sorted(branch):
        for following in sorted(graph[start]):
            path = [start, following]
            while path[-1] not in branch:
                path.append(next(neighbour for neighbour in graph[path[-1]] if neighbour != path[-2]))
            if start < path[-1]:
                yield tuple(path)

"""Random plane drawings of several families: trees, cycles, outerplanar graphs, triangulations, symmetric drawings.

All drawings are made from a triangulation of random points in delta-general position, as in "Swap Planarity",
section 4. They are connected and have the requested numbers of vertices and edges. Equal streams of random numbers give
equal drawings.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise

from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.making.generation import Scramble
from ludex.games.planarity.making.point_sets import GRID, Method, largest_delta, sample_points
from ludex.games.planarity.making.triangulation import Triangulation, delaunay, lawson_flips
from ludex.games.planarity.points import Point, Points, PointsError, hull, require_general_position

_FLIPS = 3
# Limits after which the search for a drawing of a family ends: the number of point sets, the number of polygons in one
# triangulation, and the number of attempts to add a pair of points.
_POINT_SETS = 20_000
_POLYGONS = 30
_PAIRS = 400


class PlaneFamily(StrEnum):
    """A family of connected plane drawings.

    - `tree`, `cycle`: the graph is a tree or a cycle.
    - `outerplanar`: some edges of a triangulated polygon through all points.
    - `general`: some edges of a triangulation of the points.
    - `triangulation`: all edges of a triangulation of the points.
    - `symmetric`: a half turn maps the drawing to itself.
    """

    TREE = "tree"
    CYCLE = "cycle"
    OUTERPLANAR = "outerplanar"
    GENERAL = "general"
    TRIANGULATION = "triangulation"
    SYMMETRIC = "symmetric"


class FamilyUnavailable(Exception):
    """No drawing of a family was found within the bounded effort.

    The message states the requested numbers.
    """


def plane_drawing_of(family: PlaneFamily, vertices: int, edges: range, delta: int, numbers: RandomNumbers) -> Drawing:
    """Return a random plane drawing of a family.

    Parameters
    ----------
    family : PlaneFamily
        The family.
    vertices : int
        The number of vertices, 4 to 128; even for symmetric drawings.
    edges : range
        The allowed numbers of edges. A triangulation may have any of these numbers of edges. Drawings of all other
        families have the first number of edges.
    delta : int
        The smallest distance of points from each other and from lines, in 10,000ths of the side of the unit square.
    numbers : RandomNumbers
        The stream of random numbers.

    Returns
    -------
    Drawing
        A connected plane drawing.

    Raises
    ------
    FamilyUnavailable
        If no drawing is found within a bounded number of point sets.

    Notes
    -----
    A drawing of 40 vertices takes about 0.1 s.

    Examples
    --------
    >>> drawing = plane_drawing_of(PlaneFamily.TREE, 8, range(7, 8), 300, RandomNumbers(1))
    >>> drawing.vertices, len(drawing.edges)
    (8, 7)
    """
    symmetric = family is PlaneFamily.SYMMETRIC
    choose = _CHOICES[family]
    for _ in range(_POINT_SETS):
        if symmetric:
            points = symmetric_points(vertices, delta, numbers)
            triangulated = delaunay(points)
        else:
            points = sample_points(vertices, delta, Method.REPAIR, numbers)
            if 3 * vertices - 3 - len(hull(points)) < edges[0]:
                continue
            triangulated = lawson_flips(points, delaunay(points), _FLIPS, numbers)
        chosen = choose(points, triangulated, edges, numbers)
        if chosen is not None:
            return Drawing(points, chosen)
    raise FamilyUnavailable(f"no {family} drawing with {vertices} vertices and {edges[0]} edges")


def opposite(vertex: int, vertices: int) -> int:
    """Return the image of a `vertex` under the half turn of a symmetric drawing with this number of `vertices`.

    >>> opposite(0, 8), opposite(7, 8)
    (4, 3)
    """
    return (vertex + vertices // 2) % vertices


def scramble_symmetrically(drawing: Drawing, swaps: int, numbers: RandomNumbers) -> Drawing:
    """Return a symmetric drawing after at least `swaps` random swaps that preserve its symmetry.

    Each edge is swapped together with its image under the half turn. An edge and its image are either the same edge or
    have no common vertex.
    """
    n = drawing.vertices
    done = 0
    while done < swaps:
        u, v = edge = numbers.choice(drawing.edges)
        image = _edge(opposite(u, n), opposite(v, n))
        turned = (edge,) if image == edge else (edge, image)
        drawing = drawing.after(turned)
        done += len(turned)
    return drawing


def scramble_family(family: PlaneFamily, drawing: Drawing, swaps: int, numbers: RandomNumbers) -> Drawing:
    """Return a `drawing` of a family after `swaps` random swaps.

    Symmetric drawings stay symmetric. To this end, the number of swaps may be one more than `swaps`.
    """
    if family is PlaneFamily.SYMMETRIC:
        return scramble_symmetrically(drawing, swaps, numbers)
    walk = Scramble(drawing, numbers)
    if walk.can_change:
        walk.swap(swaps)
    return walk.drawing()


def symmetric_points(n: int, delta: int, numbers: RandomNumbers) -> Points:
    """Return `n` random points in delta-general position such that a half turn maps point i to point i + n/2.

    The points are added in pairs. If the search cannot add another pair, it starts again. Raises ValueError for odd
    `n`, and FamilyUnavailable if no points are found.

    >>> points = symmetric_points(6, 300, RandomNumbers(1))
    >>> {(x + u, y + v) for (x, y), (u, v) in zip(points[:3], points[3:])}
    {(10000, 10000)}
    """
    if n % 2:
        raise ValueError(f"{n} points: a half turn without a fixed point maps an even number of points to itself")
    for _ in range(_POINT_SETS):
        points = _grow_symmetric(n // 2, delta, numbers)
        if points is not None:
            return points
    raise FamilyUnavailable(f"no symmetric set of {n} points with delta {delta / GRID:g}")


def _grow_symmetric(pairs: int, delta: int, numbers: RandomNumbers) -> Points | None:
    first: list[Point] = []
    attempts = 0
    while len(first) < pairs:
        attempts += 1
        if attempts > _PAIRS:
            return None
        new = (numbers.below(GRID + 1), numbers.below(GRID + 1))
        points = [*first, new]
        points += [(GRID - x, GRID - y) for x, y in points]
        if _is_spread(points, delta):
            first.append(new)
            attempts = 0
    return tuple(first + [(GRID - x, GRID - y) for x, y in first])


def _is_spread(points: Sequence[Point], delta: int) -> bool:
    """Return whether points are in delta-general position."""
    try:
        require_general_position(points)
    except PointsError:
        return False
    width = largest_delta(points)
    return width is not None and width >= delta


def spanning_tree(vertices: int, edges: Sequence[Edge], numbers: RandomNumbers) -> list[Edge]:
    """Return the edges of a random spanning forest. Edges are added in random order unless they would close a cycle.

    >>> len(spanning_tree(3, [(0, 1), (1, 2), (0, 2)], RandomNumbers(1)))
    2
    """
    parent = list(range(vertices))

    def root(vertex: int) -> int:
        while parent[vertex] != vertex:
            parent[vertex] = parent[parent[vertex]]
            vertex = parent[vertex]
        return vertex

    kept = []
    for place in numbers.shuffled(len(edges)):
        u, v = (root(end) for end in edges[place])
        if u != v:
            parent[u] = v
            kept.append(edges[place])
    return kept


def triangulated_polygon(
    points: Points, edges: Iterable[Edge], numbers: RandomNumbers
) -> tuple[tuple[int, ...], tuple[Edge, ...]] | None:
    """Return a polygon through all points, and the edges of its triangulation.

    `edges` are the edges of a triangulation of the points, of which the triangulated polygon is a part. The polygon
    grows from a random triangle. In random order, neighbouring triangles with a new vertex are added until the polygon
    contains all points. Returns None if the polygon cannot grow any more and does not contain all points.

    >>> triangulated_polygon(((0, 0), (9, 0), (0, 9)), [(0, 1), (1, 2), (0, 2)], RandomNumbers(1))[1]
    ((0, 1), (0, 2), (1, 2))
    """
    triangulation = Triangulation(points, edges)
    every_edge = triangulation.edges()
    u, v = numbers.choice(every_edge)
    third = next(apex for apex in triangulation.apexes(u, v) if apex is not None)
    polygon = [u, v, third]
    drawn = {_edge(u, v), _edge(v, third), _edge(u, third)}
    while len(polygon) < len(points):
        inside = set(polygon)
        sides = [*pairwise(polygon), (polygon[-1], polygon[0])]
        for place in numbers.shuffled(len(sides)):
            a, b = sides[place]
            new = [apex for apex in triangulation.apexes(a, b) if apex is not None and apex not in inside]
            if new:
                polygon.insert(place + 1, new[0])
                drawn |= {_edge(a, new[0]), _edge(b, new[0])}
                break
        else:
            return None
    return tuple(polygon), tuple(sorted(drawn))


_Choice = Callable[[Points, tuple[Edge, ...], range, RandomNumbers], "tuple[Edge, ...] | None"]


def _tree(points: Points, edges: tuple[Edge, ...], _allowed: range, numbers: RandomNumbers) -> tuple[Edge, ...]:
    return tuple(sorted(spanning_tree(len(points), edges, numbers)))


def _cycle(points: Points, edges: tuple[Edge, ...], _allowed: range, numbers: RandomNumbers) -> tuple[Edge, ...] | None:
    for _ in range(_POLYGONS):
        found = triangulated_polygon(points, edges, numbers)
        if found is not None:
            polygon = found[0]
            return tuple(sorted(_edge(u, v) for u, v in pairwise((*polygon, polygon[0]))))
    return None


def _outerplanar(
    points: Points, edges: tuple[Edge, ...], allowed: range, numbers: RandomNumbers
) -> tuple[Edge, ...] | None:
    for _ in range(_POLYGONS):
        found = triangulated_polygon(points, edges, numbers)
        if found is not None:
            return _general(points, found[1], allowed, numbers)
    return None


def _general(
    points: Points, edges: tuple[Edge, ...], allowed: range, numbers: RandomNumbers
) -> tuple[Edge, ...] | None:
    """Return the edges of a random spanning tree and further random edges."""
    chosen = set(spanning_tree(len(points), edges, numbers))
    for place in numbers.shuffled(len(edges)):
        if len(chosen) >= allowed[0]:
            break
        chosen.add(edges[place])
    return tuple(sorted(chosen)) if len(chosen) == allowed[0] else None


def _triangulation(
    _points: Points, edges: tuple[Edge, ...], allowed: range, _numbers: RandomNumbers
) -> tuple[Edge, ...] | None:
    return edges if len(edges) in allowed else None


def _symmetric(
    points: Points, edges: tuple[Edge, ...], allowed: range, numbers: RandomNumbers
) -> tuple[Edge, ...] | None:
    """Remove random edges together with their images, keep the graph connected, and return the remaining edges.

    Returns None if the edges are not symmetric, or if their number cannot be reduced to the first allowed number.
    """
    n = len(points)
    kept = set(edges)
    if any(_edge(opposite(u, n), opposite(v, n)) not in kept for u, v in edges):
        return None
    for place in numbers.shuffled(len(edges)):
        u, v = edges[place]
        turned = {edges[place], _edge(opposite(u, n), opposite(v, n))}
        if turned <= kept and len(kept) - len(turned) >= allowed[0] and _is_connected(n, kept - turned):
            kept -= turned
    return tuple(sorted(kept)) if len(kept) == allowed[0] else None


def _is_connected(vertices: int, edges: Iterable[Edge]) -> bool:
    neighbours: list[list[int]] = [[] for _ in range(vertices)]
    for u, v in edges:
        neighbours[u].append(v)
        neighbours[v].append(u)
    reached, waiting = {0}, [0]
    while waiting:
        for vertex in neighbours[waiting.pop()]:
            if vertex not in reached:
                reached.add(vertex)
                waiting.append(vertex)
    return len(reached) == vertices


def _edge(u: int, v: int) -> Edge:
    return (u, v) if u < v else (v, u)


_CHOICES: Mapping[PlaneFamily, _Choice] = {
    PlaneFamily.TREE: _tree,
    PlaneFamily.CYCLE: _cycle,
    PlaneFamily.OUTERPLANAR: _outerplanar,
    PlaneFamily.GENERAL: _general,
    PlaneFamily.TRIANGULATION: _triangulation,
    PlaneFamily.SYMMETRIC: _symmetric,
}

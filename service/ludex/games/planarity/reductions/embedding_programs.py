"""Theorem 1 the other way round: whether a graph can be drawn on given points, as a binary program for any solver.

Where the vertices are says which segments are used, and of two segments that cross one is not used.
"""

from collections.abc import Callable
from itertools import combinations

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.faults import Fault
from ludex.engine.formula import Clause
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.points import segments_cross

MAX_PROGRAM_VERTICES = 24


def embedding_program(drawing: Drawing) -> BinaryProgram:
    """Return the program that has a solution iff the graph of a drawing can be put on its points without crossings.

    Parameters
    ----------
    drawing : Drawing
        At most 24 vertices. Where they are at first does not matter.

    Returns
    -------
    BinaryProgram
        Its named variables say at which point a vertex is. Nothing is counted.

    Raises
    ------
    Fault
        If there are more vertices.

    Notes
    -----
    With n vertices and m edges some 2 m n^2 + C(n, 4) clauses.

    References
    ----------
    "Swap Planarity", Theorem 1.

    >>> program = embedding_program(Drawing(((0, 0), (2, 2), (2, 0)), ((0, 1), (1, 2))))
    >>> program.names[:3]
    ('vertex 0 at point 0', 'vertex 0 at point 1', 'vertex 0 at point 2')
    """
    n = drawing.vertices
    require_few_vertices(drawing)

    def at(vertex: int, place: int) -> int:
        return vertex * n + place + 1

    rows = [tuple(at(v, p) for p in range(n)) for v in range(n)]
    columns = [tuple(at(v, p) for v in range(n)) for p in range(n)]
    names = tuple(f"vertex {v} at point {p}" for v in range(n) for p in range(n))
    clauses = (*rows, *plane_clauses(drawing, at, n * n))
    return BinaryProgram(n * n + n * (n - 1) // 2, names, clauses, (*rows, *columns), (), 0)


def require_few_vertices(drawing: Drawing) -> None:
    """Raise Fault for a `drawing` of more than 24 vertices."""
    if drawing.vertices > MAX_PROGRAM_VERTICES:
        raise Fault(f"{drawing.vertices} vertices, at most {MAX_PROGRAM_VERTICES} are written as a program")


def plane_clauses(drawing: Drawing, at: Callable[[int, int], int], before: int) -> list[Clause]:
    """Return that the edges of a `drawing` use no two segments that cross, if vertices are moved to other points.

    `at` gives the variable for a vertex and a point. The variables of the segments are those after `before`.

    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (2, 3)))
    >>> plane_clauses(crossed, lambda vertex, place: 4 * vertex + place + 1, 16)[-1]
    (-17, -22)
    """
    n, points = drawing.vertices, drawing.points
    variable = {pair: before + number for number, pair in enumerate(combinations(range(n), 2), start=1)}
    used = [
        (-at(u, p), -at(v, q), variable[min(p, q), max(p, q)])
        for u, v in drawing.edges
        for p in range(n)
        for q in range(n)
        if p != q
    ]
    apart = [
        (-one, -other)
        for ((p, q), one), ((r, s), other) in combinations(variable.items(), 2)
        if len({p, q, r, s}) == 4 and segments_cross(points[p], points[q], points[r], points[s])
    ]
    return [*used, *apart]

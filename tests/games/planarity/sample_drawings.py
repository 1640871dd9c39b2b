"""Seeded random drawings for the tests of keys and of equivalence."""

from itertools import combinations
from random import Random

import numpy as np
from hypothesis import strategies as st

from ludex.games.planarity.drawing import Drawing, DrawingError, Edge
from ludex.games.planarity.points import Points


def sample_points(rng: Random, n: int, size: int = 1000) -> Points:
    """Return random points in general position; random ones of few have mostly a small hull."""
    points: Points = ()
    while len(points) < n:
        try:
            points = Drawing((*points, (rng.randrange(size), rng.randrange(size))), ()).points
        except DrawingError:
            continue
    return points


def sample_edges(rng: Random, n: int, m: int) -> tuple[Edge, ...]:
    return tuple(sorted(rng.sample(list(combinations(range(n), 2)), m)))


def connected_edges(rng: Random, n: int, m: int) -> tuple[Edge, ...]:
    edges = {(rng.randrange(v), v) for v in range(1, n)}
    others = [edge for edge in combinations(range(n), 2) if edge not in edges]
    return tuple(sorted(edges | set(rng.sample(others, m - len(edges)))))


def sample_drawing(rng: Random, n: int, size: int = 1000) -> Drawing:
    return Drawing(sample_points(rng, n, size), sample_edges(rng, n, rng.randint(0, n * (n - 1) // 2)))


def connected_drawing(rng: Random, n: int, m: int, size: int = 10_000) -> Drawing:
    return Drawing(sample_points(rng, n, size), connected_edges(rng, n, m))


def renamed(drawing: Drawing, names: list[int]) -> Drawing:
    """Return the drawing with vertex v called names[v]."""
    points: list[tuple[int, int]] = [(0, 0)] * drawing.vertices
    for v, name in enumerate(names):
        points[name] = drawing.points[v]
    return Drawing(tuple(points), tuple((names[u], names[v]) for u, v in drawing.edges))


def shuffled(rng: Random, drawing: Drawing) -> Drawing:
    names = list(range(drawing.vertices))
    rng.shuffle(names)
    return renamed(drawing, names)


def mapped(drawing: Drawing, matrix: tuple[int, int, int, int], shift: tuple[int, int] = (0, 0)) -> Drawing:
    """Return the drawing under a linear map and a shift."""
    a, b, c, d = matrix
    return drawing.moved(tuple((a * x + b * y + shift[0], c * x + d * y + shift[1]) for x, y in drawing.points))


# Maps that keep the order type or mirror it: turns by a quarter and as 3-4-5, reflections, scalings, shears.
MAPS = ((0, -1, 1, 0), (3, -4, 4, 3), (-1, 0, 0, 1), (0, 1, 1, 0), (7, 0, 0, 7), (1, 3, 0, 1), (2, 1, 1, -1))


@st.composite
def drawings(draw: st.DrawFn, least: int = 1, most: int = 9) -> Drawing:
    """Draw a drawing of least to most vertices, with any graph."""
    n = draw(st.integers(least, most))
    rng = Random(draw(st.integers(0, 2**32)))
    edges = draw(st.sets(st.sampled_from(list(combinations(range(n), 2))))) if n > 1 else set()
    return Drawing(sample_points(rng, n), tuple(edges))


def plane_grid(rng: Random, columns: int = 10, rows: int = 6) -> Drawing:
    """Return a plane drawing of a grid."""
    points = tuple(
        (10**6 * x + rng.randrange(200_000), 10**6 * y + rng.randrange(200_000))
        for y in range(rows)
        for x in range(columns)
    )
    across = [(columns * y + x, columns * y + x + 1) for y in range(rows) for x in range(columns - 1)]
    return Drawing(points, (*across, *((v, v + columns) for v in range(columns * (rows - 1)))))


def plane_triangulation(rng: Random) -> Drawing:
    """Return the Delaunay triangulation of 60 points."""
    from scipy.spatial import Delaunay  # takes long to import

    points = tuple((rng.randrange(10_000), rng.randrange(10_000)) for _ in range(60))
    triangles = Delaunay(np.array(points)).simplices.tolist()
    return Drawing(
        points, tuple({(min(u, v), max(u, v)) for a, b, c in triangles for u, v in ((a, b), (b, c), (a, c))})
    )

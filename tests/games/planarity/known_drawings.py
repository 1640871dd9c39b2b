"""Drawings whose minimum is known from the paper, or by construction."""

from ludex.games.planarity.drawing import Drawing


def folded_cycle(n: int) -> Drawing:
    """Return the cycle of Lemma 1 (Figures 2 and 3): convex position, the second half in the wrong sense."""
    half = n // 2
    order = [*range(half), *range(n - 1, half - 1, -1)]
    return Drawing(tuple((x, x * x) for x in order), tuple((i, (i + 1) % n) for i in range(n)))


def path_gadget() -> Drawing:
    """Return the basic construction of Theorem 2's variable gadget (Figure 5a), perturbed to general position."""
    points = ((0, 100), (0, 0), (70, 50), (50, 52), (30, 49), (100, 1), (101, 99))
    return Drawing(points, tuple((i, i + 1) for i in range(6)))


def crossed_paths(count: int) -> Drawing:
    """Return far apart paths of four vertices, each with one crossing that one swap alone mends."""
    points, edges = [], []
    for i in range(count):
        x, y = 1000 * i, 977 * i * i
        points += [(x, y), (x + 20 + i, y + 21), (x + 22, y), (x + 1, y + 20 + i)]
        edges += [(4 * i + j, 4 * i + j + 1) for j in range(3)]
    return Drawing(tuple(points), tuple(edges))


def complete(n: int) -> tuple[tuple[int, int], ...]:
    """Return the edges of the complete graph."""
    return tuple((u, v) for v in range(n) for u in range(v))

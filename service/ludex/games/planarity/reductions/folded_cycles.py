"""Lemma 1: cycles with a single crossing that need quadratically many swaps.

Source: "Swap Planarity", Lemma 1 and Figures 2 and 3. The paper shows that C(n/2, 2) swaps are needed. As many suffice:
one half of the cycle is reversed by exchanging neighbours.
"""

from ludex.engine.faults import Fault
from ludex.games.planarity.drawing import MAX_VERTICES, Drawing
from ludex.games.planarity.reductions.known_level import KnownLevel
from ludex.games.planarity.untangle import circle


def folded_cycle(n: int) -> KnownLevel:
    """Return the cycle of Lemma 1 with its minimum of swaps, C(n/2, 2).

    Parameters
    ----------
    n : int
        The number of vertices, even, 4 to 64.

    Returns
    -------
    KnownLevel
        The cycle 0, 1, ..., n - 1 on a circle, one half of it in the wrong sense; it has one crossing.

    Raises
    ------
    Fault
        If n is odd or out of range.

    References
    ----------
    "Swap Planarity", Lemma 1.

    >>> found = folded_cycle(6)
    >>> found.min_swaps, found.swaps
    (3, ((0, 1), (1, 2), (0, 1)))
    """
    if n % 2 or not 4 <= n <= MAX_VERTICES:
        raise Fault(f"{n} vertices: the cycle of Lemma 1 has an even number of them, 4 to {MAX_VERTICES}")
    half, places = n // 2, circle(n)
    order = [*range(half), *range(n - 1, half - 1, -1)]
    drawing = Drawing(tuple(places[place] for place in order), tuple((i, (i + 1) % n) for i in range(n)))
    swaps = tuple((j, j + 1) for end in range(half - 1, 0, -1) for j in range(end))
    return KnownLevel(drawing, len(swaps), swaps)

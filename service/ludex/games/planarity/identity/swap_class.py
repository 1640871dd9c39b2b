"""Swap classes: drawings that are the same puzzle, and their canonical form.

Two drawings are swap-equivalent if some matching of their vertices keeps which edges cross after every sequence of
swaps ("Swap Planarity", Definition 2). This holds exactly if an isomorphism of the graphs keeps (i) which segments
between positions of one connected part cross segments of another part, and (ii) which segments of one part that has two
edges without a common end cross each other. Mirror images are equivalent; the order types of Theorem 3 are not needed.
"""

from collections import Counter

from ludex.engine.keys import content_key
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.canonical import Canonical
from ludex.games.planarity.identity.rotation_system import least_connected_form
from ludex.games.planarity.identity.swap_class_of_parts import canonical_parts

LEVEL, CENSUS_CLASS = "level", "census"
"""What is hashed before the canonical form of a level, and of a class of the census. They never change."""


def canonical_drawing(drawing: Drawing) -> Canonical:
    """Return the canonical form of a `drawing` up to swap-equivalence.

    Cost: for a connected graph that is not a star or a triangle, 2n(n - 1) labellings of at most O(n^2) each, compiled.
    For any other see :func:`ludex.games.planarity.identity.swap_class_of_parts.canonical_parts`.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> one, other = Drawing(points, ((0, 3), (0, 1), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    >>> canonical_drawing(one).form == canonical_drawing(other).form
    True
    """
    least = least_connected_form(drawing.points, drawing.edges)
    if least is None:
        return canonical_parts(drawing)
    form, order = least
    return Canonical(form, tuple(order.tolist()))


def one_swap_away(drawing: Drawing) -> Counter[bytes]:
    """Return the canonical forms of the classes one swap away from a `drawing`, and how many swaps lead to each.

    Its own class is left out. Swap-equivalent drawings have the same ones. Cost: a canonical form for each edge.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> list(one_swap_away(Drawing(points, ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)))).values())
    []
    >>> list(one_swap_away(Drawing(points, ((0, 1), (0, 2), (1, 3), (2, 3)))).values())
    []
    """
    forms = Counter(canonical_drawing(drawing.swapped(edge)).form for edge in drawing.edges)
    del forms[canonical_drawing(drawing).form]
    return forms


def swap_key(drawing: Drawing) -> bytes:
    """Return the key of a drawing's swap class, as that of a level.

    Parameters
    ----------
    drawing : Drawing
        The drawing.

    Returns
    -------
    bytes
        33 bytes, the same for swap-equivalent drawings and only for those. The first is the version of the keys.
        Nothing is raised.

    References
    ----------
    "Swap Planarity", Definition 2.

    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> renamed = Drawing(((0, 2), (2, 0), (2, 2), (0, 0)), ((2, 3), (1, 2), (0, 1)))
    >>> swap_key(crossed) == swap_key(renamed), swap_key(crossed) == swap_key(crossed.swapped((1, 2)))
    (True, False)
    """
    least = least_connected_form(drawing.points, drawing.edges)
    return content_key(LEVEL, canonical_parts(drawing).form if least is None else least[0])

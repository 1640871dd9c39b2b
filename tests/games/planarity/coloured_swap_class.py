"""The swap class of a drawing by one coloured graph: a slower check of `ludex.games.planarity.identity.swap_class`.

The vertices of the coloured graph are those of the drawing, its edges, and all segments within its connected parts
that cross others where it matters, coloured as edges or not, each linked to its ends and to the segments it crosses.
"""

from ludex.games.planarity.crossings import parts, relevant_crossings
from ludex.games.planarity.drawing import Drawing
from ludex.graphs.canonical import CanonicalForm, ColouredGraph, canonical_form

_VERTEX, _EDGE, _SEGMENT = range(3)


def canonical_coloured_drawing(drawing: Drawing) -> CanonicalForm:
    """Return a canonical form of a drawing up to swap-equivalence, not the one that keys are made of.

    Cost: BLISS on O(n^2) vertices and O(n^4) links, which cannot be interrupted: some milliseconds for 11 vertices,
    six seconds for 64 in convex position.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> one, other = Drawing(points, ((0, 3), (0, 1), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    >>> canonical_coloured_drawing(one).form == canonical_coloured_drawing(other).form
    True
    """
    listed, _ = parts(drawing)
    segments, crossings = relevant_crossings(drawing, listed, inside=True)
    n, edges = drawing.vertices, set(drawing.edges)
    segments += sorted(edges.difference(segments))
    colours = [_VERTEX] * n + [_EDGE if segment in edges else _SEGMENT for segment in segments]
    links = [(end, n + number) for number, segment in enumerate(segments) for end in segment]
    links += [(n + a, n + b) for a, b in crossings.tolist()]
    canonical = canonical_form(ColouredGraph(tuple(colours), tuple(links)))
    return CanonicalForm(canonical.form, canonical.order[:n])

"""Canonical forms and swap keys of swap classes. All drawings in a swap class are the same puzzle.

Two drawings are swap-equivalent if some matching of their vertices preserves which edges cross after every sequence of
swaps ("Swap Planarity", Definition 2). This is the case if and only if some isomorphism of the graphs preserves the
following crossings:

1. the crossings of segments between positions of one connected part with segments between positions of another part;
2. the crossings of segments within a part that has two disjoint edges (edges without a common end).

Mirror images are equivalent. The order types of Theorem 3 are not needed.

If the graph is connected and has two disjoint edges, the canonical form is the smallest form over all labellings.
Otherwise, each connected part with two disjoint edges has such a form. The labellings that give the smallest form
describe the part completely. All other parts are stars or triangles and need no such form. A part that crosses no other
part is described by its form alone. The remaining parts are described by a coloured graph with the following vertices:

- the vertices of these parts, coloured by the form of the part and by the smallest label;
- one vertex for each part;
- one vertex for each segment that crosses a segment of another part (two such vertices are joined if the segments
  cross);
- if several labellings of a part give its smallest form, one vertex for each of these labellings, and one vertex for
  each label of each labelling.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex import graphs
from ludex.engine.keys import content_key
from ludex.games.planarity.crossings import ConnectedPart, parts, relevant_crossings
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.order_type import least_connected_form, least_form
from ludex.graphs.canonical import CanonicalForm, canonical_form_of, pack

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEVEL, CENSUS_CLASS = "level", "census"
"""The tags that are hashed before the canonical form of a level and of a census class. They never change."""


def canonical_drawing(drawing: Drawing) -> CanonicalForm:
    """Return the canonical form of a `drawing` up to swap equivalence.

    Cost: for a connected graph that is not a star or a triangle, 2n(n - 1) labellings are compared in compiled code,
    and a comparison takes at most O(n^2) time. For any other graph, see :func:`canonical_parts`.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> a, b = Drawing(points, ((0, 3), (0, 1), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    >>> canonical_drawing(a).form == canonical_drawing(b).form
    True
    """
    least = least_connected_form(drawing.points, drawing.edges)
    if least is None:
        return canonical_parts(drawing)
    form, order = least
    return CanonicalForm(form, tuple(order.tolist()))


def one_swap_away(drawing: Drawing) -> Counter[bytes]:
    """Return the canonical forms of the classes that are one swap away, with the numbers of swaps that lead to them.

    The class of the `drawing` itself is excluded. Swap-equivalent drawings give the same result. Cost: one canonical
    form for each edge.

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
    """Return the key of the swap class of a drawing, under which its level is stored.

    Parameters
    ----------
    drawing : Drawing
        The drawing.

    Returns
    -------
    bytes
        33 bytes: the version of the keys, followed by a 256-bit hash of the canonical form. Two drawings have the same
        key if and only if they are swap-equivalent.

    Notes
    -----
    The cost is that of :func:`canonical_drawing`. The function raises no exceptions for valid arguments.

    References
    ----------
    "Swap Planarity", Definition 2.

    Examples
    --------
    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> renamed = Drawing(((0, 2), (2, 0), (2, 2), (0, 0)), ((2, 3), (1, 2), (0, 1)))
    >>> swap_key(crossed) == swap_key(renamed), swap_key(crossed) == swap_key(crossed.swapped((1, 2)))
    (True, False)
    """
    Drawing.require(drawing)
    least = least_connected_form(drawing.points, drawing.edges)
    return content_key(LEVEL, canonical_parts(drawing).form if least is None else least[0])


# The vertex kinds of the coloured graph, in the order of their colours.
_VERTEX, _PART, _SEGMENT, _LABELLING, _LABEL = range(5)


@dataclass(frozen=True, slots=True)
class _LabelledPart:
    """A part with its form and the labels of its vertices.

    `orders` contains all labellings that give the form. For a star or a triangle, it contains only one labelling,
    because the leaves may be in any order. Two vertices have the same element in `colours` if some equivalence of the
    part maps one to the other.
    """

    part: ConnectedPart
    form: bytes
    orders: tuple[tuple[int, ...], ...]
    colours: tuple[int, ...]


def canonical_parts(drawing: Drawing) -> CanonicalForm:
    """Return the canonical form of a `drawing` with any graph up to swap equivalence. The first byte is 0.

    Cost: one run of BLISS, which cannot be interrupted, on a graph with up to 1.5 million edges. Random drawings with
    128 vertices in two parts take 0.5 seconds and 90 MB. The slowest known drawings with 128 vertices, two cycles that
    alternate on a circle, take 1.5 seconds and 250 MB.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> a, b = Drawing(points, ((0, 3), (1, 2))), Drawing(points, ((0, 1), (2, 3)))
    >>> canonical_parts(a).form == canonical_parts(b).form
    True
    """
    listed, isolated = parts(drawing)
    segments, links = relevant_crossings(drawing, listed, inside=False)
    labelled = [_label_part(drawing, part) for part in listed]
    crossed = {v for segment in segments for v in segment}
    free = sorted((part for part in labelled if crossed.isdisjoint(part.part.vertices)), key=lambda part: part.form)
    bound = [part for part in labelled if not crossed.isdisjoint(part.part.vertices)]
    names = sorted({part.form for part in bound})
    canonical, numbered = _canonical_crossings(bound, names, segments, links)
    numbered += [v for part in free for _, v in sorted(zip(part.orders[0], part.part.vertices, strict=True))]
    numbered += isolated
    order = [0] * drawing.vertices
    for number, v in enumerate(numbered):
        order[v] = number
    forms = [part.form for part in free] + names
    head = pack([0, len(isolated), len(free), len(names), *map(len, forms)])
    return CanonicalForm(head + b"".join(forms) + canonical.form, tuple(order))


def _label_part(drawing: Drawing, part: ConnectedPart) -> _LabelledPart:
    size = len(part.vertices)
    if part.has_disjoint_edges:
        place = {v: i for i, v in enumerate(part.vertices)}
        edges = [(place[u], place[v]) for u, v in part.edges]
        points = [drawing.points[v] for v in part.vertices]
        least = least_form(points, edges, most_orders=2 * size * (size - 1))
        colours = tuple(map(min, *least.orders)) if len(least.orders) > 1 else least.orders[0]
        return _LabelledPart(part, least.form, tuple(least.orders), colours)
    # The centre of a star comes first. In a single edge or a triangle, all vertices are equivalent.
    centre = set.intersection(*(set(edge) for edge in part.edges)) if len(part.edges) > 1 else set(part.vertices)
    colours = tuple(int(bool(centre) and v not in centre) for v in part.vertices)
    ranked = sorted(range(size), key=lambda i: (colours[i], i))
    order = tuple(ranked.index(i) for i in range(size))
    return _LabelledPart(part, bytes((0, size, len(part.edges))), (order,), colours)


def _canonical_crossings(
    bound: Sequence[_LabelledPart],
    names: Sequence[bytes],
    segments: Sequence[tuple[int, int]],
    links: "npt.NDArray[np.int64]",
) -> tuple[CanonicalForm, list[int]]:
    """Return the canonical form of the coloured graph of crossing parts, and their vertices in canonical order."""
    colours: list[tuple[int, ...]] = []
    edges: list[tuple[int, int]] = []

    def add(*colour: int) -> int:
        colours.append(colour)
        return len(colours) - 1

    name = {v: names.index(labelled_part.form) for labelled_part in bound for v in labelled_part.part.vertices}
    node = {
        v: add(_VERTEX, name[v], colour)
        for labelled_part in bound
        for v, colour in zip(labelled_part.part.vertices, labelled_part.colours, strict=True)
    }
    for labelled_part in bound:
        part = add(_PART, names.index(labelled_part.form))
        edges += [(part, node[v]) for v in labelled_part.part.vertices]
        for order in labelled_part.orders if len(labelled_part.orders) > 1 else ():
            labelling = add(_LABELLING)
            for v, label in zip(labelled_part.part.vertices, order, strict=True):
                mark = add(_LABEL, label)
                edges += [(labelling, mark), (mark, node[v])]
    first = len(colours)
    edges += [(first + number, node[v]) for number, segment in enumerate(segments) for v in segment]
    colours += [(_SEGMENT,)] * len(segments)
    rank = {colour: number for number, colour in enumerate(sorted(set(colours)))}
    linked = graphs.bliss.edge_array(edges, links + first)
    canonical = canonical_form_of([rank[colour] for colour in colours], linked)
    return canonical, sorted(node, key=lambda v: canonical.order[node[v]])

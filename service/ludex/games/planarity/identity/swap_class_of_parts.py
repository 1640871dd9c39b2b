"""The swap class of any drawing: the canonical forms of its parts, and a coloured graph of how the parts cross.

A part that has two edges without a common end has a least form over its labellings, as a connected drawing has. The
labellings that give it say all about the part. A star or a triangle has no such form. Parts that cross no other part
are described by their forms alone. The others make a coloured graph. It has their vertices, coloured by part and least
label; a vertex for each part; and one for each segment that crosses a segment of another part, linked to those. If
several labellings of a part give its least form, it has a vertex for each of them and for each of its labels.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.canonical import Canonical
from ludex.games.planarity.identity.rotation_system import least_form
from ludex.games.planarity.parts import Part, parts, relevant_crossings
from ludex.graphs.canonical import CanonicalForm, ColouredGraph, canonical_form
from ludex.graphs.packing import pack

# Kinds of vertices of the coloured graph, in the order of their colours.
_VERTEX, _PART, _SEGMENT, _LABELLING, _LABEL = range(5)


@dataclass(frozen=True, slots=True)
class _FormedPart:
    """A part, its own form, and labels of its vertices.

    `orders` are all labellings that give the form, or one if the leaves may have any order. `colours` distinguish
    vertices that no equivalence of the part takes to each other.
    """

    part: Part
    form: bytes
    orders: tuple[tuple[int, ...], ...]
    colours: tuple[int, ...]


def canonical_parts(drawing: Drawing) -> Canonical:
    """Return the canonical form of a `drawing` with any graph up to swap-equivalence; the first byte is 0.

    Cost: BLISS on a graph of up to some thousand vertices; it cannot be interrupted. The slowest drawings of 64
    vertices that were found take about a second.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> one, other = Drawing(points, ((0, 3), (1, 2))), Drawing(points, ((0, 1), (2, 3)))
    >>> canonical_parts(one).form == canonical_parts(other).form
    True
    """
    listed, isolated = parts(drawing)
    segments, links = relevant_crossings(drawing, listed, inside=False)
    formed = [_formed(drawing, part) for part in listed]
    crossed = {v for segment in {segment for pair in links for segment in pair} for v in segments[segment]}
    free = sorted((one for one in formed if crossed.isdisjoint(one.part.vertices)), key=lambda one: one.form)
    bound = [one for one in formed if not crossed.isdisjoint(one.part.vertices)]
    names = sorted({one.form for one in bound})
    canonical, numbered = _canonical_crossings(bound, names, segments, links)
    numbered += [v for one in free for _, v in sorted(zip(one.orders[0], one.part.vertices, strict=True))]
    numbered += isolated
    order = [0] * drawing.vertices
    for number, v in enumerate(numbered):
        order[v] = number
    forms = [one.form for one in free] + names
    head = pack([0, len(isolated), len(free), len(names), *map(len, forms)])
    return Canonical(head + b"".join(forms) + canonical.form, tuple(order))


def _formed(drawing: Drawing, part: Part) -> _FormedPart:
    size = len(part.vertices)
    if part.has_disjoint_edges:
        place = {v: i for i, v in enumerate(part.vertices)}
        edges = [(place[u], place[v]) for u, v in part.edges]
        points = [drawing.points[v] for v in part.vertices]
        least = least_form(points, edges, most_orders=2 * size * (size - 1))
        colours = tuple(map(min, *least.orders)) if len(least.orders) > 1 else least.orders[0]
        return _FormedPart(part, least.form, tuple(least.orders), colours)
    # A star's centre comes first; the ends of a single edge and the corners of a triangle are equivalent.
    centre = set.intersection(*(set(edge) for edge in part.edges)) if len(part.edges) > 1 else set(part.vertices)
    colours = tuple(int(bool(centre) and v not in centre) for v in part.vertices)
    ranked = sorted(range(size), key=lambda i: (colours[i], i))
    order = tuple(ranked.index(i) for i in range(size))
    return _FormedPart(part, bytes((0, size, len(part.edges))), (order,), colours)


def _canonical_crossings(
    bound: Sequence[_FormedPart],
    names: Sequence[bytes],
    segments: Sequence[tuple[int, int]],
    links: Sequence[tuple[int, int]],
) -> tuple[CanonicalForm, list[int]]:
    """Return the canonical form of the coloured graph of parts that cross others, and their vertices in its order."""
    colours: list[tuple[int, ...]] = []
    edges: list[tuple[int, int]] = []

    def add(*colour: int) -> int:
        colours.append(colour)
        return len(colours) - 1

    name = {v: names.index(one.form) for one in bound for v in one.part.vertices}
    node = {
        v: add(_VERTEX, name[v], colour)
        for one in bound
        for v, colour in zip(one.part.vertices, one.colours, strict=True)
    }
    for one in bound:
        part = add(_PART, names.index(one.form))
        edges += [(part, node[v]) for v in one.part.vertices]
        for order in one.orders if len(one.orders) > 1 else ():
            labelling = add(_LABELLING)
            for v, label in zip(one.part.vertices, order, strict=True):
                mark = add(_LABEL, label)
                edges += [(labelling, mark), (mark, node[v])]
    mark_of = {segment: add(_SEGMENT) for segment in sorted({segment for pair in links for segment in pair})}
    edges += [(mark, node[v]) for segment, mark in mark_of.items() for v in segments[segment]]
    edges += [(mark_of[a], mark_of[b]) for a, b in links]
    rank = {colour: number for number, colour in enumerate(sorted(set(colours)))}
    canonical = canonical_form(ColouredGraph(tuple(rank[colour] for colour in colours), tuple(edges)))
    return canonical, sorted(node, key=lambda v: canonical.order[node[v]])

"""The outline of a hypergraph: a smaller graph that distinguishes most of its cards and junctions.

Two junctions are siblings if a card has points in both junctions, or circles in both junctions. The vertices of the
outline are the classes of siblings and the bundles. A bundle consists of all rows with the same pattern between the
same two classes. The outline is much smaller than the hypergraph, and isomorphisms of hypergraphs induce isomorphisms
of their outlines. The orbits of the outline, numbered in canonical order, are therefore colours that isomorphisms
preserve.
Without these colours, BLISS is slow if many cards are similar but not equivalent. For example, BLISS takes seconds
instead of milliseconds for all cards of a 1 x 44 board.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ludex.games.swish.hypergraph import NO_JUNCTION, HypergraphTooLarge, Row
from ludex.graphs.canonical import ColouredGraph, automorphism_generators, canonical_form

MAX_LOOSE_PIECES = 64
"""The maximum number of loose pieces in one connected part.

Two classes belong to the same piece if a bundle of one row joins them. A piece is loose if it is joined to other pieces
only by bundles of several rows. It may be possible to reverse each loose piece separately. Then the symmetry group can
have 2^64 or more elements, which can make BLISS extremely slow. In measurements, BLISS took at most 2 s with 64 loose
pieces, and minutes with 160. The hypergraph of all cards of a board has at most 23 loose pieces. Hypergraphs of random
cards have hardly any.
"""

Pattern = tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True)
class Colours:
    """Colours of the rows and junctions of a connected part, which isomorphisms preserve."""

    row: dict[Row, int]
    junction: dict[int, int]


def outline_colours(copies: dict[Row, int]) -> Colours:
    """Return the colours of the rows and junctions of a connected part.

    `copies` maps each row to the number of its copies. Raises HypergraphTooLarge if there are more than
    MAX_LOOSE_PIECES loose pieces. Cost: BLISS on a graph with one vertex for each class of siblings and each bundle.
    """
    sides = {row: (_side(row, 0), _side(row, 1)) for row in copies}
    sibling = merge_groups(side for pair in sides.values() for side in pair)
    classes = sorted(set(sibling.values()))
    bundles: dict[tuple[Pattern, int, int], list[Row]] = defaultdict(list)
    for row, (points, circles) in sides.items():
        start, end = (sibling[min(side)] if side else NO_JUNCTION for side in (points, circles))
        bundles[_pattern(row, copies[row]), start, end].append(row)
    _require_few_pieces(bundles)
    index = {junction: place for place, junction in enumerate(classes)}
    sizes = Counter(sibling.values())
    kinds: list[tuple[object, ...]] = [(0, sizes[junction]) for junction in classes]
    arcs: list[tuple[int, int]] = []
    for place, ((pattern, start, end), rows) in enumerate(bundles.items(), start=len(classes)):
        kinds.append((1, len(rows), pattern))
        arcs += [(index[start], place)] if start != NO_JUNCTION else []
        arcs += [(place, index[end])] if end != NO_JUNCTION else []
    colours = _orbit_colours(ColouredGraph(ranks(kinds), tuple(arcs), directed=True))
    return Colours(
        {row: colour for rows, colour in zip(bundles.values(), colours[len(classes) :], strict=True) for row in rows},
        {junction: colours[index[representative]] for junction, representative in sibling.items()},
    )


def ranks(kinds: Iterable[tuple[object, ...]]) -> tuple[int, ...]:
    """Return, for each of the `kinds`, its index in the sorted list of the distinct kinds.

    >>> ranks([(1, 5), (0,), (1, 5)])
    (1, 0, 1)
    """
    listed: list[tuple[object, ...]] = list(kinds)
    place = {kind: number for number, kind in enumerate(sorted(set(listed)))}
    return tuple(place[kind] for kind in listed)


def merge_groups(groups: Iterable[Iterable[int]]) -> dict[int, int]:
    """Merge `groups` with common members into classes. Return, for each member, the least member of its class.

    >>> merge_groups([(5, 3), (3, 4), (1,)])
    {5: 3, 3: 3, 4: 3, 1: 1}
    """
    parent: dict[int, int] = {}

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for group in groups:
        members = list(group)
        for item in members:
            parent.setdefault(item, item)
            a, b = root(members[0]), root(item)
            parent[max(a, b)] = min(a, b)
    return {item: root(item) for item in parent}


def _side(row: Row, which: int) -> set[int]:
    """Return the junctions of the points of a row if `which` is 0, or those of its circles if `which` is 1."""
    return {node[which] for node in row} - {NO_JUNCTION}


def _require_few_pieces(bundles: dict[tuple[Pattern, int, int], list[Row]]) -> None:
    ends = [({start, end} - {NO_JUNCTION}, len(rows)) for (_, start, end), rows in bundles.items()]
    piece = merge_groups(
        [*(pair for pair, rows in ends if rows == 1), *({junction} for pair, _ in ends for junction in pair)]
    )
    joined = [{piece[junction] for junction in pair} for pair, rows in ends if rows > 1]
    loose = set().union(*(pair for pair in joined if len(pair) > 1))
    if len(loose) > MAX_LOOSE_PIECES:
        raise HypergraphTooLarge(
            f"{len(loose)} groups of orbits in one connected part are joined by parallel cards only; "
            f"at most {MAX_LOOSE_PIECES} are allowed"
        )


def _pattern(row: Row, copies: int) -> Pattern:
    """Return the pattern of a row, which does not depend on the numbers of the junctions.

    The pattern consists of the number of copies of the row, the multiplicities of its nodes, and how many points and
    circles of the row are in each junction.
    """
    points, circles = Counter(point for point, _ in row), Counter(circle for _, circle in row)
    junctions = (points.keys() | circles.keys()) - {NO_JUNCTION}
    uses = sorted((points[junction], circles[junction]) for junction in junctions)
    return copies, tuple(sorted(Counter(row).values())), tuple(uses)


def _orbit_colours(graph: ColouredGraph) -> list[int]:
    """Return, for each vertex, the least canonical number in its orbit under the automorphisms.

    This number does not depend on the labelling of the graph.
    """
    order = canonical_form(graph).order
    orbit = merge_groups(pair for generator in automorphism_generators(graph) for pair in enumerate(generator))
    least: dict[int, int] = {}
    for vertex, number in enumerate(order):
        first = orbit.get(vertex, vertex)
        least[first] = min(number, least.get(first, number))
    return [least[orbit.get(vertex, vertex)] for vertex in range(len(order))]

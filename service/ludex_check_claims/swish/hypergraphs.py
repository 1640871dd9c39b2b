"""Hypergraphs of SWISH positions, represented by junctions, and their canonical form (schema/canonical-forms.md)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from ludex_check_claims.canonical_graphs import canonical_numbers, orbit_minima
from ludex_check_claims.label_forms import packed, unpacked
from ludex_check_claims.swish.cards import configured
from ludex_check_claims.verdicts import Clock, require

Row = tuple[tuple[int, int], ...]  # for each node of a card: the junctions of its point and circle, -1 for no junction


def rows_of_cards(codes: Sequence[str], symmetry: str) -> list[Row]:
    """Return the row of each card. A junction is a class of arcs that leave or enter the same nodes."""
    nodes = [[(*p, *c) for p, c in configured(code, symmetry)] for code in codes]
    require(all(len(cells) == 2 for node in nodes for cells in node), "each card must have one point and one circle")
    class_of = merged([("point", u), ("circle", v)] for u, v in arcs_of_cards(codes, symmetry))
    number = {name: place for place, name in enumerate(sorted(set(class_of.values())))}

    def junction_of(side: str, node: tuple[int, int]) -> int:
        return number[class_of[side, node]] if (side, node) in class_of else -1

    return [
        tuple((junction_of("point", (card, k)), junction_of("circle", (card, k))) for k in range(len(places)))
        for card, places in enumerate(nodes)
    ]


def arcs_of_cards(codes: Sequence[str], symmetry: str) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the arcs between the nodes (card, configuration), from a point to a circle in the same cell."""
    circles: dict[object, list[tuple[int, int]]] = {}
    nodes = [((i, k), way) for i, code in enumerate(codes) for k, way in enumerate(configured(code, symmetry))]
    for node, (_, circle) in nodes:
        circles.setdefault(circle, []).append(node)
    return {(u, v) for u, (point, _) in nodes for v in circles.get(point, ()) if u[0] != v[0]}


def merged(groups: Iterable[Sequence[Any]]) -> dict[Any, Any]:
    """Merge groups with common members into classes. Return, for each member, the least member of its class."""
    joined: dict[Any, list[Any]] = {}
    for group in groups:
        classes = {id(members): members for members in (joined.setdefault(thing, [thing]) for thing in group)}
        large, *others = sorted(classes.values(), key=len, reverse=True)
        for other in others:
            large += other
            joined.update(dict.fromkeys(other, large))
    least = {id(members): min(members) for members in joined.values()}
    return {thing: least[id(members)] for thing, members in joined.items()}


def rows_to_form(rows: Sequence[Row]) -> bytes:
    """Encode canonical rows.

    The encoding consists of the number of nodes per card and, for each run of equal rows, the length of the run and the
    junctions of the row.
    """
    numbers = [len(rows[0])]
    for row, run in groupby(rows):
        numbers += [len(list(run)), *(junction + 1 for node in row for junction in node)]
    return packed(numbers)


def rows_of_form(form: bytes) -> list[Row]:
    """Decode the rows that :func:`rows_to_form` encodes."""
    each, *numbers = unpacked(form)
    rows: list[Row] = []
    for start in range(0, len(numbers), 2 * each + 1):
        length, *nodes = numbers[start : start + 2 * each + 1]
        require(len(nodes) == 2 * each and length <= 1000, "the form is not that of a hypergraph")
        rows += [tuple((p - 1, c - 1) for p, c in zip(nodes[::2], nodes[1::2], strict=True))] * length
    return rows


def canonical_rows(rows: Sequence[Row], clock: Clock) -> tuple[list[Row], list[int]]:
    """Return the canonical rows of a hypergraph and the card of each row."""
    copies: dict[Row, list[int]] = {}
    for card, row in enumerate(rows):
        copies.setdefault(tuple(sorted(row)), []).append(card)
    parts = [_canonical_part(part, copies, clock) for part in _parts(copies)]
    found, cards, first = [], [], 0
    for own, originals, junctions in sorted(parts, key=lambda part: part[0]):
        for (row, times), original in zip(own, originals, strict=True):
            found += [tuple((p + first * (p >= 0), c + first * (c >= 0)) for p, c in row)] * times
            cards += copies[original]
        first += junctions
    return found, cards


def _junctions(row: Row) -> set[int]:
    return {junction for node in row for junction in node} - {-1}


def _parts(copies: dict[Row, list[int]]) -> list[list[Row]]:
    """Sort the distinct rows into connected parts. Rows with a common junction are in the same part."""
    part_of = merged([*_junctions(row)] for row in copies if _junctions(row))
    parts: dict[object, list[Row]] = {}
    for row in copies:
        parts.setdefault(part_of[min(_junctions(row))] if _junctions(row) else ("alone", row), []).append(row)
    return list(parts.values())


Part = tuple[list[tuple[Row, int]], list[Row], int]


def _canonical_part(rows: list[Row], copies: dict[Row, list[int]], clock: Clock) -> Part:
    """Return the canonical form of a connected part.

    The form consists of the rows with canonical numbers in sorted order, the original rows in the same order, and the
    number of junctions.
    """
    of_row, of_junction = _outline_colours(rows, copies, clock)
    junctions = sorted(of_junction)
    place = {junction: 2 * index for index, junction in enumerate(junctions)}
    colours: list[tuple[Any, ...]] = [(side, of_junction[junction]) for junction in junctions for side in (0, 1)]
    edges = [(first, first + 1) for first in place.values()]
    for row in rows:
        card = len(colours)
        colours.append((2, of_row[row]))
        for (point, circle), alike in Counter(row).items():
            edges += [(card, len(colours))]
            edges += [(place[point], len(colours))] if point >= 0 else []
            edges += [(place[circle] + 1, len(colours))] if circle >= 0 else []
            colours.append((3, of_row[row], alike))
    order = canonical_numbers(colours, edges, clock).order
    points = [junctions[v // 2] for v in order if v < 2 * len(junctions) and v % 2 == 0]
    number = {junction: index for index, junction in enumerate(points)} | {-1: -1}
    renamed = sorted((tuple(sorted((number[p], number[c]) for p, c in row)), len(copies[row]), row) for row in rows)
    return [entry[:2] for entry in renamed], [original for _, _, original in renamed], len(points)


def _outline_colours(
    rows: list[Row], copies: dict[Row, list[int]], clock: Clock
) -> tuple[dict[Row, int], dict[int, int]]:
    """Return the colours of the rows and of the junctions of a part.

    A colour is a position in the canonical order of the outline of the part.
    """
    sides = {row: [{node[side] for node in row} - {-1} for side in (0, 1)] for row in rows}
    sibling = merged([*side] for pair in sides.values() for side in pair if side)
    classes = sorted(set(sibling.values()))
    bundles: dict[tuple[Any, ...], list[Row]] = {}
    for row, (points, circles) in sides.items():
        ends = tuple(classes.index(sibling[min(side)]) if side else -1 for side in (points, circles))
        bundles.setdefault((_pattern(row, len(copies[row])), *ends), []).append(row)
    size, sizes = len(classes) + len(bundles), Counter(sibling.values())
    kinds: list[tuple[Any, ...]] = [(0, sizes[representative]) for representative in classes]
    kinds += [(1, len(bundle), pattern) for (pattern, _, _), bundle in bundles.items()]
    # A digraph is encoded with two additional vertices for each vertex: one for the arcs that leave the vertex, and one
    # for the arcs that enter it.
    edges = [(v, v + side * size) for v in range(size) for side in (1, 2)]
    for bundle, (_, start, end) in enumerate(bundles, start=len(classes)):
        edges += [(size + start, 2 * size + bundle)] if start >= 0 else []
        edges += [(size + bundle, 2 * size + end)] if end >= 0 else []
    colours = [(0, *kind) for kind in kinds] + [(1,)] * size + [(2,)] * size
    least = orbit_minima(canonical_numbers(colours, edges, clock))
    of_row = {row: least[len(classes) + place] for place, bundle in enumerate(bundles.values()) for row in bundle}
    return of_row, {junction: least[classes.index(representative)] for junction, representative in sibling.items()}


def _pattern(row: Row, copies: int) -> tuple[Any, ...]:
    """Return the pattern of a row: number of copies, multiplicities of the nodes, and uses of the junctions."""
    points, circles = Counter(point for point, _ in row), Counter(circle for _, circle in row)
    uses = sorted((points[junction], circles[junction]) for junction in _junctions(row))
    return copies, tuple(sorted(Counter(row).values())), tuple(uses)

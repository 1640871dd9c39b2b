"""Labels of the kinds of Swap Planarity, whose forms are defined in schema/canonical-forms.md."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from ludex_check_claims.canonical_graphs import canonical_numbers
from ludex_check_claims.label_forms import graph_form, label, packed
from ludex_check_claims.planarity.drawings import (
    Edge,
    Part,
    Points,
    connected_parts,
    cross,
    has_disjoint,
    hull_of,
    left,
    neighbours,
)
from ludex_check_claims.verdicts import Clock, Json, require

Order = tuple[int, ...]  # the vertices in the order of a labelling
Turn = Callable[[int, int, int], bool]  # whether the path through three points turns left

TAGS = {"planarity-level": "level", "planarity-census-class": "census"}


def drawn(document: Json, clock: Clock) -> str:
    """Return the label of a level or of a class of the census."""
    points, edges = _drawing(document["drawing"])
    kind = document["kind"]
    return label(kind, [len(points), len(edges)], TAGS[kind], level_form(points, edges, clock)[0])


def graph(document: Json, clock: Clock) -> str:
    """Return the label of a graph, or of the graph of a drawing."""
    if "drawing" in document:
        points, edges = _drawing(document["drawing"])
        vertices = len(points)
    else:
        vertices, edges = document["vertices"], [tuple(edge) for edge in document["edge_list"]]
    order = canonical_numbers([0] * vertices, edges, clock).order
    return label("planarity-graph", [vertices, len(edges)], "graph", graph_form([0] * vertices, edges, order))


def order_type(document: Json, _clock: Clock) -> str:
    """Return the label of an order type, or of the order type of a drawing's points."""
    points = _points(document)
    form = order_type_form(points, ())[1]
    return label("planarity-order-type", [len(points), len(hull_of(points))], "ordertype", form)


def x_type(document: Json, _clock: Clock) -> str:
    """Return the label of an x-type, or of the x-type of the points of a drawing or an order type."""
    points = _points(document)
    return label("planarity-x-type", [len(points)], "xtype", x_type_form(points))


def _points(document: Json) -> Points:
    points: Points = document["representative"] if "representative" in document else document["drawing"]["points"]
    return points


def census(document: Json, _clock: Clock) -> str:
    """Return the label of the census of n points. The form is n, followed by the edge limit if there is one."""
    limits = [limit for limit in (document["vertices"], document.get("max_edges")) if limit is not None]
    return label("planarity-census", limits, "census-of-points", " ".join(map(str, limits)).encode())


def collection(document: Json, _clock: Clock) -> str:
    """Return the label of a collection, whose form is the collection's name."""
    return label("planarity-collection", [document["points"]], "collection", document["collection"].encode())


def order_type_form(points: Points, edges: Iterable[Edge]) -> tuple[bytes, bytes, Order]:
    """Return the least form of points with a graph, and a labelling that has this form.

    The form is returned in two parts: the neighbours of each label, and the turns of the points.
    """
    n, joined, turns_left = len(points), neighbours(edges), _turn_of(points)
    outside = {tuple(point) for point in hull_of(points)}
    least: tuple[list[int], list[int], Order] | None = None
    for first in range(n):
        if tuple(points[first]) not in outside:
            continue
        others = _turning(first, [v for v in range(n) if v != first], turns_left)
        for mirrored in (False, True):
            order = (first, *(reversed(others) if mirrored else others))
            rows = _rows(joined, order)
            turns = [
                sum(1 << k for k in range(j + 1, n) if turns_left(order[i], order[j], order[k]) != mirrored)
                for i, j in combinations(range(1, n - 1), 2)
            ]
            if least is None or (rows, turns) < least[:2]:
                least = rows, turns, order
    assert least is not None
    rows, turns, order = least
    return _words(n, rows), bytes([n]) + _words(n, turns), order


def x_type_form(points: Points) -> bytes:
    """Return the form of an x-type."""
    return bytes([len(points)]) + (_least_rotations(points, ())[0] if len(points) > 3 else b"")


def level_form(points: Points, edges: Sequence[Edge], clock: Clock) -> tuple[bytes, Order]:
    """Return the form of a drawing up to swap-equivalence, and a labelling that has this form."""
    parts = connected_parts(len(points), edges)
    if parts and len(parts[0][0]) == len(points) and has_disjoint(parts[0][1]):
        form, orders = _least_rotations(points, edges)
        return bytes([len(points)]) + form, orders[0]
    return _form_of_parts(points, parts, clock)


def _drawing(document: Json) -> tuple[Points, list[Edge]]:
    points, edges = document["points"], [(min(edge), max(edge)) for edge in document["edges"]]
    drawn = len(set(edges)) == len(edges) and all(0 <= u < v < len(points) for u, v in edges)
    require(drawn and 0 < len(points) <= 128, "the document has no drawing")
    return points, edges


def _turn_of(points: Points) -> Turn:
    return lambda a, b, c: left(points[a], points[b], points[c])


def _rows(joined: dict[int, set[int]], order: Order) -> list[int]:
    """Return, for each label, the bit set of the adjacent labels."""
    bit = {v: 1 << number for number, v in enumerate(order)}
    return [sum(bit[u] for u in joined.get(v, ())) for v in order]


def _words(n: int, numbers: Iterable[int]) -> bytes:
    """Encode sets of labels of n points: eight bytes for each set, or sixteen bytes for more than 64 points."""
    return b"".join(number.to_bytes(8 if n <= 64 else 16, "little") for number in numbers)


def rotations(n: int, turns_left: Turn) -> list[list[int]]:
    """Return, for each of n points, the other points in counter-clockwise order. The first of these is arbitrary."""
    found = []
    for v in range(n):
        first, *others = (u for u in range(n) if u != v)
        halves: list[list[int]] = [[], []]
        for u in others:
            halves[not turns_left(v, first, u)].append(u)
        found.append([first, *(u for half in halves for u in _turning(v, half, turns_left))])
    return found


def _turning(centre: int, others: Sequence[int], turns_left: Turn) -> list[int]:
    """Sort points counter-clockwise around a centre. The points must all lie on one side of a line through the centre.

    All other points are to the left of the line from the centre to the first point of the result.
    """
    return sorted(others, key=lambda v: -sum(turns_left(centre, v, u) for u in others if u != v))


def _least_rotations(points: Points, edges: Iterable[Edge]) -> tuple[bytes, list[Order]]:
    """Return the least form of a drawing, as determined by its rotations, and all labellings that have this form."""
    least, orders = least_rotations(rotations(len(points), _turn_of(points)), edges)
    return _rotation_bytes(len(points), least), orders


def least_rotations(around: list[list[int]], edges: Iterable[Edge]) -> tuple[list[int], list[Order]]:
    """Return the entries of the least form of a graph, and all labellings that have this form.

    `around[v]` lists the other points in counter-clockwise order around point v.
    """
    n, joined = len(around), neighbours(edges)
    least: list[int] = []
    orders: list[Order] = []
    for rotations in (around, [rotation[::-1] for rotation in around]):
        for tail in range(n):
            for head in range(n - 1):
                order = (tail, *rotations[tail][head:], *rotations[tail][:head])
                entries = _entries(joined, rotations, order, least)
                if not entries:
                    continue
                if not least or entries < least:
                    least, orders = entries, []
                orders.append(order)
    return least, orders


def _entries(joined: dict[int, set[int]], rotations: list[list[int]], order: Order, least: list[int]) -> list[int]:
    """Return the entries of the form that a labelling has, or an empty list if they are greater than `least`."""
    n, number = len(order), {v: label for label, v in enumerate(order)}
    entries: list[int] = []
    for i, v in enumerate(order):
        entries.append(sum(1 << number[u] for u in joined.get(v, ())))
        if i:
            start = rotations[v].index(order[0])
            entries += [number[u] for u in rotations[v][start + 1 :] + rotations[v][:start]]
        if least and entries > least[: len(entries)]:
            return []
    require(len(entries) == 1 + (n - 1) * (n - 1), "the form must have an entry for each neighbour and each place")
    return entries


def _rotation_bytes(n: int, entries: list[int]) -> bytes:
    """Encode the entries of a form.

    For each label, the bit set of its neighbours (see `_words`) is followed by one byte for each entry of its rotation.
    """
    written, rest = _words(n, entries[:1]), entries[1:]
    for start in range(0, len(rest), n - 1):
        written += _words(n, [rest[start]]) + bytes(rest[start + 1 : start + n - 1])
    return written


def _form_of_part(points: Points, part: Part) -> tuple[bytes, list[Order], dict[int, int]]:
    """Return the form of a connected part, the labellings that have this form, and the colour of each vertex."""
    vertices, edges = part
    n = len(vertices)
    if has_disjoint(edges):
        place = {v: i for i, v in enumerate(vertices)}
        form, orders = _least_rotations([points[v] for v in vertices], [(place[u], place[v]) for u, v in edges])
        orders = [tuple(vertices[v] for v in order) for order in orders]
        return bytes([n]) + form, orders, {v: min(order.index(v) for order in orders) for v in vertices}
    centres = set.intersection(*map(set, edges))
    colour = {v: int(bool(centres) and v not in centres) for v in vertices}
    return bytes([0, n, len(edges)]), [tuple(sorted(vertices, key=colour.__getitem__))], colour


def _form_of_parts(points: Points, parts: Sequence[Part], clock: Clock) -> tuple[bytes, Order]:
    """Return the form of a drawing of any graph, and a labelling that has this form.

    The form consists of the forms of the connected parts and of a coloured graph. This graph describes the bound parts,
    which are the parts with a segment that crosses a segment of another part.
    """
    crossing = [
        (a, b)
        for part, other in combinations(parts, 2)
        for a in combinations(part[0], 2)
        for b in combinations(other[0], 2)
        if cross(points, a, b)
    ]
    crossed = {v for pair in crossing for segment in pair for v in segment}
    formed = [(part, *_form_of_part(points, part)) for part in parts]
    free = sorted((entry for entry in formed if not crossed & set(entry[0][0])), key=lambda entry: entry[1])
    bound = [entry for entry in formed if crossed & set(entry[0][0])]
    names = sorted({form for _, form, _, _ in bound})
    colours: list[tuple[int, ...]] = []
    edges: list[Edge] = []

    def add(*colour: int) -> int:
        colours.append(colour)
        return len(colours) - 1

    node = {v: add(0, names.index(form), colour[v]) for (own, _), form, _, colour in bound for v in own}
    for (own, _), form, orders, _ in bound:
        part = add(1, names.index(form))
        edges += [(part, node[v]) for v in own]
        for order in orders if len(orders) > 1 else ():
            labelling = add(3)
            for number, v in enumerate(order):
                mark = add(4, number)
                edges += [(labelling, mark), (mark, node[v])]
    mark_of = {segment: add(2) for segment in sorted({segment for pair in crossing for segment in pair})}
    edges += [(mark, node[v]) for segment, mark in mark_of.items() for v in segment]
    edges += [(mark_of[a], mark_of[b]) for a, b in crossing]
    rank = {colour: number for number, colour in enumerate(sorted(set(colours)))}
    ranks = [rank[colour] for colour in colours]
    order = tuple(canonical_numbers(ranks, edges, clock).order) if colours else ()
    vertex = {place: v for v, place in node.items()}
    isolated = sorted(set(range(len(points))) - {v for own, _ in parts for v in own})
    forms = [form for _, form, _, _ in free] + names
    head = packed([0, len(isolated), len(free), len(names), *map(len, forms)])
    listed = [vertex[v] for v in order if v in vertex] + [v for entry in free for v in entry[2][0]] + isolated
    return head + b"".join(forms) + graph_form(ranks, edges, order), tuple(listed)

"""Answers to whether two objects are equivalent, checked as schema/equivalence.md says, with nothing of Ludex.

The functions of the games take the two objects and the answer, and return how it was checked, or raise Wrong.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, combinations

from .canonical_graphs import canonical_numbers
from .hypergraphs import Row, canonical_rows, merged, rows_of_cards, rows_to_form
from .label_forms import graph_form
from .label_planarity import (
    connected_parts,
    cross,
    has_disjoint,
    level_form,
    order_type_form,
    x_type_form,
)
from .label_sets import DIGITS, position_form, rank_modulo_3
from .planarity import Edge, hull_of, left
from .swish_cards import configured
from .verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, Wrong, require


def check(asked: Json) -> str:
    """Check an answer that stands beside what was asked, as in the examples of schema/equivalence.md."""
    a, b, answer = asked["a"], asked["b"], asked["answer"]
    if "relation" in asked:
        return drawings(*((one["points"], one["edges"]) for one in (a, b)), asked["relation"], answer)
    if "symmetry" in asked:
        return positions(a["cards"], b["cards"], asked["symmetry"], answer)
    return tables(a, b, answer)


def positions(a: Sequence[str], b: Sequence[str], symmetry: str, answer: Json) -> str:
    """Check whether two positions of SWISH, given by their cards, have isomorphic hypergraphs."""
    if not _is_matching(answer, len(a), len(b)):
        rows = [rows_of_cards(codes, symmetry) for codes in (a, b)]
        named = answer["difference"].get("invariant")
        return _check_difference(
            answer, lambda which, of: _of_hypergraph(rows, which, named, of), rows, _hypergraph_form
        )
    matching, nodes = answer["matching"], answer["nodes"]
    each = [list(range(len(configured(code, symmetry)))) for code in a]
    require(len(nodes) == len(a) and all(map(_is_permutation, nodes, each)), "the configurations are not matched")
    image = {(i, k): (matching[i], nodes[i][k]) for i, row in enumerate(each) for k in row}
    arcs = {(image[u], image[v]) for u, v in _arcs(a, symmetry)}
    require(arcs == _arcs(b, symmetry), "the matching does not take the arcs of a to those of b")
    return CHECKED


def tables(a: Json, b: Json, answer: Json) -> str:
    """Check whether a symmetry takes the cards of a to those of b: `values`, `properties` and `cards` of each."""
    both = (a, b)
    cards = [[tuple(DIGITS.index(digit) for digit in code) for code in one["cards"]] for one in both]
    if not _is_matching(answer, len(cards[0]), len(cards[1])):

        def value(which: int, of: Json) -> int:
            named = answer["difference"]["invariant"]
            if named in ("values", "properties"):
                return both[which][named]
            sets = _sets(both[which]["values"], cards[which])
            inside = Counter(chain.from_iterable(sets))
            return {
                "cards": len(cards[which]),
                "sets": len(sets),
                "cards in so many sets": sum(inside[card] == of.get("sets") for card in cards[which]),
            }[named]

        def form(name: str, one: Json) -> bytes:
            require(name == "position", "it is the form of something else")
            return position_form(one["values"], one["properties"], one["cards"], _clock())[0]

        return _check_difference(answer, value, both, form)
    require((a["values"], a["properties"]) == (b["values"], b["properties"]), "they are of two decks")
    image = _symmetry(a["values"], a["properties"], answer["symmetry"])
    for card, other in zip(cards[0], answer["matching"], strict=True):
        require(image(card) == cards[1][other], "the symmetry does not take the cards of a to those of b")
    return CHECKED


Drawn = tuple[Sequence[Sequence[int]], Sequence[Edge]]


def drawings(a: Drawn, b: Drawn, relation: str, answer: Json) -> str:
    """Check whether two drawings, points and edges, are equivalent by a relation."""
    a, b = ((points, [(min(edge), max(edge)) for edge in edges]) for points, edges in (a, b))
    if not _is_matching(answer, len(a[0]), len(b[0])):
        of = answer["difference"].get("form", relation)
        coarser = {"swap": ("graph",), "order-type": ("graph", "point-set")}
        require(of in (relation, *coarser.get(relation, ())), f"{of} forms say nothing of the relation {relation}")
        graphs = ("vertices", "edges", "degrees", "vertices of the connected parts")
        allowed = {
            "swap": (*graphs, "crossings"),
            "order-type": (*graphs, "crossings", "vertices of the hull", "crossings between all segments"),
            "graph": graphs,
            "point-set": ("points", "vertices of the hull", "crossings between all segments"),
            "x-type": ("points", "crossings between all segments"),
        }
        named = answer["difference"].get("invariant", graphs[0])
        require(named in (*allowed[relation], graphs[0]), f"{named} is no invariant of the relation {relation}")
        return _check_difference(answer, lambda which, _of: _OF_DRAWINGS[named](*(a, b)[which]), (a, b), _drawing_form)
    image = answer["matching"]
    if relation in ("swap", "order-type", "graph"):
        edges = {(min(image[u], image[v]), max(image[u], image[v])) for u, v in a[1]}
        require(edges == set(b[1]), "the matching does not take the edges of a to those of b")
    if relation in ("order-type", "point-set"):
        kept = {
            left(*(a[0][v] for v in three)) == left(*(b[0][image[v]] for v in three))
            for three in combinations(range(len(image)), 3)
        }
        require(len(kept) < 2, "the matching keeps some turns and reverses others")
    if relation in ("swap", "x-type"):
        relevant = _relevant(a) if relation == "swap" else lambda _s, _t: True
        for s, t in combinations(combinations(range(len(image)), 2), 2):
            if not set(s) & set(t) and relevant(s, t):
                there = [tuple(image[v] for v in segment) for segment in (s, t)]
                require(cross(a[0], s, t) == cross(b[0], *there), "the matching does not keep what crosses")
    return CHECKED


def _is_matching(answer: Json, a: int, b: int) -> bool:
    """Tell whether the answer is a matching; one that is none, or a difference that is missing, is wrong."""
    require(type(answer["equivalent"]) is bool, "equivalent is neither true nor false")
    if answer["equivalent"]:
        fits = a == b and _is_permutation(answer["matching"], list(range(b)))
        require(fits and answer["difference"] is None, "the matching is no bijection")
    else:
        require(answer["matching"] is None and answer["difference"] is not None, "no difference is named")
    return answer["equivalent"]


def _is_permutation(listed: object, numbers: list[int]) -> bool:
    return isinstance(listed, list) and all(type(one) is int for one in listed) and sorted(listed) == numbers


def _check_difference(answer: Json, value: Callable[[int, Json], object], objects: Sequence, form: Callable) -> str:
    """Compute both values of the invariant that is said to differ, or both canonical forms, and compare."""
    difference = answer["difference"]
    if "form" in difference:
        forms = [form(difference["form"], one) for one in objects]
        for name, made in zip("ab", forms, strict=True):
            require(difference[name] == made.hex(), f"the canonical form of {name} is {made.hex()}")
        at = difference["at"]
        parted = forms[0][:at] == forms[1][:at] and forms[0][at : at + 1] != forms[1][at : at + 1]
        require(parted, f"they do not part at byte {at}")
        return RECOMPUTED
    for which, name in enumerate("ab"):
        counted = value(which, difference["parameters"])
        counted = list(counted) if isinstance(counted, tuple) else counted
        require(difference[name] == counted, f"{difference['invariant']}: {counted} in {name}, not {difference[name]}")
    require(difference["a"] != difference["b"], "the values are the same")
    return RECOMPUTED


def _clock() -> Clock:
    return Clock(Export(), 60)


def _arcs(codes: Sequence[str], symmetry: str) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the arcs between the nodes (card, configuration) of a hypergraph."""
    circles: dict[object, list[tuple[int, int]]] = {}
    nodes = [((i, k), way) for i, code in enumerate(codes) for k, way in enumerate(configured(code, symmetry))]
    for node, (_, circle) in nodes:
        circles.setdefault(circle, []).append(node)
    return {(u, v) for u, (point, _) in nodes for v in circles.get(point, ()) if u[0] != v[0]}


def _hypergraph_form(name: str, rows: Sequence[Row]) -> bytes:
    require(name == "hypergraph", "it is the form of something else")
    return rows_to_form(canonical_rows(rows, _clock())[0])


def _of_hypergraph(both: Sequence[Sequence[Row]], which: int, named: str, of: Json) -> int:
    """Return an invariant of one of two hypergraphs."""
    rows = both[which]
    if named == "configurations of a card":
        return len(rows[0])
    if named == "cards":
        return len(rows)
    degrees = [sorted(_degrees(rows, card)) for card in range(len(rows))]
    if named == "arcs":
        return sum(leaving for card in degrees for leaving, _ in card)
    if named == "cards with the degrees":
        return sum(card == [tuple(pair) for pair in of["degrees"]] for card in degrees)
    if named == "connected parts of the size":
        joined = merged([("card", i), *(("junction", j) for j in chain(*row) if j >= 0)] for i, row in enumerate(rows))
        return list(Counter(joined["card", i] for i in range(len(rows))).values()).count(of["size"])
    if named == "cards of a colour":
        colours = [[0] * len(one) for one in both]
        for _ in range(of["round"]):
            colours = [_refined(one, of_cards) for one, of_cards in zip(both, colours, strict=True)]
        return colours[which].count(colours["ab".index(of["in"])][of["card"]])
    raise Wrong(f"{named} is no invariant of hypergraphs")


def _degrees(rows: Sequence[Row], card: int) -> list[tuple[int, int]]:
    """Return how many arcs leave and enter each node of a card."""
    others = [node for i, row in enumerate(rows) if i != card for node in row]
    points, circles = (Counter(node[side] for node in others if node[side] >= 0) for side in (0, 1))
    return [(circles[point], points[circle]) for point, circle in rows[card]]


def _refined(rows: Sequence[Row], colours: Sequence) -> list:
    """Return for each card its colour and, of each node, the colours whose circles and whose points it meets."""
    held: dict[tuple[int, int], Counter] = {}
    for row, colour in zip(rows, colours, strict=True):
        for node in row:
            for side, junction in enumerate(node):
                held.setdefault((side, junction), Counter())[colour] += 1
    met = {place: frozenset(counter.items()) if place[1] >= 0 else None for place, counter in held.items()}
    return [
        (colour, frozenset(Counter((met.get((1, p)), met.get((0, c))) for p, c in row).items()))
        for row, colour in zip(rows, colours, strict=True)
    ]


def _sets(values: int, cards: Sequence[tuple[int, ...]]) -> list[frozenset[tuple[int, ...]]]:
    """Return the sets among some cards: of all but one of its cards, the last one follows."""
    there, clock, found = set(cards), _clock(), set()
    if values == 1:
        return [frozenset([card]) for card in cards]
    for chosen in combinations(cards, values - 1):
        clock.tick()
        last = []
        for column in zip(*chosen, strict=True):
            others = set(range(values)).difference(column)
            last.append(column[0] if len(set(column)) == 1 else others.pop() if len(others) == 1 else -1)
        # With two values one card has no say in which other one it makes a set with.
        for card in cards if values == 2 else [tuple(last)]:
            if card in there and card not in chosen:
                found.add(frozenset([*chosen, card]))
    return list(found)


def _symmetry(values: int, properties: int, given: Json) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Return a map that keeps sets, as it is given; raise Wrong where it is none."""
    if given["kind"] == "affine":
        matrix, shift = given["matrix"], given["shift"]
        require(values == 3 and len(matrix) == len(shift) == properties, "it is no map of this deck")
        require(rank_modulo_3(matrix) == properties, "the matrix has no inverse")
        return lambda x: tuple(
            (sum(m * y for m, y in zip(row, x, strict=True)) + s) % 3 for row, s in zip(matrix, shift, strict=True)
        )
    if given["kind"] == "properties-and-values":
        places, names = given["properties"], given["values"]
        fits = _is_permutation(places, list(range(properties))) and len(names) == properties
        require(fits and all(_is_permutation(one, list(range(values))) for one in names), "it is no map of this deck")
        return lambda x: tuple(names[k][x[k]] for k in sorted(range(properties), key=places.__getitem__))
    require(given["kind"] == "cards" and values < 3, "it is no map of this deck")
    pairs = [tuple(tuple(map(DIGITS.index, code)) for code in pair) for pair in given["cards"]]
    require(len(dict(pairs)) == len(pairs) == len({image for _, image in pairs}), "it is no map of this deck")
    return dict(pairs).__getitem__


def _drawing_form(name: str, drawn: Drawn) -> bytes:
    points, edges = drawn
    n = len(points)
    if name == "graph":
        return graph_form([0] * n, edges, canonical_numbers([0] * n, edges, _clock()).order)
    if name == "swap":
        return level_form(points, edges, _clock())[0]
    if name == "x-type":
        return x_type_form(points)
    rows, turns, _ = order_type_form(points, edges if name == "order-type" else ())
    return turns if name == "point-set" else turns[:1] + rows + turns[1:]


def _crossings(drawn: Drawn) -> int:
    points, edges = drawn
    return sum(not set(s) & set(t) and cross(points, s, t) for s, t in combinations(edges, 2))


def _part_sizes(points: Sequence, edges: Sequence[Edge]) -> tuple[int, ...]:
    sizes = [len(vertices) for vertices, _ in connected_parts(len(points), edges)]
    return (*sorted(sizes, reverse=True), *(1,) * (len(points) - sum(sizes)))


_OF_DRAWINGS: dict[str, Callable] = {
    "vertices": lambda points, _edges: len(points),
    "points": lambda points, _edges: len(points),
    "edges": lambda _points, edges: len(edges),
    "degrees": lambda points, edges: tuple(
        sorted((sum(v in edge for edge in edges) for v in range(len(points))), reverse=True)
    ),
    "vertices of the connected parts": _part_sizes,
    "crossings": lambda points, edges: _crossings((points, edges)),
    "vertices of the hull": lambda points, _edges: len(hull_of(points)),
    "crossings between all segments": lambda points, _edges: _crossings(
        (points, list(combinations(range(len(points)), 2)))
    ),
}


def _relevant(drawn: Drawn) -> Callable[[Edge, Edge], bool]:
    """Return a test of whether two segments can come to be edges that cross: both lie in parts, not in one star."""
    part_of = {
        v: (number, has_disjoint(edges))
        for number, (vertices, edges) in enumerate(connected_parts(len(drawn[0]), drawn[1]))
        for v in vertices
    }

    def relevant(s: Edge, t: Edge) -> bool:
        parts = [part_of.get(v) for v in (*s, *t)]
        within = None not in parts and parts[0] == parts[1] and parts[2] == parts[3]
        return within and (parts[0] != parts[2] or parts[0][1])

    return relevant

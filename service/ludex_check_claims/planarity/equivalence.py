"""Checks of answers about the equivalence of drawings, as defined in schema/equivalence.md."""

from collections.abc import Callable, Sequence
from itertools import combinations

from ludex_check_claims.canonical_graphs import canonical_numbers
from ludex_check_claims.equivalence import check_difference, is_matching, new_clock
from ludex_check_claims.label_forms import graph_form
from ludex_check_claims.planarity.drawings import Edge, Points, connected_parts, cross, has_disjoint, hull_of, left
from ludex_check_claims.planarity.labels import level_form, order_type_form, x_type_form
from ludex_check_claims.verdicts import CHECKED, Json, require

Drawn = tuple[Points, Sequence[Edge]]


def drawings(example: Json) -> str:
    """Check an answer about whether two drawings, given as points and edges, are equivalent under a relation."""
    a, b = (
        (drawing["points"], [(min(edge), max(edge)) for edge in drawing["edges"]])
        for drawing in (example["a"], example["b"])
    )
    relation, answer = example["relation"], example["answer"]
    if not is_matching(answer, len(a[0]), len(b[0])):
        of = answer["difference"].get("form", relation)
        coarser = {"swap": ("graph",), "order-type": ("graph", "point-set")}
        require(
            of in (relation, *coarser.get(relation, ())),
            f"canonical forms of {of} do not decide the relation {relation}",
        )
        graphs = ("vertices", "edges", "degrees", "vertices of the connected parts")
        allowed = {
            "swap": (*graphs, "crossings"),
            "order-type": (*graphs, "crossings", "vertices of the hull", "crossings between all segments"),
            "graph": graphs,
            "point-set": ("points", "vertices of the hull", "crossings between all segments"),
            "x-type": ("points", "crossings between all segments"),
        }
        named = answer["difference"].get("invariant", graphs[0])
        require(named in (*allowed[relation], graphs[0]), f"{named} is not an invariant of the relation {relation}")
        return check_difference(answer, lambda which, _of: _OF_DRAWINGS[named](*(a, b)[which]), (a, b), _drawing_form)
    image = answer["matching"]
    if relation in ("swap", "order-type", "graph"):
        edges = {(min(image[u], image[v]), max(image[u], image[v])) for u, v in a[1]}
        require(edges == set(b[1]), "the matching does not map the edges of a to the edges of b")
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
                require(cross(a[0], s, t) == cross(b[0], *there), "the matching does not preserve crossings")
    return CHECKED


def _drawing_form(name: str, drawn: Drawn) -> bytes:
    points, edges = drawn
    n = len(points)
    if name == "graph":
        return graph_form([0] * n, edges, canonical_numbers([0] * n, edges, new_clock()).order)
    if name == "swap":
        return level_form(points, edges, new_clock())[0]
    if name == "x-type":
        return x_type_form(points)
    rows, turns, _ = order_type_form(points, edges if name == "order-type" else ())
    return turns if name == "point-set" else turns[:1] + rows + turns[1:]


def _crossings(drawn: Drawn) -> int:
    points, edges = drawn
    return sum(not set(s) & set(t) and cross(points, s, t) for s, t in combinations(edges, 2))


def _part_sizes(points: Points, edges: Sequence[Edge]) -> tuple[int, ...]:
    sizes = [len(vertices) for vertices, _ in connected_parts(len(points), edges)]
    return (*sorted(sizes, reverse=True), *(1,) * (len(points) - sum(sizes)))


_OF_DRAWINGS: dict[str, Callable[[Points, Sequence[Edge]], object]] = {
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
    """Return a function that decides whether two segments without a common end matter for swap-equivalence.

    Two segments matter if, after some swaps, both of them are edges of the drawing.
    """
    part_of = {
        v: (number, has_disjoint(edges))
        for number, (vertices, edges) in enumerate(connected_parts(len(drawn[0]), drawn[1]))
        for v in vertices
    }

    def relevant(s: Edge, t: Edge) -> bool:
        a, b, c, d = (part_of.get(v) for v in (*s, *t))
        return a is not None and c is not None and a == b and c == d and (a != c or a[1])

    return relevant

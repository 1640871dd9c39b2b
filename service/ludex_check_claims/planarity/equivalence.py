"""Checks of answers about the equivalence of drawings (schema/equivalence.md), about exchanges, and about placements.

An exchange is a swap of any two vertices. A placement is a plane drawing on given points.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from math import perm

from ludex_check_claims.answers import check_difference, is_matching
from ludex_check_claims.canonical_graphs import canonical_numbers
from ludex_check_claims.label_forms import graph_form
from ludex_check_claims.planarity.drawings import (
    Drawing,
    Edge,
    Points,
    connected_parts,
    cross,
    has_disjoint,
    hull_of,
    left,
    swapped,
)
from ludex_check_claims.planarity.labels import level_form, order_type_form, x_type_form
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, NotChecked, require

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
        return graph_form([0] * n, edges, canonical_numbers([0] * n, edges, Clock(Export(), 60)).order)
    if name == "swap":
        return level_form(points, edges, Clock(Export(), 60))[0]
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


def applies(example: Json) -> bool:
    """Return whether an example is a request for fewest exchanges or for a plane drawing on given points."""
    path = str(example.get("request", {}).get("path"))
    return path.endswith(("/planarity/variants/exchange/minimum", "/planarity/variants/drag/onto"))


def variant(example: Json) -> str:
    """Check an answer to one of the two requests, whose body must have the points and edges of the drawing."""
    body, answer = example["request"]["body"], example["answer"]
    numbers = [number for point in (*body["points"], *body.get("onto", ())) for number in point]
    if any(type(number) is not int for number in numbers):
        raise NotChecked("only drawings with integer coordinates are checked")
    verdict = _placement(body, answer) if "onto" in body else _exchanges(Drawing({"drawing": body}), answer)
    require(answer["evidence"] == {CHECKED: "certificate"}.get(verdict, verdict), "the evidence is not valid")
    return verdict


def _require_proof(answer: Json) -> None:
    """Raise NotChecked if an answer is not proved, or rests on a search that is not repeated."""
    require(answer["proved"] is (answer["evidence"] is not None), "only proved answers have evidence")
    if answer["evidence"] in (None, "search"):
        raise NotChecked("the answer states no proof, or rests on a search that is not repeated")


def _exchanges(drawing: Drawing, answer: Json) -> str:
    """Exchange the vertices as stated, and visit all arrangements that fewer exchanges can reach."""
    least, at, clock = answer["min_exchanges"], tuple(range(drawing.n)), Clock(Export(), 60)
    layer = seen = {at}
    require(answer["crossings"] == len(drawing.crossings(at)), "the number of crossings is wrong")
    for u, v in answer["exchanges"]:
        require({u, v} <= set(range(drawing.n)) and u != v, "an exchange must name two vertices")
        at = swapped(at, (u, v))
    require(len(answer["exchanges"]) == (least or 0), f"{least} exchanges must be listed")
    require(least is None or not drawing.crossings(at), "the exchanges do not lead to a plane drawing")
    _require_proof(answer)
    require(answer["lower_bound"] == (least or 0), "the lower bound must be the minimum")
    for _ in range(drawing.n if least is None else least):
        for arrangement in layer:
            clock.tick()
            require(drawing.crossings(arrangement), "fewer exchanges lead to a plane drawing")
        pairs = list(combinations(range(drawing.n), 2))
        layer = {swapped(arrangement, pair) for arrangement in layer for pair in pairs} - seen
        seen = seen | layer
    return RECOMPUTED


def _placement(body: Json, answer: Json) -> str:
    """Check that a drawing is plane and on the given points, or try all placements of the vertices."""
    vertices, points = len(body["points"]), body["onto"]
    there = Drawing({"drawing": {"points": points, "edges": body["edges"]}})
    if answer["drawing"] is not None:
        used = [points.index(point) for point in answer["drawing"]["points"]]
        edges = {(min(edge), max(edge)) for edge in answer["drawing"]["edges"]}
        require(edges == set(there.edges) and len(set(used)) == len(used) == vertices, "this is another graph")
        require(answer["proved"] and not there.crossings(tuple(used)), "edges of the drawing cross")
        return CHECKED
    _require_proof(answer)
    clock = Clock(Export(), 60, perm(8))
    for at in permutations(range(len(points)), vertices):
        clock.tick()
        require(there.crossings(at), "there is a plane drawing")
    return RECOMPUTED

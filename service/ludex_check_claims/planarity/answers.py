"""Checks of answers about exchanges of any two vertices, and about plane drawings on given points."""

from itertools import combinations, permutations
from math import perm

from ludex_check_claims.planarity.drawings import Drawing, swapped
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, NotChecked, require


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

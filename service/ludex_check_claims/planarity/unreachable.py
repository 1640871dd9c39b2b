"""Checks of proofs that no plane arrangement is reachable.

A proof counts the edges, contains a subdivision, or is a search through all reachable arrangements.
"""

from itertools import combinations, pairwise
from math import factorial, prod

from ludex_check_claims.planarity.drawings import Drawing, Edge, connected_parts, hull_of, swapped
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, Wrong, require


def unreachable(claim: Json, document: Json, export: Export, drawing: Drawing | None = None) -> str:
    """Check the certificate's reason why no plane arrangement is reachable, and return how it was checked."""
    drawing = drawing or Drawing(document)
    agrees = claim["value"] is True and claim["proved"] and document["min_swaps"] is None
    require(agrees, "the claim and the document differ")
    certificate = claim["certificate"]
    vertices = certificate.get("vertices")
    vertices = list(range(drawing.n)) if vertices is None else vertices
    require(vertices and len(set(vertices)) == len(vertices), "the vertices are repeated or missing")
    edges = [edge for edge in drawing.edges if edge[0] in vertices and edge[1] in vertices]
    points = [document["drawing"]["points"][v] for v in vertices]
    for listed in (vertices, certificate.get("hull") or []):
        require(set(listed) <= set(range(drawing.n)), "the certificate lists a vertex that the drawing does not have")
    closed = all((u in vertices) == (v in vertices) for u, v in drawing.edges)
    require(closed, "the vertices must be those of whole components")
    if certificate.get("hull"):
        require(len(set(certificate["hull"])) == len(certificate["hull"]), "a vertex of the hull is repeated")
        outside = {tuple(document["drawing"]["points"][v]) for v in certificate["hull"]}
        require({tuple(point) for point in hull_of(points)} == outside, "the hull is wrong")
    if certificate.get("reason") == "edges":
        require(len(vertices) >= 3, "the maximum number of edges holds for three vertices or more")
        most = 3 * len(vertices) - 3 - len(certificate["hull"])
        require(len(edges) > most, f"{len(edges)} edges do not exceed the maximum of {most}")
        return CHECKED
    if certificate.get("reason") in ("subdivision", "outerplanar-subdivision"):
        if certificate["reason"] == "outerplanar-subdivision":
            require(len(certificate["hull"]) == len(vertices), "the points are not in convex position")
        _require_subdivision(certificate, set(edges))
        return CHECKED
    if certificate.get("reason") == "recompute":
        # Each component stays on its own points.
        number = prod(factorial(len(members)) for members, _ in connected_parts(drawing.n, drawing.edges))
        require(certificate["arrangements"] == number, "the number of arrangements is wrong")
        return _all_arrangements(drawing, Clock(export, 60))
    raise Wrong("the reason in the certificate is unknown")


def _require_subdivision(certificate: Json, edges: set[Edge]) -> None:
    """Require that the certificate contains a subdivision of the graph that it names.

    The paths must connect the branch vertices as the edges of the named graph do, and must not share inner vertices.
    """
    name, branch, paths = certificate["graph"], certificate["branch"], certificate["paths"]
    wanted = {
        "K5": set(combinations(range(5), 2)),
        "K3,3": {(a, b) for a in range(3) for b in range(3, 6)},
        "K4": set(combinations(range(4), 2)),
        "K2,3": {(a, b) for a in range(2) for b in range(2, 5)},
    }[name]
    allowed = ("K4", "K2,3") if certificate["reason"] == "outerplanar-subdivision" else ("K5", "K3,3")
    require(name in allowed, f"{name} is not an obstruction for this reason")
    require(len(set(branch)) == len(branch) == 1 + max(max(pair) for pair in wanted), "branch vertices are repeated")
    joined = {tuple(sorted((branch.index(path[0]), branch.index(path[-1])))) for path in paths}
    require(joined == wanted and len(paths) == len(wanted), f"the paths do not join the branch vertices as in {name}")
    inner = [v for path in paths for v in path[1:-1]]
    require(len(set(inner)) == len(inner) and not set(inner) & set(branch), "the paths must not share inner vertices")
    for path in paths:
        for u, v in pairwise(path):
            require((min(u, v), max(u, v)) in edges, f"there is no edge {u}, {v}")


def _all_arrangements(drawing: Drawing, clock: Clock) -> str:
    """Require that none of the arrangements that can be reached by swaps is plane, by visiting all of them."""
    start = tuple(range(drawing.n))
    layer, seen = [start], {start}
    while layer:
        at = layer.pop()
        clock.tick()
        require(drawing.crossings(at), "a plane drawing can be reached")
        for edge in drawing.edges:
            moved = swapped(at, edge)
            if moved not in seen:
                seen.add(moved)
                layer.append(moved)
    return RECOMPUTED

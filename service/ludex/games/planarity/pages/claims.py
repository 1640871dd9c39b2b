"""Explanations of claims about drawings: sentences, arguments, pictures of certificates, and data for checking."""

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from ludex.catalogue.claims.claim import StoredClaim
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.pictures.drawings import marked_svg, solution_svg
from ludex.pictures.svg import PictureTooLarge
from ludex.web.declarations import CertificateTable, ClaimSubject, Explain, Explanation
from ludex.web.site.text_filters import counted

CHECKER = "planarity/claims"

_MOST_STEPS = 8
_NAMES = {"K5": "K_5", "K3,3": "K_{3,3}", "K4": "K_4", "K2,3": "K_{2,3}"}


def _drawing(subject: ClaimSubject) -> Drawing:
    points, edges = (subject.document["drawing"][name] for name in ("points", "edges"))
    return Drawing(tuple((x, y) for x, y in points), tuple((u, v) for u, v in edges))


def minimum_swaps(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the minimum number of swaps of a level or census class."""
    noun, value = subject.view.kind.words, claim.value
    certificate: Mapping[str, Any] = claim.certificate or {}
    data = {"drawing": subject.document["drawing"]}
    if value is None:
        return Explanation(
            f"No swaps make this {noun} plane."
            if claim.proved
            else f"It is not known whether swaps make this {noun} plane.",
            ["The claim `planarity.unreachable` of the same object gives the reason."] if claim.proved else [],
            "Check the claim that gives the reason.",
            checker=CHECKER,
            data=data,
        )
    if claim.proved:
        sentence = f"This {noun} needs exactly {counted(value, 'swap')} until no edges cross."
    else:
        least = counted(claim.lower or 0, "swap")
        sentence = f"This {noun} needs at least {least} and at most {value:,} until no edges cross."
    argument, pictures = [], list[tuple[str, str]]()
    if swaps := certificate.get("swaps"):
        argument.append(
            f"The swaps below lead to a drawing without crossings: {', '.join(f'{u}–{v}' for u, v in swaps)}."
        )
        pictures += _solution(_drawing(subject), swaps)
    elif not value:
        argument.append("No edges cross, so no swap is needed.")
    else:
        argument.append("All sequences of swaps were searched, and each arrangement was visited once.")
    argument += (
        _why_not_fewer(value, certificate, len(subject.document["drawing"]["edges"])) if claim.proved and value else []
    )
    fewer = certificate.get("fewer") or {}
    if pairs := fewer.get("crossings"):
        edges = [(edge[0], edge[1]) for edge in chain.from_iterable(pairs)]
        pictures.append(
            (
                marked_svg(
                    _drawing(subject), edges, "Crossing edges", f"{counted(len(pairs), 'pair')} of crossing edges"
                ),
                f"The green edges cross in pairs: {'; '.join(_pair(pair) for pair in pairs)}. The "
                f"ends of {counted(value - 1, 'edge')} never touch all pairs.",
            )
        )
    return Explanation(
        sentence,
        argument,
        "Make the swaps one by one and count the crossings; then check that fewer swaps do not suffice.",
        list(_near_tables(fewer)),
        pictures,
        CHECKER,
        data,
        spoils=bool(swaps),
    )


def _pair(pair: Sequence[Sequence[int]]) -> str:
    return " and ".join(f"{u}–{v}" for u, v in pair)


def _solution(drawing: Drawing, swaps: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
    if len(swaps) > _MOST_STEPS:
        return []
    try:
        return [(solution_svg(drawing, [(u, v) for u, v in swaps]), "The drawing after each swap.")]
    except PictureTooLarge:
        return []


def _why_not_fewer(value: int, certificate: Mapping[str, Any], edges: int) -> list[str]:
    """Return sentences that explain why fewer than `value` swaps do not suffice."""
    fewer = certificate.get("fewer")
    if value == 1:
        return ["Without a swap, there are crossings."]
    if fewer is None:
        return [
            f"There is no short proof that fewer swaps do not suffice: of the ${edges}^{{{value - 1}}}$ sequences of "
            f"{counted(value - 1, 'swap')}, those that could lead to a plane drawing were tried."
        ]
    if "crossings" in fewer:
        return [
            "Two crossing edges cross until a swap moves one of their four ends. A swap moves the two ends of one "
            "edge. "
            f"The ends of {counted(value - 1, 'edge')} never touch all of the pairs of crossing edges below, so that a "
            f"crossing is left after {counted(value - 1, 'swap')}."
        ]
    return [
        "In a plane arrangement $a$, let vertex $v$ be at the point that belongs to vertex $a(v)$ in this drawing, "
        "and let $d$ be the distance in the graph. A swap moves two vertices by one edge each, so that $a$ needs at "
        "least",
        "$$\\tfrac{1}{2} \\sum_v d\\bigl(a(v), v\\bigr)$$",
        "swaps. Each swap also changes the parity of the permutation. "
        + (
            f"By this bound, no plane arrangement is within ${value - 1}$ swaps."
            if not fewer["near"]
            else f"By this bound, only {counted(len(fewer['near']), 'plane arrangement')} could be within "
            f"${value - 1}$ swaps, and no sequence of that many swaps leads back to the start."
        ),
    ]


def _near_tables(fewer: Mapping[str, Any]) -> list[CertificateTable]:
    if not fewer.get("near"):
        return []
    rows = [(number, " ".join(map(str, at))) for number, at in enumerate(fewer["near"], start=1)]
    return [
        CertificateTable("Plane arrangements nearby", ("", "Vertices whose points are taken by vertices 0, 1, …"), rows)
    ]


def unreachable(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain why no swaps make a drawing plane."""
    certificate, drawing = claim.certificate, _drawing(subject)
    reason = certificate["reason"]
    sentence = f"No swaps make this {subject.view.kind.words} plane."
    checking, pictures = "Count the edges and the points on the hull.", list[tuple[str, str]]()
    vertices = certificate.get("vertices") or []
    n, h = len(vertices), len(certificate.get("hull") or [])
    if reason == "edges":
        edges = sum(u in vertices for u, _ in drawing.edges)
        argument = [
            "A plane drawing on $n$ points, of which $h$ are on the convex hull, has at most $3n - 3 - h$ edges. "
            "Swaps do not change the points or the number of edges.",
            f"Here $3 \\cdot {n} - 3 - {h} = {3 * n - 3 - h} < {edges}$.",
        ]
    elif reason == "recompute":
        argument = [
            f"Swaps reach at most {certificate['arrangements']:,} arrangements, and each of them has a crossing."
        ]
        checking = "Visit all arrangements that swaps can reach."
    else:
        name = _NAMES[certificate["graph"]]
        theorem = (
            f"The graph contains a subdivision of ${name}$, so it is not planar (Kuratowski)."
            if reason == "subdivision"
            else f"All {n} points are on their convex hull, where only outerplanar graphs have a plane drawing. The "
            f"graph contains a subdivision of ${name}$, so it is not outerplanar."
        )
        argument = [theorem]
        edges_of_paths = [edge for path in certificate["paths"] for edge in pairwise(path)]
        branch = ", ".join(map(str, certificate["branch"]))
        caption = f"A subdivision of {certificate['graph']}, drawn into the graph. Its vertices: {branch}."
        pictures = [(marked_svg(drawing, edges_of_paths, "A subdivision", certificate["graph"]), caption)]
        checking = (
            "Follow the paths: they join the vertices of the subdivision, along edges, without a common inner vertex."
        )
    return Explanation(
        sentence,
        argument,
        checking,
        _path_tables(certificate),
        pictures,
        CHECKER,
        {"drawing": subject.document["drawing"]},
    )


def _path_tables(certificate: Mapping[str, Any]) -> list[CertificateTable]:
    if "paths" not in certificate:
        return []
    rows = [(f"{path[0]} to {path[-1]}", "–".join(map(str, path))) for path in certificate["paths"]]
    return [CertificateTable("Paths of the subdivision", ("Joins", "Path"), rows)]


def census(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the numbers of classes in a census."""
    value, n, limit = claim.value, subject.document["vertices"], subject.document.get("max_edges")
    edges = "two disjoint edges" if limit is None else f"at most {limit} edges, two of them disjoint,"
    rows = [("unreachable" if minimum is None else minimum, f"{number:,}") for minimum, number in value["by_minimum"]]
    if claim.certificate:
        argument = [
            "The symmetries of a graph and the symmetries of a point set act together on the $n!$ assignments of "
            "vertices to points. With $|A|$ and $|B|$ symmetries, a class whose stabiliser has order $s$ has $|A| "
            "\\cdot |B| / s$ assignments, so that for each graph and point set",
            f"$$\\sum_{{\\text{{classes}}}} \\frac{{|A| \\cdot |B|}}{{s}} = {n}!.$$",
        ]
        checking = "Add up the assignments of the classes of each graph on each point set."
    else:
        argument = [
            "A search of all arrangements of each graph on each crossing type found the minima. For each number of "
            "edges, the classes add up to the number that follows from Burnside's lemma, which needs no search."
        ]
        checking = f"Repeat the search with the job `planarity-census-counts` for {n} points."
    return Explanation(
        f"Drawings of connected graphs with {edges} on {n} points form {value['classes']:,} classes, up to swaps.",
        argument,
        checking,
        [CertificateTable("Classes by minimum", ("Fewest swaps", "Classes"), rows)],
        checker=CHECKER if claim.certificate else "",
    )


_COUNTS = {
    "order-types": (
        "The recorded point sets have different canonical forms, so there are at least as many order types. Every "
        "point set has an abstract order type, that is, orientations of its triples that satisfy the axioms of Knuth "
        "for every five points. An enumeration finds no more abstract order types than there are recorded point sets.",
        "List the abstract order types of $n$ points by signotopes, and compare their number with the number in the "
        "claim.",
    ),
    "x-types": (
        "Which segments of a point set cross depends only on its order type. One point set of each order type is "
        "therefore enough: two point sets have the same crossing type if a permutation of the points maps crossings "
        "to crossings, which a canonical form of the crossings decides.",
        "List the order types of $n$ points by signotopes, and count the different canonical forms of their crossings.",
    ),
    "swap-classes": (
        "Burnside's lemma: the symmetries $B$ of a crossing type permute the labelled graphs on its points, and the "
        "classes are the orbits. Their number, summed over the crossing types $X$ of $n$ points, is "
        "$$\\sum_X \\frac{1}{|B_X|} \\sum_{\\beta \\in B_X} f(\\beta),$$ where $f(\\beta)$ is the number of these "
        "labelled graphs that $\\beta$ maps to themselves.",
        "Compute the same sum from the cycle indices of the symmetries.",
    ),
    "graphs": (
        "Burnside's lemma: graphs are the orbits of labelled graphs under the $n!$ permutations of the vertices, so "
        "their number is the mean number of labelled graphs that a permutation maps to themselves. The number of "
        "graphs without isolated vertices is the number of graphs with $n$ vertices minus the number with $n - 1$.",
        "Compute the same mean from the cycle index of the permutations.",
    ),
}


def collection(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain how many members a complete collection has."""
    value, name = claim.value, subject.document["collection"]
    argument, checking = next(
        (texts for sort, texts in _COUNTS.items() if name.startswith(f"{sort}-")),
        (claim.method, "List the members again and count them."),
    )
    [counted_by] = (key.removeprefix("by_") for key in value if key.startswith("by_"))
    rows = [(number, f"{members:,}") for number, members in value[f"by_{counted_by}"]]
    return Explanation(
        f"The collection “{subject.document['title']}” has {counted(value['members'], 'member')}.",
        [argument],
        checking,
        [CertificateTable(f"Members by {counted_by}", (counted_by.capitalize(), "Members"), rows)],
        checker=CHECKER,
        data={name: subject.document[name] for name in ("collection", "points")},
    )


EXPLANATIONS: Mapping[str, Explain] = {
    "planarity.collection-size": collection,
    "planarity.minimum-swaps": minimum_swaps,
    "planarity.unreachable": unreachable,
    "planarity.census": census,
}

"""Swap Planarity: swaps are done one by one; crossings, distances or all that could be tried exclude fewer swaps."""

from itertools import combinations, pairwise, permutations
from math import factorial, prod

from .verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, NotChecked, Wrong, require

Edge = tuple[int, int]


def left(a: list[int], b: list[int], c: list[int]) -> bool:
    """Tell whether one turns left at b on the way from a to c; no three points lie on a line."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    require(turn, "three points lie on a line")
    return turn > 0


class Drawing:
    """The points of a drawing and its edges: `crossing[s]` are the segments that segment s crosses, as bits."""

    def __init__(self, document: Json) -> None:
        points, edges = document["drawing"]["points"], document["drawing"]["edges"]
        self.n = len(points)
        self.edges: list[Edge] = [(min(edge), max(edge)) for edge in edges]
        require(len(set(self.edges)) == len(edges) and all(0 <= u < v < self.n for u, v in self.edges), "no drawing")
        turns = {(i, j, k): left(points[i], points[j], points[k]) for i, j, k in permutations(range(self.n), 3)}
        segments = list(combinations(range(self.n), 2))
        self.number = {pair: place for place, pair in enumerate(segments)}
        self.number |= {(b, a): place for (a, b), place in self.number.items()}
        self.crossing = [0] * len(segments)
        for (a, b), (c, d) in combinations(segments, 2):
            if len({a, b, c, d}) == 4 and turns[a, b, c] != turns[a, b, d] and turns[c, d, a] != turns[c, d, b]:
                self.crossing[self.number[a, b]] |= 1 << self.number[c, d]
                self.crossing[self.number[c, d]] |= 1 << self.number[a, b]

    def crossing_vertices(self, at: tuple[int, ...]) -> list[int]:
        """Return the four vertices of each pair of edges that cross, as bits, where vertex v is at point at[v]."""
        number, crossing, there, owner = self.number, self.crossing, 0, {}
        for u, v in self.edges:
            bit = 1 << number[at[u], at[v]]
            there |= bit
            owner[bit] = 1 << u | 1 << v
        found = set()
        for segment, ends in owner.items():
            met = crossing[segment.bit_length() - 1] & there & (segment - 1)
            while met:
                found.add(ends | owner[met & -met])
                met &= met - 1
        return list(found)

    def crossings(self, at: tuple[int, ...]) -> list[tuple[Edge, Edge]]:
        """Return the pairs of edges that cross where vertex v is at point at[v]."""
        owner = {self.number[at[u], at[v]]: (u, v) for u, v in self.edges}
        there = sum(1 << segment for segment in owner)
        found = []
        for segment, edge in owner.items():
            met = self.crossing[segment] & there
            while met:
                other = owner[(met & -met).bit_length() - 1]
                if edge < other:
                    found.append((edge, other))
                met &= met - 1
        return found


def swapped(at: tuple[int, ...], edge: Edge) -> tuple[int, ...]:
    """Return where the vertices are once the ends of an edge have exchanged their places."""
    moved = list(at)
    moved[edge[0]], moved[edge[1]] = at[edge[1]], at[edge[0]]
    return tuple(moved)


def minimum_swaps(claim: Json, document: Json, export: Export) -> str:
    """Do the swaps, then check why fewer do not suffice, or try all of them that could lead to a plane drawing."""
    drawing, value = Drawing(document), claim["value"]
    start = tuple(range(drawing.n))
    require(document["min_swaps"] == value, "the document says otherwise")
    require(document["crossings"] == len(drawing.crossings(start)), "the number of crossings is wrong")
    require(claim["proved"] is document.get("proved", True), "the document says otherwise")
    require(claim["upper"] == value, "the value is not its upper bound")
    if value is None:
        return _unreachable_minimum(claim, document, drawing, export)
    certificate = claim["certificate"] or {}
    swaps, fewer = certificate.get("swaps"), certificate.get("fewer")
    if swaps is not None:
        at = start
        require(len(swaps) == value == claim["upper"], f"{len(swaps)} swaps for a minimum of {value}")
        for u, v in swaps:
            require((min(u, v), max(u, v)) in drawing.edges, f"there is no edge {u}, {v} to swap")
            at = swapped(at, (u, v))
        require(not drawing.crossings(at), "the swaps do not lead to a plane drawing")
    else:
        found = _some_way(drawing, start, value, Clock(export, 30))
        require(found, f"{value} swaps lead to no plane drawing")
    if not claim["proved"]:
        raise NotChecked("the swaps were done; no minimum is said to be proved")
    require(claim["lower"] == value, "it is said to be proved, but the bounds differ")
    if value > 1 and fewer is None:
        cost = {"swaps": value - 1, "sequences": len(drawing.edges) ** (value - 1)}
        require(certificate.get("recompute") == cost, "the cost of recomputing it is another one")
    else:
        require("recompute" not in certificate, "nothing has to be recomputed")
    if fewer is not None:
        require(value and len(fewer) == 1, "there is one reason against fewer swaps")
        _require_excluded(drawing, start, value - 1, fewer, Clock(export, 60))
        return RECOMPUTED if swaps is None else CHECKED
    if value:
        require(not _some_way(drawing, start, value - 1, Clock(export, 60)), f"{value - 1} swaps suffice")
    return RECOMPUTED


def _require_excluded(drawing: Drawing, start: tuple[int, ...], swaps: int, fewer: Json, clock: Clock) -> None:
    """Check what is given to show that so many swaps do not suffice: crossings, or the arrangements that are near."""
    if "crossings" in fewer:
        crossing = {frozenset(pair) for pair in drawing.crossings(start)}
        given = [frozenset((min(edge), max(edge)) for edge in pair) for pair in fewer["crossings"]]
        sizes = {len(edge) for pair in fewer["crossings"] for edge in pair} | {len(pair) for pair in fewer["crossings"]}
        require(sizes == {2} and len(set(given)) == len(given), "pairs of edges are listed, each once")
        require(set(given) <= crossing, "edges are said to cross that do not")
        ends = [sum(1 << v for edge in pair for v in edge) for pair in given]
        edges = [(edge, 1 << edge[0] | 1 << edge[1]) for edge in drawing.edges]
        require(not _touched_by(edges, ends, swaps), f"{swaps} edges touch all the crossings")
        return
    near = Near(drawing, swaps, clock)
    require(sorted(map(list, near.arrangements)) == sorted(map(list, fewer["near"])), "other arrangements are near")
    for at in near.arrangements:
        require(not near.reached(at, swaps), f"{swaps} swaps lead to a plane arrangement")


class Near:
    """The plane arrangements that distances and parity allow to reach by so many swaps.

    What is at vertex v in an arrangement was at vertex at[v] and came along edges: each swap moves two by one edge, so
    that the distances add up to 2 for each swap, at most. And each swap changes the parity of the permutation.
    """

    def __init__(self, drawing: Drawing, swaps: int, clock: Clock) -> None:
        self.drawing, self.swaps, self.clock = drawing, swaps, clock
        self.around: list[list[int]] = [[] for _ in range(drawing.n)]
        for u, v in drawing.edges:
            self.around[u].append(v)
            self.around[v].append(u)
        self.distance = [self._distances(v) for v in range(drawing.n)]
        self.order = self._order()
        self.arrangements: list[tuple[int, ...]] = []
        self._place(0, [-1] * drawing.n, 0, 0, 0)

    def _distances(self, source: int) -> list[int]:
        """Return how many edges each vertex is away, as many as there are vertices where there is no way."""
        distance = [self.drawing.n**2] * self.drawing.n
        distance[source], queue = 0, [source]
        for u in queue:
            for v in self.around[u]:
                if distance[v] > distance[u] + 1:
                    distance[v] = distance[u] + 1
                    queue.append(v)
        return distance

    def _order(self) -> list[int]:
        """Return the vertices, each after as many neighbours as can be."""
        order: list[int] = []
        while len(order) < self.drawing.n:
            rest = [v for v in range(self.drawing.n) if v not in order]
            order.append(max(rest, key=lambda v: (sum(u in order for u in self.around[v]), len(self.around[v]))))
        return order

    def _place(self, place: int, at: list[int], taken: int, there: int, total: int) -> None:
        """Put the vertices that are left at free points, without a crossing and not too far in all."""
        self.clock.tick()
        if place == len(self.order):
            if self._allowed(tuple(at), total):
                self.arrangements.append(tuple(at))
            return
        v = self.order[place]
        # A vertex whose own point is taken moves by one edge at least.
        moving = sum(taken >> u & 1 for u in self.order[place + 1 :])
        for point, far in enumerate(self.distance[v]):
            if taken >> point & 1 or total + far + moving > 2 * self.swaps:
                continue
            segments = [self.drawing.number[point, at[u]] for u in self.around[v] if at[u] >= 0]
            if any(self.drawing.crossing[one] & there for one in segments):
                continue
            at[v] = point
            self._place(place + 1, at, taken | 1 << point, there | sum(1 << one for one in segments), total + far)
            at[v] = -1

    def _allowed(self, at: tuple[int, ...], total: int) -> bool:
        least = (total + 1) // 2
        odd = sum(a > b for a, b in combinations(at, 2)) % 2
        return least + (least % 2 != odd) <= self.swaps

    def reached(self, at: tuple[int, ...], swaps: int) -> bool:
        """Tell whether so many swaps lead from an arrangement back to the start, as far as distances allow."""
        self.clock.tick()
        total = sum(self.distance[v][point] for v, point in enumerate(at))
        if total > 2 * swaps:
            return False
        return not total or any(self.reached(swapped(at, edge), swaps - 1) for edge in self.drawing.edges)


def _some_way(drawing: Drawing, start: tuple[int, ...], most: int, clock: Clock) -> bool:
    """Tell whether at most so many swaps lead to a plane drawing.

    Arrangements are gone through layer by layer, each once. Two edges that cross do so until a swap moves one of their
    ends. So the edges of the swaps that are left touch all pairs that cross now; what no first swap begins is left out.
    """
    swaps = [(edge, 1 << edge[0] | 1 << edge[1]) for edge in drawing.edges]
    layer, seen = {start}, {start}
    for left_over in range(most, -1, -1):
        following: set[tuple[int, ...]] = set()
        for at in layer:
            clock.tick()
            crossings = drawing.crossing_vertices(at)
            if not crossings:
                return True
            for edge, ends in swaps if left_over else ():
                untouched = [four for four in crossings if not four & ends]
                if len(untouched) <= (left_over - 1) or _touched_by(swaps, untouched, left_over - 1):
                    moved = swapped(at, edge)
                    if moved not in seen:
                        following.add(moved)
        seen |= following
        layer = following
    return False


def _touched_by(swaps: list[tuple[Edge, int]], crossings: list[int], number: int) -> bool:
    """Tell whether so many edges can touch all of some crossing pairs, given by their vertices, with their ends."""
    if not crossings:
        return True
    if not number:
        return False
    first = crossings[0]
    return any(
        _touched_by(swaps, [four for four in crossings if not four & ends], number - 1)
        for _, ends in swaps
        if ends & first
    )


def _unreachable_minimum(claim: Json, document: Json, drawing: Drawing, export: Export) -> str:
    """Check a minimum of null: the claim that nothing can be reached has a certificate of its own."""
    require(claim["upper"] is None and (claim["certificate"] or {}).get("swaps") is None, "swaps lead to nothing")
    if not claim["proved"]:
        raise NotChecked("nothing is stated")
    require(claim["lower"] == 0, "where nothing can be reached no number of swaps is needed")
    for other in export.about(document["label"], "planarity.unreachable"):
        require(other["value"] is True and other["proved"], "it is said to be reachable elsewhere")
        return unreachable(other, document, export, drawing)
    raise NotChecked("no claim says why nothing can be reached")


def unreachable(claim: Json, document: Json, export: Export, drawing: Drawing | None = None) -> str:
    """Check why no plane arrangement can be reached: too many edges, a subdivision, or all arrangements."""
    drawing = drawing or Drawing(document)
    require(claim["value"] is True and claim["proved"] and document["min_swaps"] is None, "the document says otherwise")
    certificate = claim["certificate"]
    vertices = certificate.get("vertices") or list(range(drawing.n))
    edges = [edge for edge in drawing.edges if edge[0] in vertices and edge[1] in vertices]
    points = [document["drawing"]["points"][v] for v in vertices]
    closed = all((u in vertices) == (v in vertices) for u, v in drawing.edges)
    require(closed, "the vertices are not those of whole components")
    if certificate.get("hull"):
        require(len(set(certificate["hull"])) == len(certificate["hull"]), "the hull is listed twice")
        outside = {tuple(document["drawing"]["points"][v]) for v in certificate["hull"]}
        require({tuple(point) for point in hull_of(points)} == outside, "the hull is another one")
    if certificate.get("reason") == "edges":
        most = 3 * len(vertices) - 3 - len(certificate["hull"])
        require(len(edges) > most, f"{len(edges)} edges are not more than {most}")
        return CHECKED
    if certificate.get("reason") in ("subdivision", "outerplanar-subdivision"):
        if certificate["reason"] == "outerplanar-subdivision":
            require(len(certificate["hull"]) == len(vertices), "the points are not in convex position")
        _require_subdivision(certificate, set(edges))
        return CHECKED
    if certificate.get("reason") == "recompute":
        require(certificate["arrangements"] == _arrangements(drawing), "there are more arrangements, or fewer")
        return _all_arrangements(drawing, Clock(export, 60))
    raise Wrong("the certificate is of another form")


def _arrangements(drawing: Drawing) -> int:
    """Return how many arrangements there are that keep the vertices of each component together."""
    component = list(range(drawing.n))
    for _ in range(drawing.n):
        for u, v in drawing.edges:
            component[u] = component[v] = min(component[u], component[v])
    return prod(factorial(component.count(one)) for one in set(component))


def hull_of(points: list[list[int]]) -> list[list[int]]:
    """Return the points of the convex hull: those with a line to another point that has all the others on one side."""
    if len(points) <= 2:
        return points
    return [
        a
        for a in points
        if any(b != a and len({left(a, b, c) for c in points if c not in (a, b)}) == 1 for b in points)
    ]


def _require_subdivision(certificate: Json, edges: set[Edge]) -> None:
    """Require that paths without common inner vertices join the branch vertices as the named graph has them."""
    name, branch, paths = certificate["graph"], certificate["branch"], certificate["paths"]
    wanted = {
        "K5": set(combinations(range(5), 2)),
        "K3,3": {(a, b) for a in range(3) for b in range(3, 6)},
        "K4": set(combinations(range(4), 2)),
        "K2,3": {(a, b) for a in range(2) for b in range(2, 5)},
    }[name]
    allowed = ("K4", "K2,3") if certificate["reason"] == "outerplanar-subdivision" else ("K5", "K3,3")
    require(name in allowed, f"{name} is no obstruction here")
    require(len(set(branch)) == len(branch) == 1 + max(max(pair) for pair in wanted), "branch vertices are different")
    joined = {tuple(sorted((branch.index(path[0]), branch.index(path[-1])))) for path in paths}
    require(joined == wanted and len(paths) == len(wanted), f"the paths do not join the vertices of {name}")
    inner = [v for path in paths for v in path[1:-1]]
    require(len(set(inner)) == len(inner) and not set(inner) & set(branch), "the paths have common inner vertices")
    for path in paths:
        for u, v in pairwise(path):
            require((min(u, v), max(u, v)) in edges, f"there is no edge {u}, {v}")


def _all_arrangements(drawing: Drawing, clock: Clock) -> str:
    """Go through everything that swaps can reach."""
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


CHECKS = {"planarity.minimum-swaps": minimum_swaps, "planarity.unreachable": unreachable}

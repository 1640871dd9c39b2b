"""Checks of minimum numbers of swaps.

To check the upper bound, the swaps are performed one by one. Crossings, distances or a search prove that fewer swaps do
not suffice.
"""

from itertools import combinations

from ludex_check_claims.planarity.drawings import Drawing, Edge, neighbours, swapped
from ludex_check_claims.planarity.unreachable import unreachable
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, NotChecked, require


def minimum_swaps(claim: Json, document: Json, export: Export) -> str:
    """Check a claim about the minimum number of swaps, and return how it was checked.

    First, the swaps of the certificate are performed. Then, the certificate's reason why fewer swaps do not suffice is
    checked. If there is no such reason, all shorter sequences of swaps that could suffice are tried.
    """
    drawing, value = Drawing(document), claim["value"]
    start = tuple(range(drawing.n))
    reachable = value is not None or (False if claim["proved"] else None)
    shown = {"min_swaps": value, "lower_bound": claim["lower"], "reason": claim["method"], "reachable": reachable}
    for member, shown_value in (shown | {name: claim[name] for name in ("proved", "evidence")}).items():
        stated = document.get(member, shown_value)
        require(stated == shown_value and type(stated) is type(shown_value), "the claim and the document differ")
    require(claim["upper"] == value, "the value must equal the upper bound")
    if value is None:
        return _unreachable_minimum(claim, document, drawing, export)
    certificate = claim["certificate"] or {}
    swaps, fewer = certificate.get("swaps"), certificate.get("fewer")
    if swaps is not None:
        at = start
        require(len(swaps) == value, f"the certificate has {len(swaps)} swaps, but the value is {value}")
        for u, v in swaps:
            require((min(u, v), max(u, v)) in drawing.edges, f"there is no edge {u}, {v} to swap")
            at = swapped(at, (u, v))
        require(not drawing.crossings(at), "the swaps do not lead to a plane drawing")
    else:
        found = _some_way(drawing, start, value, Clock(export, 30))
        require(found, f"{value} swaps do not lead to a plane drawing")
    if not claim["proved"]:
        raise NotChecked(
            "the swaps are correct, but the claim does not state that their number is proved to be minimum"
        )
    require(claim["lower"] == value, "the claim is marked as proved, but its bounds differ")
    if value > 1 and fewer is None:
        cost = {"swaps": value - 1, "sequences": len(drawing.edges) ** (value - 1)}
        require(certificate.get("recompute") == cost, "the stated cost of recomputing is wrong")
    else:
        require("recompute" not in certificate, "a cost of recomputing is stated, but nothing has to be recomputed")
    if fewer is not None:
        require(value and len(fewer) == 1, "one reason must exclude fewer swaps")
        _require_excluded(drawing, start, value - 1, fewer, Clock(export, 300))
        return RECOMPUTED if swaps is None else CHECKED
    if value:
        require(not _some_way(drawing, start, value - 1, Clock(export, 60)), f"{value - 1} swaps suffice")
    return RECOMPUTED


def _require_excluded(drawing: Drawing, start: tuple[int, ...], swaps: int, fewer: Json, clock: Clock) -> None:
    """Check the part of a certificate that proves that `swaps` swaps do not suffice.

    This part lists either pairs of crossing edges or the near arrangements (see :class:`Near`).
    """
    if "crossings" in fewer:
        crossing = {frozenset(pair) for pair in drawing.crossings(start)}
        given = [frozenset((min(edge), max(edge)) for edge in pair) for pair in fewer["crossings"]]
        sizes = {len(edge) for pair in fewer["crossings"] for edge in pair} | {len(pair) for pair in fewer["crossings"]}
        require(sizes == {2} and len(set(given)) == len(given), "the certificate must list pairs of edges, each once")
        require(set(given) <= crossing, "a pair of edges of the certificate does not cross")
        ends = [sum(1 << v for edge in pair for v in edge) for pair in given]
        edges = [(edge, 1 << edge[0] | 1 << edge[1]) for edge in drawing.edges]
        require(not _touched_by(edges, ends, swaps), f"{swaps} edges can touch all the crossings of the certificate")
        return
    near = Near(drawing, swaps, clock)
    require(sorted(map(list, near.arrangements)) == sorted(map(list, fewer["near"])), "the near arrangements are wrong")
    for at in near.arrangements:
        require(not near.reached(at, swaps), f"{swaps} swaps suffice to reach a plane arrangement")


class Near:
    """The plane arrangements that distances and parity do not exclude from being reached by a number of swaps.

    In an arrangement, vertex v is at point `at[v]`. The distance of a vertex is the least number of edges along which
    it must move to get there. Each swap moves two vertices by one edge, so the sum of the distances is at most twice
    the number of swaps. In addition, each swap changes the parity of the permutation.
    """

    def __init__(self, drawing: Drawing, swaps: int, clock: Clock) -> None:
        self.drawing, self.swaps, self.clock = drawing, swaps, clock
        joined = neighbours(drawing.edges)
        self.around = [joined.get(v, set()) for v in range(drawing.n)]
        self.distance = [self._distances(v) for v in range(drawing.n)]
        self.nearest = [sorted(range(drawing.n), key=far.__getitem__) for far in self.distance]
        self.order = self._order()
        self.arrangements: list[tuple[int, ...]] = []
        self._place(0, [-1] * drawing.n, 0, 0, 0)

    def _distances(self, source: int) -> list[int]:
        """Return the number of edges between `source` and each vertex, or the square of `n` if there is no path."""
        distance = [self.drawing.n**2] * self.drawing.n
        distance[source], queue = 0, [source]
        for u in queue:
            for v in self.around[u]:
                if distance[v] > distance[u] + 1:
                    distance[v] = distance[u] + 1
                    queue.append(v)
        return distance

    def _order(self) -> list[int]:
        """Order the vertices greedily: the next vertex is the one with the most neighbours among those already chosen.

        Among vertices with equally many, the vertex of the largest degree is chosen.
        """
        order: list[int] = []
        while len(order) < self.drawing.n:
            rest = [v for v in range(self.drawing.n) if v not in order]
            order.append(max(rest, key=lambda v: (sum(u in order for u in self.around[v]), len(self.around[v]))))
        return order

    def _place(self, place: int, at: list[int], taken: int, there: int, total: int) -> None:
        """Place the remaining vertices on free points in all ways, and collect the arrangements that are near.

        Branches with a crossing, or in which the sum of the distances exceeds its limit, are pruned.
        """
        self.clock.tick()
        if place == len(self.order):
            if self._allowed(tuple(at), total):
                self.arrangements.append(tuple(at))
            return
        v = self.order[place]
        later = sum(1 << u for u in self.order[place + 1 :])
        # A vertex whose original point is occupied moves by at least one edge.
        most = 2 * self.swaps - total - (taken & later).bit_count()
        placed = [at[u] for u in self.around[v] if at[u] >= 0]
        number, crossing = self.drawing.number, self.drawing.crossing
        for point in self.nearest[v]:
            far = self.distance[v][point]
            if far > most:
                break
            if taken >> point & 1:
                continue
            drawn = there
            for other in placed:
                segment = number[point, other]
                if crossing[segment] & there:
                    break
                drawn |= 1 << segment
            else:
                at[v] = point
                self._place(place + 1, at, taken | 1 << point, drawn, total + far)
        at[v] = -1

    def _allowed(self, at: tuple[int, ...], total: int) -> bool:
        least = (total + 1) // 2
        odd = sum(a > b for a, b in combinations(at, 2)) % 2
        return least + (least % 2 != odd) <= self.swaps

    def reached(self, at: tuple[int, ...], swaps: int) -> bool:
        """Return whether at most `swaps` swaps lead from an arrangement back to the starting arrangement.

        A branch is pruned if the sum of the distances is more than twice the number of remaining swaps.
        """
        self.clock.tick()
        total = sum(self.distance[v][point] for v, point in enumerate(at))
        if total > 2 * swaps:
            return False
        return not total or any(self.reached(swapped(at, edge), swaps - 1) for edge in self.drawing.edges)


def _some_way(drawing: Drawing, start: tuple[int, ...], most: int, clock: Clock) -> bool:
    """Return whether a plane drawing can be reached with at most `most` swaps.

    The search visits each arrangement once, in breadth-first order. Two crossing edges continue to cross until a swap
    moves one of their ends, so the remaining swaps must touch all pairs of crossing edges. A swap is skipped if the
    subsequent swaps cannot touch all pairs that this swap does not touch.
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
    """Return whether `number` edges can be chosen such that each crossing contains an end of a chosen edge.

    Each crossing is given as the bit set of its four vertices.
    """
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
    """Check a claim whose minimum is null. A separate claim proves that no plane drawing can be reached."""
    require(
        claim["upper"] is None and (claim["certificate"] or {}).get("swaps") is None,
        "a claim that no plane drawing can be reached must not have swaps or an upper bound",
    )
    if not claim["proved"]:
        raise NotChecked("the claim states neither a number of swaps nor that no swaps suffice")
    require(claim["lower"] == 0, "the lower bound must be 0 if no plane drawing can be reached")
    for other in export.about(document["label"], "planarity.unreachable"):
        require(other["value"] is True and other["proved"], "another claim states that a plane drawing can be reached")
        reason = {
            name: other["certificate"][name] for name in ("reason", "arrangements") if name in other["certificate"]
        }
        require((claim["certificate"] or {}).get("unreachable") == reason, "the claims state different reasons")
        return unreachable(other, document, export, drawing)
    raise NotChecked("the claim with the proof that no plane drawing can be reached is missing")

"""The comparison of two drawings under every relation."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.equivalence import Relation
from ludex.games.planarity.identity.equivalence import compare as compare_drawings
from ludex.games.planarity.parts import parts
from ludex.games.planarity.pictures.drawings import drawing_svg, point_set_svg
from ludex.graphs.difference import Difference, InvariantDifference
from ludex.requests.request import ExecutionContext
from ludex.web.lookup_pages.comparison import (
    ComparedRelation,
    Comparison,
    Matching,
    PicturePair,
    compared_relation,
    matching_pair,
)

RELATIONS: dict[Relation, tuple[str, str]] = {
    Relation.ORDER_TYPE: ("Same drawing", "the same graph on points of the same order type, up to reflection"),
    Relation.SWAP: ("Same puzzle", "the same edges cross after every sequence of swaps"),
    Relation.GRAPH: ("Same graph", "isomorphic graphs, regardless of the positions of the vertices"),
    Relation.POINT_SET: (
        "Same order type",
        "all triples of points have the same orientation, or all have the opposite one",
    ),
    Relation.X_TYPE: ("Same x-type", "the same segments between points cross, regardless of the graph"),
}
"""The display name and the meaning of each relation, the strongest first."""

IMPLIED = {
    Relation.ORDER_TYPE: tuple(RELATIONS),
    Relation.SWAP: (Relation.SWAP, Relation.GRAPH),
    Relation.POINT_SET: (Relation.POINT_SET, Relation.X_TYPE),
}
"""The relations that follow from each relation, by the same matching."""

_MOST_SEGMENTS = 200
"""The maximum number of segments between all points in a picture."""


def matching_drawings(a: Drawing, b: Drawing, matching: Matching) -> PicturePair:
    """Draw two drawings; vertex i of a and the matching vertex of b both have the number i and the same colour."""
    return matching_pair(a, b, matching, drawing_svg)


def _compare(a: Drawing, b: Drawing, context: ExecutionContext) -> list[ComparedRelation]:
    """Return how two drawings are related under each relation. Raises Fault, BudgetExhausted."""
    return list(_relations(a, b, context))


def _relations(a: Drawing, b: Drawing, context: ExecutionContext) -> Iterator[ComparedRelation]:
    implied_by: dict[Relation, str] = {}
    reported: list[Difference] = []
    for relation, (name, about) in RELATIONS.items():
        if relation in implied_by:
            yield ComparedRelation(
                name, about, True, f"follows from “{implied_by[relation].lower()}”, by the same matching"
            )
            continue
        with context.search() as budget:
            found = compare_drawings(a, b, relation)
            budget.check()
        if found.matching is not None:
            implied_by |= {implied: name for implied in IMPLIED.get(relation, ()) if implied not in implied_by}
        if found.difference in reported:
            yield ComparedRelation(name, about, False, found.reason)
            continue
        reported += [] if found.difference is None else [found.difference]
        yield compared_relation(
            name,
            about,
            found,
            lambda matching: matching_drawings(a, b, matching),
            lambda difference: _differing(a, b, difference),
        )


def _differing(a: Drawing, b: Drawing, difference: InvariantDifference) -> PicturePair | None:
    """Draw the invariant that differs between two drawings: its value at each vertex, the hull, or all segments."""
    draw, caption = _INVARIANTS.get(difference.invariant, (None, ""))
    most = max(a.vertices, b.vertices)
    if draw is None or (draw is _every_segment and most * (most - 1) // 2 > _MOST_SEGMENTS):
        return None
    return PicturePair(draw(a), draw(b), caption)


def _by_degree(drawing: Drawing) -> str:
    degrees = Counter(end for edge in drawing.edges for end in edge)
    return drawing_svg(drawing, [degrees[vertex] for vertex in range(drawing.vertices)])


def _by_part(drawing: Drawing) -> str:
    sizes = dict.fromkeys(range(drawing.vertices), 1)
    for part in parts(drawing)[0]:
        sizes |= dict.fromkeys(part.vertices, len(part.vertices))
    return drawing_svg(drawing, [sizes[vertex] for vertex in range(drawing.vertices)])


def _every_segment(drawing: Drawing) -> str:
    return drawing_svg(Drawing(drawing.points, tuple(combinations(range(drawing.vertices), 2))))


_VALUES = "The number at each vertex is its value."
_INVARIANTS: dict[str, tuple[Callable[[Drawing], str], str]] = {
    "degrees": (_by_degree, _VALUES),
    "vertices of the connected parts": (_by_part, _VALUES),
    "crossings": (drawing_svg, ""),
    "vertices of the hull": (lambda drawing: point_set_svg(drawing.points), ""),
    "crossings between all segments": (_every_segment, ""),
}

COMPARISON = Comparison(
    "a drawing of Swap Planarity",
    "drawings",
    "planarity equivalence",
    ("planarity-level", "planarity-census-class"),
    _compare,
    drawing_svg,
    (("two drawings of a four-cycle", "4:0-1,0-2,1-3,2-3", "4:0-1,1-2,2-3,0-3"),),
)

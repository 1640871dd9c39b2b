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
    Relation.ORDER_TYPE: ("The same drawing", "the same graph on points of the same order type, or its mirror image"),
    Relation.SWAP: ("The same puzzle", "the same crossings after every sequence of swaps"),
    Relation.GRAPH: ("The same graph", "isomorphic graphs, wherever the vertices are"),
    Relation.POINT_SET: ("The same order type", "every three points turn the same way, or all the opposite way"),
    Relation.X_TYPE: ("The same x-type", "the same segments between points cross, without the graph"),
}
"""The name of each relation on pages, and its meaning; the strongest first."""

IMPLIED = {
    Relation.ORDER_TYPE: tuple(RELATIONS),
    Relation.SWAP: (Relation.SWAP, Relation.GRAPH),
    Relation.POINT_SET: (Relation.POINT_SET, Relation.X_TYPE),
}
"""The relations that a matching of each relation keeps as well."""

_MOST_SEGMENTS = 200
"""The most segments between all points that are drawn."""


def matching_drawings(a: Drawing, b: Drawing, matching: Matching) -> PicturePair:
    """Draw two drawings; vertex i of a, and the vertex of b that matches it, have the number i and one colour."""
    return matching_pair(a, b, matching, drawing_svg)


def _compare(a: Drawing, b: Drawing, context: ExecutionContext) -> list[ComparedRelation]:
    """Return how two drawings are related under each relation. Raises Fault, BudgetExhausted."""
    return list(_relations(a, b, context))


def _relations(a: Drawing, b: Drawing, context: ExecutionContext) -> Iterator[ComparedRelation]:
    implied_by: dict[Relation, str] = {}
    reported: list[Difference] = []
    for relation, (name, about) in RELATIONS.items():
        if relation in implied_by:
            yield ComparedRelation(name, about, True, f"the matching of {implied_by[relation].lower()} keeps this too")
            continue
        with context.search() as budget:
            found = compare_drawings(a, b, relation)
            budget.check()
        if found.matching is not None:
            implied_by |= {one: name for one in IMPLIED.get(relation, ()) if one not in implied_by}
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
    """Draw the invariant in which two drawings differ: its value at each vertex, the hull, every segment."""
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


_VALUES = "Each vertex bears its own value."
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

"""Equivalence of drawings under several relations, proved by matchings of the vertices."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from ludex.engine.arguments import require_choice
from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import count_crossings, parts
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import canonical_graph
from ludex.games.planarity.identity.invariants import degrees
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_ordered_drawing, canonical_x_type
from ludex.games.planarity.identity.swap_class import canonical_drawing
from ludex.games.planarity.points import hull
from ludex.graphs.canonical import (
    CanonicalForm,
    Difference,
    InvariantDifference,
    difference_of_forms,
    matching_from_orders,
)


class EquivalenceRelation(StrEnum):
    """The property of two drawings that a matching of their vertices must preserve.

    SWAP
        The graph, and which edges cross after each sequence of swaps (Definition 2).
    ORDER_TYPE
        The graph and the order type, or its mirror image (Theorem 3).
    GRAPH
        The graph alone.
    POINT_SET
        The order type of the points alone, or its mirror image.
    X_TYPE
        Which segments between the points cross; the graph is ignored.

    References
    ----------
    "Swap Planarity", Definition 2 and Theorem 3; A. Pilz and E. Welzl, "Order on order types", SoCG 2015, for x-types.

    Examples
    --------
    >>> EquivalenceRelation("swap") is EquivalenceRelation.SWAP
    True
    """

    SWAP = "swap"
    ORDER_TYPE = "order-type"
    GRAPH = "graph"
    POINT_SET = "point-set"
    X_TYPE = "x-type"


RELATIONS_DESCRIPTION = (
    "`swap`: the same crossings after every sequence of swaps; `order-type`: the same order type under a matching "
    "that preserves the graph; `graph`: isomorphic graphs; `point-set` and `x-type`: the points alone."
)


@dataclass(frozen=True, slots=True)
class DrawingComparison:
    """The result of comparing two drawings a and b.

    If the drawings are equivalent, `matching[i]` is the vertex of b that corresponds to vertex i of a. Otherwise,
    `matching` is None, and `difference` is either an invariant that differs, or the two canonical forms with the first
    byte in which they differ. `reason` describes in words the properties that the matching preserves, or the
    difference.
    """

    equivalent: bool
    matching: tuple[int, ...] | None
    reason: str
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class EquivalentDrawings:
    """A class of equivalent drawings, with matchings between the first drawing and all drawings of the class.

    `members` lists the numbers of the drawings in ascending order. `matchings[k][i]` is the vertex of drawing
    `members[k]` that corresponds to vertex i of drawing `members[0]`.
    """

    members: tuple[int, ...]
    matchings: tuple[tuple[int, ...], ...]


_KEEPS = {
    EquivalenceRelation.SWAP: "the matching preserves the edges, and which edges cross after every sequence of swaps",
    EquivalenceRelation.ORDER_TYPE: "the matching preserves the edges, and either preserves or reverses every turn",
    EquivalenceRelation.GRAPH: "the matching preserves the edges",
    EquivalenceRelation.POINT_SET: "the matching either preserves or reverses every turn",
    EquivalenceRelation.X_TYPE: "the matching preserves which segments between the points cross",
}


def relation_form(drawing: Drawing, relation: EquivalenceRelation) -> CanonicalForm:
    """Return the canonical form of a `drawing` under a `relation`.

    Two drawings are equivalent if and only if their forms are equal. For the cost, see the function that computes the
    form of the relation.

    >>> a, b = Drawing(((0, 0), (1, 0), (0, 1)), ((0, 1),)), Drawing(((0, 0), (1, 0), (0, 1)), ())
    >>> relation_form(a, EquivalenceRelation.POINT_SET).form == relation_form(b, EquivalenceRelation.POINT_SET).form
    True
    """
    match relation:
        case EquivalenceRelation.SWAP:
            return canonical_drawing(drawing)
        case EquivalenceRelation.ORDER_TYPE:
            return canonical_ordered_drawing(drawing)
        case EquivalenceRelation.GRAPH:
            graph = canonical_graph(drawing.vertices, drawing.edges)
            return CanonicalForm(graph.form, graph.order)
        case EquivalenceRelation.POINT_SET:
            return canonical_order_type(drawing.points)
        case EquivalenceRelation.X_TYPE:
            return canonical_x_type(drawing.points)


def compare(
    a: Drawing,
    b: Drawing,
    relation: EquivalenceRelation = EquivalenceRelation.SWAP,
    budget: Budget | None = None,
) -> DrawingComparison:
    """Return whether two drawings are equivalent, with a matching or a difference that proves the answer.

    Parameters
    ----------
    a, b : Drawing
        The drawings.
    relation : EquivalenceRelation
        The property that a matching of the vertices must preserve. The default, SWAP, compares the drawings as puzzles.
    budget : Budget, optional
        Limits the time (None: no limits). It is checked after each canonical form.

    Returns
    -------
    DrawingComparison
        A matching of the vertices if the drawings are equivalent. Otherwise, an invariant or a form that differs.

    Notes
    -----
    The cost is at most that of a few canonical forms. Most inequivalent drawings already differ in an invariant that is
    cheap to compute. The function raises BudgetExhausted if the budget ends.

    References
    ----------
    "Swap Planarity", Definition 2 and Theorem 3.

    Examples
    --------
    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> a, b = Drawing(points, ((0, 3), (0, 1), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    >>> compare(a, b).equivalent, compare(a, b, EquivalenceRelation.ORDER_TYPE).equivalent
    (True, False)
    >>> compare(a, Drawing(points, ())).reason
    'edges: 3 in a, 0 in b'
    """
    Drawing.require(a, "a")
    Drawing.require(b, "b")
    relation = require_choice(relation, EquivalenceRelation, "relation")
    for name, invariant in _INVARIANTS[relation]:
        of_a, of_b = invariant(a), invariant(b)
        if of_a != of_b:
            difference = InvariantDifference(name, of_a, of_b)
            return DrawingComparison(False, None, difference.describe(), difference)
    budget = Budget.require(budget)
    form_a, form_b = (_form(drawing, relation, budget) for drawing in (a, b))
    if form_a.form == form_b.form:
        return DrawingComparison(True, matching_from_orders(form_a.order, form_b.order), _KEEPS[relation])
    return _unequal_forms(a, b, relation, budget)


def _form(drawing: Drawing, relation: EquivalenceRelation, budget: Budget) -> CanonicalForm:
    result = relation_form(drawing, relation)
    budget.check()
    return result


def classes(
    drawings: Iterable[Drawing], relation: EquivalenceRelation = EquivalenceRelation.SWAP, budget: Budget | None = None
) -> list[EquivalentDrawings]:
    """Partition `drawings` into equivalence classes, sorted by their first members.

    `relation` defines equivalence. `budget` limits the time (None: no limits) and is checked before each drawing.
    Raises BudgetExhausted when the budget ends. Cost: one canonical form for each drawing.

    >>> corner, other = ((0, 0), (1, 0), (0, 1)), ((5, 5), (0, 0), (9, 1))
    >>> classes([Drawing(corner, ((0, 1),)), Drawing(corner, ()), Drawing(other, ((1, 2),))])
    [EquivalentDrawings(members=(0, 2), matchings=((0, 1, 2), (1, 2, 0))),
     EquivalentDrawings(members=(1,), matchings=((0, 1, 2),))]
    """
    members_by_form: dict[bytes, list[tuple[int, tuple[int, ...]]]] = {}
    for index, drawing in enumerate(drawings):
        if budget is not None:
            budget.check()
        canonical = relation_form(drawing, relation)
        members_by_form.setdefault(canonical.form, []).append((index, canonical.order))
    return [
        EquivalentDrawings(
            tuple(index for index, _ in members),
            tuple(matching_from_orders(members[0][1], order) for _, order in members),
        )
        for members in members_by_form.values()
    ]


def _degrees(drawing: Drawing) -> tuple[int, ...]:
    return degrees(drawing.vertices, drawing.edges)


def _part_sizes(drawing: Drawing) -> tuple[int, ...]:
    connected, isolated = parts(drawing)
    return tuple(sorted((len(part.vertices) for part in connected), reverse=True)) + (1,) * len(isolated)


def _hull_size(drawing: Drawing) -> int:
    return len(hull(drawing.points))


def _complete_crossings(drawing: Drawing) -> int:
    everything = tuple(combinations(range(drawing.vertices), 2))
    return count_crossings(Drawing.unchecked(drawing.points, everything))  # may have more edges than other drawings


_Invariant = tuple[str, Callable[[Drawing], int | tuple[int, ...]]]
_OF_GRAPHS: list[_Invariant] = [
    ("vertices", lambda drawing: drawing.vertices),
    ("edges", lambda drawing: len(drawing.edges)),
    ("degrees", _degrees),
    ("vertices of the connected parts", _part_sizes),
]
_OF_X_TYPES: list[_Invariant] = [("crossings between all segments", _complete_crossings)]
_OF_POINTS: list[_Invariant] = [("vertices of the hull", _hull_size), *_OF_X_TYPES]
_INVARIANTS: dict[EquivalenceRelation, list[_Invariant]] = {
    EquivalenceRelation.SWAP: [*_OF_GRAPHS, ("crossings", count_crossings)],
    EquivalenceRelation.ORDER_TYPE: [*_OF_GRAPHS, ("crossings", count_crossings), *_OF_POINTS],
    EquivalenceRelation.GRAPH: _OF_GRAPHS,
    EquivalenceRelation.POINT_SET: [("points", lambda drawing: drawing.vertices), *_OF_POINTS],
    EquivalenceRelation.X_TYPE: [("points", lambda drawing: drawing.vertices), *_OF_X_TYPES],
}


_COARSER = {
    EquivalenceRelation.SWAP: (EquivalenceRelation.GRAPH,),
    EquivalenceRelation.ORDER_TYPE: (EquivalenceRelation.GRAPH, EquivalenceRelation.POINT_SET),
}
_AGREE = {
    EquivalenceRelation.SWAP: "the graphs are isomorphic, but the drawings are not equivalent; ",
    EquivalenceRelation.ORDER_TYPE: "the graphs and the order types are the same, but no matching preserves both; ",
}


def _unequal_forms(a: Drawing, b: Drawing, relation: EquivalenceRelation, budget: Budget) -> DrawingComparison:
    """Return how two inequivalent drawings differ: in the graph, in the points, or only in the combination of the two.

    The invariants of the drawings are equal, so the difference is one of canonical forms.
    """
    for compared in (*_COARSER.get(relation, ()), relation):
        forms = [_form(drawing, compared, budget).form for drawing in (a, b)]
        if forms[0] != forms[1]:
            break
    difference = difference_of_forms(compared.value, *forms)
    return DrawingComparison(
        False, None, (_AGREE.get(relation, "") if compared is relation else "") + difference.describe(), difference
    )

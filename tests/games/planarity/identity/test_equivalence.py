"""Comparing drawings: every relation against its definition, valid matchings, reasons that name what differs."""

from collections import Counter
from random import Random

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.equivalence import (
    DrawingComparison,
    EquivalenceRelation,
    classes,
    compare,
    relation_form,
)
from tests.games.planarity.sample_drawings import MAPS, mapped, sample_drawing, sample_edges, sample_points, shuffled
from tests.oracles import drawing_equivalence as oracle

PLACES = ((0, 0), (8, 0), (3, 9), (4, 3))
ONE = Drawing(PLACES, ((0, 3), (0, 1), (1, 2)))
OTHER = Drawing(PLACES, ((0, 2), (0, 3), (1, 3)))


def holds(relation: EquivalenceRelation, one: Drawing, other: Drawing) -> bool:
    """Decide by the definition."""
    match relation:
        case EquivalenceRelation.SWAP:
            return oracle.swap_equivalent(one.points, one.edges, other.points, other.edges)
        case EquivalenceRelation.ORDER_TYPE:
            return oracle.same_ordered_drawing(one.points, one.edges, other.points, other.edges)
        case EquivalenceRelation.GRAPH:
            return any(oracle.matchings_of_graphs(one.vertices, one.edges, other.edges))
        case EquivalenceRelation.POINT_SET:
            return oracle.same_order_type(one.points, other.points)
        case EquivalenceRelation.X_TYPE:
            return oracle.same_x_type(one.points, other.points)


def keeps(relation: EquivalenceRelation, one: Drawing, other: Drawing, matching: tuple[int, ...]) -> bool:
    edges = oracle.keeps_edges(one.edges, other.edges, matching)
    match relation:
        case EquivalenceRelation.SWAP:
            return oracle.keeps_the_game(one.points, one.edges, other.points, other.edges, matching)
        case EquivalenceRelation.ORDER_TYPE:
            return edges and oracle.keeps_turns(one.points, other.points, matching)
        case EquivalenceRelation.GRAPH:
            return edges
        case EquivalenceRelation.POINT_SET:
            return oracle.keeps_turns(one.points, other.points, matching)
        case EquivalenceRelation.X_TYPE:
            return oracle.keeps_crossings(one.points, other.points, matching)


@pytest.mark.parametrize(
    ("relation", "equivalent"),
    [
        (EquivalenceRelation.SWAP, True),
        (EquivalenceRelation.ORDER_TYPE, False),
        (EquivalenceRelation.GRAPH, True),
        (EquivalenceRelation.POINT_SET, True),
        (EquivalenceRelation.X_TYPE, True),
    ],
)
def test_two_paths_on_four_points(relation: EquivalenceRelation, equivalent: bool) -> None:
    found = compare(ONE, OTHER, relation)
    assert found.equivalent is equivalent
    assert (found.matching is not None) == equivalent
    if found.matching is not None:
        assert keeps(relation, ONE, OTHER, found.matching)


@pytest.mark.parametrize("relation", EquivalenceRelation)
def test_answers_are_those_of_the_definition(relation: EquivalenceRelation) -> None:
    rng = Random(90)
    answers: Counter[bool] = Counter()
    for n in (3, 4, 4, 5, 5) * 8:
        edges = sample_edges(rng, n, rng.randint(1, n))
        one = Drawing(sample_points(rng, n, 30), edges)
        other = shuffled(rng, Drawing(sample_points(rng, n, 30), edges if rng.random() < 0.8 else edges[1:]))
        found = compare(one, other, relation)
        answers[found.equivalent] += 1
        assert found.equivalent == holds(relation, one, other), (one, other)
        assert (found.matching is not None) == found.equivalent
        if found.matching is not None:
            assert keeps(relation, one, other, found.matching)
    assert min(answers.values()) >= 5


@pytest.mark.parametrize("relation", EquivalenceRelation)
def test_a_mirror_image_under_other_names_is_equivalent(relation: EquivalenceRelation) -> None:
    rng = Random(91)
    for n in (1, 2, 3, 6, 12):
        drawing = sample_drawing(rng, n)
        other = shuffled(rng, mapped(drawing, MAPS[2]))
        found = compare(drawing, other, relation)
        assert found.matching is not None
        assert n > 6 or keeps(relation, drawing, other, found.matching)
        assert relation_form(drawing, relation).form == relation_form(other, relation).form


SQUARE = ((0, 0), (9, 1), (10, 10), (0, 8))


@pytest.mark.parametrize(
    ("a", "b", "relation", "reason"),
    [
        (Drawing(PLACES[:3], ()), Drawing(PLACES, ()), "swap", "vertices: 3 in a, 4 in b"),
        (Drawing(PLACES[:3], ()), Drawing(PLACES, ()), "x-type", "points: 3 in a, 4 in b"),
        (Drawing(PLACES, ((0, 1),)), Drawing(PLACES, ()), "graph", "edges: 1 in a, 0 in b"),
        (
            Drawing(PLACES, ((0, 1), (1, 2))),
            Drawing(PLACES, ((0, 1), (2, 3))),
            "graph",
            "degrees: 2, 1, 1, 0 in a, 1, 1, 1, 1 in b",
        ),
        (
            Drawing(SQUARE, ((0, 2), (1, 3), (0, 1))),
            Drawing(SQUARE, ((0, 1), (1, 2), (2, 3))),
            "swap",
            "crossings: 1 in a, 0 in b",
        ),
        (Drawing(PLACES, ()), Drawing(SQUARE, ()), "order-type", "vertices of the hull: 3 in a, 4 in b"),
        (Drawing(PLACES, ()), Drawing(SQUARE, ()), "x-type", "crossings between all segments: 0 in a, 1 in b"),
        (
            ONE,
            OTHER,
            "order-type",
            "the graphs and the order types are the same, but no matching preserves both; "
            "canonical forms (order-type) from byte 9 on: 0900000000000000... in a, 0500000000000000... in b",
        ),
    ],
)
def test_the_reason_names_what_differs(a: Drawing, b: Drawing, relation: str, reason: str) -> None:
    found = compare(a, b, EquivalenceRelation(relation))
    assert found.difference is not None
    assert found == DrawingComparison(False, None, reason, found.difference)
    assert reason.endswith(found.difference.describe())


def test_the_parts_of_the_graph_are_named() -> None:
    rng = Random(92)
    points = sample_points(rng, 6)
    hexagon = Drawing(points, ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)))
    triangles = Drawing(points, ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)))
    assert compare(hexagon, triangles).reason == "vertices of the connected parts: 6 in a, 3, 3 in b"


def test_classes_hold_members_and_valid_matchings() -> None:
    rng = Random(93)
    listed = []
    for _ in range(6):
        drawing = Drawing(sample_points(rng, 5, 30), sample_edges(rng, 5, 5))
        listed += [drawing, shuffled(rng, mapped(drawing, MAPS[0])), shuffled(rng, mapped(drawing, MAPS[2]))]
    rng.shuffle(listed)
    for relation in EquivalenceRelation:
        found = classes(listed, relation)
        assert sorted(member for one in found for member in one.members) == list(range(18))
        assert [one.members[0] for one in found] == sorted(one.members[0] for one in found)
        for one in found:
            first = listed[one.members[0]]
            for member, matching in zip(one.members, one.matchings, strict=True):
                assert keeps(relation, first, listed[member], matching)
        for i, one in enumerate(found):
            for other in found[i + 1 :]:
                assert not holds(relation, listed[one.members[0]], listed[other.members[0]])


def test_classes_consult_the_budget() -> None:
    with pytest.raises(BudgetExhausted):
        classes([ONE, OTHER], budget=Budget(seconds=0.0))

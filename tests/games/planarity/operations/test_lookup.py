"""Looking drawings up under every relation, against slow definitions."""

from random import Random

import pytest

from ludex.catalogue.lists.listing import count
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.equivalence import EquivalenceRelation
from ludex.games.planarity.identity.invariants import MAX_CROSSING_PAIRS
from ludex.games.planarity.kinds import ORDER_TYPE
from ludex.games.planarity.operations.levels import identify_level
from ludex.games.planarity.operations.lookup import dedup, identify_points, invariants, matching_levels
from ludex.games.planarity.points import PointsError
from tests.games.planarity import sample_drawings
from tests.games.planarity.sample_drawings import mapped, sample_points, shuffled
from tests.games.planarity.sample_levels import every_level, mixed_drawings, store_drawings
from tests.oracles.drawing_equivalence import keeps_crossings, keeps_edges, keeps_the_game, keeps_turns

KEEPS = {
    EquivalenceRelation.SWAP: lambda a, b, m: keeps_the_game(a.points, a.edges, b.points, b.edges, m),
    EquivalenceRelation.ORDER_TYPE: lambda a, b, m: (
        keeps_edges(a.edges, b.edges, m) and keeps_turns(a.points, b.points, m)
    ),
    EquivalenceRelation.GRAPH: lambda a, b, m: keeps_edges(a.edges, b.edges, m),
    EquivalenceRelation.POINT_SET: lambda a, b, m: keeps_turns(a.points, b.points, m),
    EquivalenceRelation.X_TYPE: lambda a, b, m: keeps_crossings(a.points, b.points, m),
}
MIXED = mixed_drawings()


@pytest.mark.parametrize("relation", EquivalenceRelation)
def test_a_drawing_is_looked_up_with_matchings(filled, relation):
    rng = Random(str(relation))
    for drawing in [drawing for drawing in MIXED if drawing.vertices in (4, 5)][:6]:
        asked = mapped(shuffled(rng, drawing), (-2, 1, 1, 2))
        found = matching_levels(filled, asked, relation, limit=1000)
        first = matching_levels(filled, asked, relation, limit=1)
        if relation is not EquivalenceRelation.ORDER_TYPE:
            assert identify_level(drawing).label in {one.label for one in found.items}
        assert (first.items, first.matchings) == (found.items[:1], found.matchings[:1])
        for one, matching in zip(found.items, found.matchings, strict=True):
            assert sorted(matching) == list(range(drawing.vertices))
            assert KEEPS[relation](asked, one.document().drawing.drawing(), matching)


@pytest.mark.parametrize(
    "relation", [EquivalenceRelation.GRAPH, EquivalenceRelation.POINT_SET, EquivalenceRelation.X_TYPE]
)
def test_every_level_that_is_equivalent_is_found(filled, relation):
    names = {
        EquivalenceRelation.GRAPH: "graph",
        EquivalenceRelation.POINT_SET: "order_type",
        EquivalenceRelation.X_TYPE: "x_type",
    }
    levels = every_level(filled)
    for one in levels[4:12]:
        same = getattr(one.document, names[relation])
        wanted = [other.id for other in levels if getattr(other.document, names[relation]) == same]
        assert [found.id for found in matching_levels(filled, one.drawing, relation).items] == wanted


def test_swap_equivalent_drawings_of_two_order_types_are_told_apart_where_asked(catalogue):
    points = ((0, 0), (8, 0), (3, 9), (4, 3))
    one, other = Drawing(points, ((0, 1), (0, 3), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    store_drawings(catalogue, one)
    assert len(matching_levels(catalogue, other, EquivalenceRelation.SWAP).items) == 1
    assert matching_levels(catalogue, other, EquivalenceRelation.ORDER_TYPE).items == ()
    classes = dedup(catalogue, [one, other], EquivalenceRelation.ORDER_TYPE)
    assert [(c.members, c.levels) for c in classes] == [((0,), (identify_level(one).label,)), ((1,), ())]
    assert [c.members for c in dedup(catalogue, [one, other], EquivalenceRelation.SWAP)] == [(0, 1)]


@pytest.mark.parametrize("relation", EquivalenceRelation)
def test_a_batch_is_sorted_into_classes_with_their_stored_levels(filled, relation):
    fresh = Drawing(sample_points(Random(4), 7), ((0, 1), (2, 3)))
    batch = [fresh, *MIXED[4:10], shuffled(Random(2), MIXED[4]), mapped(fresh, (0, 1, 1, 0))]
    classes = dedup(filled, batch, relation, limit=2)
    assert sorted(member for one in classes for member in one.members) == list(range(len(batch)))
    assert classes[0].members == (0, 8)
    assert classes[0].levels == ()
    for one in classes:
        found = matching_levels(filled, batch[one.members[0]], relation, limit=2)
        assert one.levels == tuple(level.label for level in found.items)
        for member, matching in zip(one.members, one.matchings, strict=True):
            if batch[member].vertices <= 5:
                assert KEEPS[relation](batch[one.members[0]], batch[member], matching)
    unnamed = dedup(None, batch, relation)
    assert [one.members for one in unnamed] == [one.members for one in classes]
    assert all(one.levels == () for one in unnamed)


def test_a_look_up_ends_with_its_budget(catalogue):
    store_drawings(catalogue, MIXED[5])
    ended = Budget(seconds=0.0)
    for ask in (lambda: matching_levels(catalogue, MIXED[5], budget=ended),
                lambda: dedup(catalogue, MIXED[5:7], budget=ended)):  # fmt: skip
        with pytest.raises(BudgetExhausted):
            ask()


def test_an_order_type_is_identified_and_stored_once(catalogue):
    points = sample_drawings.sample_points(Random(9), 6)
    other = tuple((3 * y + 1, 3 * x - 7) for x, y in (points[i] for i in (4, 2, 0, 5, 1, 3)))
    before = identify_points(catalogue, points)
    assert (before.stored, before.representative, before.matching) == (False, None, None)
    first = identify_points(catalogue, points, store=True)
    again = identify_points(catalogue, other, store=True)
    assert (first.created, again.created) == (True, False)
    assert (first.label, first.x_type, first.hull) == (again.label, again.x_type, again.hull)
    assert first.label == before.label
    assert tuple(again.representative) == points
    assert keeps_turns(other, points, again.matching)
    assert sorted(first.matching) == list(range(6))
    with catalogue.reading() as reader:
        assert count(reader, ORDER_TYPE, {"hull": first.hull}).count == 1
    with pytest.raises(PointsError):
        identify_points(catalogue, ((0, 0), (1, 1), (2, 2)))


def test_the_invariants_of_a_drawing_name_what_it_would_be_stored_as(filled):
    for one in every_level(filled)[:8]:
        found = invariants(one.drawing)
        document = one.document
        assert (found.level, found.graph, found.order_type, found.x_type) == (
            document.label, document.graph, document.order_type, document.x_type,
        )  # fmt: skip
        assert (found.crossings, found.hull, found.plane) == (
            document.crossings, document.hull, not document.crossings,
        )  # fmt: skip
        assert len(found.crossing_pairs) == document.crossings
    complete = Drawing(tuple((i, i * i) for i in range(40)), tuple((i, j) for i in range(40) for j in range(i)))
    assert invariants(complete).crossings > MAX_CROSSING_PAIRS
    assert invariants(complete).crossing_pairs is None

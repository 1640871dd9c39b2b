"""Generating levels, point sets, order types and the census; what is said of drawings and points."""

from random import Random

import pytest

from ludex.catalogue.lists.listing import count
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.invariants import MAX_CROSSING_PAIRS
from ludex.games.planarity.kinds import LEVEL, ORDER_TYPE
from ludex.games.planarity.making.provenance import GenerationError, GenerationParameters
from ludex.games.planarity.operations.census import CensusNotStored, store_census, stored_census
from ludex.games.planarity.operations.levels import generate_levels
from ludex.games.planarity.operations.lookup import identify_points, invariants
from ludex.games.planarity.points import PointsError
from ludex.games.planarity.study.census import census_totals
from tests.games.planarity import sample_drawings
from tests.games.planarity.sample_levels import every_level
from tests.oracles.drawing_equivalence import keeps_turns
from tests.oracles.untangling import fewest_swaps

EIGHT = GenerationParameters(vertices=8, edges=12, swaps=2, seed=5)


def test_generated_levels_are_the_same_stored_or_not(catalogue):
    unstored = generate_levels(None, EIGHT, 3)
    assert [(one.id, one.created, one.document.min_swaps) for one in unstored.items] == [(0, False, 2)] * 3
    stored = generate_levels(catalogue, EIGHT, 3)
    assert [one.document for one in stored.items] == [one.document for one in unstored.items]
    assert [one.created for one in stored.items] == [True] * 3
    again = generate_levels(catalogue, EIGHT, 4)
    assert [(one.created, one.matching is None) for one in again.items] == [(False, False)] * 3 + [(True, True)]
    for one in every_level(catalogue):
        assert one.document.provenance["seed"] == 5
        assert one.level.settled
        minimum, ends, sequences = fewest_swaps(one.drawing.points, one.drawing.edges)
        counts = one.document.optimal_solutions
        assert (minimum, ends, sequences) == (2, counts.arrangements, counts.sequences)


def test_levels_that_were_found_are_measured_in_time_of_their_own(catalogue):
    class Ending:
        """Ends the search once a level is there."""

        found = False

        def progress(self, progress):
            self.found = progress.done >= 1

    for measuring, measured in ((None, False), (10.0, True)):
        ending = Ending()
        budget = Budget(stop=lambda ending=ending: ending.found, progress=ending.progress)
        made = generate_levels(None, EIGHT, 5, budget, measuring=measuring)
        assert "cancelled" in made.shortfall
        assert [(one.document.difficulty.grade is not None) for one in made.items] == [measured]


def test_a_count_out_of_range_is_refused():
    with pytest.raises(GenerationError):
        generate_levels(None, EIGHT, 0)


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


def test_the_stored_census_has_the_totals_of_the_counted_one(catalogue):
    with pytest.raises(CensusNotStored):
        stored_census(catalogue, 4)
    met = []
    assert store_census(catalogue, 4, on_class=met.append) == 15
    stored, counted = stored_census(catalogue, 4), census_totals(4)
    assert stored.totals == counted.shares(4)
    assert sum(share.classes for share in stored.totals.distribution) == stored.totals.classes == len(met) == 15
    assert [share.min_swaps for share in stored.totals.distribution] == [0, 1, None]
    assert {one.document().min_swaps for one in stored.hardest} == {1}
    assert len(stored.hardest) == len(counted.hardest) == 4
    with pytest.raises(BudgetExhausted):
        store_census(catalogue, 5, Budget(seconds=0.0))
    with pytest.raises(ValueError, match="4 to 7"):
        store_census(catalogue, 3)


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


def test_levels_are_counted(filled):
    with filled.reading() as reader:
        assert count(reader, LEVEL, {}).count == len(every_level(filled))

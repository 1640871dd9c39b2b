"""Swishes stored as a search meets them: what was met stays, however the search or its reader ends."""

import pytest

from ludex.catalogue.kind import named
from ludex.catalogue.kinds.swish import SWISH_STACK
from ludex.engine.budget import BudgetExhausted
from ludex.operations.swish.positions import storing_swishes, swishes_in_position
from ludex.swish.found import Stack
from ludex.swish.identity.keys import canonical_stack
from ludex.swish.position import Position
from ludex.swish.solving.search import find_all

POSITION = Position.from_codes(["*o./.../...", "o*./.../...", "o../*../...", "*../o../..."])
SWISHES = find_all(POSITION).items


def labels(swishes):
    stacks = (Stack(canonical_stack(one.stack, POSITION.symmetry), POSITION.symmetry) for one in swishes)
    return {named(SWISH_STACK, stack).label for stack in stacks}


def stored(catalogue, position_label):
    return {label for label, _ in swishes_in_position(catalogue, position_label).items}


@pytest.fixture
def position_label(sqlite_catalogue):
    from ludex.operations.swish.positions import store_swishes

    return store_swishes(sqlite_catalogue, POSITION, []).label


def test_all_of_them_are_stored_at_the_end(sqlite_catalogue, position_label):
    assert tuple(storing_swishes(sqlite_catalogue, POSITION, SWISHES)) == SWISHES
    assert stored(sqlite_catalogue, position_label) == labels(SWISHES)
    assert len(labels(SWISHES)) >= 2


def test_what_was_met_is_stored_where_the_search_ends_early(sqlite_catalogue, position_label):
    def met():
        yield SWISHES[0]
        raise BudgetExhausted("time")

    with pytest.raises(BudgetExhausted):
        list(storing_swishes(sqlite_catalogue, POSITION, met()))
    assert stored(sqlite_catalogue, position_label) == labels(SWISHES[:1])


def test_what_was_taken_is_stored_where_the_reader_goes(sqlite_catalogue, position_label):
    taken = storing_swishes(sqlite_catalogue, POSITION, iter(SWISHES))
    next(taken)
    assert stored(sqlite_catalogue, position_label) == set()
    taken.close()
    assert stored(sqlite_catalogue, position_label) == labels(SWISHES[:1])


def test_many_are_stored_a_part_at_a_time(sqlite_catalogue, position_label, monkeypatch):
    monkeypatch.setattr("ludex.operations.swish.positions._AT_ONCE", 2)
    taken = storing_swishes(sqlite_catalogue, POSITION, iter(SWISHES))
    met = [next(taken), next(taken), next(taken)]
    assert stored(sqlite_catalogue, position_label) == labels(met[:2])
    taken.close()

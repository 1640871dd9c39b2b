"""The swishes that are found in a position are stored with it."""

from ludex.catalogue.kinds.kind import named
from ludex.engine.budget import Budget
from ludex.games.swish.identity.keys import canonical_stack
from ludex.games.swish.kinds import SWISH_STACK
from ludex.games.swish.operations.positions import Find, store_position, swishes_in_position
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_all
from ludex.games.swish.swishes import Stack

POSITION = Position.from_codes(["*o./.../...", "o*./.../...", "o../*../...", "*../o../..."])
SWISHES = find_all(POSITION).items


def labels(swishes):
    stacks = (Stack(canonical_stack(one.stack, POSITION.symmetry), POSITION.symmetry) for one in swishes)
    return {named(SWISH_STACK, stack).label for stack in stacks}


def stored(catalogue, position_label):
    return {label for label, _ in swishes_in_position(catalogue, position_label).items}


def test_all_swishes_of_a_position_are_stored_and_lie_in_it(catalogue):
    done = store_position(catalogue, POSITION, Budget(), Find.ALL)
    assert done.swishes == SWISHES and done.complete
    assert stored(catalogue, done.stored.label) == labels(SWISHES)
    assert len(labels(SWISHES)) >= 2


def test_as_many_are_stored_as_are_asked_for(catalogue):
    done = store_position(catalogue, POSITION, Budget(), Find.ALL, limit=1)
    assert not done.complete
    assert stored(catalogue, done.stored.label) == labels(SWISHES[:1])

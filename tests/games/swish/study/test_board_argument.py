"""The closed forms of boards by their sides are what the orbits of their cells add up to."""

from dataclasses import replace

import pytest

from ludex.games.swish.card import Symmetry
from ludex.games.swish.study.board_argument import closed_form_faults
from ludex.games.swish.study.boards import board_facts

BOARDS = [(h, w, Symmetry.RECTANGLE) for h in range(1, 10) for w in range(1, 10) if h * w > 1]
BOARDS += [(n, n, Symmetry.SQUARE) for n in range(2, 10)]


@pytest.mark.parametrize(("height", "width", "symmetry"), BOARDS)
def test_the_orbits_add_up_to_the_closed_forms(height, width, symmetry):
    assert list(closed_form_faults(board_facts(height, width, symmetry))) == []


def test_another_number_is_named():
    facts = board_facts(4, 3)
    assert list(closed_form_faults(replace(facts, largest_no_swish_set=21)))
    assert list(closed_form_faults(replace(facts, maximum_sets=215)))

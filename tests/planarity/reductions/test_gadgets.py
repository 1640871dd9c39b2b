"""Theorem 2: each gadget has the minimum that it is built to have, met in as many ways as it has meanings."""

from math import factorial

import networkx
import pytest

from ludex.engine.faults import Fault
from ludex.planarity.crossings import is_plane
from ludex.planarity.drawing import MAX_VERTICES, Drawing
from ludex.planarity.reductions.gadget_levels import MOST_BLOCKS, Gadget, gadget_level
from ludex.planarity.solving.minimum_swaps import solve

# What each is built for: its minimum, and in how many drawings it can end, true or false, or one of three. The greatest
# two gadgets, whose search takes seconds, are confirmed by scripts/bench.
BUILT = {
    Gadget.SPLIT: (3, 2),
    Gadget.CLAUSE: (5, 3),
    Gadget.CONNECTIONS: (6, 3),
    Gadget.LEG: (8, 3),
}


@pytest.mark.parametrize("gadget", [*Gadget])
def test_a_gadget_is_a_tree_that_its_swaps_make_plane(gadget: Gadget) -> None:
    found = gadget_level(gadget)
    assert found.drawing.vertices <= MAX_VERTICES
    assert networkx.is_tree(found.drawing.graph())
    # In general position: it is a valid drawing.
    assert Drawing(found.drawing.points, found.drawing.edges) == found.drawing
    assert len(found.swaps) == found.min_swaps
    assert is_plane(found.drawing.after(found.swaps))


@pytest.mark.parametrize("gadget", [*BUILT])
def test_the_exact_search_confirms_the_minimum_and_the_meanings(gadget: Gadget) -> None:
    found = gadget_level(gadget)
    solution = solve(found.drawing)
    assert (solution.min_swaps, solution.arrangements) == BUILT[gadget]
    assert (solution.proved, found.min_swaps) == (True, BUILT[gadget][0])


@pytest.mark.parametrize("blocks", range(1, MOST_BLOCKS + 1, 2))
def test_a_variable_is_true_or_false(blocks: int) -> None:
    found = gadget_level(Gadget.VARIABLE, blocks)
    solution = solve(found.drawing)
    swaps = (blocks + 1) // 2
    assert (solution.min_swaps, found.min_swaps, solution.arrangements) == (swaps, swaps, 2)
    # The swaps of either meaning share no vertex, and can be made in any order.
    assert solution.sequences == 2 * factorial(swaps)


@pytest.mark.parametrize("blocks", [0, 2, 13])
def test_a_variable_of_another_number_of_blocks_is_refused(blocks: int) -> None:
    with pytest.raises(Fault, match="odd number"):
        gadget_level(Gadget.VARIABLE, blocks)

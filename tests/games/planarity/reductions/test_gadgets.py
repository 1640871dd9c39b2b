"""Theorem 2: each gadget has the minimum that it is built to have, met in as many ways as it has meanings."""

from functools import reduce
from itertools import product
from math import factorial

import pytest

from ludex.games.planarity.reductions.gadgets import GAP, Construction, Frame, add_split, add_variable
from ludex.games.planarity.reductions.known_levels import MAX_BLOCKS, Gadget, gadget_level
from ludex.games.planarity.solving.minimum_swaps import solve
from tests.oracles.small_drawings import crossed_pairs, swapped

# What each is built for: its minimum, and in how many drawings it can end, true or false, or one of three. The greatest
# two gadgets, whose search takes seconds, are confirmed by scripts/bench.
BUILT = {
    Gadget.SPLIT: (3, 2),
    Gadget.CLAUSE: (5, 3),
    Gadget.CONNECTIONS: (6, 3),
    Gadget.LEG: (8, 3),
}


@pytest.mark.parametrize("gadget", [*BUILT])
def test_the_exact_search_confirms_the_minimum_and_the_meanings(gadget: Gadget) -> None:
    found = gadget_level(gadget)
    solution = solve(found.drawing)
    assert (solution.min_swaps, solution.arrangements) == BUILT[gadget]
    assert (solution.proved, found.min_swaps) == (True, BUILT[gadget][0])


@pytest.mark.parametrize("blocks", range(1, MAX_BLOCKS + 1, 2))
def test_a_variable_is_true_or_false(blocks: int) -> None:
    found = gadget_level(Gadget.VARIABLE, blocks)
    solution = solve(found.drawing)
    swaps = (blocks + 1) // 2
    assert (solution.min_swaps, found.min_swaps, solution.arrangements) == (swaps, swaps, 2)
    # The swaps of either meaning share no vertex, and can be made in any order.
    assert solution.sequences == 2 * factorial(swaps)


@pytest.mark.parametrize("below", [True, False])
def test_a_split_says_what_its_variable_says_wherever_its_vertices_are_moved(below: bool) -> None:
    """Each vertex is moved a little, so that no three are on a line: in twenty splits that changes nothing."""
    made = Construction()
    rungs = add_variable(made, Frame(), 41)
    splits = {}
    for number in range(1, 41, 2):
        end = rungs[number][1 if below else 0]
        splits[number] = add_split(made, Frame(*made.places[end], 0.0 if below else 180.0), end)
    drawing = made.drawing()
    for number, split in splits.items():
        near = {vertex for vertex, (x, _) in enumerate(made.places) if abs(x - GAP * number) <= GAP}
        edges = tuple(edge for edge in drawing.edges if near.issuperset(edge))
        plane = []
        for done in product((False, True), repeat=3):
            # What a variable says, every other rung of it does.
            turned = [*rungs[1 if done[0] else 0 :: 2], *(one for one, by in zip(split, done[1:], strict=True) if by)]
            points = reduce(swapped, turned, drawing.points)
            plane += [] if crossed_pairs(points, edges) else [done]
        assert plane == [(False, False, True), (True, True, False)]

"""Lemma 1 and Theorem 1: drawings whose minimum is known, and embeddings carried to swaps and back."""

from math import comb
from random import Random

import pytest

from ludex.engine.faults import Fault
from ludex.games.planarity.crossings import count_crossings, is_plane
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.reductions.known_levels import Gadget, folded_cycle, gadget_level
from ludex.games.planarity.reductions.point_set_embedding import (
    embedding_instance,
    embedding_of_swaps,
    swaps_of_embedding,
)
from ludex.games.planarity.solving.embedding import embed
from ludex.games.planarity.solving.minimum_swaps import solve
from tests.games.planarity.sample_drawings import connected_drawing
from tests.oracles.triangulations import is_plane as is_plane_for_sure


@pytest.mark.parametrize("n", [4, 6, 22, 64])
def test_the_cycle_of_lemma_1_has_one_crossing_and_swaps_that_meet_its_minimum(n: int) -> None:
    found = folded_cycle(n)
    assert count_crossings(found.drawing) == 1
    assert found.min_swaps == len(found.swaps) == comb(n // 2, 2)
    assert is_plane(found.drawing.after(found.swaps))


@pytest.mark.parametrize("n", [2, 7, 66])
def test_other_cycles_are_refused(n: int) -> None:
    with pytest.raises(Fault):
        folded_cycle(n)


@pytest.mark.parametrize("seed", range(12))
def test_a_graph_can_be_embedded_iff_swaps_reach_a_plane_drawing(seed: int) -> None:
    sample = connected_drawing(Random(seed), 7, 6 + seed % 7)
    drawing = embedding_instance(sample.edges, sample.points)
    solution, embedding = solve(drawing), embed(drawing, drawing.points)
    assert solution.proved and embedding.proved
    assert (solution.min_swaps is None) == (embedding.drawing is None)
    if embedding.drawing is not None:
        places = [drawing.points.index(point) for point in embedding.drawing.points]
        swaps = swaps_of_embedding(drawing, places)
        assert is_plane_for_sure(drawing.after(swaps).points, drawing.edges)
        assert embedding_of_swaps(drawing, swaps) == tuple(places)
        solved = embedding_of_swaps(drawing, solution.swaps)
        assert is_plane_for_sure(tuple(drawing.points[place] for place in solved), drawing.edges)


def test_what_is_no_instance_is_refused_at_its_place() -> None:
    points = ((0, 0), (4, 1), (2, 5), (9, 7))
    with pytest.raises(Fault, match="not connected"):
        embedding_instance(((0, 1), (2, 3)), points)
    drawing = Drawing(points, ((0, 1), (1, 2), (2, 3)))
    for wrong in ((0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 4)):
        with pytest.raises(DrawingError) as refused:
            swaps_of_embedding(drawing, wrong)
        assert refused.value.place == ("embedding",)
    with pytest.raises(DrawingError) as refused:
        embedding_of_swaps(drawing, [(0, 1), (0, 2)])
    assert refused.value.place == ("swaps", 1)


@pytest.mark.parametrize(
    ("gadget", "blocks", "vertices", "minimum"),
    [
        *((Gadget.VARIABLE, blocks, 2 + 5 * blocks, (blocks + 1) // 2) for blocks in range(1, 12, 2)),
        (Gadget.SPLIT, 3, 25, 3),
        (Gadget.CLAUSE, 3, 28, 5),
        (Gadget.CONNECTIONS, 3, None, 6),
        (Gadget.VARIABLES, 3, 58, 8),
        (Gadget.LEG, 3, 56, 8),
    ],
)
def test_a_gadget_has_the_swaps_that_it_is_built_for(
    gadget: Gadget, blocks: int, vertices: int | None, minimum: int
) -> None:
    found = gadget_level(gadget, blocks)
    assert (found.min_swaps, len(found.swaps)) == (minimum, minimum)
    assert not is_plane(found.drawing)
    assert is_plane(found.drawing.after(found.swaps))
    assert len(found.drawing.edges) == found.drawing.vertices - 1
    assert vertices in (None, found.drawing.vertices)


@pytest.mark.parametrize("blocks", [0, 2, 13, -1])
def test_a_variable_has_an_odd_number_of_blocks_up_to_eleven(blocks: int) -> None:
    with pytest.raises(Fault, match="odd number"):
        gadget_level(Gadget.VARIABLE, blocks)

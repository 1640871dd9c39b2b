"""Lemma 2: any arrangement of a connected graph can be reached by swaps along its edges."""

from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.routing import RoutingError, route
from tests.games.planarity.sample_drawings import connected_drawing
from tests.trials import examples


@settings(deadline=None, max_examples=examples(80))
@given(st.integers(1, 12), st.integers(0, 2**32))
def test_every_arrangement_is_reached_in_at_most_n_times_n_minus_1_swaps(n: int, seed: int) -> None:
    rng = Random(seed)
    drawing = connected_drawing(rng, n, min(n - 1 + rng.randrange(n), n * (n - 1) // 2))
    arrangement = list(range(n))
    rng.shuffle(arrangement)
    swaps = route(drawing, arrangement)
    assert drawing.after(swaps).points == tuple(drawing.points[place] for place in arrangement)
    assert len(swaps) <= n * (n - 1)


@settings(deadline=None, max_examples=examples(40))
@given(st.integers(2, 12), st.integers(0, 2**32))
def test_swaps_of_disjoint_edges_are_routed_by_these_swaps(n: int, seed: int) -> None:
    rng = Random(seed)
    drawing = connected_drawing(rng, n, n - 1)
    matching = sorted(networkx.maximal_matching(drawing.graph()))
    arrangement = list(range(n))
    for u, v in matching:
        arrangement[u], arrangement[v] = v, u
    assert sorted(route(drawing, arrangement)) == sorted(tuple(sorted(edge)) for edge in matching)


def test_vertices_stay_in_their_component() -> None:
    two = Drawing(((0, 0), (4, 1), (1, 5), (7, 9)), ((0, 1), (2, 3)))
    assert route(two, [1, 0, 3, 2]) == ((0, 1), (2, 3))
    with pytest.raises(RoutingError, match="cannot leave its component"):
        route(two, [2, 1, 0, 3])
    with pytest.raises(RoutingError, match="every position once"):
        route(two, [0, 0, 2, 3])

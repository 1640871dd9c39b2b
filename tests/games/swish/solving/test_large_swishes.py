"""Large swishes by repeated improvement of a part."""

import pytest

from ludex.engine.budget import Budget
from ludex.games.swish.solving.depth_first import DepthFirst
from ludex.games.swish.solving.large_swishes import improve_swish
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import is_swish
from tests.games.swish.solving.test_cycle_cuts import random_cards


@pytest.mark.parametrize("seed", range(3))
def test_the_result_is_a_swish_and_often_a_largest_one(seed: int) -> None:
    position = random_cards(30, 5, 4, seed)
    search = DepthFirst.of(position, copies_differ=False)
    found = improve_swish(search.placements, None, 30, Budget(1.0))
    assert found is not None
    assert is_swish(found.stack)
    assert len(set(found.indices)) == found.size <= find_largest(position).size


def test_a_known_swish_is_never_lost() -> None:
    position = random_cards(30, 5, 4, 1)
    search = DepthFirst.of(position, copies_differ=False)
    known = find_largest(position).swish
    assert improve_swish(search.placements, known, 30, Budget(0.0)) == known

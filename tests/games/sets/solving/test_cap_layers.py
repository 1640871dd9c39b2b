"""Three properties with four values: 28 cards, no more; the parts of the proof against trying everything."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.position import is_set
from ludex.games.sets.solving.cap_layers import DECK, _layers, find_cap_in_layers
from tests.oracles import cap_subsets as oracle
from tests.oracles.set_brute_force import all_sets, whole_deck
from tests.trials import examples

LAYER = whole_deck(2, 4)


@cache
def crossing() -> list[tuple[int, ...]]:
    """Return the sets with one card of each layer, by the cells of these."""
    cells = product(range(16), repeat=4)
    return [four for four in cells if is_set(DECK, [16 * layer + cell for layer, cell in enumerate(four)])]


def test_no_cap_has_29_cards() -> None:
    assert find_cap_in_layers(29, Budget()) is None


@pytest.mark.parametrize("size", [1, 20, 27, 28])
def test_caps_of_up_to_28_cards_are_found(size: int) -> None:
    cap = find_cap_in_layers(size, Budget())
    assert cap is not None
    assert len(cap) >= size
    assert not all_sets([DECK.code(card) for card in cap], 4)


def test_the_layers_are_all_caps_of_sixteen_cards_and_their_classes_65() -> None:
    sets = oracle.masks_of_sets(LAYER, 4)
    layers = _layers()
    assert set(layers.words.tolist()) == set(oracle.caps(16, sets))
    images = {tuple(row) for row in layers.symmetries.tolist()}
    assert images == {tuple(1 << cell for cell in row) for row in oracle.digit_symmetries(LAYER)}
    assert len(images) == 1152
    # One of no card and one of a single card, ..., three of nine: the classes under these symmetries.
    assert oracle.classes(16, sets, oracle.digit_symmetries(LAYER)) == [1, 1, 2, 4, 8, 11, 16, 12, 7, 3]


@settings(max_examples=examples(60), deadline=None)
@given(st.tuples(*[st.integers(0, 2**16 - 1)] * 3))
def test_three_layers_leave_open_what_makes_no_set_with_them(layers: tuple[int, int, int]) -> None:
    from ludex.games.sets.kernels.cap_layers import fill

    a, b, c = layers
    blocks = np.zeros((2, 256), np.int64)
    fill(a, b, _layers().fourth, blocks)
    forbidden = {d for i, j, k, d in crossing() if a >> i & 1 and b >> j & 1 and c >> k & 1}
    assert blocks[0, c & 255] | blocks[1, c >> 8] == sum(1 << d for d in forbidden)


def test_most_cards_within_cells() -> None:
    sets = oracle.masks_of_sets(LAYER, 4)
    most = _layers().most
    for cells in range(255, 2**16, 8191):
        within = [one for one in sets if not one & ~cells]
        others = 16 - cells.bit_count()
        assert most[cells] == oracle.largest(16, within) - others


def test_the_budget_ends_the_search() -> None:
    with pytest.raises(BudgetExhausted):
        find_cap_in_layers(29, Budget(seconds=0.0))

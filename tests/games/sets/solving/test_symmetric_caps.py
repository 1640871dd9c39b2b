"""Caps that are unions of orbits under symmetries of the deck."""

from itertools import combinations, product

import numpy as np
import pytest

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.solving.caps import find_large_cap, is_cap
from ludex.games.sets.solving.symmetric_caps import RECORDED, CardSymmetry, orbits_of_cards

# It maps (x, y, z) to (y, -x, z), and so the nine cards with z = x^2 + y^2, a cap, to themselves.
ROTATION = CardSymmetry((1, 0, 2), ((0, 1, 2), (0, 2, 1), (0, 1, 2)))


@pytest.mark.parametrize(("p", "v", "size"), [(4, 4, 90), (3, 5, 66), (3, 6, 127), (5, 4, 281)])
def test_the_recorded_caps_contain_no_set(p: int, v: int, size: int) -> None:
    deck = Deck(p, v)
    cards = tuple(find_large_cap(deck, Budget()).tolist())
    assert cards == tuple(RECORDED[p, v].cards(deck).tolist())
    assert len(cards) == size > (v - 1) ** p
    assert is_cap(Position(deck, cards))


@pytest.mark.parametrize(("p", "v"), [(4, 4), pytest.param(5, 4, marks=pytest.mark.slow)])
def test_no_three_cards_of_a_recorded_cap_of_four_values_lack_a_fourth(p: int, v: int) -> None:
    digits = np.array(list(product(range(v), repeat=p)))[find_large_cap(Deck(p, v), Budget())]
    numbers = {int(number) for number in digits @ v ** np.arange(p)}
    assert len(numbers) == len(digits)
    for i, j in combinations(range(len(digits)), 2):
        a, b, c = digits[i], digits[j], digits[j + 1 :]
        same = (a == b) & (b == c)
        different = (a != b) & (b != c) & (a != c)
        fits = (same | different).all(axis=1)
        # The values 0 to 3 add up to 6.
        fourth = np.where(same, a, 6 - a - b - c)[fits] @ v ** np.arange(p)
        assert numbers.isdisjoint(fourth.tolist())


def test_symmetries_map_sets_to_sets() -> None:
    deck = Deck(4, 4)
    images = RECORDED[4, 4].symmetry.images(deck)
    assert sorted(images.tolist()) == list(range(256))
    for row in ((0, 1, 2, 3), (0, 85, 170, 255)):
        assert not is_cap(Position(deck, tuple(int(images[card]) for card in row)))


def test_orbits_have_the_order_of_the_group() -> None:
    orbits = orbits_of_cards(Deck(3, 3), [ROTATION]).tolist()
    # Cards with x = y = 0 are fixed; the other 24 lie in orbits of four.
    assert len(set(orbits)) == 3 + 24 // 4

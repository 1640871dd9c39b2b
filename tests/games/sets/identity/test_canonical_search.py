"""The number of equivalent positions is that of applying every symmetry of a small deck."""

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.canonical_search import class_size
from ludex.games.sets.position import Position
from tests.oracles import cap_subsets as oracle
from tests.oracles.set_brute_force import whole_deck


@pytest.mark.parametrize(
    ("p", "v", "symmetries", "positions"),
    [(2, 3, oracle.affine_symmetries_of_the_plane, 512), (1, 4, oracle.digit_symmetries, 16)],
)
def test_every_position_of_a_small_deck(p, v, symmetries, positions):
    deck = whole_deck(p, v)
    images = [list(symmetry) for symmetry in symmetries(deck)]
    for chosen in range(positions):
        cards = tuple(card for card in range(len(deck)) if chosen >> card & 1)
        assert class_size(Position(Deck(p, v), cards)) == len(
            {frozenset(map(image.__getitem__, cards)) for image in images}
        )


def test_positions_of_four_values_with_equal_columns_and_with_few_values():
    deck = whole_deck(2, 4)
    images = [list(symmetry) for symmetry in oracle.digit_symmetries(deck)]
    for cards in [(0, 1), (0, 5), (0, 5, 10), (0, 1, 2, 3), (0, 5, 10, 15), (0, 1, 4, 11), (1, 2, 4, 8)]:
        expected = len({frozenset(map(image.__getitem__, cards)) for image in images})
        assert class_size(Position(Deck(2, 4), cards)) == expected

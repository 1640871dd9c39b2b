"""Largest no-swish sets of random small positions, compared with trying every set of cards.

`python -m tests.games.swish.solving.test_no_swish_oracle 5000` compares 5,000 positions.
"""

import random
import sys

import pytest

from ludex.games.swish.card import Symmetry
from ludex.games.swish.position import Position
from ludex.games.swish.solving.certificate import check_maximum
from ludex.games.swish.solving.no_swish import largest_no_swish_set
from tests.oracles import no_swish_sets

BOARDS = [(1, 4), (2, 2), (2, 3), (3, 3), (2, 4), (4, 4), (3, 4), (1, 3)]


def random_position(seed: int) -> Position:
    """Return up to 12 random cards, among them copies, with one point and one circle each."""
    numbers = random.Random(seed)
    height, width = numbers.choice(BOARDS)
    codes: list[str] = []
    for _ in range(numbers.randint(2, 12)):
        symbols = ["."] * (height * width)
        point, circle = numbers.sample(range(height * width), 2)
        symbols[point], symbols[circle] = "*", "o"
        rows = ["".join(symbols[row * width : (row + 1) * width]) for row in range(height)]
        codes += ["/".join(rows)] * (1 + (numbers.random() < 0.1))
    symmetry = Symmetry.SQUARE if height == width and numbers.random() < 0.4 else Symmetry.RECTANGLE
    return Position.from_codes(codes[:12], symmetry)


def compare(seed: int) -> None:
    """Require that the largest no-swish set of a random position has the size that the oracle finds."""
    position = random_position(seed)
    found = largest_no_swish_set(position)
    codes = [str(card) for card in position.cards]
    assert found.proved, seed
    assert found.size == no_swish_sets.largest(codes, position.symmetry.value), seed
    assert not no_swish_sets.has_swish([codes[i] for i in found.indices], position.symmetry.value), seed
    check_maximum(position, found)


@pytest.mark.parametrize("seed", range(60))
def test_the_maximum_is_that_of_trying_every_set(seed: int) -> None:
    compare(seed)


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        compare(number)
    print(f"{int(sys.argv[1]):,} positions agree")

"""Why the closed forms of a board are so: how many orbits it has of each size, and the argument as text.

It is the argument of :mod:`ludex.games.swish.study.boards`, counted from the orbits of the cells instead of the sides.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial, prod

from ludex.games.swish.card import Symmetry
from ludex.games.swish.orbits import orbits
from ludex.games.swish.study.boards import BoardFacts

MAXIMUM = (
    "A card whose point and circle lie in different orbits of cells has a reverse, with point and circle exchanged, "
    "which is another card, and the two form a swish: at most half of these cards are kept. Of the cards within one "
    "orbit at most so many are kept as most_within says. So no more are kept than (cards - within) / 2 and the sum of "
    "most_within over the orbits. And so many can be: put the orbits in any order, keep each card whose point's orbit "
    "comes before its circle's, and most_within of each orbit. A swish is a set of directed cycles on cells; along a "
    "cycle of kept cards the orbit never goes back, so it stays the same, and within an orbit the kept cards have no "
    "swish."
)
SETS = (
    "In a set of the most cards one of each reverse pair is kept. The cards that are kept between two orbits all lead "
    "the same way, and no orbits lead around in a circle: else some of these cards, with cards kept within the orbits, "
    "would form a swish. So the k orbits stand in one of k! orders. Within an orbit there are ways_within choices of "
    "as many cards as can be kept, and each choice goes with any other."
)


@dataclass(frozen=True, slots=True)
class WithinOrbit:
    """Of an orbit of some size: the cards within it, how many can be kept, and in how many ways so many can be."""

    cards: int
    most: int
    ways: int


_WITHIN = {
    Symmetry.RECTANGLE: {1: WithinOrbit(0, 0, 1), 2: WithinOrbit(1, 1, 1), 4: WithinOrbit(3, 2, 3)},
    Symmetry.SQUARE: {1: WithinOrbit(0, 0, 1), 4: WithinOrbit(2, 2, 1), 8: WithinOrbit(7, 3, 20)},
}


@dataclass(frozen=True, slots=True)
class BoardArgument:
    """How many orbits of each size a board has, and what is known of one orbit of each size."""

    orbits: dict[int, int]
    within: dict[int, WithinOrbit]

    @property
    def cards_within(self) -> int:
        """Return the number of cards with both cells in one orbit."""
        return sum(count * self.within[size].cards for size, count in self.orbits.items())

    def largest(self, cards: int) -> int:
        """Return the size of a largest no-swish set of so many cards of the board.

        >>> board_argument(4, 3).largest(36)
        20
        """
        kept = sum(count * self.within[size].most for size, count in self.orbits.items())
        return (cards - self.cards_within) // 2 + kept

    @property
    def maximum_sets(self) -> int:
        """Return the number of largest no-swish sets."""
        ways: int = prod(self.within[size].ways ** count for size, count in self.orbits.items())
        return factorial(sum(self.orbits.values())) * ways


def board_argument(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> BoardArgument:
    """Return what the closed forms of a board follow from. Raises BoardError. Cost: O(cells log cells).

    >>> board_argument(4, 3).orbits, board_argument(4, 3).maximum_sets
    ({2: 2, 4: 2}, 216)
    """
    sizes = Counter(map(len, orbits(height, width, symmetry)))
    return BoardArgument(dict(sorted(sizes.items())), {size: _WITHIN[symmetry][size] for size in sorted(sizes)})


def closed_form_faults(facts: BoardFacts) -> Iterator[str]:
    """Yield where the closed forms of a board are not what its orbits add up to."""
    argument = board_argument(facts.height, facts.width, facts.symmetry)
    if facts.largest_no_swish_set != argument.largest(facts.cards):
        yield f"its orbits allow {argument.largest(facts.cards)} cards, not {facts.largest_no_swish_set}"
    if facts.maximum_sets != argument.maximum_sets:
        yield f"its orbits allow {argument.maximum_sets} largest sets, not {facts.maximum_sets}"

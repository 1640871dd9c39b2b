"""Whole boards, which have each one-point-one-circle card once: closed forms, the proof, and an optimal construction.

The following proof, with corrected formulas, settles the conjecture of section 3.3 of the paper that the construction
given there has maximum size:

- Upper bound. Consider a card whose two cells lie in different orbits. Its reverse (with point and circle exchanged) is
  another card, and the two cards form a swish. Therefore, at most half of these cards can be kept. Among the cards with
  both cells in a given orbit, at most f can be kept, where f is the maximum number of such cards without a swish.
- Lower bound. Order the orbits. Keep each card whose point is in an earlier orbit than its circle, and f cards within
  each orbit. A swish is a set of directed cycles on cells. Along a cycle of kept cards, the orbit never gets earlier,
  so it stays the same. The cycle therefore lies within one orbit, but the f cards of this orbit contain no swish.

Both bounds are `M = (T - L) / 2 + F`, where T is the number of all cards, L is the number of cards with both cells in
one orbit, and F is the sum of f over the orbits. With the four flips, f is 2, 1 and 0 for orbits of 4, 2 and 1 cells.
With all eight symmetries of a square board, f is 3, 2 and 0 for orbits of 8, 4 and 1 cells. The ratio `M / T` tends to
1/2 for every parity of the sides (the 1/4 in the paper results from an error in two sums). The number of maximum sets
is `(number of orbits)! * 3^(number of orbits of 4)` or, with eight symmetries, `(number of orbits)! * 20^(number of
orbits of 8)`.

`board_facts` computes the closed forms from the sides of the board, and `board_argument` from the orbits of its cells.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import factorial, prod

from ludex.engine.arguments import require_choice
from ludex.games.swish.card import (
    BoardError,
    Card,
    Configuration,
    Orbit,
    Symmetry,
    configuration_between,
    one_pair_cards,
    orbit_numbers,
    orbits,
    require_board,
)

MAX_CONSTRUCTION_SIDE = 16


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """Closed forms of a whole board: the number of cards, and the size and the number of largest no-swish sets."""

    height: int
    width: int
    symmetry: Symmetry
    cards: int
    largest_no_swish_set: int
    maximum_sets: int


@dataclass(frozen=True, slots=True)
class Board(BoardFacts):
    """Closed forms of all one-point-one-circle cards of a board. Every number is proved.

    `cards` is the number of distinct cards, and `maximum_sets` is the number of largest sets without a swish.
    `construction` is one of these sets, or null for boards with a side greater than 16.
    """

    construction: list[str] | None


def board(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Board:
    """Return the closed forms of a whole board, which has all cards with one point and one circle.

    Parameters
    ----------
    height, width : int
        The numbers of rows and columns, 1 to 255, with at most 4,096 cells in total.
    symmetry : Symmetry
        The configurations under which cards are copies. SQUARE requires a square board.

    Returns
    -------
    Board
        The number of cards, the size and the number of the largest no-swish sets, all of which are proved, and one of
        these sets.

    Raises
    ------
    BoardError
        If the board is out of bounds or does not have the symmetry.

    Notes
    -----
    Cost: a few integer operations, and O(cells^2) for the set.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), sections 3.2 and 3.3. The formulas are corrected here.

    Examples
    --------
    >>> board(1, 3).construction
    ['*o.', '*.o']
    """
    facts = board_facts(height, width, symmetry)
    listed = max(height, width) <= MAX_CONSTRUCTION_SIDE
    cards = [str(card) for card in construction(height, width, symmetry)] if listed else None
    return Board(**asdict(facts), construction=cards)


def board_facts(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> BoardFacts:
    """Return the closed forms of a `height` x `width` board under a `symmetry`.

    Raises BoardError. Cost: a few integer operations.

    >>> facts = board_facts(4, 3)
    >>> facts.cards, facts.largest_no_swish_set, facts.maximum_sets
    (36, 20, 216)
    >>> board_facts(3, 3, Symmetry.SQUARE).largest_no_swish_set
    8
    """
    require_board(height, width)
    symmetry = require_choice(symmetry, Symmetry, "symmetry")
    symmetry.require_board(height, width)
    count = _square_board if symmetry is Symmetry.SQUARE else _rectangular_board
    cards, largest, maximum_sets = count(height, width)
    return BoardFacts(height, width, symmetry, cards, largest, maximum_sets)


def _rectangular_board(height: int, width: int) -> tuple[int, int, int]:
    if height % 2 and not width % 2:
        return _rectangular_board(width, height)
    h, w = height // 2, width // 2
    n = h * w
    if not height % 2 and not width % 2:
        cards, largest, number_of_orbits = 4 * n * n - n, 2 * n * n, n
    elif not height % 2:
        square = h * h * (2 * w * w + 2 * w + 1)
        cards, largest, number_of_orbits = 2 * square - h * (w + 1), square, n + h
    else:
        cards = 4 * n * n + n * (4 * w + 4 * h + 3) + h * (2 * h + 1) + w * (2 * w + 1)
        largest = 2 * n * (n + h + w + 1) + h * (h + 1) + w * (w + 1)
        number_of_orbits = n + h + w + 1
    return cards, largest, factorial(number_of_orbits) * 3**n


def _square_board(n: int, _: int) -> tuple[int, int, int]:
    half = n // 2
    of_eight = half * (half - 1) // 2
    if n % 2:
        # The diagonals and the middle lines consist of orbits of four cells, except for the cell in the centre.
        of_four, centre = 2 * half, 1
        largest = (n - 1) * (n**3 + n**2 + 3 * n + 19) // 16
    else:
        of_four, centre = half, 0
        largest = n * (n**3 + 8) // 16
    # T = 2 (M - F) + L. An orbit of 8 cells has 7 cards within the orbit, and f = 3. An orbit of 4 cells has 2 cards
    # within the orbit, and f = 2.
    cards = 2 * (largest - 3 * of_eight - 2 * of_four) + 7 * of_eight + 2 * of_four
    return cards, largest, factorial(of_eight + of_four + centre) * 20**of_eight


def construction(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> list[Card]:
    """Return the cards of a largest no-swish set of a `height` x `width` board under a `symmetry`.

    The cards are canonical and in order (section 3.2, with corrections). Raises BoardError for sides over 16. Cost:
    O(cells^2).

    >>> [str(card) for card in construction(1, 3)]
    ['*o.', '*.o']
    """
    require_board(height, width)
    symmetry.require_board(height, width)
    if max(height, width) > MAX_CONSTRUCTION_SIDE:
        raise BoardError(
            f"the board is {height}x{width}; a construction supports sides of at most {MAX_CONSTRUCTION_SIDE}"
        )
    number = orbit_numbers(height, width, symmetry)
    orbit = orbits(height, width, symmetry)
    return [
        card
        for card in one_pair_cards(height, width, symmetry)
        if number[card.points[0]] < number[card.circles[0]]
        or (
            number[card.points[0]] == number[card.circles[0]]
            and _is_kept(card, orbit[number[card.points[0]]], symmetry)
        )
    ]


def _is_kept(card: Card, orbit: Orbit, symmetry: Symmetry) -> bool:
    """Return whether the construction keeps a card with both cells in one orbit.

    In an orbit that is smaller than the group of configurations, all cards are kept. In an orbit that is as large as
    the group, a card is kept if the configuration that maps its point to its circle is in a list. No product of
    distinct configurations of this list is the identity, so the kept cards form no cycle.
    """
    if len(orbit) < len(symmetry.configurations):
        return True
    (point,), (circle,) = card.points, card.circles
    return configuration_between(point, circle, card.height, card.width, symmetry) in _KEPT_WITHIN_AN_ORBIT[symmetry]


_KEPT_WITHIN_AN_ORBIT = {
    Symmetry.RECTANGLE: (Configuration.FLIP_LEFT, Configuration.FLIP_UP),
    Symmetry.SQUARE: (Configuration.FLIP_LEFT, Configuration.TRANSPOSE, Configuration.ANTI_TRANSPOSE),
}


MAXIMUM = (
    "Upper bound: a card whose point and circle lie in different orbits of cells has a reverse, in which point and "
    "circle are exchanged. The reverse is another card, and the two cards form a swish. So a set without a swish "
    "contains at most half of these cards. Of the cards within an orbit, it contains at most most_within. Together, "
    "these are at most (cards - within) / 2 cards plus the sum of most_within over all orbits. Lower bound: put the "
    "orbits in any order. Take each card whose point lies in an earlier orbit than its circle, and most_within cards "
    "that contain no swish within each orbit. A swish is a set of directed cycles on cells. Along a cycle of the "
    "chosen cards, the orbit never becomes earlier, so it stays the same. The chosen cards within one orbit contain "
    "no swish, so there is no such cycle."
)
SETS = (
    "A largest set contains exactly one card of each reverse pair. For two orbits, its cards between them all have "
    "their points in the same orbit, and the directions between the orbits form no directed cycle; otherwise, some of "
    "these cards would form a swish, possibly together with chosen cards within the orbits. So the k orbits have one "
    "of k! orders. Within an orbit, there are ways_within ways to choose the maximum number of cards. Each order can "
    "be combined with each of these choices."
)


@dataclass(frozen=True, slots=True)
class WithinOrbit:
    """Results on the cards with both cells in one orbit of a given size.

    `cards` is the number of these cards, `most` is how many of them can be kept, and `ways` is in how many ways.
    """

    cards: int
    most: int
    ways: int


_WITHIN = {
    Symmetry.RECTANGLE: {1: WithinOrbit(0, 0, 1), 2: WithinOrbit(1, 1, 1), 4: WithinOrbit(3, 2, 3)},
    Symmetry.SQUARE: {1: WithinOrbit(0, 0, 1), 4: WithinOrbit(2, 2, 1), 8: WithinOrbit(7, 3, 20)},
}


@dataclass(frozen=True, slots=True)
class BoardArgument:
    """The number of orbits of each size on a board, and the results for an orbit of each size."""

    orbits: dict[int, int]
    within: dict[int, WithinOrbit]

    @property
    def cards_within(self) -> int:
        """Return the number of cards with both cells in one orbit."""
        return sum(count * self.within[size].cards for size, count in self.orbits.items())

    def largest(self, cards: int) -> int:
        """Return the size of a largest no-swish set, given the board's number of cards.

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
    """Return the orbits from which the closed forms of a board follow. Raises BoardError. Cost: O(cells log cells).

    >>> board_argument(4, 3).orbits, board_argument(4, 3).maximum_sets
    ({2: 2, 4: 2}, 216)
    """
    sizes = Counter(map(len, orbits(height, width, symmetry)))
    return BoardArgument(dict(sorted(sizes.items())), {size: _WITHIN[symmetry][size] for size in sorted(sizes)})


def closed_form_faults(facts: BoardFacts) -> Iterator[str]:
    """Yield the differences between the closed forms of a board and the values that follow from its orbits."""
    argument = board_argument(facts.height, facts.width, facts.symmetry)
    if facts.largest_no_swish_set != argument.largest(facts.cards):
        yield f"its orbits allow {argument.largest(facts.cards)} cards, not {facts.largest_no_swish_set}"
    if facts.maximum_sets != argument.maximum_sets:
        yield f"its orbits allow {argument.maximum_sets} largest sets, not {facts.maximum_sets}"

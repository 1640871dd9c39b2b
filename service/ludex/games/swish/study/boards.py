"""Whole boards: every one-point-one-circle card once. Closed forms, and the construction that reaches them.

This settles the conjecture of section 3.3 of the paper (its construction is of maximum size), with corrected formulas:

- Upper bound. A card whose two cells lie in different orbits has a reverse (point and circle exchanged), another card,
  and the two form a swish: at most half of these cards can be kept. Of the cards with both cells in one orbit, at most
  f of each orbit can be kept, where f is the most cards within such an orbit without a swish among themselves.
- Lower bound. Order the orbits. Keep each card whose point's orbit comes before its circle's, and f cards of each
  orbit. A swish is a set of directed cycles on cells. Along a cycle the orbit never goes back, so it stays the same,
  and no swish is left.

Both bounds are M = (T - L) / 2 + sum of f over the orbits, where T is the number of all cards and L that of the cards
with both cells in one orbit. With the four flips, f is 2, 1 and 0 for orbits of 4, 2 and 1 cells. With all eight
symmetries of a square board it is 3, 2 and 0 for orbits of 8, 4 and 1. The ratio M / T tends to 1/2 for every parity
(the paper's 1/4 comes from a slip in two sums). There are (number of orbits)! * 3^(orbits of 4) maximum sets; with
eight symmetries, (number of orbits)! * 20^(orbits of 8).
"""

from dataclasses import asdict, dataclass
from math import factorial

from ludex.games.swish.card import BoardError, Card, Configuration, Symmetry, one_pair_cards, require_board
from ludex.games.swish.orbits import Orbit, orbit_numbers, orbits, takes

MAX_CONSTRUCTION_SIDE = 16


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """What is known of a whole board: its cards, the size of a largest no-swish set, the number of such sets."""

    height: int
    width: int
    symmetry: Symmetry
    cards: int
    largest_no_swish_set: int
    maximum_sets: int


@dataclass(frozen=True, slots=True)
class Board(BoardFacts):
    """What is known of all one-point-one-circle cards of a board. Every number is proved.

    `cards` is how many different ones there are, `maximum_sets` how many largest sets of them have no swish.
    `construction` is one of these sets; it is null for boards with a side over 16.
    """

    construction: list[str] | None


def board(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Board:
    """Return what is known of a whole board: of all its cards with one point and one circle.

    Parameters
    ----------
    height, width : int
        The numbers of rows and columns, 1 to 255, with at most 4,096 cells in all.
    symmetry : Symmetry
        The configurations under which cards are copies; SQUARE needs a square board.

    Returns
    -------
    Board
        The number of cards, the size and the number of the largest no-swish sets, all proved, and one of these sets.

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
        # The diagonals and the middle lines are orbits of four, and there is a centre.
        of_four, centre = 2 * half, 1
        largest = (n - 1) * (n**3 + n**2 + 3 * n + 19) // 16
    else:
        of_four, centre = half, 0
        largest = n * (n**3 + 8) // 16
    # T = 2 (M - sum of f) + L, where an orbit of 8 has 7 cards of its own and f = 3, one of 4 has 2 and f = 2.
    cards = 2 * (largest - 3 * of_eight - 2 * of_four) + 7 * of_eight + 2 * of_four
    return cards, largest, factorial(of_eight + of_four + centre) * 20**of_eight


def construction(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> list[Card]:
    """Return the cards of a largest no-swish set of a `height` x `width` board under a `symmetry`.

    They are canonical and in order (section 3.2, errata corrected). Raises BoardError for sides over 16. Cost:
    O(cells^2).

    >>> [str(card) for card in construction(1, 3)]
    ['*o.', '*.o']
    """
    require_board(height, width)
    symmetry.require_board(height, width)
    if max(height, width) > MAX_CONSTRUCTION_SIDE:
        raise BoardError(f"a board of {height}x{width}: a construction has sides of at most {MAX_CONSTRUCTION_SIDE}")
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
    """Tell whether a card within one orbit is kept, by the configuration that takes its point to its circle.

    In an orbit as large as the group, no product of the kept configurations, each used at most once, is the identity,
    so no cycle closes. In a smaller orbit every card can be kept.
    """
    if len(orbit) < len(symmetry.configurations):
        return True
    (point,), (circle,) = card.points, card.circles
    return takes(point, circle, card.height, card.width, symmetry) in _KEPT_WITHIN_AN_ORBIT[symmetry]


_KEPT_WITHIN_AN_ORBIT = {
    Symmetry.RECTANGLE: (Configuration.FLIP_LEFT, Configuration.FLIP_UP),
    Symmetry.SQUARE: (Configuration.FLIP_LEFT, Configuration.TRANSPOSE, Configuration.ANTI_TRANSPOSE),
}

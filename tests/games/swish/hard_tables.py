"""Tables on which searches take far longer than a test may: what their budgets are tried on."""

import random

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.position import Position


def random_table(side: int, cards: int, symbols: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Position:
    """Return seeded random cards of a square board, with so many points and as many circles each."""
    pick = random.Random(f"{side} {cards} {symbols}")
    cells = [(a, b) for a in range(1, side + 1) for b in range(1, side + 1)]
    made = []
    for _ in range(cards):
        chosen = pick.sample(cells, 2 * symbols)
        made.append(Card(side, side, tuple(sorted(chosen[:symbols])), tuple(sorted(chosen[symbols:]))))
    return Position(tuple(made), symmetry)


def three_symbol_table() -> Position:
    """Return 600 cards of 10 x 10 cells with three points and three circles each: no search decides them in time."""
    return random_table(10, 600, 3)

"""Large proofs, in seconds of processor time: no-swish sets and swishes of many cards, largest caps, and censuses.

The cards have one point and one circle each, at random cells. The limit of each search is given in seconds of real
time, so that a search on a busy machine ends with less processor time.
"""

import time

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.study.census import census_totals
from ludex.games.planarity.study.census_parts import count_classes, graphs_by_edges, summarize_part
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.caps import largest_cap
from ludex.games.swish.position import Position
from ludex.games.swish.solving.no_swish import largest_no_swish_set
from ludex.games.swish.solving.search import find_largest

# Cards, side of the square board, and the time limit in seconds.
NO_SWISH_ROWS = ((300, 8, 60.0), (1000, 8, 60.0))
SWISH_ROWS = ((1000, 30, 60.0),)
CAP_ROWS = ((3, 4), (4, 3), (5, 3), (6, 3))
CENSUS_ROWS = ((7, None), (8, 9))


def random_cards(count: int, side: int, seed: int) -> Position:
    """Return random cards of a square board with one point and one circle each."""
    numbers, cells = RandomNumbers(seed), side * side
    codes = []
    for _ in range(count):
        point = numbers.below(cells)
        circle = (point + 1 + numbers.below(cells - 1)) % cells
        symbols = ["." for _ in range(cells)]
        symbols[point], symbols[circle] = "*", "o"
        codes.append("/".join("".join(symbols[row * side : (row + 1) * side]) for row in range(side)))
    return Position.from_codes(codes)


def main(repeats: int) -> None:
    """Print a line for each search: its processor seconds, and what it found or proved."""
    largest_no_swish_set(random_cards(20, 4, 1))
    for cards, side, seconds in NO_SWISH_ROWS:
        for seed in range(1, repeats + 1):
            start, position = time.process_time(), random_cards(cards, side, seed)
            found = largest_no_swish_set(position, Budget(seconds=seconds))
            _print(
                f"no-swish set: {cards} cards, {side} x {side}", start, f"{found.size} of at most {found.upper_bound}"
            )
    for cards, side, seconds in SWISH_ROWS:
        for seed in range(1, repeats + 1):
            start, position = time.process_time(), random_cards(cards, side, seed)
            largest = find_largest(position, budget=Budget(seconds=seconds))
            _print(
                f"swish: {cards} cards, {side} x {side}", start, f"{largest.size} of at most {largest.at_most(cards)}"
            )
    for properties, values in CAP_ROWS:
        start = time.process_time()
        cap = largest_cap(Deck(properties, values), Budget(seconds=600))
        _print(f"cap: {properties} properties, {values} values", start, f"{cap.size} of at most {cap.upper_bound}")
    for points, edges in CENSUS_ROWS:
        start = time.process_time()
        if edges is None:
            classes = census_totals(points).classes
        else:
            counts = count_classes(points, graphs_by_edges(points, edges))
            classes = summarize_part(points, edges, counts).classes
        of = "" if edges is None else f", at most {edges} edges"
        _print(f"census: {points} points{of}", start, f"{classes:,} classes")


def _print(row: str, start: float, result: str) -> None:
    print(f"{row:>38} {time.process_time() - start:>8.1f}  {result}", flush=True)

"""Grades of positions: what they count, which positions have one, and that a simulated player confirms them."""

from itertools import combinations, product
from math import comb, log2

import pytest
from scipy.stats import spearmanr

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.swish.card import Symmetry
from ludex.games.swish.deck import built_in_deck, deal
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.study.difficulty import count_largest, grade_of
from ludex.games.swish.swishes import is_swish

DECK = built_in_deck("swish-60").position


def table(cards: int, seed: int) -> Position:
    return DECK.part(deal(DECK, cards, seed))


@pytest.mark.parametrize("seed", range(6))
def test_the_largest_swishes_are_those_among_all_choices_and_flips(seed: int) -> None:
    position = table(6, seed)
    largest = find_largest(position)
    ways = [list(card.distinct_configurations(position.symmetry)) for card in position.cards]
    counted = sum(
        is_swish(stack)
        for chosen in combinations(range(6), max(largest.size, 2))
        for stack in product(*(ways[index] for index in chosen))
    )
    assert count_largest(position, largest, Budget()) == (counted if largest.size else None)


def test_a_grade_counts_doublings() -> None:
    assert grade_of(10, 4, 7) == int(log2(comb(10, 4) * 16 / 7)) + 3
    assert [grade_of(10, 4, swishes) for swishes in (210, 420, 840, 3360, 6720)] == [7, 6, 5, 3, 3]


def test_only_small_positions_of_flipped_cards_have_a_grade() -> None:
    of_24 = table(24, 1)
    assert count_largest(of_24, find_largest(of_24), Budget()) is not None
    of_25 = table(25, 1)
    assert count_largest(of_25, find_largest(of_25), Budget()) is None
    square = Position.from_codes(["*o/..", "o*/.."], Symmetry.SQUARE)
    assert count_largest(square, find_largest(square), Budget()) is None


def play(position: Position, size: int, source: RandomNumbers) -> int:
    """Return the number of cards that the player lays until it has a swish of `size` cards, at most 20,000.

    The player begins with a random card. It chooses a point or circle of the stack that still lacks its partner, and
    lays a random card that fits there. If the stack is a swish that is too small, the player continues with any card
    that fits. If no card fits, it begins again. Cards must have one point and one circle.
    """
    ways = [
        (index, laid.points[0], laid.circles[0])
        for index, card in enumerate(position.cards)
        for laid in card.distinct_configurations(position.symmetry)
    ]
    steps = 0
    while steps < 20_000:
        used: set[int] = set()
        points: set[tuple[int, int]] = set()
        circles: set[tuple[int, int]] = set()
        fitting = ways
        while fitting:
            index, point, circle = source.choice(fitting)
            used.add(index)
            points.add(point)
            circles.add(circle)
            steps += 1
            if points == circles and len(used) == size:
                return steps
            lonely = sorted(points ^ circles)
            cell = source.choice(lonely) if lonely else None
            fitting = [
                (index, point, circle)
                for index, point, circle in ways
                if index not in used and point not in points and circle not in circles and cell in (None, point, circle)
            ]
    return 20_000


def test_a_simulated_player_confirms_the_grades() -> None:
    grades, efforts = [], []
    for cards, seed in product(range(4, 15), range(6)):
        known = KnownPosition(table(cards, seed), find_largest(table(cards, seed))).measured(Budget())
        if known.grade is not None:
            source = random_numbers(seed)
            grades.append(known.grade)
            efforts.append(sum(log2(play(known.position, known.largest.size, source)) for _ in range(8)))
    assert len(grades) > 40
    assert spearmanr(grades, efforts).statistic > 0.75

"""The bound on caps of five properties by linear programming over the sizes of hyperplanes, and its dual solutions."""

from collections import Counter
from itertools import combinations, product
from math import comb

import pytest

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.caps import find_large_cap
from ludex.games.sets.study.hyperplane_bounds import DIVISIONS, LARGE, LARGEST, MOST, PROPERTIES, SMALL_PARTS
from ludex.games.sets.study.hyperplane_programs import (
    class_program,
    class_sizes,
    division_program,
    division_totals,
    excludes,
    find_division,
    find_multipliers,
)

CAP = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 2), (1, 2, 0), (1, 2, 2), (2, 2, 1), (1, 1, 1)]


def directions(properties: int) -> list[tuple[int, ...]]:
    """Return a normal vector of each class of parallel hyperplanes."""
    return [d for d in product(range(3), repeat=properties) if any(d) and next(x for x in d if x) == 1]


def parts(cards: list[tuple[int, ...]], direction: tuple[int, ...]) -> tuple[int, ...]:
    values = Counter(sum(x * d for x, d in zip(card, direction, strict=True)) % 3 for card in cards)
    return tuple(values[value] for value in range(3))


def test_the_sums_are_those_of_nine_cards() -> None:
    lines = [
        three for three in combinations(CAP, 3) if all(sum(column) % 3 == 0 for column in zip(*three, strict=True))
    ]
    sizes = [parts(CAP, direction) for direction in directions(3)]
    pairs = sum(comb(k, 2) for size in sizes for k in size)
    triples = sum(comb(k, 3) for size in sizes for k in size)
    classes, all_pairs, all_triples = class_program(3, 9, len(CAP))[1].tolist()
    assert (len(sizes), pairs) == (classes, all_pairs)
    # Each line lies in four hyperplanes rather than one.
    assert triples == all_triples + 3 * len(lines)


def test_the_equations_of_a_division_hold_for_a_cap_of_45_cards() -> None:
    deck = Deck(PROPERTIES, 3)
    cards = [deck.digits(card) for card in find_large_cap(deck, Budget()).tolist()]
    layers = [[card[1:] for card in cards if card[0] == value] for value in range(3)]
    sizes = [len(layer) for layer in layers]
    sums = [0] * 8
    for direction in directions(4):
        r, a, b = (parts(layer, direction) for layer in layers)
        within = [
            count for part in (r, a, b) for count in (sum(comb(k, 2) for k in part), sum(comb(k, 3) for k in part))
        ]
        mixed = sum(r[i] * a[j] * b[(-i - j) % 3] for i, j in product(range(3), repeat=2))
        sums = [x + y for x, y in zip(sums, [1, *within, mixed], strict=True)]
    assert sum(sizes) == 45
    assert sums == division_totals((sizes[0], sizes[1], sizes[2])).tolist()


def test_large_parts_are_needed() -> None:
    program = class_program(PROPERTIES, LARGE - 1, MOST + 1)
    assert excludes(SMALL_PARTS, *program)
    assert find_multipliers(*program) is not None
    # Caps of 45 cards exist, and all their hyperplanes have at most 18 cards.
    assert find_multipliers(*class_program(PROPERTIES, LARGE - 1, MOST)) is None
    assert not excludes(SMALL_PARTS, *class_program(PROPERTIES, LARGE - 1, MOST))


def test_the_divisions_are_complete_and_excluded() -> None:
    every = [
        (first, second, third)
        for first in (LARGEST, LARGE)
        for second in range(first, -1, -1)
        for third in range(second + 1)
        if first + second + third == MOST + 1
    ]
    assert [division.sizes for division in DIVISIONS] == every
    for division in DIVISIONS:
        assert excludes(division.multipliers, *division_program(division.sizes))


def test_the_multipliers_are_found_again() -> None:
    assert find_division(DIVISIONS[-1].sizes) == DIVISIONS[-1]


@pytest.mark.parametrize("place", range(8))
def test_other_multipliers_prove_nothing(place: int) -> None:
    """Each multiplier is needed."""
    right = DIVISIONS[9]
    others = list(right.multipliers)
    others[place] += 40 if right.multipliers[place] < 0 else -40
    assert not excludes(tuple(others), *division_program(right.sizes))


def test_the_parts_of_a_class_add_up() -> None:
    listed = set(class_sizes(20, 9))
    assert listed == {(a, b, c) for a in range(10) for b in range(a + 1) for c in range(b + 1) if a + b + c == 20}

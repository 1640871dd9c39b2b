"""The bound on caps of five properties: each multiplier is needed, and the cap of 45 cards meets the equations."""

from collections import Counter
from itertools import product
from math import comb

import pytest

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.caps import find_large_cap
from ludex.games.sets.study.hyperplane_bounds import DIVISIONS, LARGE, LARGEST, MOST, PROPERTIES, SMALL_PARTS
from ludex_check_claims.sets.hyperplanes import classes_excluded, division_excluded
from ludex_check_claims.verdicts import Clock, Export


def directions(properties: int) -> list[tuple[int, ...]]:
    """Return a normal vector of each class of parallel hyperplanes."""
    return [d for d in product(range(3), repeat=properties) if any(d) and next(x for x in d if x) == 1]


def parts(cards: list[tuple[int, ...]], direction: tuple[int, ...]) -> tuple[int, ...]:
    values = Counter(sum(x * d for x, d in zip(card, direction, strict=True)) % 3 for card in cards)
    return tuple(values[value] for value in range(3))


def test_the_equations_hold_for_a_cap_of_45_cards() -> None:
    deck = Deck(PROPERTIES, 3)
    cards = [deck.digits(card) for card in find_large_cap(deck, Budget()).tolist()]
    sizes = [parts(cards, direction) for direction in directions(PROPERTIES)]
    pairs, triples = (sum(comb(k, number) for size in sizes for k in size) for number in (2, 3))
    assert (len(cards), len(sizes)) == (45, 121)
    assert (pairs, triples) == (40 * comb(45, 2), 13 * comb(45, 3))
    # All hyperplanes have at most 18 cards, so that the first step excludes 46 cards but not 45.
    assert max(map(max, sizes)) < LARGE


def test_large_parts_are_needed() -> None:
    assert classes_excluded(PROPERTIES, LARGE - 1, MOST + 1, list(SMALL_PARTS))
    assert not classes_excluded(PROPERTIES, LARGE - 1, MOST, list(SMALL_PARTS))
    assert not classes_excluded(PROPERTIES, LARGE, MOST + 1, list(SMALL_PARTS))


def test_the_divisions_are_complete() -> None:
    every = [
        sizes
        for sizes in product(range(LARGEST, -1, -1), repeat=3)
        if sizes[0] >= sizes[1] >= sizes[2] and sizes[0] >= LARGE and sum(sizes) == MOST + 1
    ]
    assert [division.sizes for division in DIVISIONS] == every


@pytest.mark.parametrize("place", range(8))
def test_each_multiplier_of_a_division_is_needed(place: int) -> None:
    right = DIVISIONS[9]
    others = list(right.multipliers)
    assert division_excluded(right.sizes, others, Clock(Export(), 60))
    others[place] += 40 if right.multipliers[place] < 0 else -40
    assert not division_excluded(right.sizes, others, Clock(Export(), 60))

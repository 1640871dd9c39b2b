"""The bound on caps of five properties: each multiplier is needed, and the cap of 45 cards meets the equations.

The bounds on caps by the sizes of planes, and the functions that check them, compared with caps and brute force.
"""

from collections import Counter
from itertools import permutations, product
from math import ceil, comb

import pytest

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.cap_layers import caps_in_layers
from ludex.games.sets.solving.caps import find_large_cap
from ludex.games.sets.study.cap_bounds import (
    DIVISIONS,
    LARGE,
    LARGE_CAP,
    LARGE_LAYER,
    LARGEST,
    MOST,
    PLANES,
    PROPERTIES,
    SMALL_PARTS,
    flat_bound,
    hyperplane_step,
    plane_step,
)
from ludex_check_claims.sets import planes
from ludex_check_claims.sets.hyperplanes import classes_excluded, division_excluded
from ludex_check_claims.sets.planes import largest_without_empty_line, planes_excluded
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


def test_each_division_is_excluded_by_its_multipliers() -> None:
    for division in DIVISIONS:
        assert division_excluded(division.sizes, list(division.multipliers), Clock(Export(), 60)), division.sizes
    step = hyperplane_step()
    assert (step["properties"], step["smaller"], step["most"]) == (PROPERTIES, LARGEST, MOST)
    assert step["recompute"] == {"large": LARGE, "shared": [8, 9]}
    assert [tuple(one["sizes"]) for one in step["divisions"]] == [division.sizes for division in DIVISIONS]


@pytest.mark.parametrize("place", range(8))
def test_each_multiplier_of_a_division_is_needed(place: int) -> None:
    right = DIVISIONS[9]
    others = list(right.multipliers)
    assert division_excluded(right.sizes, others, Clock(Export(), 60))
    others[place] += 40 if right.multipliers[place] < 0 else -40
    assert not division_excluded(right.sizes, others, Clock(Export(), 60))


SIDE = range(4)
LINES = [[(i, j) for j in SIDE] for i in SIDE] + [[(i, j) for i in SIDE] for j in SIDE]
DIAGONALS = [list(enumerate(columns)) for columns in permutations(SIDE)]


def mask(cells: list[tuple[int, int]]) -> int:
    return sum(1 << 4 * i + j for i, j in cells)


def test_thin_planes_and_diagonals_are_bounded_for_four_values() -> None:
    lines, diagonals = [mask(line) for line in LINES], [mask(cells) for cells in DIAGONALS]
    caps = [word for word in range(1 << 16) if all(word & each != each for each in (*lines, *diagonals))]
    assert max(word.bit_count() for word in caps if all(word & line for line in lines)) == largest_without_empty_line(4)
    most: Counter[int] = Counter()
    for word in caps:
        cards = word.bit_count()
        most[cards] = max(most[cards], sum(not word & each for each in diagonals))
    bounds = planes._diagonals(4)
    assert all(most[cards] <= bound for cards, bound in enumerate(bounds))
    assert all(bounds[cards] == most[cards] for cards in (9, 0))


@pytest.mark.parametrize("values", [5, 6, 7])
def test_the_statement_on_thin_planes(values: int) -> None:
    assert largest_without_empty_line(values) == values**2 - 3 * values + 4


def count_classes(values: int, cards: int) -> int:
    """Count the classes of the patterns by trying all matrices with few zeros, one class after another."""

    def images(zeros: frozenset[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
        orders = list(permutations(range(values)))
        turned = (zeros, frozenset((column, row) for row, column in zeros))
        return {
            frozenset((rows[i], columns[j]) for i, j in side) for side, rows, columns in product(turned, orders, orders)
        }

    def allowed(zeros: frozenset[tuple[int, int]]) -> bool:
        numbers = [Counter(entry[side] for entry in zeros) for side in (0, 1)]
        return all(sum((values - 1) * (values - max(1, of[k])) for k in range(values)) >= cards for of in numbers)

    classes, level = 0, [frozenset[tuple[int, int]]()]
    while level:
        classes += len(level)
        seen: set[frozenset[tuple[int, int]]] = set()
        larger = []
        for zeros in level:
            for entry in product(range(values), repeat=2):
                more = zeros | {entry}
                if entry not in zeros and allowed(more) and more not in seen:
                    seen |= images(more)
                    larger.append(more)
        level = larger
    return classes


@pytest.mark.parametrize(("values", "cards"), [(4, 33), (4, 30), pytest.param(5, 75, marks=pytest.mark.slow)])
def test_every_class_of_patterns_is_listed(values: int, cards: int) -> None:
    orders = list(permutations(range(values)))

    def least(pattern: planes.Pattern) -> list[list[int]]:
        sides = (pattern, frozenset((column, row) for row, column in pattern))
        return min(
            sorted(sorted(order[column] for row, column in side if row == i) for i in range(values))
            for side in sides
            for order in orders
        )

    found = planes._patterns(values, cards, Clock(Export(), 300))
    assert len({str(least(pattern)) for pattern in found}) == count_classes(values, cards)


def is_excluded(values: int, cards: int, multipliers: list[list[int]]) -> bool:
    return planes_excluded(values, cards, multipliers, Clock(Export(), 300))


@pytest.mark.parametrize("values", [5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_the_multipliers_exclude_larger_caps_only(values: int) -> None:
    bound, multipliers = PLANES[values], plane_step(values)["multipliers"]
    assert is_excluded(values, bound.most + 1, multipliers)
    assert not is_excluded(values, bound.most, multipliers)
    assert bound.most < flat_bound(values, (values - 1) ** 2)


# Once the first three have excluded every pattern with a 0, planes of 14 cards exclude the last pattern by themselves.
@pytest.mark.parametrize("place", range(3))
def test_each_dual_solution_is_needed(place: int) -> None:
    multipliers = plane_step(5)["multipliers"]
    scale, _, rows, columns = multipliers[place]
    others = multipliers[:place] + multipliers[place + 1 :]
    assert not is_excluded(5, PLANES[5].most + 1, others)
    assert not is_excluded(5, PLANES[5].most + 1, [*others, [scale, 1, rows, columns]])


def test_a_matrix_without_zeros_is_bounded_by_its_planes() -> None:
    # Each of the 120 transversals has at most 14 cards, and 28 of them have at most 16; each entry is in 24 of them.
    assert (120 * 14 + 28 * 2) / 24 < 73
    assert planes._excluded(5, 73, frozenset(), 28, [24, 1, 0, 0])
    assert not planes._excluded(5, 73, frozenset(), 36, [24, 1, 0, 0])


@pytest.mark.parametrize("values", range(3, 8))
@pytest.mark.parametrize("large", [(0, 0), (8, 3), (27, 9)])
def test_the_bound_by_flats_is_the_largest_size_that_meets_the_inequality(values: int, large: tuple[int, int]) -> None:
    for smaller in range(1, 60):
        fitting = []
        for cards in range(values * smaller + 1):
            layer = ceil(cards / values)
            shared = max(ceil(layer / values), large[1] if layer >= large[0] else 0)
            if cards <= shared + 2 * (smaller - shared) + (values - 1) * (smaller - shared):
                fitting.append(cards)
        assert flat_bound(values, smaller, large) == max(fitting)


@pytest.mark.slow
def test_every_cap_of_27_cards_has_a_layer_of_9_cards() -> None:
    deck = Deck(3, 4)
    digits = [deck.digits(card) for card in range(deck.size)]
    caps = 0
    for cards in caps_in_layers(LARGE_CAP, Budget()):
        caps += 1
        layers = Counter((place, value) for card in cards for place, value in enumerate(digits[card]))
        assert max(layers.values()) == LARGE_LAYER
    assert caps >= 13

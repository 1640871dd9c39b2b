"""The bounds on caps by the sizes of planes, compared with caps, brute force and other dual solutions."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.cap_layers import caps_in_layers
from ludex.games.sets.solving.caps import find_large_cap
from ludex.games.sets.study.closed_forms import cap_upper_bound
from ludex.games.sets.study.plane_bounds import LARGE_CAP, LARGE_LAYER, PLANES, Multipliers, flat_bound
from ludex.games.sets.study.plane_programs import (
    choose_multipliers,
    diagonals_limit,
    find_multipliers,
    is_excluded,
    most_diagonals,
    patterns,
    proves,
    thin_plane,
)

SIDE = range(4)
LINES = [[(i, j) for j in SIDE] for i in SIDE] + [[(i, j) for i in SIDE] for j in SIDE]
DIAGONALS = [list(enumerate(columns)) for columns in permutations(SIDE)]


def mask(cells: list[tuple[int, int]]) -> int:
    return sum(1 << 4 * i + j for i, j in cells)


def test_thin_planes_and_diagonals_are_bounded_for_four_values() -> None:
    lines, diagonals = [mask(line) for line in LINES], [mask(cells) for cells in DIAGONALS]
    caps = [word for word in range(1 << 16) if all(word & each != each for each in (*lines, *diagonals))]
    assert max(word.bit_count() for word in caps if all(word & line for line in lines)) == thin_plane(4)
    most: Counter[int] = Counter()
    for word in caps:
        cards = word.bit_count()
        most[cards] = max(most[cards], sum(not word & each for each in diagonals))
    bounds = most_diagonals(4)
    assert set(most) == set(bounds)
    assert all(most[cards] <= bounds[cards] for cards in most)
    assert all(bounds[cards] == most[cards] for cards in (9, 0))


@pytest.mark.parametrize("values", [5, 6, 7])
def test_the_statement_on_thin_planes(values: int) -> None:
    assert thin_plane(values) == values**2 - 3 * values + 4


@pytest.mark.parametrize("values", [5, 6])
def test_planes_of_a_cap_without_an_empty_line_are_thin(values: int) -> None:
    deck = Deck(3, values)
    cap = {deck.digits(card) for card in find_large_cap(deck, Budget()).tolist()}
    for x, y in combinations(range(3), 2):
        z = 3 - x - y
        for columns in permutations(range(values)):
            plane = [card for card in cap if card[y] == columns[card[x]]]
            lines = Counter((x, card[x]) for card in plane) + Counter((z, card[z]) for card in plane)
            assert len(plane) <= (thin_plane(values) if len(lines) == 2 * values else (values - 1) ** 2)


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
    found = set(patterns(values, cards))
    classes = count_classes(values, cards)
    assert classes <= len(found)

    def least(pattern: tuple[int, ...]) -> tuple[int, ...]:
        sides = (pattern, tuple(sum((pattern[i] >> j & 1) << i for i in range(values)) for j in range(values)))
        orders = list(permutations(range(values)))
        return min(
            tuple(sorted(sum((word >> j & 1) << order[j] for j in range(values)) for word in side))
            for side in sides
            for order in orders
        )

    assert len({least(pattern) for pattern in found}) == classes


@pytest.mark.parametrize("values", [5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_the_multipliers_exclude_larger_caps_only(values: int) -> None:
    bound = PLANES[values]
    assert is_excluded(values, bound.most + 1, bound.multipliers)
    assert not is_excluded(values, bound.most, bound.multipliers)
    assert bound.most < flat_bound(values, (values - 1) ** 2)


@pytest.mark.parametrize("place", range(len(PLANES[5].multipliers)))
def test_each_dual_solution_is_needed(place: int) -> None:
    bound = PLANES[5]
    others = bound.multipliers[:place] + bound.multipliers[place + 1 :]
    assert not is_excluded(5, bound.most + 1, others)
    wrong = replace(bound.multipliers[place], transversals=1)
    assert not is_excluded(5, bound.most + 1, (*others, wrong))


def test_the_multipliers_are_found_again() -> None:
    assert choose_multipliers(5, 73) == PLANES[5].multipliers
    assert choose_multipliers(5, 72) is None
    limit = diagonals_limit(5, 72, 5)
    assert find_multipliers((0,) * 5, limit, 72) is None


def test_a_matrix_without_zeros_is_bounded_by_its_planes() -> None:
    # Each of the 120 transversals has at most 14 cards, and 28 of them have at most 16; each entry is in 24 of them.
    assert (120 * 14 + 28 * 2) / 24 < 73
    assert proves(Multipliers(24, 1, 0, 0), (0,) * 5, 28, 73)
    assert not proves(Multipliers(24, 1, 0, 0), (0,) * 5, 36, 73)


@pytest.mark.parametrize(("p", "v"), [(4, 4), (5, 4), (3, 5), (3, 6)])
def test_the_hyperplanes_through_common_cards_bound_a_cap(p: int, v: int) -> None:
    deck = Deck(p, v)
    cards = [deck.digits(card) for card in find_large_cap(deck, Budget()).tolist()]
    for x, y in combinations(range(p), 2):
        shared = Counter((card[x], card[y]) for card in cards)
        planes = [sum(shared[i, columns[i]] for i in range(v)) for columns in permutations(range(v))]
        values = [sum(card[place] == value for card in cards) for place in (x, y) for value in range(v)]
        assert len(cards) <= (v + 1) * max(*planes, *values) - v * max(shared.values())
    assert len(cards) <= cap_upper_bound(deck)


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


def test_every_cap_of_28_cards_has_a_layer_of_9_cards() -> None:
    # Three of the four layers of a product of caps have 9 cards; a cap of 28 cards adds one card.
    deck = Deck(3, 4)
    cards = [deck.digits(card) for card in find_large_cap(deck, Budget()).tolist()]
    assert len(cards) == 28
    assert max(Counter((place, value) for card in cards for place, value in enumerate(card)).values()) == LARGE_LAYER

"""Bounds on caps by linear programming over the sizes of hyperplanes, and their dual solutions."""

from itertools import combinations, product

import pytest

from ludex.games.sets.study.hyperplane_bounds import (
    BOUNDS,
    HyperplaneBound,
    class_sizes,
    proves_bound,
    sums_over_classes,
)
from ludex.games.sets.study.hyperplane_programs import find_bound

CAP = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 2), (1, 2, 0), (1, 2, 2), (2, 2, 1), (1, 1, 1)]


def test_the_sums_are_those_of_nine_cards() -> None:
    cap = CAP
    lines = [
        three for three in combinations(cap, 3) if all(sum(column) % 3 == 0 for column in zip(*three, strict=True))
    ]
    directions = [d for d in product(range(3), repeat=3) if any(d) and next(x for x in d if x) == 1]
    sizes = []
    for direction in directions:
        values = [sum(x * d for x, d in zip(card, direction, strict=True)) % 3 for card in cap]
        sizes.append(sorted((values.count(value) for value in range(3)), reverse=True))
    pairs = sum(k * (k - 1) // 2 for size in sizes for k in size)
    triples = sum(k * (k - 1) * (k - 2) // 6 for size in sizes for k in size)
    classes, all_pairs, all_triples = sums_over_classes(3, len(cap))
    assert (len(directions), pairs) == (classes, all_pairs)
    # Each line lies in four hyperplanes rather than one.
    assert triples == all_triples + 3 * len(lines)


@pytest.mark.parametrize(
    ("properties", "smaller", "most"), [(3, 4, 9), (4, 9, 21), (5, 20, 48), (5, 18, 45), (6, 45, 114)]
)
def test_the_bounds_found_are_proved(properties: int, smaller: int, most: int) -> None:
    bound = find_bound(properties, smaller)
    assert bound.most == most
    assert proves_bound(bound)


def test_the_recorded_bounds_follow_each_other_and_are_proved() -> None:
    smaller = 48
    for properties, bound in sorted(BOUNDS.items()):
        assert (bound.properties, bound.smaller) == (properties, smaller)
        assert proves_bound(bound)
        smaller = bound.most
    assert [bound.most for bound in BOUNDS.values()] == [120, 309, 813]


def test_other_multipliers_prove_nothing() -> None:
    right = BOUNDS[6]
    y_0, y_2, y_3 = right.multipliers
    for multipliers in ((y_0 - 10**6, y_2, y_3), (y_0 + 10**8, y_2, y_3), (0, 0, 0)):
        assert not proves_bound(HyperplaneBound(6, 48, 120, multipliers))
    assert not proves_bound(HyperplaneBound(6, 48, 119, right.multipliers))


def test_the_parts_of_a_class_add_up() -> None:
    listed = set(class_sizes(20, 9))
    assert listed == {(a, b, c) for a in range(10) for b in range(a + 1) for c in range(b + 1) if a + b + c == 20}

"""Bounds by HiGHS are the maxima that trying all card sets finds."""

from itertools import combinations, product

import pytest

from ludex.engine.budget import Budget
from ludex.games.swish.position import Position
from ludex.games.swish.solving.highs_bounds import most_cards, most_copies
from ludex.games.swish.solving.weights import Kinds


@pytest.mark.parametrize("excluded", [[], [[0, 1]], [[0, 1], [1, 2], [2, 3]], [[0, 1, 2], [2, 3, 4], [0, 4]], [[0]]])
def test_the_largest_set_without_excluded_card_sets_is_found(excluded: list[list[int]]) -> None:
    expected = max(
        size
        for size in range(6)
        for chosen in combinations(range(5), size)
        if not any(set(one) <= set(chosen) for one in excluded)
    )
    assert most_cards(5, excluded, Budget()) == expected


def test_copies_of_a_card_count_each_and_a_cut_excludes_every_choice_among_them() -> None:
    # Two cards of one kind and three of another; a card of each kind is a swish.
    kinds = Kinds.of(Position.from_codes(["*o", "*o", "o*", "o*", "o*"]))
    sizes = list(map(len, kinds.members))
    for needed in product(range(1, max(sizes) + 1), repeat=len(sizes)):
        if any(count > size for count, size in zip(needed, sizes, strict=True)):
            continue
        cut = tuple(enumerate(needed))
        expected = max(
            sum(taken)
            for taken in product(*(range(size + 1) for size in sizes))
            if any(taken[kind] < count for kind, count in cut)
        )
        assert most_copies(kinds, [cut], Budget()) == expected

"""Caps of five properties with two large hyperplanes."""

from itertools import combinations, product

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.solving.caps import is_cap, largest_cap
from ludex.games.sets.solving.joined_caps import DECK, classes_of_caps, extensions, find_joined_cap
from ludex.games.sets.study.cap_counts import count_caps


def test_a_cap_of_forty_cards_has_two_large_hyperplanes() -> None:
    cards = find_joined_cap(40)
    assert cards is not None
    assert len(cards) == 40
    assert is_cap(Position(DECK, cards))
    digits = [DECK.digits(card) for card in cards]
    for place in (3, 4):
        assert sum(card[place] == 0 for card in digits) >= 19
    assert sum(card[3] == card[4] == 0 for card in digits) in (8, 9)


def test_every_extension_is_a_cap_of_nineteen_cards_that_one_more_card_extends() -> None:
    """Every cap of 19 cards of four properties is a cap of 20 cards without one of them."""
    deck, found = Deck(4, 3), 0
    for size in (8, 9):
        for shared in classes_of_caps(size):
            for first, second in extensions(shared, Budget()):
                spaces = (shared, first, second)
                cards = sorted(3 * card + x for x, space in enumerate(spaces) for card in space)
                assert len(cards) == 19
                digits = {deck.digits(card) for card in cards}
                thirds = {tuple(-(x + y) % 3 for x, y in zip(a, b, strict=True)) for a, b in combinations(digits, 2)}
                assert not thirds & digits
                assert len(set(product(range(3), repeat=4)) - thirds - digits) == 1
                found += 1
    assert found == 18


def test_the_search_ends_with_its_budget() -> None:
    with pytest.raises(BudgetExhausted):
        find_joined_cap(46, Budget(0.0))
    cap = largest_cap(DECK, Budget(0.0))
    assert (cap.proved, cap.upper_bound, cap.method) == (False, 48, "counting")


@pytest.mark.parametrize("size", [5, 6, 7, 8, 9])
def test_the_classes_of_caps_are_those_of_the_count(size: int) -> None:
    representatives = count_caps(Deck(3, 3)).representatives
    assert representatives is not None
    assert len(classes_of_caps(size)) == len(representatives[size])

"""Closed forms against counting."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.study.closed_forms import (
    expected_sets,
    max_sets_in_game,
    sets_in_deck,
    sets_through_card,
    sets_through_pair,
)
from tests.oracles import set_brute_force as oracle

SMALL = [Deck(p, v) for v, p in ((1, 2), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1))]


@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_the_closed_forms_count_the_sets_of_small_decks(deck: Deck) -> None:
    cards = oracle.whole_deck(deck.properties, deck.values)
    sets = oracle.all_sets(cards, deck.values)
    assert sets_in_deck(deck) == len(sets)
    assert {sum(card in found for found in sets) for card in cards} == {sets_through_card(deck)}
    if deck.values > 1:
        for a, b in combinations(cards, 2):
            differing = sum(x != y for x, y in zip(a, b, strict=True))
            assert sum(a in found and b in found for found in sets) == sets_through_pair(deck, differing)


@pytest.mark.parametrize(("deck", "sets"), [(Deck(4, 3), 1080), (Deck(3, 4), 912), (Deck(5, 4), 717056)], ids=str)
def test_published_numbers_of_sets(deck: Deck, sets: int) -> None:
    assert sets_in_deck(deck) == sets


def test_twelve_cards_hold_220_79ths_sets_on_average() -> None:
    assert expected_sets(Deck(4, 3), 12) == Fraction(220, 79)


def test_the_average_over_all_tables_is_the_expected_number() -> None:
    cards = oracle.whole_deck(2, 3)
    total = sum(len(oracle.all_sets(table, 3)) for table in combinations(cards, 5))
    assert Fraction(total, comb(9, 5)) == expected_sets(Deck(2, 3), 5)


def test_a_game_takes_at_most_v_to_the_p_minus_1_sets() -> None:
    assert max_sets_in_game(Deck(4, 3)) == 27


@pytest.mark.parametrize("cards", [-1, 82])
def test_as_many_cards_are_not_drawn(cards: int) -> None:
    with pytest.raises(ValueError, match="the deck has 81"):
        expected_sets(Deck(4, 3), cards)


@pytest.mark.parametrize(("deck", "differing"), [(Deck(4, 3), 0), (Deck(4, 3), 5), (Deck(4, 1), 1)], ids=str)
def test_pairs_differ_in_one_property_or_more(deck: Deck, differing: int) -> None:
    with pytest.raises(ValueError, match="card"):
        sets_through_pair(deck, differing)

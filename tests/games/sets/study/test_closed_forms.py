"""Closed forms against counting."""

from fractions import Fraction
from itertools import combinations

import pytest

from ludex.engine.evidence import Evidence
from ludex.games.sets.deck import Deck
from ludex.games.sets.study.closed_forms import (
    bound_evidence,
    cap_bound,
    cap_bound_method,
    cap_upper_bound,
    counting_bound,
    expected_sets,
    max_sets_in_game,
    no_set_in_closed_form,
    sets_in_deck,
    sets_through_card,
    sets_through_pair,
)
from tests.oracles import cap_subsets, set_brute_force

SMALL = [Deck(p, v) for v, p in ((1, 2), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1))]


@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_the_closed_forms_count_the_sets_of_small_decks(deck: Deck) -> None:
    cards = set_brute_force.whole_deck(deck.properties, deck.values)
    sets = set_brute_force.all_sets(cards, deck.values)
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


@pytest.mark.parametrize(("p", "v"), [(1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (1, 5), (2, 4)])
def test_small_decks_meet_the_bound(p: int, v: int) -> None:
    deck = set_brute_force.whole_deck(p, v)
    assert cap_upper_bound(Deck(p, v)) == cap_subsets.largest(len(deck), cap_subsets.masks_of_sets(deck, v))


def test_the_bound_of_five_times_five_cards_is_met_by_a_square_of_sixteen() -> None:
    assert cap_upper_bound(Deck(2, 5)) == 16
    assert cap_upper_bound(Deck(2, 36)) == 35**2


def test_the_counting_bound_for_three_values() -> None:
    # 4, 9, 20 and 45 are the largest caps. The largest of six properties has 112 cards (Potechin 2008), a little less.
    assert [cap_upper_bound(Deck(p, 3)) for p in range(1, 7)] == [2, 4, 9, 20, 45, 114]
    assert counting_bound(6, 45) == 114


@pytest.mark.parametrize("p", range(2, 8))
def test_the_counting_bound_is_the_last_number_that_the_second_and_third_moments_allow(p: int) -> None:
    smaller = cap_upper_bound(Deck(p - 1, 3))
    deck = 3**p

    def allowed(n: int) -> bool:
        # N^3 - 3^p N <= (3 C - N) (3^p N - N^2): the sums of the cubes and of the squares, by the characters.
        return n**3 - deck * n <= (3 * smaller - n) * (deck * n - n * n)

    largest = max(n for n in range(1, deck) if allowed(n))
    assert counting_bound(p, smaller) == largest - (p == 4)


def test_twenty_one_of_81_cards_would_need_half_a_parallel_class() -> None:
    # 21 meets the moments exactly, so each class is 7, 7, 7 or 9, 9, 3; squares sum up to 420, a 9, 9, 3 has 24.
    assert counting_bound(4, 9) == 20


@pytest.mark.parametrize(
    ("p", "v", "method"),
    [
        *((p, v, "closed-form") for p, v in ((1, 3), (2, 3), (2, 7), (5, 1), (5, 2))),
        *((p, 3, "counting") for p in (3, 4)),
        *((p, 3, "hyperplanes") for p in (5, 6, 7)),
        (3, 4, "layers"),
        *((p, v, "hyperplanes") for p, v in ((4, 4), (5, 4), (3, 5), (4, 5), (3, 8))),
    ],
)
def test_an_argument_for_a_bound_has_a_step_for_each_number_of_properties(p: int, v: int, method: str) -> None:
    deck = Deck(p, v)
    assert cap_bound_method(deck) == method
    bound = cap_bound(deck, method)
    assert bound["by"] == method
    if method == "closed-form":
        assert bound == {"by": method, "most": cap_upper_bound(deck)}
    elif method == "layers":
        assert bound["recompute"] == {"layers": 4, "cards_of_a_layer": 16}
    else:
        # The bounds of two properties are 4 for three values, and (v - 1)^2 for more.
        smaller = (v - 1) ** 2
        for properties, step in enumerate(bound["steps"], start=3):
            assert (step["properties"], step["smaller"]) == (properties, smaller)
            smaller = step["most"]
            assert smaller == cap_upper_bound(Deck(properties, v))
        assert properties == p
    searched = {(4, 4), (5, 4)}
    assert bound_evidence(bound) is (
        Evidence.SEARCH
        if (p, v) in searched
        else Evidence.RECOMPUTED
        if method == "layers" or (v == 3 and method == "hyperplanes")
        else Evidence.CERTIFICATE
    )


def test_a_bound_of_an_integer_program_has_no_argument_beside_its_method() -> None:
    assert cap_bound(Deck(3, 3), "integer-program") == {"by": "integer-program"}
    # Each cap of 27 cards of three properties with four values has a layer of 9 cards; no other deck uses such caps.
    steps = cap_bound(Deck(5, 4), "hyperplanes")["steps"]
    assert [step.get("recompute") for step in steps] == [
        {"layers": 4, "cards_of_a_layer": 16},
        {"cap": 27, "layer": 9},
        None,
    ]


@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_few_or_many_cards_have_a_set_with_the_probability_of_counting(deck: Deck) -> None:
    cards = set_brute_force.whole_deck(deck.properties, deck.values)
    for n in range(min(deck.size, 6) + 1):
        found = no_set_in_closed_form(deck, n)
        tables = list(combinations(cards, n))
        without = sum(not set_brute_force.all_sets(table, deck.values) for table in tables)
        assert found is None or found == Fraction(without, len(tables))
        assert (found is None) == (deck.values < n <= cap_upper_bound(deck))

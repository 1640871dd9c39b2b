"""Upper bounds of caps: those of the literature, and never below a cap."""

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.study.closed_forms import cap_upper_bound, counting_bound
from tests.oracles import cap_subsets as oracle
from tests.oracles.set_brute_force import whole_deck


@pytest.mark.parametrize(("p", "v"), [(1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (1, 5), (2, 4)])
def test_small_decks_meet_the_bound(p: int, v: int) -> None:
    deck = whole_deck(p, v)
    assert cap_upper_bound(Deck(p, v)) == oracle.largest(len(deck), oracle.masks_of_sets(deck, v))


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

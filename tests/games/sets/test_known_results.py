"""What is wrong with what is said of SET, and what there was no time to check."""

import pytest

from ludex.card_games.deal_statistics import DealStatistic
from ludex.engine.budget import Budget, Unchecked
from ludex.games.sets.deck import Deck
from ludex.games.sets.known_results import (
    KnownCap,
    KnownPosition,
    cap_count_faults,
    cap_faults,
    cards_in,
    maximum_faults,
    no_set_faults,
    place_faults,
    witness_faults,
)
from ludex.games.sets.named_decks import whole_deck
from ludex.games.sets.position import Position
from ludex.games.sets.solving.caps import Cap
from ludex.games.sets.solving.playing import GameParameters, play
from ludex.games.sets.study.cap_counts import CapCounts

REAL, PLANE = whole_deck(Deck(4, 3)), whole_deck(Deck(2, 3))
NO_TIME = Budget(seconds=0.0)


def test_what_there_was_no_time_for_is_said_to_be_unchecked():
    solid = whole_deck(Deck(3, 4))  # its bound of 28 takes a search
    [late] = maximum_faults(solid, Cap((), False, 28, "layers"), NO_TIME)
    assert isinstance(late, Unchecked) and late.startswith("upper_bound is 28")
    [late] = cap_count_faults(REAL, CapCounts(REAL.deck, (1, 81), (1, 1), complete=False), NO_TIME)
    assert isinstance(late, Unchecked) and "more than 0 cards" in late
    [late] = no_set_faults(REAL, DealStatistic.from_count(12, 1, 81), NO_TIME)
    assert isinstance(late, Unchecked) and "the caps of 12 cards" in late


def test_what_is_wrong_is_no_matter_of_time():
    [wrong] = cap_count_faults(PLANE, CapCounts(PLANE.deck, (1, 9, 35), (1, 1, 1), complete=False), Budget())
    assert type(wrong) is str and wrong == "35 caps of 2 cards in 1 classes, but must be 36 in 1 classes"
    small = KnownCap(Position(PLANE.deck, (0, 1, 3)), complete=False, largest=True, proved=True)
    assert list(cap_faults(small, Budget())) == ["the cap is claimed to be the largest, but there are caps of 4 cards"]
    [wrong] = maximum_faults(PLANE, Cap((0, 1, 3), False, 3, "counting"), Budget())
    assert wrong == "upper_bound is 3, but there are caps of 4 cards"
    assert list(no_set_faults(PLANE, DealStatistic.from_count(3, 72, 9), Budget())) == []


def test_links_of_other_games_are_passed_over():
    assert list(place_faults("a swish", "a position of SWISH", 0, None)) == []
    assert list(witness_faults("a no-swish set", "a deck of SWISH", 0, None)) == []
    found, table = Position(PLANE.deck, (0, 1, 2)), KnownPosition(Position(PLANE.deck, (2, 5, 1, 0)))
    assert list(place_faults(found, table, 0, {"indices": [3, 2, 0]})) == []
    assert list(place_faults(found, table, 0, {"indices": [0, 2, 3]})) != []


@pytest.mark.parametrize("value", [PLANE, KnownCap(Position(PLANE.deck, (0, 1)), False), Position(PLANE.deck, ())])
def test_whatever_has_cards_gives_them(value):
    assert cards_in(value) == (value if isinstance(value, Position) else value.cards)


def test_a_game_has_the_cards_of_its_last_table():
    record = play(GameParameters(PLANE.deck, seed=5))
    assert cards_in(record).cards == record.final_table
    assert cards_in("nothing") is None

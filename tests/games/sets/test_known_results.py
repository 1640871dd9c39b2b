"""Faults of stored results of SET are found, and a result that could not be checked in time is unchecked."""

from dataclasses import replace

import pytest

from ludex.card_games.deals import DealStatistic
from ludex.engine.budget import Budget, Unchecked
from ludex.games.sets.deck import Deck
from ludex.games.sets.known_results import (
    KnownCap,
    KnownPosition,
    cap_count_faults,
    cap_faults,
    cards_in,
    game_faults,
    known_cap,
    maximum_faults,
    no_set_faults,
    place_faults,
    position_faults,
    witness_faults,
)
from ludex.games.sets.named_decks import whole_deck
from ludex.games.sets.position import Position, PositionError
from ludex.games.sets.solving.caps import Cap
from ludex.games.sets.solving.playing import GameParameters, play
from ludex.games.sets.study.cap_counts import CapCounts
from ludex.games.sets.study.difficulty import grade_of

REAL, PLANE = whole_deck(Deck(4, 3)), whole_deck(Deck(2, 3))
FOUR = Position(PLANE.deck, (0, 1, 3, 4))
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


@pytest.mark.parametrize(
    ("sets", "has_set", "fault"),
    [
        (1, True, None),
        (None, True, None),
        (None, None, None),
        (2, True, "sets is 2, but must be 1"),
        (0, False, "sets is 0, but must be 1"),
        (1, False, "has_set is False, but sets is 1"),
        (1, None, "has_set is None, but sets is 1"),
        (0, True, "has_set is True, but sets is 0"),
        (None, False, "has_set is False, but must be True"),
    ],
)
def test_the_sets_of_a_position_are_counted_again(sets: int | None, has_set: bool | None, fault: str | None) -> None:
    known = KnownPosition(Position(PLANE.deck, (0, 1, 2, 3)), sets, has_set)
    assert list(position_faults(known, Budget())) == ([] if fault is None else [fault])


def test_a_position_that_is_known_to_have_a_set_has_a_grade() -> None:
    table = Position(REAL.deck, (0, 1, 2, 40))
    assert KnownPosition(table, 1, True).grade == grade_of(table) is not None
    assert (KnownPosition(table).grade, KnownPosition(table, 0, False).grade) == (None, None)


@pytest.mark.parametrize(
    ("cap", "fault"),
    [
        (KnownCap(Position(PLANE.deck, (0, 1, 3, 4)), True, True, True), None),
        (KnownCap(Position(PLANE.deck, (0, 1)), False), None),
        (KnownCap(Position(PLANE.deck, (0, 1, 2)), False), "the cards contain a set"),
        (KnownCap(Position(PLANE.deck, (0, 1)), True), "complete is True, but must be False"),
        (KnownCap(Position(PLANE.deck, (0, 1)), False, False, True), "largest is False, but proved is True"),
        (KnownCap(Position(PLANE.deck, (0, 1, 3, 4)), True, True), "largest is True, but proved is None"),
    ],
)
def test_a_cap_is_checked_again(cap: KnownCap, fault: str | None) -> None:
    assert list(cap_faults(cap, Budget())) == ([] if fault is None else [fault])


def test_a_known_cap_has_no_set_and_says_whether_it_is_complete() -> None:
    assert known_cap(Position(PLANE.deck, (0, 1, 3, 4))) == KnownCap(Position(PLANE.deck, (0, 1, 3, 4)), True)
    assert not known_cap(Position(PLANE.deck, (0, 1, 3))).complete
    with pytest.raises(PositionError, match="contain a set"):
        known_cap(Position(PLANE.deck, (0, 1, 2)))


def test_the_caps_of_a_deck_are_counted_again() -> None:
    """The plane of order 3 has 9, 36, 72 and 54 caps of 1 to 4 cards, each size in one class."""
    right = ((1, 9, 36, 72, 54), (1, 1, 1, 1, 1))
    assert list(cap_count_faults(PLANE, CapCounts(PLANE.deck, *right, complete=True), Budget())) == []
    few = CapCounts(PLANE.deck, (1, 9, 36, 72), (1, 1, 1, 1), complete=True)
    assert list(cap_count_faults(PLANE, few, Budget())) == ["there are caps of 4 cards"]
    assert list(cap_count_faults(PLANE, replace(few, complete=False), Budget())) == []
    many = CapCounts(PLANE.deck, (*right[0], 1), (*right[1], 1), complete=True)
    assert list(cap_count_faults(PLANE, many, Budget())) == ["there are no caps of 5 cards"]
    classes = CapCounts(PLANE.deck, right[0], (1, 1, 1, 2, 1), complete=True)
    assert list(cap_count_faults(PLANE, classes, Budget())) == [
        "72 caps of 3 cards in 2 classes, but must be 72 in 1 classes"
    ]


def test_a_wrong_share_of_draws_without_a_set_is_found() -> None:
    wrong = DealStatistic.from_count(3, 71, 9)
    assert list(no_set_faults(PLANE, wrong, Budget())) == ["numerator is 71, but the caps of 3 cards are 72"]
    sample = DealStatistic(3, 1, 10, False, 10, seed=1, low=0.0, high=0.5)
    assert list(no_set_faults(PLANE, sample, Budget())) == []


def test_a_game_that_violates_the_rules_is_found() -> None:
    record = play(GameParameters(PLANE.deck, seed=5))
    assert list(game_faults(record, Budget())) == []
    [fault] = game_faults(replace(record, rounds=record.rounds[:-1]), Budget())
    assert fault


def test_links_of_other_games_are_ignored() -> None:
    assert list(place_faults("a swish", "a position of SWISH", 0, None)) == []
    assert list(witness_faults("a no-swish set", "a deck of SWISH", 0, None)) == []


@pytest.mark.parametrize(
    ("cards", "place", "indices", "fault"),
    [
        ((0, 1, 2), 0, [3, 2, 0], None),
        ((0, 1, 2), 0, [0, 2, 3], "the indices of the set in the position are [3, 2, 0]"),
        ((0, 1, 2), 1, [3, 2, 0], "the indices"),
        ((3, 4, 5), 0, [1], "a card that is not in the position"),
    ],
)
def test_a_set_has_the_indices_of_its_cards_in_a_position(cards, place, indices, fault) -> None:
    table = KnownPosition(Position(PLANE.deck, (2, 5, 1, 0)))
    faults = list(place_faults(Position(PLANE.deck, cards), table, place, {"indices": indices}))
    assert faults == [] if fault is None else fault in faults[0]
    # Cards with the same numbers of another deck are others.
    assert "not in the position" in next(place_faults(Position(Deck(3, 3), cards), table, place, {"indices": indices}))


@pytest.mark.parametrize(
    ("named", "cap", "fault"),
    [
        (Cap((0, 1, 3, 4), True, 4, "counting"), KnownCap(FOUR, True, True, True), None),
        (None, KnownCap(FOUR, True, True, True), "has no claim"),
        (
            Cap((0, 1, 3, 4), True, 4, "counting"),
            KnownCap(Position(Deck(3, 3), (0, 1, 3, 4)), True, True, True),
            "has no claim",
        ),
        (Cap((0, 1, 3), False, 4, "counting"), KnownCap(FOUR, True, True, True), "claimed for the deck has 3 cards"),
        (Cap((0, 1, 3, 4), False, 5, "counting"), KnownCap(FOUR, True, True, True), "proved is False"),
        (Cap((0, 1, 3, 4), True, 4, "counting"), KnownCap(FOUR, True), "it is the largest cap"),
    ],
)
def test_a_witness_is_the_largest_cap_that_is_claimed_for_its_deck(named, cap, fault) -> None:
    faults = list(witness_faults(cap, replace(PLANE, largest_cap=named), 0, None))
    assert faults == [] if fault is None else fault in faults[0]


@pytest.mark.parametrize("value", [PLANE, KnownCap(Position(PLANE.deck, (0, 1)), False), Position(PLANE.deck, ())])
def test_whatever_has_cards_gives_them(value):
    assert cards_in(value) == (value if isinstance(value, Position) else value.cards)


def test_a_game_has_the_cards_of_its_last_table():
    record = play(GameParameters(PLANE.deck, seed=5))
    assert cards_in(record).cards == record.final_table
    assert cards_in("nothing") is None

"""Counts of caps by size: D. Knuth's for the 81 cards, those of trying every set of cards for small decks."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from ludex.engine.budget import Budget, Progress
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.study import cap_counts
from ludex.games.sets.study.cap_counts import CapCounts, CapsOfDeck, class_faults, count_caps
from tests.oracles import cap_subsets as oracle
from tests.oracles.set_brute_force import whole_deck

# D. Knuth, "SETSET-ALL" (2001), and 1,965,150,720 / 2,880 caps of twenty cards.
COMMERCIAL = (1, 81, 3240, 84240, 1579500, 22441536, 247615056)


@pytest.mark.parametrize(("p", "v"), [(1, 3), (2, 3), (3, 3), (1, 4), (2, 4), (1, 5), (1, 6)])
def test_the_numbers_are_those_of_trying_every_subset(p: int, v: int) -> None:
    deck = whole_deck(p, v)
    counts = count_caps(Deck(p, v))
    assert counts.complete
    assert list(counts.by_size) == oracle.counts(len(deck), oracle.masks_of_sets(deck, v))


@pytest.mark.parametrize(("p", "v"), [(1, 4), (2, 4), (1, 5)])
def test_the_classes_are_the_orbits_of_the_symmetries(p: int, v: int) -> None:
    deck = whole_deck(p, v)
    sets = oracle.masks_of_sets(deck, v)
    assert list(count_caps(Deck(p, v)).classes) == oracle.classes(len(deck), sets, oracle.digit_symmetries(deck))


def test_the_commercial_deck_up_to_six_cards() -> None:
    counts = count_caps(Deck(4, 3), up_to=6)
    assert counts.by_size == COMMERCIAL
    assert counts.classes == (1, 1, 1, 1, 2, 3, 7)
    assert not counts.complete
    assert counts.largest == 6


@pytest.mark.parametrize("v", [1, 2])
def test_decks_of_one_value_and_of_two_have_small_caps(v: int) -> None:
    deck = Deck(3, v)
    assert count_caps(deck) == CapCounts(deck, (1, v**3)[:v], (1, 1)[:v], complete=True)
    assert not count_caps(Deck(3, 2), up_to=0).complete


def test_where_the_budget_ends_the_sizes_that_are_done_are_given() -> None:
    assert count_caps(Deck(4, 3), Budget(seconds=0.0)) == CapCounts(Deck(4, 3), (1,), (1,), complete=False)
    seen: list[Progress] = []
    stopped = count_caps(Deck(3, 3), Budget(progress=seen.append, stop=lambda: len(seen) > 4))
    assert not stopped.complete
    whole = count_caps(Deck(3, 3)).by_size
    assert stopped.by_size == whole[: len(stopped.by_size)]
    assert len(stopped.by_size) < len(whole)
    assert seen[0] == Progress(0, 1, "classes of caps of 0 cards")


def test_decks_of_too_many_sets_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PositionError, match="caps can be counted"):
        count_caps(Deck(10, 3))
    monkeypatch.setattr(cap_counts, "MAX_SETS", 100)
    with pytest.raises(PositionError, match="1,080 sets"):
        count_caps(Deck(4, 3))


def test_each_cap_of_nine_cards_of_27_has_as_many_symmetries() -> None:
    # They are one class: the order of the affine group of three dimensions, 303,264, divided by them, is that of each.
    counts = count_caps(Deck(3, 3))
    assert (counts.classes[9], Fraction(303_264, counts.by_size[9])) == (1, 144)


def test_forged_classes_with_which_all_sums_are_right_are_found() -> None:
    counts = count_caps(Deck(2, 4), up_to=4)
    assert counts.representatives is not None
    assert list(class_faults(counts, Budget())) == []
    *smaller, last = counts.representatives
    forged = [(last[1][0], last[0][1]), (last[0][0], last[1][1]), *last[2:]]
    [*faults] = class_faults(replace(counts, representatives=(*smaller, tuple(forged))), Budget())
    assert ["the class of the cap" in fault for fault in faults] == [True, True]
    a, b = next((a, b) for a, b in combinations(last, 2) if a[1] == b[1])
    forged = [b if one == a else one for one in last]
    [fault] = class_faults(replace(counts, representatives=(*smaller, tuple(forged))), Budget())
    assert fault == "two listed classes of caps are equal"


def test_counts_are_stated_and_read_again() -> None:
    counts = count_caps(Deck(2, 3))
    assert counts.representatives is not None
    value = [[one.caps, one.classes] for one in counts.sizes]
    assert [(one.size, one.properties, one.values) for one in counts.sizes] == [(size, 2, 3) for size in range(5)]
    assert CapCounts.from_json(Deck(2, 3), value, True, counts.listed) == counts
    assert CapCounts.from_json(Deck(2, 3), value, True).listed is None
    assert counts.listed[1] == [["00", 9]]
    whole, part = CapsOfDeck.of(counts), CapsOfDeck.of(counts.cut(2))
    assert (whole.properties, whole.values, whole.largest_size, part.largest_size) == (2, 3, 4, None)
    assert whole.items[:3] == part.items == counts.sizes[:3]


def test_counts_are_cut_after_a_size() -> None:
    counts = count_caps(Deck(2, 3))
    part = counts.cut(2)
    assert (part.by_size, part.classes, part.complete) == ((1, 9, 36), (1, 1, 1), False)
    assert part.representatives == counts.representatives[:3]
    assert counts.cut(4) is counts.cut(None) is counts
    assert replace(counts, representatives=None).cut(3).representatives is None
    assert [part.decides(size) for size in (2, 3)] == [True, False]
    assert counts.decides(5)


@pytest.mark.parametrize(
    ("value", "listed"),
    [
        (None, None),
        ([], None),
        ([[1, 1], [9]], None),
        ([[1, 1], [9, 0]], None),
        ([[1, 1], [True, 1]], None),
        ([[1, 1], (9, 1)], None),
        ([[1, 1]], "no list"),
        ([[1, 1]], [[["", 1, 2]]]),
        ([[1, 1]], [[[0, 1]]]),
        ([[1, 1]], [[["", "1"]]]),
        ([[1, 1]], [None]),
    ],
)
def test_a_value_that_states_no_counts_is_refused(value: object, listed: object) -> None:
    with pytest.raises(ValueError, match=r"must (have two numbers|be one list)"):
        CapCounts.from_json(Deck(2, 3), value, True, listed)

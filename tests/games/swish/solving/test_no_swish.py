"""Largest no-swish sets: the published sizes, and what trying every set of cards finds."""

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Card
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving import cutting_planes
from ludex.games.swish.solving.certificate import check_certificate
from ludex.games.swish.solving.no_swish import (
    NoSwishMaximum,
    TooManySets,
    all_largest_no_swish_sets,
    largest_no_swish_set,
    maximum_no_swish_sets,
    set_classes,
)
from ludex.games.swish.solving.search import find_any
from tests.games.swish.commercial import deck
from tests.games.swish.hard_tables import random_table
from tests.games.swish.random_tables import one_pair_tables, tables, written
from tests.oracles import boards, deals, derangements, swishes
from tests.trials import examples


def cards_at(position: Position, maximum: NoSwishMaximum) -> Position:
    return Position(tuple(position.cards[index] for index in maximum.indices), position.symmetry)


def check(position: Position, maximum: NoSwishMaximum, size: int) -> None:
    """Check that a maximum is proved, of this size, has no swish, and that its certificate holds."""
    assert maximum.proved
    assert maximum.size == len(maximum.indices) == maximum.upper_bound == size
    assert list(maximum.indices) == sorted(set(maximum.indices))
    assert not maximum.indices or find_any(cards_at(position, maximum)) is None
    check_certificate(position, maximum.indices, maximum.certificate, Budget(), maximum.up_to_copies)


@pytest.mark.parametrize(("slug", "size"), [("swish-36", 20), ("swish-60", 28)])
def test_a_commercial_deck_has_the_published_largest_no_swish_set(slug: str, size: int) -> None:
    maximum = largest_no_swish_set(deck(slug))
    check(deck(slug), maximum, size)


@settings(deadline=None, max_examples=examples(60))
@given(one_pair_tables(most_cards=11, most_cells=6))
def test_the_maximum_is_that_of_trying_every_set_of_cards(position: Position) -> None:
    cells = position.height * position.width
    card_sets = derangements.card_sets(written(position), cells, position.symmetry.value)
    largest = deals.largest(len(position.cards), card_sets)
    maximum = largest_no_swish_set(position)
    check(position, maximum, len(largest[0]))
    assert maximum.indices in largest


@settings(deadline=None, max_examples=examples(60))
@given(tables())
def test_the_maximum_of_cards_with_any_symbols_is_that_of_trying_every_set(position: Position) -> None:
    size, _ = swishes.largest_without_swish(written(position), position.symmetry.value)
    check(position, largest_no_swish_set(position), size)


@settings(deadline=None, max_examples=examples(30))
@given(one_pair_tables(most_cards=9, most_cells=6))
def test_without_the_swishes_of_the_certificate_nothing_larger_is_possible(position: Position) -> None:
    maximum = largest_no_swish_set(position)
    assert not maximum.up_to_copies
    left = deals.largest(len(position.cards), [frozenset(swish) for swish in maximum.certificate])
    assert len(left[0]) == maximum.size
    every = swishes_of(position)
    assert all(frozenset(swish) in every for swish in maximum.certificate)


def swishes_of(position: Position) -> set[frozenset[int]]:
    cells = position.height * position.width
    return derangements.card_sets(written(position), cells, position.symmetry.value)


def test_a_set_without_any_swish_is_its_own_maximum() -> None:
    position = Position.from_codes(["*o.", "*.o"])
    maximum = largest_no_swish_set(position)
    assert (maximum.indices, maximum.proved, maximum.certificate) == ((0, 1), True, ())
    alone = largest_no_swish_set(Position.from_codes(["**./oo."]))
    assert (alone.indices, alone.proved, alone.certificate) == ((0,), True, ())


def test_of_many_copies_of_a_card_that_matches_itself_one_stays() -> None:
    position = Position((Card.from_code("*o"),) * 300)
    maximum = largest_no_swish_set(position)
    assert maximum.up_to_copies
    check(position, maximum, 1)


def test_of_many_copies_of_a_card_that_never_matches_itself_all_stay() -> None:
    # Point and circle lie in different orbits, so that only the reverse matches it.
    here, there = Card.from_code("*o."), Card.from_code("o*.")
    position = Position((here,) * 60 + (there,) * 40)
    check(position, largest_no_swish_set(position), 60)


def test_a_search_that_may_not_run_proves_nothing() -> None:
    maximum = largest_no_swish_set(deck("swish-60"), Budget(seconds=0.0))
    assert not maximum.proved
    assert maximum.size <= 28 <= maximum.upper_bound
    assert maximum.certificate == ()


def test_an_integer_program_that_is_stopped_early_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    position = random_table(6, 100, 1)
    monkeypatch.setattr(cutting_planes, "PICK_SECONDS", 1e-6)
    maximum = largest_no_swish_set(position)
    check(position, maximum, 69)


def test_more_than_a_thousand_cards_are_refused() -> None:
    with pytest.raises(PositionError, match="1001 cards given; a search supports at most 1000"):
        largest_no_swish_set(Position((Card.from_code("*o"),) * 1001))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"proof": None}, "must list its indices"),
        ({"indices": None}, "indices must be numbers"),
        ({"swishes": [[0, 9]]}, "indices must be numbers"),
        ({"swishes": [{}]}, "indices must be numbers"),
        ({"up_to_copies": 1}, "whether these are up to copies"),
        ({"value": 2}, "the value 2 and the lower bound 1 must be 1, the number of cards in the set"),
        ({"lower": 0}, "the value 1 and the lower bound 0 must be 1, the number of cards in the set"),
        ({"upper": 2}, "the upper bound 2 does not agree with the set of 1 cards"),
        ({"upper": None}, "the upper bound None"),
    ],
)
def test_what_states_no_largest_set_is_refused(changed, message):
    position = Position.from_codes(["*o", "o*", "*o"])
    found = largest_no_swish_set(position)
    stated = {"value": 1, "lower": 1, "upper": 1, "proved": True, "proof": found.proof}
    assert NoSwishMaximum.from_json(position, **stated) == found
    own = {name: value for name, value in changed.items() if name in found.proof}
    given = stated | {"proof": found.proof | own} | {k: v for k, v in changed.items() if k not in own}
    with pytest.raises(ValueError, match=message):
        NoSwishMaximum.from_json(position, **given)


@pytest.fixture(scope="module")
def of_the_deck() -> list[tuple[int, ...]]:
    return maximum_no_swish_sets(deck("swish-36"))


def test_each_of_them_is_an_order_of_the_four_orbits(of_the_deck) -> None:
    codes = written(deck("swish-36"))
    assert {frozenset(codes[index] for index in cards) for cards in of_the_deck} == boards.maximum_sets(4, 3)


@settings(deadline=None, max_examples=examples(40))
@given(one_pair_tables(most_cards=9, most_cells=6))
def test_they_are_those_of_trying_every_set(position: Position) -> None:
    cells = position.height * position.width
    card_sets = derangements.card_sets(written(position), cells, position.symmetry.value)
    assert maximum_no_swish_sets(position) == deals.largest(len(position.cards), card_sets)


@pytest.mark.parametrize("reversal", [False, True])
def test_classes_hold_every_set_once(of_the_deck, reversal: bool) -> None:
    classes = set_classes(deck("swish-36"), of_the_deck, reversal)
    assert sorted(place for members in classes for place in members) == list(range(216))
    assert all(members == sorted(members) for members in classes)


def test_reversal_joins_classes(of_the_deck) -> None:
    apart = set_classes(deck("swish-36"), of_the_deck, reversal=False)
    joined = set_classes(deck("swish-36"), of_the_deck, reversal=True)
    assert len(joined) < len(apart)
    for members in apart:
        assert any(set(members) <= set(larger) for larger in joined)


def test_exchanging_points_and_circles_stays_in_the_class_with_reversal(of_the_deck) -> None:
    codes = written(deck("swish-36"))
    place = {frozenset(codes[index] for index in cards): at for at, cards in enumerate(of_the_deck)}
    class_of = {
        at: number
        for number, members in enumerate(set_classes(deck("swish-36"), of_the_deck, reversal=True))
        for at in members
    }
    from tests.oracles.swish_cards import canonical

    for cards, at in place.items():
        exchanged = frozenset(canonical(code.translate(str.maketrans("*o", "o*"))) for code in cards)
        assert class_of[place[exchanged]] == class_of[at]


def test_more_than_64_cards_are_refused() -> None:
    with pytest.raises(PositionError, match="at most 64"):
        maximum_no_swish_sets(Position.from_codes(["*o"] * 65))


def test_the_caller_ends_the_list() -> None:
    with pytest.raises(BudgetExhausted):
        maximum_no_swish_sets(deck("swish-36"), Budget(stop=lambda: True))


def test_every_set_comes_with_its_classes_unless_there_are_more_than_asked_for() -> None:
    position = Position.from_codes(["*o./...", "o*./...", "*../o..", "o../*..", "*../.o."])
    found = all_largest_no_swish_sets(position)
    assert list(found.sets) == maximum_no_swish_sets(position)
    assert (found.count, found.size) == (len(found.sets), len(found.sets[0]))
    assert found.classes == tuple(map(tuple, set_classes(position, list(found.sets), reversal=False)))
    assert all_largest_no_swish_sets(position, most=found.count) == found
    with pytest.raises(TooManySets, match=f"there are {found.count} such sets, more than {found.count - 1}"):
        all_largest_no_swish_sets(position, most=found.count - 1)


def test_without_a_certificate_another_solver_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.games.swish.solving import highs_bounds, no_swish_proofs, weight_search

    monkeypatch.setattr(weight_search, "find_weights", lambda *_: None)
    monkeypatch.setattr(no_swish_proofs, "prove_no_swish_size", lambda *_: None)
    table = random_table(3, 12, 1)
    agreed = largest_no_swish_set(table)
    assert (agreed.proved, agreed.evidence) == (True, "search")
    monkeypatch.setattr(highs_bounds, "most_copies", lambda *_: agreed.size + 1)
    denied = largest_no_swish_set(table)
    assert (denied.indices, denied.proved, denied.upper_bound) == (agreed.indices, False, 12)

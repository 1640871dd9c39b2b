"""All largest no-swish sets of a deck, and their classes under the symmetries of its hypergraph."""

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.no_swish import (
    TooManySets,
    all_largest_no_swish_sets,
    maximum_no_swish_sets,
    set_classes,
)
from ludex.games.swish.solving.search import find_any
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import one_pair_tables, written
from tests.oracles import boards, deals, derangements
from tests.trials import examples


@pytest.fixture(scope="module")
def of_the_deck() -> list[tuple[int, ...]]:
    return maximum_no_swish_sets(deck("swish-36"))


def test_the_deck_of_36_has_216_largest_no_swish_sets(of_the_deck) -> None:
    assert len(of_the_deck) == len(set(of_the_deck)) == 216
    assert of_the_deck == sorted(of_the_deck)
    assert {len(cards) for cards in of_the_deck} == {20}


def test_each_of_them_is_an_order_of_the_four_orbits(of_the_deck) -> None:
    codes = written(deck("swish-36"))
    assert {frozenset(codes[index] for index in cards) for cards in of_the_deck} == boards.maximum_sets(4, 3)


def test_none_of_them_has_a_swish(of_the_deck) -> None:
    for cards in of_the_deck[::20]:
        assert find_any(Position(tuple(deck("swish-36").cards[index] for index in cards))) is None


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


def test_turning_the_board_upside_down_moves_no_card() -> None:
    # Flips of the whole board leave every card what it is, and so every set.
    position = Position.from_codes(["*o", "*o", "*o"])
    sets = maximum_no_swish_sets(position)
    assert sets == [(0,), (1,), (2,)]
    assert set_classes(position, sets, reversal=False) == [[0, 1, 2]]


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

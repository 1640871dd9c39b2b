"""Where a largest swish is a matching, all ways find the same: closed form, b-matching, search, trying everything."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Symmetry
from ludex.games.swish.deck import random_cards
from ludex.games.swish.position import Position
from ludex.games.swish.solving import matching
from ludex.games.swish.solving.placements import placements_of
from ludex.games.swish.solving.search import find_any, find_largest
from ludex.games.swish.swishes import Rule, is_swish
from tests.games.swish.random_cards import SYMMETRIES, boards, codes_of_few
from tests.oracles import swishes
from tests.trials import examples


@st.composite
def cards_of(draw: st.DrawFn, symbols: int, most: int = 7) -> Position:
    """Draw cards of one to `symbols` symbols."""
    symmetry = draw(SYMMETRIES)
    some = codes_of_few(*draw(boards(symmetry, 3)), symbols)
    return Position.from_codes(draw(st.lists(some, min_size=1, max_size=most)), symmetry)


def largest_of(position: Position, rule: Rule) -> int:
    found = swishes.all_swishes(list(map(str, position.cards)), position.symmetry.value, rule.value)
    return max((len(cards) for cards, _ in found), default=0)


@settings(deadline=None, max_examples=examples(50))
@given(cards_of(1, most=6), st.sampled_from(Rule))
def test_the_closed_form_of_one_symbol_is_the_optimum_and_the_b_matching_agrees(position: Position, rule: Rule) -> None:
    found = matching.largest_of_one_symbol(position, rule)
    assert found.size == largest_of(position, rule)
    assert found.swish is None or is_swish(found.swish.stack)
    assert 2 * len(matching.maximum_b_matching(position, rule)) == found.size
    small = matching.largest_of_one_symbol(position, rule, max_size=3)
    assert small.size == min(2, found.size)


def test_the_search_takes_the_closed_form_for_many_cards_of_one_symbol() -> None:
    position = Position.from_codes(["*.."] * 100 + ["..o"] * 100 + [".*."] * 50, Symmetry.RECTANGLE)
    assert find_largest(position, budget=Budget(1.0)).size == 4
    assert find_largest(position, max_size=3).size == 2
    assert find_any(position).size == 2


@settings(deadline=None, max_examples=examples(80))
@given(cards_of(2))
def test_a_matching_is_the_largest_simple_swish_of_two_symbols(position: Position) -> None:
    found = matching.largest_of_two_symbols(position)
    assert found.size == largest_of(position, Rule.SIMPLE)
    assert found.swish is None or is_swish(found.swish.stack)
    placements = placements_of(position, Rule.SIMPLE)
    asked = matching.match_two_symbols(placements, Rule.SIMPLE, None, Budget())
    assert asked is not None
    assert asked.size == found.size
    assert asked.swish is None or all(position.cards[one.index] == one.placed for one in asked.swish.cards)


def test_a_matching_ends_with_its_budget() -> None:
    cards = random_cards(1000, 20, 20, 2, 1000)
    with pytest.raises(BudgetExhausted):
        matching.largest_of_two_symbols(cards, Budget(0.1))
    assert matching.match_two_symbols(placements_of(cards, Rule.SIMPLE), Rule.SIMPLE, None, Budget(0.1)) is None
    with pytest.raises(BudgetExhausted):
        matching.maximum_b_matching(Position.from_codes(["*o"[i % 2] for i in range(9)]), budget=Budget(0.0))


def test_a_matching_is_left_out_where_it_does_not_apply() -> None:
    position = Position.from_codes(["*o.", ".*o", "o.*"])
    placements = placements_of(position, Rule.SWISH)
    assert matching.match_two_symbols(placements, Rule.SWISH, None, Budget()) is None
    simple = placements_of(position, Rule.SIMPLE)
    assert matching.match_two_symbols(simple, Rule.SIMPLE, 2, Budget()) is None
    assert matching.match_one_symbol(position, Rule.SWISH, None) is None

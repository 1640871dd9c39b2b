"""Few cards in one compiled call: what the depth-first search finds, and nothing written outside of its arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.games.swish.card import Card
from ludex.games.swish.kernels import tables as kernel
from ludex.games.swish.position import Position
from ludex.games.swish.solving import few_cards
from ludex.games.swish.solving.depth_first import DepthFirst
from ludex.games.swish.solving.few_cards import (
    FEW_SYMBOLS,
    find_any_of_few_cards,
    find_largest_of_few_cards,
    work_arrays,
)
from ludex.games.swish.solving.placements import FEW_CARDS, images_of, records_of, symbols_in
from ludex.games.swish.solving.search import find_any, find_largest
from ludex.games.swish.swishes import Rule
from tests.games.swish.commercial import dealt, deck
from tests.games.swish.random_tables import one_pair_tables, tables

RULES = st.sampled_from(Rule)
SIZES = st.none() | st.integers(-1, 6)


@settings(deadline=None)
@given(tables() | one_pair_tables(most_cards=FEW_CARDS, most_cells=12), RULES, SIZES)
def test_few_cards_have_the_swishes_of_the_depth_first_search(
    position: Position, rule: Rule, max_size: int | None
) -> None:
    search = DepthFirst.of(position, rule, copies_differ=False)
    first = search.first(max_size, Budget())
    assert find_any_of_few_cards(position, rule, max_size) == first
    expected = first if first.swish is None else search.largest(max_size, Budget(), known=first.swish)
    assert find_largest_of_few_cards(position, rule, max_size) == expected


@settings(deadline=None)
@given(tables() | one_pair_tables(most_cards=FEW_CARDS, most_cells=12), RULES, st.booleans())
def test_the_search_stays_in_its_room(position: Position, rule: Rule, seek_largest: bool) -> None:
    images, records, cards = images_of(position, rule), records_of(position.cards), len(position.cards)
    room, frames, *others = work_arrays(cards, symbols_in(cards, records), images)
    guarded = np.full(len(room) + 1000, -7, np.int32)
    more_frames = np.full((len(frames) + 100, frames.shape[1]), -7, np.int32)
    kernel.solve(
        seek_largest, images, position.width, cards, records, cards, 10**6, guarded, more_frames, *others
    )  # fmt: skip
    assert (guarded[len(room) :] == -7).all()
    assert (more_frames[len(frames) :] == -7).all()


def test_many_cards_and_many_symbols_are_left_to_other_searches() -> None:
    many = Position(deck("swish-60").cards[: FEW_CARDS + 1])
    cells = [(row, column) for row in range(1, 33) for column in range(1, 33)]
    full = Card(32, 32, tuple(cells[:FEW_SYMBOLS]), ())
    for position in (many, Position((full, Card(32, 32, (cells[0],), ())))):
        assert not find_any_of_few_cards(position, Rule.SWISH, None).decided
        assert not find_largest_of_few_cards(position, Rule.SWISH, None).decided
        assert find_any(position) is None or position is many
    for position in (Position(many.cards[:1] * FEW_CARDS), Position((full,))):
        assert find_any_of_few_cards(position, Rule.SWISH, None).decided


def test_a_search_that_takes_long_is_left_to_others_and_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [dealt(seed) for seed in range(5)]
    expected = [(find_any(position), find_largest(position)) for position in positions]
    for steps in (1, 300):
        monkeypatch.setattr(few_cards, "STEPS", steps)
        assert not find_largest_of_few_cards(positions[0], Rule.SWISH, None).decided
        assert [(find_any(position), find_largest(position)) for position in positions] == expected

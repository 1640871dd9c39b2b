"""Searches find what trying everything finds, and the published numbers; the FindCycle trap is no swish.

Arrays of deals are decided as one deal after the other is, and as by trying every set of cards.

Few cards in one compiled call: what the depth-first search finds, and nothing written outside of its arrays.
"""

from collections import Counter
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.kernels import tables as kernel
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving import search
from ludex.games.swish.solving.depth_first import DepthFirst
from ludex.games.swish.solving.placements import FEW_CARDS, images_of, records_of, symbols_in
from ludex.games.swish.solving.search import (
    FEW_SYMBOLS,
    count_by_size,
    find_all,
    find_any,
    find_any_of_few_cards,
    find_largest,
    find_largest_of_few_cards,
    have_swish,
    largest_sizes,
    work_arrays,
)
from ludex.games.swish.swishes import Rule, SizeCount, Swish, is_swish
from tests.games.swish.commercial import dealt, deck
from tests.games.swish.hard_tables import random_table
from tests.games.swish.random_cards import positions
from tests.games.swish.random_tables import one_pair_tables, tables, written
from tests.oracles import derangements, find_cycle, swishes
from tests.trials import examples

RULES = st.sampled_from(Rule)
SIZES = st.none() | st.integers(-1, 6)


def oracle_of(position: Position, rule: Rule, max_size: int | None) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    most = None if max_size is None else max(1, min(max_size, len(position.cards)))
    return swishes.all_swishes(written(position), position.symmetry.value, rule.value, most)


def as_oracle(swish: Swish) -> tuple[tuple[int, ...], tuple[str, ...]]:
    return swish.indices, tuple(map(str, swish.stack))


def check(swish: Swish, position: Position, rule: Rule) -> None:
    """Check that a swish lays the position's cards as it says, and that they match."""
    assert list(swish.indices) == sorted(set(swish.indices))
    for placed in swish.cards:
        assert placed.placed == position.cards[placed.index].configured(placed.configuration)
        assert str(placed.placed) in swishes.laid_ways(
            str(position.cards[placed.index]), position.symmetry.value, rule.value
        )
    assert swishes.forms_swish([str(card) for card in swish.stack])
    assert is_swish(swish.stack)


@settings(deadline=None, max_examples=examples(150))
@given(tables() | positions(most_cards=4, most_side=3), RULES, SIZES)
def test_searches_agree_with_trying_every_way_to_lay_every_set_of_cards(
    position: Position, rule: Rule, max_size: int | None
) -> None:
    expected = oracle_of(position, rule, max_size)

    found = find_any(position, rule, max_size)
    assert (found is not None) == bool(expected)

    largest = find_largest(position, rule, max_size)
    assert largest.proved
    assert largest.size == max((len(cards) for cards, _ in expected), default=0)

    listing = find_all(position, rule, max_size, limit=len(expected) + 1)
    assert listing.complete
    assert sorted(map(as_oracle, listing.items)) == sorted(expected)
    assert [swish.size for swish in listing.items] == sorted(swish.size for swish in listing.items)

    counted = count_by_size(position, rule, max_size)
    assert counted == {
        size: SizeCount(
            len({cards for cards, _ in expected if len(cards) == size}),
            sum(len(cards) == size for cards, _ in expected),
        )
        for size in sorted({len(cards) for cards, _ in expected})
    }

    for swish in [found, largest.swish, *listing.items]:
        if swish is not None:
            check(swish, position, rule)
            assert max_size is None or swish.size <= max_size


@settings(deadline=None, max_examples=examples(60))
@given(one_pair_tables(most_cards=10, most_cells=6))
def test_swishes_of_one_pair_cards_are_the_derangements_of_cells(position: Position) -> None:
    cells = position.height * position.width
    expected = derangements.counts(written(position), cells, position.symmetry.value)
    counted = count_by_size(position)
    assert {size: (count.card_sets, count.placements) for size, count in counted.items()} == expected
    assert find_largest(position).size == max(expected, default=0)


@pytest.mark.parametrize("pairs", [2, 3, 20])
@pytest.mark.parametrize("rule", Rule)
def test_swishes_of_disjoint_pairs_are_counted_by_products(pairs: int, rule: Rule) -> None:
    rows = 2 * pairs
    codes = [
        "/".join(card if row == pair else ".." for row in range(rows)) for pair in range(pairs) for card in ("*o", "o*")
    ]
    # Each pair matches in two rows and two orientations, or only as written.
    ways = 4 if rule is Rule.SWISH else 1
    position = Position.from_codes(codes)
    assert count_by_size(position, rule) == {
        2 * k: SizeCount(comb(pairs, k), comb(pairs, k) * ways**k) for k in range(1, pairs + 1)
    }
    assert count_by_size(position, rule, max_size=3) == {2: SizeCount(pairs, pairs * ways)}
    if pairs == 2:
        found = swishes.all_swishes(codes, rule=rule.value)
        assert len([cards for cards, _ in found if len(cards) == 4]) == ways**2


@pytest.mark.parametrize(("slug", "most"), [("swish-36", 5), ("swish-60", 4), ("swish-3x3", 6), ("swish-2x4", 8)])
def test_swishes_of_whole_decks_are_the_derangements_of_cells(slug: str, most: int) -> None:
    counted = count_by_size(deck(slug), max_size=most)
    expected = derangements.counts(written(deck(slug)), most)
    assert {size: (count.card_sets, count.placements) for size, count in counted.items()} == expected


@pytest.mark.parametrize("slug", ["swish-36", "swish-60"])
def test_the_largest_swish_of_a_commercial_deck_has_twelve_cards(slug: str) -> None:
    largest = find_largest(deck(slug))
    assert (largest.size, largest.proved) == (12, True)
    assert largest.swish is not None
    check(largest.swish, deck(slug), Rule.SWISH)


def test_find_cycle_takes_four_commercial_cards_for_a_swish_that_are_none() -> None:
    traps = {}
    for (_, crossing, _), laid in find_cycle.crossing_cycles(4, 3):
        kinds = frozenset(str(Card.from_code(code).canonical(Symmetry.RECTANGLE)) for code in laid)
        traps[kinds] = crossing, laid
    traps = {
        kinds: trap
        for kinds, trap in traps.items()
        if not any(len(cards) == 4 for cards, _ in swishes.all_swishes(sorted(kinds)))
    }
    assert len(traps) == 1
    crossing, laid = next(iter(traps.values()))
    assert find_cycle.is_hypergraph_cycle(laid)

    cards = [Card.from_code(code) for code in laid]
    assert all(card.canonical(Symmetry.RECTANGLE) in deck("swish-36").cards for card in cards)
    assert [card.points[0] for card in cards].count(crossing) == 2
    assert not is_swish(cards)
    assert find_largest(Position(tuple(cards))).size == 2
    assert set(count_by_size(Position(tuple(cards)))) == {2}


def test_a_listing_says_whether_it_is_complete() -> None:
    position = Position.from_codes(["*o", "*o", "*o"])
    assert not find_all(position, limit=5).complete
    assert len(find_all(position, limit=5).items) == 5
    assert find_all(position, limit=6).complete
    assert len(find_all(position, limit=6).items) == 6


@pytest.mark.parametrize("search", [find_any, find_largest, find_all, count_by_size])
def test_more_than_a_thousand_cards_are_refused(search) -> None:
    card = Card.from_code("*o.")
    with pytest.raises(PositionError, match="1001 cards given; a search supports at most 1000"):
        search(Position((card,) * 1001), max_size=2)


def test_a_thousand_copies_of_a_card_match_two_by_two() -> None:
    position = Position((Card.from_code("*o"),) * 1000)
    assert find_any(position) is not None
    assert find_largest(position).size == 2
    hundred = Position(position.cards[:100])
    assert count_by_size(hundred) == {2: SizeCount(4950, 9900)}


def test_card_sets_of_more_than_64_cards_are_counted_once_each():
    position = random_table(5, 150, 1)
    listed = {swish.indices for swish in find_all(position, max_size=3, limit=10**9).items}
    counts = count_by_size(position, max_size=3)
    assert {size: found.card_sets for size, found in counts.items()} == Counter(map(len, listed))


def random_deals(cards: int, n: int, deals: int, seed: int) -> np.ndarray:
    source = np.random.default_rng(seed)
    return np.array([source.permutation(cards)[:n] for _ in range(deals)]).reshape(deals, n)


@settings(deadline=None, max_examples=examples(60))
@given(tables() | one_pair_tables(most_cards=5), st.integers(0, 100), st.data())
def test_deals_are_decided_as_by_trying_every_set_of_cards(position: Position, seed: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(position.cards)))
    deals = random_deals(len(position.cards), n, 4, seed)
    found = [set(cards) for cards, _ in swishes.all_swishes(written(position), position.symmetry.value)]
    sizes = [max((len(cards) for cards in found if cards <= set(deal)), default=0) for deal in deals.tolist()]
    assert largest_sizes(position, deals).tolist() == sizes
    assert have_swish(position, deals).tolist() == [size > 0 for size in sizes]


@pytest.mark.parametrize("n", [2, 5, 9, 16, 30])
def test_deals_of_a_commercial_deck_are_decided_as_one_after_the_other(n: int) -> None:
    cards = deck("swish-60")
    deals = random_deals(60, n, 100, seed=n)
    positions = [cards.part(deal) for deal in deals.tolist()]
    assert have_swish(cards, deals).tolist() == [find_any(position) is not None for position in positions]
    assert largest_sizes(cards, deals[:20]).tolist() == [find_largest(position).size for position in positions[:20]]


def test_deals_that_take_long_are_decided_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    cards, deals = deck("swish-36"), random_deals(36, 10, 40, seed=1)
    expected = have_swish(cards, deals).tolist(), largest_sizes(cards, deals).tolist()
    for steps in (1, 100):
        monkeypatch.setattr(search, "STEPS", steps)
        assert (have_swish(cards, deals).tolist(), largest_sizes(cards, deals).tolist()) == expected


def test_cards_of_many_symbols_are_decided_one_after_the_other() -> None:
    cells = [(a, b) for a in range(1, 21) for b in range(1, 21)]
    pointed, circled = Card(20, 20, tuple(cells), ()), Card(20, 20, (), tuple(cells))
    position = Position((pointed, circled, pointed))
    deals = np.array([[0, 1], [0, 2], [2, 1]])
    assert have_swish(position, deals).tolist() == [True, False, True]
    assert largest_sizes(position, deals).tolist() == [2, 0, 2]


def test_a_deck_may_be_larger_than_a_search() -> None:
    cards = Position(tuple(Card.one_pair(1, 2, (1, 1), (1, 2)) for _ in range(1500)))
    assert have_swish(cards, np.array([[1499, 0, 700]])).tolist() == [True]
    with pytest.raises(PositionError, match="the deals have 1001 cards; a search supports at most 1000"):
        have_swish(cards, np.arange(1001).reshape(1, -1))


@pytest.mark.parametrize("search", [have_swish, largest_sizes])
def test_what_is_no_deal_is_refused_and_the_budget_ends_a_search(search) -> None:
    with pytest.raises(ValueError, match="deal 1: a card is repeated"):
        search(deck("swish-60"), np.array([[0, 1], [2, 2]]))
    with pytest.raises(BudgetExhausted, match="time"):
        search(deck("swish-60"), random_deals(60, 16, 10, seed=1), Budget(seconds=0.0))
    assert len(search(deck("swish-60"), np.empty((0, 16), np.int32))) == 0


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
        monkeypatch.setattr(search, "STEPS", steps)
        assert not find_largest_of_few_cards(positions[0], Rule.SWISH, None).decided
        assert [(find_any(position), find_largest(position)) for position in positions] == expected

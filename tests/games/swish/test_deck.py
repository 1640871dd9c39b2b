"""Decks: what they hold, and their identity.

Deals depend on the seed only.
"""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.engine.faults import Fault
from ludex.games.swish.card import Symmetry, orbit_numbers
from ludex.games.swish.deck import DEAL_SIZE, Deck, built_in_deck, deal, planted_cards, random_cards, whole_board_deck
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Rule
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import one_pair_tables, written
from tests.oracles import swishes
from tests.oracles.shuffling import plain_shuffle
from tests.oracles.swish_cards import canonical, one_pair_codes

COLOURS = ("blue", "green", "orange", "purple")


def test_the_deck_of_36_has_every_card_of_the_board_once() -> None:
    every = {canonical(code) for code in one_pair_codes(4, 3)}
    assert len(every) == len(deck("swish-36").cards) == 36
    assert set(written(deck("swish-36"))) == every


def copies_by_colours() -> dict[tuple[str, str], list[int]]:
    """Return, for the colours of point and circle, how often `swish-60` has each of its cards."""
    colour = orbit_numbers(4, 3)
    copies: dict[tuple[str, str], list[int]] = {}
    for card, number in Counter(deck("swish-60").cards).items():
        pair = COLOURS[colour[card.points[0]]], COLOURS[colour[card.circles[0]]]
        copies.setdefault(pair, []).append(number)
    return copies


def test_the_deck_of_60_has_the_cards_of_one_colour_twice() -> None:
    # Section 1.1: eight such cards, which appear twice.
    assert sum(len(n) for (point, circle), n in copies_by_colours().items() if point == circle) == 8
    assert all(set(n) == {2} for (point, circle), n in copies_by_colours().items() if point == circle)


@pytest.mark.parametrize(
    ("point", "twice", "once"), [("blue", 4, 4), ("orange", 4, 4), ("purple", 4, 2), ("green", 4, 2)]
)
def test_the_deck_of_60_has_the_bicoloured_cards_that_the_paper_counts(point: str, twice: int, once: int) -> None:
    copies = [n for (p, c), numbers in copies_by_colours().items() if p == point != c for n in numbers]
    assert (copies.count(2), copies.count(1)) == (twice, once)


@pytest.mark.parametrize("height", range(1, 7))
@pytest.mark.parametrize("width", range(1, 7))
def test_a_boards_deck_has_every_card_once(height: int, width: int) -> None:
    found = built_in_deck(f"swish-{height}x{width}")
    if height * width == 1:
        assert found is None
        return
    assert found is not None
    every = {canonical(code) for code in one_pair_codes(height, width)}
    assert len(found.position.cards) == len(every)
    assert set(written(found.position)) == every


def test_the_board_of_four_rows_and_three_columns_is_the_deck_of_36() -> None:
    assert built_in_deck("swish-4x3") == built_in_deck("swish-36")


@pytest.mark.parametrize(
    "slug", ["", "swish", "swish-61", "swish-17x1", "swish-1x17", "swish-0x3", "swish-04x3", "swish-4x3 ", "SWISH-36"]
)
def test_other_slugs_name_no_built_in_deck(slug: str) -> None:
    assert built_in_deck(slug) is None


def test_a_board_has_one_whole_deck_for_each_symmetry() -> None:
    three, square = built_in_deck("swish-3x3"), built_in_deck("swish-3x3-square")
    assert whole_board_deck(three, Symmetry.SQUARE) == square
    assert whole_board_deck(square, Symmetry.RECTANGLE) == three
    assert whole_board_deck(built_in_deck("swish-36"), Symmetry.RECTANGLE) is None
    assert whole_board_deck(replace(three, title="Mine"), Symmetry.SQUARE) is None
    assert whole_board_deck(built_in_deck("swish-60"), Symmetry.RECTANGLE) is None


@pytest.mark.parametrize(
    ("slug", "title", "said"),
    [
        ("swish-36", "All one-point-one-circle cards of the 4 x 3 board", "up to flips; the 36 different cards"),
        ("swish-2x3", "All one-point-one-circle cards of the 2 x 3 board", "counted up to flips."),
        ("swish-2x2-square", "All one-point-one-circle cards of the 2 x 2 board, eight symmetries", "transpositions."),
    ],
)
def test_a_deck_is_described_by_its_board_and_its_symmetries(slug: str, title: str, said: str) -> None:
    found = built_in_deck(slug)
    assert found is not None
    assert (found.slug, found.title) == (slug, title)
    assert said in found.description


def test_the_members_of_a_deck_have_their_types() -> None:
    with pytest.raises(TypeError, match="slug"):
        Deck(5, "", "", deck("swish-36"))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Deck("a", "", "", ())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="slug"):
        built_in_deck(36)  # type: ignore[arg-type]


@given(one_pair_tables(most_cards=20), st.integers(0, 2**63 - 1), st.data())
def test_a_deal_is_a_set_of_cards_that_the_seed_decides(position: Position, seed: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, len(position.cards)))
    dealt = deal(position, n, seed)
    assert list(dealt) == sorted(set(dealt))
    assert len(dealt) == n
    assert set(dealt) <= set(range(len(position.cards)))
    assert deal(position, n, seed) == dealt


def test_deals_are_the_same_in_every_installation() -> None:
    assert deal(deck("swish-60")) == deal(deck("swish-60"), 16, 0)
    for seed in range(5):
        assert deal(deck("swish-60"), seed=seed) == tuple(sorted(plain_shuffle(60, seed)[:DEAL_SIZE]))
    assert deal(deck("swish-60"), seed=2026) == (7, 11, 13, 15, 16, 17, 21, 27, 29, 38, 39, 42, 44, 51, 55, 59)


@pytest.mark.parametrize("n", [-1, 0, 61])
def test_a_deal_that_the_deck_does_not_have_is_refused(n: int) -> None:
    with pytest.raises(PositionError, match=f"cannot deal {n} cards from a deck of 60"):
        deal(deck("swish-60"), n)


@pytest.mark.parametrize("symbols", [1, 2, 3, 4, 12])
def test_cards_have_so_many_symbols(symbols: int) -> None:
    for position in (random_cards(20, 4, 3, symbols, 1), planted_cards(4, 3, symbols, 5, 1)):
        assert all(len(card.points) + len(card.circles) == symbols for card in position.cards)
    assert random_cards(20, 4, 3, symbols, 1) == random_cards(20, 4, 3, symbols, 1)
    assert random_cards(20, 4, 3, symbols, 1) != random_cards(20, 4, 3, symbols, 2)


def test_a_planted_swish_is_the_largest() -> None:
    for seed in range(3):
        for symbols in (2, 3):
            position = planted_cards(3, 2, symbols, 1, seed)
            found = find_largest(position)
            assert found.size == 12 // symbols
            assert max(len(cards) for cards, _ in swishes.all_swishes(list(map(str, position.cards)))) == found.size


def test_a_planted_swish_that_is_not_flipped_lies_as_written() -> None:
    found = find_largest(planted_cards(4, 3, 2, 4, 7, flipped=False), Rule.SIMPLE)
    assert found.size == 12


def test_symbols_that_do_not_fit_are_refused() -> None:
    with pytest.raises(Fault, match="exactly"):
        planted_cards(2, 2, 3, 0, 0)
    for symbols in (0, 5):
        with pytest.raises(Fault, match=f"a card of 2x2 must have 1 to 4 symbols, not {symbols}"):
            random_cards(1, 2, 2, symbols, 0)
    for symbols in (0, 4):
        with pytest.raises(Fault, match=f"cards of {symbols} symbols do not exactly fill the 4 places"):
            planted_cards(1, 2, symbols, 0, 0)

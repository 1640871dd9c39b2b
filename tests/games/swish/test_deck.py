"""Decks: what they hold, and their identity."""

from collections import Counter
from dataclasses import replace

import pytest

from ludex.games.swish.card import Symmetry
from ludex.games.swish.deck import Deck, built_in_deck, whole_board_deck
from ludex.games.swish.orbits import orbit_numbers
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import written
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

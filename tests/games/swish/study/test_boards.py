"""Whole boards: the closed forms, the construction and the exact solver agree, which settles the paper's conjecture."""

from dataclasses import replace

import pytest

from ludex.games.swish.card import BoardError, Card, Symmetry, one_pair_cards
from ludex.games.swish.position import Position
from ludex.games.swish.solving.no_swish import largest_no_swish_set, maximum_no_swish_sets
from ludex.games.swish.solving.search import find_any
from ludex.games.swish.study.boards import board, board_argument, board_facts, closed_form_faults, construction
from tests.oracles import boards as oracle
from tests.oracles import deals, derangements
from tests.oracles.swish_cards import one_pair_count_by_burnside

UP_TO_SIX = [(h, w) for h in range(1, 7) for w in range(1, 7) if h * w >= 2]
SQUARES = [(n, n) for n in range(2, 7)]
BOARDS = [(h, w, Symmetry.RECTANGLE) for h, w in UP_TO_SIX] + [
    # The largest ones take seconds.
    pytest.param(n, n, Symmetry.SQUARE, marks=[pytest.mark.slow] if n > 5 else [])
    for n, _ in SQUARES
]


@pytest.mark.parametrize(("height", "width", "symmetry"), BOARDS)
def test_the_closed_forms_are_what_the_orbits_give(height: int, width: int, symmetry: Symmetry) -> None:
    facts = board_facts(height, width, symmetry)
    assert (facts.cards, facts.largest_no_swish_set, facts.maximum_sets) == oracle.facts(height, width, symmetry.value)


@pytest.mark.parametrize("height", range(1, 17))
def test_the_number_of_cards_is_that_of_burnside(height: int) -> None:
    for width in range(1, 17):
        assert board_facts(height, width).cards == one_pair_count_by_burnside(height, width), width
    square = board_facts(height, height, Symmetry.SQUARE)
    assert square.cards == one_pair_count_by_burnside(height, height, "square")


@pytest.mark.parametrize(
    ("height", "width", "cards", "largest"),
    [
        (4, 3, 36, 20),  # section 3.2: the commercial deck without copies
        (16, 16, 4 * 64**2 - 64, 2 * 64**2),  # 2h x 2w, N = hw: 4 N^2 - N and 2 N^2
        (8, 6, 4 * 12**2 - 12, 2 * 12**2),
        (7, 8, 784, 400),
    ],
)
def test_published_boards(height: int, width: int, cards: int, largest: int) -> None:
    facts = board_facts(height, width)
    assert (facts.cards, facts.largest_no_swish_set) == (cards, largest)


@pytest.mark.parametrize(("height", "width", "symmetry"), BOARDS)
def test_the_construction_has_no_swish_and_is_as_large_as_the_exact_maximum(
    height: int, width: int, symmetry: Symmetry
) -> None:
    cards = construction(height, width, symmetry)
    board = Position(tuple(one_pair_cards(height, width, symmetry)), symmetry)
    maximum = largest_no_swish_set(board)
    assert maximum.proved
    assert len(cards) == maximum.size == board_facts(height, width, symmetry).largest_no_swish_set
    assert len({card.canonical(symmetry) for card in cards}) == len(cards)
    assert set(cards) <= set(board.cards)
    assert find_any(Position(tuple(cards), symmetry)) is None


@pytest.mark.parametrize(
    ("height", "width", "symmetry"), [(16, 16, s) for s in Symmetry] + [(15, 16, Symmetry.RECTANGLE)]
)
def test_the_construction_reaches_the_closed_form_on_the_largest_boards(
    height: int, width: int, symmetry: Symmetry
) -> None:
    cards = construction(height, width, symmetry)
    assert len(set(cards)) == len(cards) == board_facts(height, width, symmetry).largest_no_swish_set


@pytest.mark.parametrize(
    ("height", "width", "symmetry"),
    [(h, w, Symmetry.RECTANGLE) for h, w in UP_TO_SIX if h * w <= 6]
    + [(2, 2, Symmetry.SQUARE), (3, 3, Symmetry.SQUARE)],
)
def test_the_numbers_of_largest_sets_are_those_of_trying_every_set(height: int, width: int, symmetry: Symmetry) -> None:
    codes = oracle.cards(height, width, symmetry.value)
    facts = board_facts(height, width, symmetry)
    if len(codes) <= 12:
        cells = min(height * width, 7)
        largest = deals.largest(len(codes), derangements.card_sets(codes, cells, symmetry.value))
        assert (len(largest[0]), len(largest)) == (facts.largest_no_swish_set, facts.maximum_sets)
    found = maximum_no_swish_sets(Position(tuple(map(Card.from_code, codes)), symmetry))
    assert len(found) == facts.maximum_sets
    assert {frozenset(codes[index] for index in cards) for cards in found} == oracle.maximum_sets(
        height, width, symmetry.value
    )


@pytest.mark.parametrize("facts", [board_facts, construction])
def test_boards_that_do_not_exist_are_refused(facts) -> None:
    with pytest.raises(BoardError, match="sides must be 1 to 255"):
        facts(0, 3)
    with pytest.raises(BoardError, match="sides must be 1 to 255"):
        facts(3, 256)
    with pytest.raises(BoardError, match="at most 4096 are allowed"):
        facts(255, 17)
    with pytest.raises(BoardError, match="symmetry square needs a square board"):
        facts(4, 3, Symmetry.SQUARE)


def test_a_construction_has_sides_up_to_sixteen() -> None:
    assert len(construction(1, 16)) == board_facts(1, 16).largest_no_swish_set
    with pytest.raises(BoardError, match="at most 16"):
        construction(1, 17)


def test_a_board_of_one_cell_has_no_card() -> None:
    for symmetry in Symmetry:
        facts = board_facts(1, 1, symmetry)
        assert (facts.cards, facts.largest_no_swish_set, facts.maximum_sets) == (0, 0, 1)
        assert construction(1, 1, symmetry) == []


BOARDS_UP_TO_NINE = [(h, w, Symmetry.RECTANGLE) for h in range(1, 10) for w in range(1, 10) if h * w > 1]
BOARDS_UP_TO_NINE += [(n, n, Symmetry.SQUARE) for n in range(2, 10)]


@pytest.mark.parametrize(("height", "width", "symmetry"), BOARDS_UP_TO_NINE)
def test_the_orbits_add_up_to_the_closed_forms(height, width, symmetry):
    assert list(closed_form_faults(board_facts(height, width, symmetry))) == []


def test_another_number_is_named():
    facts = board_facts(4, 3)
    assert list(closed_form_faults(replace(facts, largest_no_swish_set=21))) == ["its orbits allow 20 cards, not 21"]
    assert list(closed_form_faults(replace(facts, maximum_sets=215))) == ["its orbits allow 216 largest sets, not 215"]
    # Two orbits of two cells with 1 card each and two of four cells with 3 cards each: those with both cells in one.
    argument = board_argument(4, 3)
    assert (argument.orbits, argument.cards_within) == ({2: 2, 4: 2}, 8)


@pytest.mark.parametrize(("height", "width"), [(2, 16), (16, 2), (1, 17), (17, 1)])
def test_a_board_states_its_construction_up_to_sides_of_sixteen(height: int, width: int) -> None:
    found, facts = board(height, width), board_facts(height, width)
    assert (found.cards, found.largest_no_swish_set, found.maximum_sets, found.symmetry) == (
        facts.cards,
        facts.largest_no_swish_set,
        facts.maximum_sets,
        Symmetry.RECTANGLE,
    )
    expected = None if max(height, width) > 16 else [str(card) for card in construction(height, width)]
    assert found.construction == expected

"""A position is the multiset of its cards: their order and the way they lie do not matter to its key."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.identity.card_matching import cards_form, position_key
from ludex.games.swish.position import MAX_CARDS, Position, PositionError
from tests.games.swish.random_cards import positions


@given(positions(), st.data())
def test_the_order_and_the_way_the_cards_lie_do_not_matter(position: Position, data: st.DataObject) -> None:
    configurations = st.sampled_from(position.symmetry.configurations)
    laid = [card.configured(data.draw(configurations)) for card in position.cards]
    other = Position(tuple(data.draw(st.permutations(laid))), position.symmetry)
    assert other.canonical() == position.canonical()
    assert position_key(other) == position_key(position)


@given(positions())
def test_the_canonical_position_is_its_own(position: Position) -> None:
    canonical = position.canonical()
    assert canonical.canonical() == canonical
    assert canonical.canonical_order() == tuple(range(len(position.cards)))
    assert list(canonical.cards) == sorted(canonical.cards)
    assert cards_form(canonical) == cards_form(position)


@given(positions())
def test_the_canonical_order_lists_each_card_once_and_keeps_copies_in_order(position: Position) -> None:
    order = position.canonical_order()
    assert sorted(order) == list(range(len(position.cards)))
    assert tuple(position.cards[i].canonical(position.symmetry) for i in order) == position.canonical().cards
    for i, j in pairwise(order):
        same = position.cards[i].canonical(position.symmetry) == position.cards[j].canonical(position.symmetry)
        assert i < j or not same


@pytest.mark.parametrize(
    ("codes", "symmetry", "card", "message"),
    [
        ([], Symmetry.RECTANGLE, None, "at least one card"),
        (
            ["*o"] * (MAX_CARDS + 1),
            Symmetry.RECTANGLE,
            None,
            f"{MAX_CARDS + 1} cards given; at most {MAX_CARDS} are allowed",
        ),
        (["*o", "*o", "*x"], Symmetry.RECTANGLE, 2, "card 2: row 1, column 2"),
        (["*o", ".."], Symmetry.RECTANGLE, 1, "card 1: the card is blank"),
        (["*" * 256], Symmetry.RECTANGLE, 0, "card 0: the board is 1x256"),
        (["*o", "*o", "*o/.."], Symmetry.RECTANGLE, 2, "card 2: the board is 2x2, but the board of card 0 is 1x2"),
        (["*o"], Symmetry.SQUARE, None, "symmetry square needs a square board"),
    ],
)
def test_cards_that_make_no_position_are_refused(
    codes: list[str], symmetry: Symmetry, card: int | None, message: str
) -> None:
    with pytest.raises(PositionError, match=message) as refused:
        Position.from_codes(codes, symmetry)
    assert refused.value.card == card


def test_a_position_holds_as_many_cards_as_the_largest_deck() -> None:
    # Section 3.2: the 16 x 16 board has 4 N^2 - N cards, N = 64.
    assert MAX_CARDS >= 4 * 64**2 - 64
    position = Position((Card.from_code("*o./.../.../..."),) * MAX_CARDS)
    assert len(position.cards) == MAX_CARDS
    assert (position.height, position.width) == (4, 3)


def test_a_position_has_at_most_50_000_points_and_circles() -> None:
    cells = [(row, column) for row in range(1, 65) for column in range(1, 65)]
    full, rest = Card(64, 64, tuple(cells), ()), Card(64, 64, tuple(cells[:400]), tuple(cells[400:848]))
    assert len(Position((*[full] * 12, rest)).cards) == 13
    with pytest.raises(PositionError, match="50001 points and circles given; at most 50000 are allowed"):
        Position((*[full] * 12, Card(64, 64, tuple(cells[:400]), tuple(cells[400:849]))))


@pytest.mark.parametrize("indices", [None, "01", [0, 3], [-1], [True], [0.0], 5])
def test_a_part_has_indices_of_cards(indices: object) -> None:
    position = Position.from_codes(["*o.", "*.o", "o*."], Symmetry.RECTANGLE)
    with pytest.raises(PositionError, match="indices must be numbers of cards, 0 to 2"):
        position.part(indices)
    with pytest.raises(PositionError, match="an index is repeated"):
        position.part([1, 1])
    assert [str(card) for card in position.part([2, 0]).cards] == ["o*.", "*o."]

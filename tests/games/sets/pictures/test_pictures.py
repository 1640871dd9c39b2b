"""Pictures of generalized SET show every card, as the game does where it can, and are whole for every deck."""

import re
from itertools import islice
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.sets.deck import MAX_DECK, Deck
from ludex.games.sets.pictures.tables import (
    MAX_DRAWN_SETS,
    MAX_GRID_POINTS,
    MAX_TABLE_CARDS,
    cap_svg,
    found_set_svg,
    found_sets_svg,
    set_card_svg,
    set_table_svg,
)
from ludex.games.sets.position import Position, PositionError
from ludex.pictures.svg import THREE_INKS, PictureTooLarge
from tests.pictures.svg_documents import of_class, read, texts
from tests.trials import examples

GAME = Deck(4, 3)


def codes(root: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in of_class(root, "code")]


def first(deck: Deck, count: int, seed: int = 1) -> Position:
    return Position(deck, tuple(islice(deck.shuffled(seed), count)))


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    values = draw(st.integers(1, 36))
    return Deck(draw(st.sampled_from([p for p in range(1, 20) if values**p <= MAX_DECK])), values)


@given(decks(), st.integers(0, 2**60))
@settings(max_examples=examples(80), deadline=None)
def test_a_card_of_any_deck_is_drawn_with_its_notation(deck: Deck, number: int) -> None:
    card = number % deck.size
    root = read(set_card_svg(deck, card))
    assert codes(root) == [deck.code(card)]
    assert len(of_class(root, "card")) == 1
    assert root[0].text == f"The SET card {deck.code(card)}"


# Number, colour, shading, shape: the four properties of the game, in the order of the digits.
@pytest.mark.parametrize(
    ("code", "shape", "count", "ink", "shading"),
    [
        ("0000", "oval", 1, 0, "solid"),
        ("1121", "diamond", 2, 1, "open"),
        ("2212", "squiggle", 3, 2, "striped"),
        ("0201", "diamond", 1, 2, "solid"),
    ],
)
def test_a_card_of_the_game_has_its_number_colour_shading_and_shape(
    code: str, shape: str, count: int, ink: int, shading: str
) -> None:
    root = read(set_card_svg(GAME, GAME.number(code)))
    symbols = of_class(root, shape)
    assert len(symbols) == count == sum(len(of_class(root, name)) for name in ("oval", "diamond", "squiggle"))
    assert {part.get("stroke") for part in symbols} == {THREE_INKS[ink]}
    assert {part.get("fill") for part in symbols} == {THREE_INKS[ink] if shading == "solid" else "none"}
    assert len(of_class(root, "stripes")) == (count if shading == "striped" else 0)


@given(decks().filter(lambda deck: deck.size > 1), st.data())
@settings(max_examples=examples(60), deadline=None)
def test_two_cards_of_a_deck_never_look_the_same_without_their_notation(deck: Deck, data: st.DataObject) -> None:
    numbers = st.integers(0, deck.size - 1)
    one, other = data.draw(st.tuples(numbers, numbers).filter(lambda pair: pair[0] != pair[1]))
    faces = []
    for card in (one, other):
        root = read(set_card_svg(deck, card))
        (face,) = of_class(root, "card")
        face.remove(face[0])
        faces.append(ElementTree.tostring(face))
    assert faces[0] != faces[1]


@given(decks(), st.integers(0, 40))
@settings(max_examples=examples(50), deadline=None)
def test_a_table_shows_its_cards_in_their_order(deck: Deck, count: int) -> None:
    position = first(deck, min(count, deck.size))
    root = read(set_table_svg(position))
    assert codes(root) == list(position.codes)


def test_a_marked_set_is_outlined() -> None:
    position = Position.from_codes(GAME, ["0000", "1111", "0121", "2222"])
    root = read(set_table_svg(position, [[0, 40, 80]]))
    assert len(of_class(root, "marked")) == 3
    assert of_class(root, "tag") == []
    assert "A set is marked" not in texts(root)


def test_each_of_several_marked_sets_has_a_number_on_its_cards() -> None:
    position = Position.whole(Deck(2, 3))
    rows, columns = [[0, 1, 2], [3, 4, 5]], [[0, 3, 6]]
    root = read(set_table_svg(position, rows + columns))
    assert len(of_class(root, "marked")) == 7
    assert len(of_class(root, "tag")) == 9
    assert sorted(text for text in texts(root) if text in {"1", "2", "3"}) == ["1"] * 3 + ["2"] * 3 + ["3"] * 3


def test_a_marked_card_must_lie_on_the_table() -> None:
    with pytest.raises(ValueError, match="not on the table"):
        set_table_svg(first(GAME, 3), [[0, 40, 80]])


def test_a_table_may_be_empty() -> None:
    root = read(set_table_svg(Position(GAME, ())))
    assert texts(root) == ["no cards"]


def test_a_set_says_in_which_properties_its_cards_are_the_same() -> None:
    root = read(found_set_svg(GAME, [GAME.number(code) for code in ("0121", "0111", "0101")]))
    assert codes(root) == ["0101", "0111", "0121"]
    assert texts(root)[-2:] == ["the same: number, colour, shape", "all different: shading"]
    root = read(found_set_svg(Deck(5, 4), [0, 1, 2, 3]))
    assert texts(root)[-2:] == ["the same: properties 1, 2, 3, 4", "all different: property 5"]
    assert codes(read(found_set_svg(Deck(3, 1), [0]))) == ["000"]


def test_cards_that_are_no_set_are_not_drawn_as_one() -> None:
    for draw in (lambda: found_set_svg(GAME, [0, 1, 3]), lambda: found_sets_svg(GAME, [[0, 1, 3]])):
        with pytest.raises(ValueError, match="not a set"):
            draw()
    with pytest.raises(ValueError, match="no sets"):
        found_sets_svg(GAME, [])


def test_of_very_many_sets_the_first_are_drawn() -> None:
    deck = Deck(2, 3)
    sets = [[0, 1, 2], [3, 4, 5], [0, 3, 6], [0, 4, 8], [2, 4, 6]]
    root = read(found_sets_svg(deck, sets))
    assert len(of_class(root, "card")) == 15
    root = read(found_sets_svg(deck, [sets[0]] * (MAX_DRAWN_SETS + 7)))
    assert len(of_class(root, "card")) == 3 * MAX_DRAWN_SETS
    assert "and 7 more" in texts(root)


def test_a_card_that_the_deck_does_not_have_is_refused() -> None:
    with pytest.raises(PositionError):
        set_card_svg(GAME, 81)


def test_tables_beyond_the_bounds_are_refused_with_the_bound() -> None:
    assert len(codes(read(set_table_svg(first(Deck(4, 6), MAX_TABLE_CARDS))))) == MAX_TABLE_CARDS
    with pytest.raises(PictureTooLarge, match="at most 1,000"):
        set_table_svg(first(Deck(4, 6), MAX_TABLE_CARDS + 1))
    with pytest.raises(PictureTooLarge, match="at most 10,000"):
        set_table_svg(first(Deck(19, 2), 600))


@given(st.sampled_from([(1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (2, 4), (3, 5), (1, 36), (3, 1), (10, 2)]))
@settings(max_examples=11, deadline=None)
def test_a_grid_has_a_place_of_its_own_for_every_card(shape: tuple[int, int]) -> None:
    deck = Deck(*shape)
    chosen = first(deck, min(20, deck.size))
    root = read(cap_svg(chosen))
    points = [(part.get("cx"), part.get("cy")) for part in of_class(root, "point")]
    assert len(set(points)) == len(chosen.cards)
    assert [part[0].text for part in of_class(root, "point")] == list(chosen.sorted().codes)
    free = re.findall(r"M(\S+) (\S+?)h0", of_class(root, "free")[0].get("d", ""))
    assert len({*free, *points}) == deck.size


def test_the_last_two_properties_are_row_and_column_in_a_grid_of_their_own() -> None:
    corner, right, below, far = (place(code) for code in ("0000", "0001", "0010", "1100"))
    assert right[1] == corner[1] and right[0] > corner[0]
    assert below[0] == corner[0] and below[1] > corner[1]
    assert far[0] > corner[0] + 2 * (right[0] - corner[0])
    assert far[1] > corner[1] + 2 * (below[1] - corner[1])


def place(code: str) -> tuple[float, float]:
    (point,) = of_class(read(cap_svg(Position.from_codes(GAME, [code]))), "point")
    return float(point.get("cx", "")), float(point.get("cy", ""))


def test_grids_beyond_the_bound_are_refused() -> None:
    assert Deck(9, 3).size <= MAX_GRID_POINTS < Deck(10, 3).size
    with pytest.raises(PictureTooLarge, match="20,000"):
        cap_svg(Position(Deck(10, 3), ()))

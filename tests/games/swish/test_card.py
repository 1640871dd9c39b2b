"""A card is its notation; its configurations are flips and turns of the text; the least of them is the card itself.

The orbits of a board are its cells up to flips and turns.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.swish.card import (
    BoardError,
    Card,
    CardNotationError,
    Configuration,
    Symmetry,
    configuration_between,
    one_pair_cards,
    orbit_numbers,
    orbit_of,
    orbits,
    require_board,
)
from tests.games.swish.random_cards import cards_and_symmetries, codes
from tests.oracles import swish_cards as oracle

BOARDS = [(h, w) for h in range(1, 7) for w in range(1, 7) if h * w > 1]


@given(st.integers(1, 9).flatmap(lambda height: st.integers(1, 9).flatmap(lambda width: codes(height, width))))
def test_a_notation_is_read_and_written_without_loss(code: str) -> None:
    card = Card.from_code(code)
    assert str(card) == code
    assert Card(card.height, card.width, card.points, card.circles) == card
    assert list(card.points) == oracle.cells_of(code, "*")
    assert list(card.circles) == oracle.cells_of(code, "o")


@given(cards_and_symmetries())
def test_each_configuration_turns_the_text_as_its_name_says(given_card: tuple[Card, Symmetry]) -> None:
    card, symmetry = given_card
    code = str(card)
    left, up, over = oracle.flip_left, oracle.flip_up, oracle.transpose
    as_text = {
        Configuration.IDENTITY: code,
        Configuration.FLIP_LEFT: left(code),
        Configuration.FLIP_UP: up(code),
        Configuration.FLIP_BOTH: left(up(code)),
        # A quarter turn to the left takes the last column, read downward, to the first row.
        Configuration.ROTATE_LEFT: up(over(code)),
        Configuration.ROTATE_RIGHT: left(over(code)),
        Configuration.TRANSPOSE: over(code),
        Configuration.ANTI_TRANSPOSE: left(up(over(code))),
    }
    for configuration, laid in card.configurations(symmetry):
        assert str(laid) == as_text[configuration]
    for configuration in Configuration:
        assert str(card.configured(configuration)) == as_text[configuration]


@given(cards_and_symmetries())
def test_the_configurations_are_all_that_flips_and_turns_lead_to(given_card: tuple[Card, Symmetry]) -> None:
    card, symmetry = given_card
    distinct = card.distinct_configurations(symmetry)
    assert {str(laid) for laid in distinct} == oracle.ways(str(card), symmetry)
    assert len(symmetry.configurations) % len(distinct) == 0
    for laid, configuration in distinct.items():
        assert card.configured(configuration) == laid
    assert distinct[card] is Configuration.IDENTITY


@given(cards_and_symmetries())
def test_every_configuration_has_the_same_canonical_card(given_card: tuple[Card, Symmetry]) -> None:
    card, symmetry = given_card
    canonical = card.canonical(symmetry)
    assert str(canonical) == oracle.canonical(str(card), symmetry)
    for _, laid in card.configurations(symmetry):
        assert laid.canonical(symmetry) == canonical
        configuration = laid.distinct_configurations(symmetry)[canonical]
        assert canonical == laid.configured(configuration)


@pytest.mark.parametrize(("height", "width"), BOARDS)
def test_the_one_pair_cards_of_a_board_are_counted_by_enumeration_and_by_burnside(height: int, width: int) -> None:
    for symmetry in Symmetry if height == width else [Symmetry.RECTANGLE]:
        cards = one_pair_cards(height, width, symmetry)
        assert len(cards) == oracle.one_pair_count_by_burnside(height, width, symmetry)
        assert cards == sorted(set(cards))
        assert all(card.is_one_pair and card.canonical(symmetry) == card for card in cards)
        if height * width <= 20:
            assert len(cards) == oracle.one_pair_count(height, width, symmetry)
            assert {frozenset(oracle.ways(str(card), symmetry)) for card in cards} == {
                frozenset(oracle.ways(code, symmetry)) for code in oracle.one_pair_codes(height, width)
            }


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "empty"),
        ("/", "row 1 is empty"),
        ("/*o", "row 1 is empty"),
        ("*o/", "row 2 has 0 cells, but row 1 has 2"),
        ("*o/...", "row 2 has 3 cells, but row 1 has 2"),
        ("*o/.x", "row 2, column 2: 'x'"),
        ("*O", "row 1, column 2: 'O'"),
        ("*o ", "row 1, column 3: ' '"),
        ("*o\n", r"row 1, column 3: '\\n'"),
        ("＊o", "row 1, column 1"),
        ("..../....", "blank"),
    ],
)
def test_a_bad_notation_is_refused_with_its_place(code: str, message: str) -> None:
    with pytest.raises(CardNotationError, match=message):
        Card.from_code(code)


def test_boards_have_sides_up_to_255_and_at_most_4096_cells() -> None:
    for height, width in [(1, 1), (255, 16), (16, 255), (64, 64), (1, 255)]:
        require_board(height, width)
        assert Card(height, width, ((height, width),), ()).board == (height, width)
    for height, width in [(0, 1), (1, 0), (256, 1), (1, 256), (64, 65), (-1, -1), (255, 255)]:
        with pytest.raises(BoardError):
            require_board(height, width)
    with pytest.raises(BoardError, match="1 to 255"):
        Card.from_code("*" * 256)
    with pytest.raises(BoardError, match="4096"):
        Card.from_code("/".join(["*" * 65] * 64))


@pytest.mark.parametrize(("height", "width", "named"), [("3", 3, "height"), (3, 2.0, "width"), (None, True, "height")])
def test_sides_are_integers(height: object, width: object, named: str) -> None:
    with pytest.raises(TypeError, match=named):
        require_board(height, width)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("points", "circles", "message"),
    [
        (((1, 2), (1, 1)), (), "row order"),
        (((1, 1), (1, 1)), (), "listed once"),
        (((1, 1),), ((1, 1),), "both a point and a circle"),
        (((1, 3),), (), r"\(1, 3\) is not on a 1x2 board"),
        ((), ((0, 1),), r"\(0, 1\) is not on a 1x2 board"),
        ((), (), "blank"),
    ],
)
def test_a_card_is_valid_by_construction(points: tuple, circles: tuple, message: str) -> None:
    with pytest.raises(CardNotationError, match=message):
        Card(1, 2, points, circles)


def test_symmetry_square_needs_a_square_board() -> None:
    with pytest.raises(BoardError, match="symmetry square needs a square board, not 4x3"):
        one_pair_cards(4, 3, Symmetry.SQUARE)
    Symmetry.RECTANGLE.require_board(4, 4)
    Symmetry.SQUARE.require_board(4, 4)
    assert len(Symmetry.RECTANGLE.configurations) == 4
    assert len(Symmetry.SQUARE.configurations) == 8


def test_a_one_pair_card_has_one_point_and_one_circle() -> None:
    assert Card.one_pair(4, 3, (1, 1), (4, 3)) == Card.from_code("*../.../.../..o")
    assert Card.from_code("*../.../.../..o").is_one_pair
    assert not Card.from_code("*../.../.../...").is_one_pair
    assert not Card.from_code("*../.o./.../..o").is_one_pair


@given(codes(4, 3))
def test_the_record_says_how_many_symbols_there_are_and_where(code: str) -> None:
    card = Card.from_code(code)
    points, circles = oracle.cells_of(code, "*"), oracle.cells_of(code, "o")
    places = [number for cell in [*points, *circles] for number in cell]
    assert list(card.record) == [len(points), 0, len(circles), 0, *places]


def test_the_record_of_a_full_card_counts_in_two_bytes() -> None:
    card = Card.from_code("/".join(["*" * 64] * 64))
    assert list(card.record[:8]) == [0, 16, 0, 0, 1, 1, 1, 2]
    assert len(card.record) == 4 + 2 * 4096


SMALL_BOARDS = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 3), (4, 3), (3, 4), (4, 4), (5, 5), (6, 5)]
SEVERAL_BOARDS = [*SMALL_BOARDS, (8, 8), (9, 9), (1, 255), (255, 16)]


def symmetries(height: int, width: int) -> list[Symmetry]:
    return list(Symmetry) if height == width else [Symmetry.RECTANGLE]


@pytest.mark.parametrize(("height", "width"), SEVERAL_BOARDS)
def test_orbits_partition_the_board_as_the_symmetries_move_its_cells(height: int, width: int) -> None:
    for symmetry in symmetries(height, width):
        found = orbits(height, width, symmetry)
        assert {frozenset(orbit) for orbit in found} == oracle.cell_orbits(height, width, symmetry)
        assert sorted(cell for orbit in found for cell in orbit) == [
            (a, b) for a in range(1, height + 1) for b in range(1, width + 1)
        ]
        assert found == sorted(found)
        assert all(list(orbit) == sorted(orbit) for orbit in found)


@pytest.mark.parametrize(("height", "width"), [(4, 3), (4, 4), (5, 5)])
def test_a_cell_names_its_orbit_and_its_number(height: int, width: int) -> None:
    for symmetry in symmetries(height, width):
        found = orbits(height, width, symmetry)
        for cell, number in orbit_numbers(height, width, symmetry).items():
            assert cell in found[number]
            assert orbit_of(cell, height, width, symmetry) == found[number]


@pytest.mark.parametrize(("height", "width"), [(4, 3), (3, 3), (4, 4)])
def test_a_configuration_takes_a_cell_to_each_of_its_orbit_and_to_no_other(height: int, width: int) -> None:
    for symmetry in symmetries(height, width):
        number = orbit_numbers(height, width, symmetry)
        for source in number:
            assert configuration_between(source, source, height, width, symmetry) is Configuration.IDENTITY
            for target in number:
                found = configuration_between(source, target, height, width, symmetry)
                assert (found is not None) == (number[source] == number[target])
                if found is not None:
                    assert found in symmetry.configurations
                    assert found.moves(source, height, width) == target


def test_boards_out_of_bounds_have_no_orbits() -> None:
    with pytest.raises(BoardError):
        orbits(256, 1)
    with pytest.raises(BoardError):
        orbits(4, 3, Symmetry.SQUARE)

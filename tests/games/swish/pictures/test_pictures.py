"""Pictures are standalone SVG documents that show each symbol of the game once, and are the same each time."""

from itertools import product

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.pictures.cards import (
    MAX_DRAWN_CARDS,
    MAX_SYMBOLS,
    svg_card,
    svg_no_swish_set,
    svg_position,
    svg_swish,
)
from ludex.games.swish.pictures.hypergraphs import MAX_ARCS, svg_hypergraph
from ludex.games.swish.pictures.plots import svg_size_histogram
from ludex.games.swish.position import Position
from ludex.pictures.svg import ORBIT_COLOURS, PictureTooLarge
from tests.pictures.svg_documents import SVG, marks, read
from tests.trials import examples

BLUE, GREEN, ORANGE, PURPLE = ORBIT_COLOURS[:4]


def one_pair(point: tuple[int, int], circle: tuple[int, int]) -> Card:
    return Card.one_pair(4, 3, point, circle)


def cycle(*cells: tuple[int, int]) -> list[Card]:
    """Return the cards that swish along these cells."""
    return [one_pair(a, b) for a, b in zip(cells, cells[1:] + cells[:1], strict=True)]


def hypergraph(position: Position) -> networkx.DiGraph:
    """Build a hypergraph as section 3.1 says, straight from its words."""
    laid = [(i, c, card) for i, one in enumerate(position.cards) for c, card in one.configurations(position.symmetry)]
    graph = networkx.DiGraph()
    for node, (i, configuration, card) in enumerate(laid):
        graph.add_node(node, hypernode=i, configuration=str(configuration), code=str(card))
    graph.add_edges_from(
        (u, v)
        for (u, (i, _, a)), (v, (j, _, b)) in product(enumerate(laid), repeat=2)
        if i != j and a.points == b.circles
    )
    return graph


@st.composite
def cards(draw: st.DrawFn, height: int, width: int) -> Card:
    symbols = draw(st.text("*o.", min_size=height * width, max_size=height * width).filter(lambda t: set(t) != {"."}))
    return Card.from_code("/".join(symbols[i : i + width] for i in range(0, height * width, width)))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    return Position(tuple(draw(st.lists(cards(height, width), min_size=1, max_size=8))))


@given(positions())
@settings(max_examples=examples(40))
def test_a_picture_has_a_mark_for_each_symbol_and_a_swish_has_two(position: Position) -> None:
    points = sum(len(card.points) for card in position.cards)
    circles = sum(len(card.circles) for card in position.cards)
    for picture, times in (
        (svg_position(position), 1),
        (svg_no_swish_set(position), 1),
        (svg_swish(position.cards), 2),
    ):
        seen = marks(read(picture))
        assert (seen["point"], seen["circle"]) == (times * points, times * circles)
    seen = marks(read(svg_card(position.cards[0])))
    assert seen["point"] == len(position.cards[0].points)
    assert seen["circle"] == len(position.cards[0].circles)


def test_the_colours_of_orbits_differ_and_stand_out_from_a_card() -> None:
    def luminance(colour: str) -> float:
        shares = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    assert len(set(ORBIT_COLOURS)) == len(ORBIT_COLOURS) == 64
    # WCAG 2.2 asks for 3 : 1 for what is not text.
    assert min(1.05 / (luminance(colour) + 0.05) for colour in ORBIT_COLOURS) >= 3


def test_a_point_and_its_circle_have_the_colour_of_their_cells() -> None:
    root = read(svg_card(one_pair((1, 1), (2, 2))))
    shown = {part.get("class"): part for part in root.iter(f"{SVG}circle")}
    assert shown["point"].get("fill") == BLUE
    assert shown["circle"].get("stroke") == PURPLE


def test_cards_are_numbered_from_0() -> None:
    root = read(svg_position(Position(tuple(cycle((1, 1), (2, 2), (3, 1))))))
    assert [part.text for part in root.iter(f"{SVG}text")] == ["0", "1", "2"]


def test_a_stack_names_the_card_of_each_point() -> None:
    stack = cycle((1, 1), (2, 2))
    assert [t.text for t in read(svg_swish(stack)).iter(f"{SVG}text")] == ["0", "1", "0", "1"]
    assert [t.text for t in read(svg_swish(stack, numbers=[7, 12])).iter(f"{SVG}text")] == ["7", "12", "7", "12"]


def test_a_stack_needs_cards_of_one_board_and_as_many_numbers() -> None:
    stack = cycle((1, 1), (2, 2))
    for bad, numbers in (([], None), (stack, [1]), ([*stack, Card.from_code("*o")], None)):
        with pytest.raises(ValueError, match="a stack needs"):
            svg_swish(bad, numbers=numbers)


def test_no_swish_sets_are_laid_by_the_orbits_of_points_and_circles() -> None:
    position = Position((one_pair((1, 1), (2, 2)), one_pair((1, 1), (1, 2)), one_pair((1, 2), (2, 2))))
    heads = [part for part in read(svg_no_swish_set(position)).iter() if part.get("class") == "head"]
    # Blue points go before green ones; green circles before purple ones.
    assert [head.get("fill") for head in heads[:2]] == [BLUE, GREEN]
    assert [head.get("stroke") for head in heads[2:]] == [GREEN, PURPLE]


@pytest.mark.parametrize(
    ("position", "as_cards"),
    [
        (Position(tuple(cycle((1, 1), (2, 2), (3, 1)))), True),
        (Position((one_pair((1, 1), (2, 2)),)), True),
        (Position((one_pair((1, 1), (2, 2)), one_pair((2, 2), (1, 1))) * 12), False),
        (Position(tuple(Card.one_pair(9, 9, a, b) for a, b in [((1, 1), (5, 6)), ((5, 6), (1, 1))])), False),
        (Position((Card.from_code("*o/.."), Card.from_code("o*/..")), Symmetry.SQUARE), True),
    ],
)
def test_a_hypergraph_shows_each_hypernode_node_and_arc(position: Position, as_cards: bool) -> None:
    graph = hypergraph(position)
    root = read(svg_hypergraph(graph))
    seen = marks(root)
    assert seen["hypernode"] == len(position.cards)
    assert seen["card"] == (graph.number_of_nodes() if as_cards else 0)
    arcs = "".join(part.get("d", "") for part in root.iter() if part.get("class") == "arcs")
    assert arcs.count("Q") == graph.number_of_edges()
    assert svg_hypergraph(graph) == svg_hypergraph(hypergraph(position))


@given(st.dictionaries(st.integers(0, 60), st.integers(0, 10**6), min_size=1).filter(lambda c: sum(c.values()) > 0))
@settings(max_examples=examples(40))
def test_a_histogram_has_a_bar_for_each_size_that_occurs(counts: dict[int, int]) -> None:
    assert marks(read(svg_size_histogram(counts)))["bar"] == sum(1 for count in counts.values() if count)


def test_a_histogram_needs_counts_that_are_not_negative() -> None:
    for counts in ({}, {1: -1, 2: 2}):
        with pytest.raises(ValueError, match="needs"):
            svg_size_histogram(counts)


def full_card(height: int, width: int) -> Card:
    return Card(height, width, tuple(product(range(1, height + 1), range(1, width + 1))), ())


def test_a_full_card_of_the_largest_board_is_drawn() -> None:
    picture = svg_card(full_card(64, 64))
    assert marks(read(picture))["point"] == 4096
    assert len(picture) < 600_000


def test_a_dozen_full_cards_of_the_largest_board_are_refused_with_the_bound() -> None:
    full = (full_card(64, 64),) * 12
    for draw in (svg_position, svg_no_swish_set, lambda position: svg_swish(position.cards)):
        with pytest.raises(PictureTooLarge, match=str(MAX_SYMBOLS)):
            draw(Position(full))


def test_more_cards_than_a_picture_shows_are_refused_with_the_bound() -> None:
    cards = Position((Card.from_code("*o"),) * (MAX_DRAWN_CARDS + 1))
    with pytest.raises(PictureTooLarge, match=str(MAX_DRAWN_CARDS)):
        svg_position(cards)


def test_a_hypergraph_of_too_many_arcs_is_refused_with_the_bound() -> None:
    graph = networkx.complete_graph(250, networkx.DiGraph)
    with pytest.raises(PictureTooLarge, match=str(MAX_ARCS)):
        svg_hypergraph(graph)
    with pytest.raises(ValueError, match="without nodes"):
        svg_hypergraph(networkx.DiGraph())

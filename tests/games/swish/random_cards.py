"""Random cards and positions for property tests."""

from hypothesis import strategies as st

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.position import Position

SYMMETRIES = st.sampled_from(Symmetry)


@st.composite
def codes(draw: st.DrawFn, height: int, width: int) -> str:
    """Draw the notation of a card of a board."""
    size = height * width
    cells = draw(st.text("*o.", min_size=size, max_size=size).filter(lambda text: set(text) != {"."}))
    return "/".join(cells[row * width : (row + 1) * width] for row in range(height))


@st.composite
def codes_of_few(draw: st.DrawFn, height: int, width: int, symbols: int) -> str:
    """Draw the notation of a card of one to so many symbols."""
    size = height * width
    marks = draw(
        st.dictionaries(st.integers(0, size - 1), st.sampled_from("*o"), min_size=1, max_size=min(symbols, size))
    )
    cells = "".join(marks.get(place, ".") for place in range(size))
    return "/".join(cells[row * width : (row + 1) * width] for row in range(height))


@st.composite
def boards(draw: st.DrawFn, symmetry: Symmetry, most: int = 6) -> tuple[int, int]:
    """Draw a board that has a symmetry."""
    height = draw(st.integers(1, most))
    return height, height if symmetry is Symmetry.SQUARE else draw(st.integers(1, most))


@st.composite
def cards_and_symmetries(draw: st.DrawFn) -> tuple[Card, Symmetry]:
    """Draw a card and a symmetry that its board has."""
    symmetry = draw(SYMMETRIES)
    return Card.from_code(draw(codes(*draw(boards(symmetry))))), symmetry


@st.composite
def positions(draw: st.DrawFn, most_cards: int = 6, most_side: int = 4) -> Position:
    """Draw a position."""
    symmetry = draw(SYMMETRIES)
    height, width = draw(boards(symmetry, most_side))
    return Position.from_codes(draw(st.lists(codes(height, width), min_size=1, max_size=most_cards)), symmetry)

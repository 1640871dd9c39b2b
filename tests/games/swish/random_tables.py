"""Random tables for property tests: positions in which swishes are likely."""

from hypothesis import strategies as st

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.position import Position
from tests.games.swish.random_cards import SYMMETRIES, codes


@st.composite
def tables(draw: st.DrawFn, most_cards: int = 5) -> Position:
    """Draw a position of cards with any symbols: a stack that matches, its cards flipped at random, and others.

    There are at most four cards under symmetry square, for the sake of oracles that try every way to lay them.
    """
    symmetry = draw(SYMMETRIES)
    square = symmetry is Symmetry.SQUARE
    most = min(most_cards, 4) if square else most_cards
    height = draw(st.integers(2 if square else 1, 3))
    width = height if square else draw(st.integers(2, 3))
    owners = draw(st.integers(2, most))
    points: list[list[tuple[int, int]]] = [[] for _ in range(owners)]
    circles: list[list[tuple[int, int]]] = [[] for _ in range(owners)]
    for a in range(1, height + 1):
        for b in range(1, width + 1):
            if draw(st.booleans()):
                one, other = draw(st.permutations(range(owners)))[:2]
                points[one].append((a, b))
                circles[other].append((a, b))
    cards = [
        Card(height, width, tuple(p), tuple(c)).configured(draw(st.sampled_from(symmetry.configurations)))
        for p, c in zip(points, circles, strict=True)
        if p or c
    ]
    while len(cards) < most and (not cards or draw(st.booleans())):
        copy = bool(cards) and draw(st.booleans())
        cards.append(draw(st.sampled_from(cards)) if copy else Card.from_code(draw(codes(height, width))))
    return Position(tuple(draw(st.permutations(cards))), symmetry)


@st.composite
def one_pair_tables(draw: st.DrawFn, most_cards: int = 10, most_cells: int = 6) -> Position:
    """Draw a position of one-point-one-circle cards, copies included, on a small board."""
    symmetry = draw(SYMMETRIES)
    sides = [(h, w) for h in range(1, 7) for w in range(1, 7) if 2 <= h * w <= most_cells]
    height, width = draw(st.sampled_from([(h, w) for h, w in sides if symmetry is Symmetry.RECTANGLE or h == w]))
    cells = [(a, b) for a in range(1, height + 1) for b in range(1, width + 1)]
    pairs = st.permutations(cells).map(lambda order: (order[0], order[1]))
    cards = [Card.one_pair(height, width, *pair) for pair in draw(st.lists(pairs, min_size=1, max_size=most_cards))]
    return Position(tuple(cards), symmetry)


def written(position: Position) -> list[str]:
    """Return the notation of a position's cards, as oracles take them."""
    return [str(card) for card in position.cards]

"""Decks: the commercial decks, and the whole deck of any board."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ludex.engine.arguments import require_type
from ludex.games.swish.card import Card, Symmetry, one_pair_cards
from ludex.games.swish.orbits import orbit_numbers
from ludex.games.swish.position import Position

STARTING_SLUGS = ("swish-36", "swish-60")
MAX_BOARD_DECK_SIDE = 16

_SQUARE = "-square"
_BOARD_SLUG = re.compile(rf"swish-([1-9][0-9]?)x([1-9][0-9]?)({_SQUARE})?")

# The bicoloured cards that `swish-60` contains twice, each given by its point cell and its circle cell. The reverses of
# these cards also occur twice.
_TWICE_IN_SWISH_60 = (
    ((1, 1), (1, 2)),
    ((1, 1), (2, 1)),
    ((1, 1), (2, 2)),
    ((1, 1), (2, 3)),
    ((1, 2), (2, 1)),
    ((1, 2), (2, 2)),
    ((1, 2), (3, 2)),
    ((2, 1), (2, 2)),
)


@dataclass(frozen=True, slots=True)
class Deck:
    """A named list of cards, including copies. A deck is identified by its cards; its slug is an alias.

    Parameters
    ----------
    slug : str
        A short name, such as 'swish-60'.
    title : str
        A title of a few words.
    description : str
        A description in one or two sentences.
    position : Position
        The cards in the order of the deck, with the symmetry under which cards are copies.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.1.

    Examples
    --------
    >>> deck = built_in_deck("swish-36")
    >>> deck.title, len(deck.position.cards)
    ('All one-point-one-circle cards of the 4 x 3 board', 36)
    """

    slug: str
    title: str
    description: str
    position: Position

    def __post_init__(self) -> None:
        for name in ("slug", "title", "description"):
            require_type(getattr(self, name), str, name)
        Position.require(self.position)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards in a given order.

    `deck` is the deck that lists the cards in this order, or None if there is no such deck.
    """

    position: Position
    deck: Deck | None = None


def _board_deck(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Deck:
    commercial = (height, width) == (4, 3)
    square = symmetry is Symmetry.SQUARE
    counted = "up to flips, quarter turns and transpositions" if square else "up to flips"
    return Deck(
        slug="swish-36" if commercial else f"swish-{height}x{width}{_SQUARE if square else ''}",
        title=f"All one-point-one-circle cards of the {height} x {width} board"
        + (", eight symmetries" if square else ""),
        description=f"Every card with one point and one circle, once, counted {counted}"
        + ("; the 36 different cards of the commercial game (section 1.1)." if commercial else "."),
        position=Position(tuple(one_pair_cards(height, width, symmetry)), symmetry),
    )


def _swish_60() -> Deck:
    colour = orbit_numbers(4, 3)
    doubled = {Card.one_pair(4, 3, p, c) for p, c in _TWICE_IN_SWISH_60}
    doubled |= {Card.one_pair(4, 3, c, p) for p, c in _TWICE_IN_SWISH_60}
    doubled = {card.canonical(Symmetry.RECTANGLE) for card in doubled}
    cards: list[Card] = []
    for card in one_pair_cards(4, 3):
        same_colour = colour[card.points[0]] == colour[card.circles[0]]
        cards += [card] * (2 if same_colour or card in doubled else 1)
    return Deck(
        slug="swish-60",
        title="The 60 cards of the commercial game (a reconstruction)",
        description=(
            "36 different cards, 24 of which occur twice: the eight cards of one colour, and sixteen cards of two "
            "colours. Only a figure in the paper shows these sixteen cards. This reconstruction agrees with the "
            "counts for each colour in the paper, is closed under exchange of point and circle, and has a largest "
            "no-swish set of 28 cards, as in the paper."
        ),
        position=Position(tuple(cards)),
    )


def built_in_deck(slug: str) -> Deck | None:
    """Return the built-in deck with a given slug, or None.

    Parameters
    ----------
    slug : str
        'swish-36', 'swish-60', or 'swish-HxW' for a board of H rows and W columns from 1x2 or 2x1 up to 16x16.
        'swish-4x3' is 'swish-36'. 'swish-NxN-square' has the cards of a square board under all eight symmetries.

    Returns
    -------
    Deck or None
        The deck, or None if no built-in deck has this slug.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.1, for the commercial game. `swish-60` is a
    reconstruction.

    Examples
    --------
    >>> len(built_in_deck("swish-60").position.cards), built_in_deck("swish-4x3").slug
    (60, 'swish-36')
    """
    require_type(slug, str, "slug")
    return _built_in_deck(slug)


@lru_cache(maxsize=8)
def _built_in_deck(slug: str) -> Deck | None:
    if slug == "swish-36":
        return _board_deck(4, 3)
    if slug == "swish-60":
        return _swish_60()
    match = _BOARD_SLUG.fullmatch(slug)
    if match is None:
        return None
    height, width = int(match[1]), int(match[2])
    if max(height, width) > MAX_BOARD_DECK_SIDE or height * width < 2 or (match[3] and height != width):
        return None
    return _board_deck(height, width, Symmetry.SQUARE if match[3] else Symmetry.RECTANGLE)


def whole_board_deck(deck: Deck, symmetry: Symmetry) -> Deck | None:
    """Return the whole deck of the same board under another `symmetry`, or None if `deck` is not a whole deck.

    Raises PositionError if the board does not have the symmetry.

    >>> len(whole_board_deck(built_in_deck("swish-3x3"), Symmetry.SQUARE).position.cards)
    12
    """
    if _BOARD_SLUG.fullmatch(deck.slug) is None or built_in_deck(deck.slug) != deck:
        return None
    board = Position(deck.position.cards[:1], symmetry)
    return _board_deck(board.height, board.width, symmetry)

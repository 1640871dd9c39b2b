"""Decks: the commercial decks, the whole deck of any board, seeded deals, and random cards.

Random cards are either drawn cell by cell or cut from a swish that covers the board.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ludex.engine.arguments import require_type
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.swish.card import Card, Cell, Symmetry, one_pair_cards, orbit_numbers
from ludex.games.swish.position import Position, PositionError

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


DEAL_SIZE = 16


@dataclass(frozen=True, slots=True)
class DealOrigin:
    """The origin of a dealt position: the deck slug, the number of cards n, the seed, and the card indices."""

    deck: str
    n: int
    seed: int
    indices: tuple[int, ...]


def deal(deck: Position, n: int = DEAL_SIZE, seed: int | RandomNumbers = 0) -> tuple[int, ...]:
    """Return the indices, in ascending order, of `n` cards dealt at random from a `deck`.

    `seed` is an integer seed or a stream of random numbers. The cards are the first n of the deck as shuffled by
    :meth:`ludex.engine.random_numbers.RandomNumbers.shuffled`. All choices of n cards are equally likely. Raises
    PositionError if the deck has fewer than n cards, or n is not positive.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> deal(built_in_deck("swish-60").position, 5, seed=1)
    (24, 25, 33, 44, 56)
    """
    require_deal(deck, n)
    return tuple(sorted(islice(random_numbers(seed).shuffled(len(deck.cards)), n)))


def require_deal(deck: Position, n: int) -> None:
    """Raise PositionError if `n` cards cannot be dealt from a `deck`."""
    if not 1 <= n <= len(deck.cards):
        raise PositionError(f"cannot deal {n} cards from a deck of {len(deck.cards)}")


MAX_CUTS = 1000
"""The maximum number of attempts to cut a board."""


def random_cards(cards: int, height: int, width: int, symbols: int, seed: int) -> Position:
    """Return `cards` random cards of a `height` x `width` board, each with `symbols` points and circles, from a seed.

    Raises Fault if there are more symbols than cells.

    >>> str(random_cards(1, 2, 2, 3, 0).cards[0])
    'oo/.o'
    """
    if not 1 <= symbols <= height * width:
        raise Fault(f"a card of {height}x{width} must have 1 to {height * width} symbols, not {symbols}")
    numbers = RandomNumbers(seed)
    return Position(tuple(_random_card(height, width, symbols, numbers) for _ in range(cards)))


def planted_cards(height: int, width: int, symbols: int, further: int, seed: int, *, flipped: bool = True) -> Position:
    """Return the cards of a random swish that covers the board, together with `further` random cards, in random order.

    Parameters
    ----------
    height, width : int
        The board. `symbols` must divide twice the number of cells.
    symbols : int
        The number of points and circles of each card.
    further : int
        The number of additional random cards, with the same number of symbols each.
    seed : int
        The seed of the random numbers.
    flipped : bool
        Whether each card is flipped at random. If False, the planted swish is a swish under the rule `simple`.

    Returns
    -------
    Position
        The cards. The planted swish is a largest swish and has `2 * cells / symbols` cards. No swish has more cards,
        because a cell of a swish has at most two symbols.

    Raises
    ------
    Fault
        If `symbols` does not divide twice the number of cells, or if no way to cut the swish is found.

    Examples
    --------
    >>> len(planted_cards(3, 2, 3, 2, 0).cards)
    6
    """
    places = 2 * height * width
    if not 1 <= symbols <= height * width or places % symbols:
        raise Fault(
            f"cards of {symbols} symbols do not exactly fill the {places} places, which are a point and a circle on "
            "each cell"
        )
    numbers = RandomNumbers(seed)
    cards = [*_cut(height, width, symbols, numbers)]
    cards += [_random_card(height, width, symbols, numbers) for _ in range(further)]
    if flipped:
        cards = [card.configured(numbers.choice(Symmetry.RECTANGLE.configurations)) for card in cards]
    return Position(tuple(cards[place] for place in numbers.shuffled(len(cards))))


def _random_card(height: int, width: int, symbols: int, numbers: RandomNumbers) -> Card:
    chosen = [place for place, _ in zip(numbers.shuffled(height * width), range(symbols), strict=False)]
    cells = [(1 + place // width, 1 + place % width) for place in chosen]
    points = [cell for cell in cells if numbers.below(2)]
    return _card(height, width, points, [cell for cell in cells if cell not in points])


def _cut(height: int, width: int, symbols: int, numbers: RandomNumbers) -> list[Card]:
    """Cut a stack with a point and a circle on each cell into cards. No card has two symbols on the same cell."""
    places = 2 * height * width
    for _ in range(MAX_CUTS):
        order = [(1 + place // 2 // width, 1 + place // 2 % width, place % 2) for place in numbers.shuffled(places)]
        hands = [order[start : start + symbols] for start in range(0, places, symbols)]
        if _mended(hands, numbers):
            return [
                _card(
                    height,
                    width,
                    [(a, b) for a, b, is_circle in hand if not is_circle],
                    [(a, b) for a, b, c in hand if c],
                )
                for hand in hands
            ]
    raise Fault(f"no way was found to cut a swish of {height}x{width} into cards of {symbols} symbols")


def _mended(hands: list[list[tuple[int, int, int]]], numbers: RandomNumbers) -> bool:
    """Exchange symbols between hands until no hand has two symbols on the same cell. Return whether this succeeded."""
    for _ in range(100 * len(hands)):
        wrong = [hand for hand in hands if len({(a, b) for a, b, _ in hand}) < len(hand)]
        if not wrong:
            return True
        hand, other = wrong[0], numbers.choice(hands)
        i, j = numbers.below(len(hand)), numbers.below(len(other))
        hand[i], other[j] = other[j], hand[i]
    return False


def _card(height: int, width: int, points: list[Cell], circles: list[Cell]) -> Card:
    return Card(height, width, tuple(sorted(points)), tuple(sorted(circles)))

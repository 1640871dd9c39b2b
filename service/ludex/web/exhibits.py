"""What the landing page shows of SWISH: pictures and exact numbers, made without the catalogue, once a process."""

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from ludex.pictures import svg_no_swish_set, svg_position, svg_swish
from ludex.swish.card import Card, Configuration, Symmetry
from ludex.swish.position import Position

DECK = "swish-60"
DEAL_SEED = 3
SWISH_IN_DEAL = (
    (0, Configuration.IDENTITY),
    (1, Configuration.FLIP_BOTH),
    (3, Configuration.FLIP_UP),
    (8, Configuration.FLIP_LEFT),
    (12, Configuration.IDENTITY),
    (13, Configuration.FLIP_UP),
)
"""Cards of the deal, by index, and how each is laid: a swish along one cycle."""

BOARDS = (
    (2, 2, Symmetry.RECTANGLE),
    (3, 3, Symmetry.RECTANGLE),
    (3, 3, Symmetry.SQUARE),
    (4, 3, Symmetry.RECTANGLE),
    (4, 4, Symmetry.RECTANGLE),
    (4, 4, Symmetry.SQUARE),
    (5, 4, Symmetry.RECTANGLE),
    (7, 8, Symmetry.RECTANGLE),
    (16, 16, Symmetry.RECTANGLE),
)

_MOST_DIGITS_WRITTEN_OUT = 9


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of the table of boards, as it is written."""

    board: str
    address: str
    symmetry: str
    cards: str
    largest: str
    share: str
    sets: str
    sets_exponent: str


def dealt() -> Position:
    """Return the deal that the page shows."""
    from ludex.swish.deck import built_in_deck
    from ludex.swish.making.deals import deal

    deck = built_in_deck(DECK)
    assert deck is not None
    cards = deck.position.cards
    return Position(tuple(cards[index] for index in deal(deck.position, seed=DEAL_SEED)))


def stacked() -> list[Card]:
    """Return the swish in the deal, its cards as they are laid."""
    cards = dealt().cards
    return [cards[index].configured(configuration) for index, configuration in SWISH_IN_DEAL]


@lru_cache(maxsize=1)
def deal_picture() -> str:
    """Return the picture of the deal."""
    return svg_position(dealt())


@lru_cache(maxsize=1)
def swish_picture() -> str:
    """Return the picture of the swish in the deal; its cards have their numbers in the deal."""
    return svg_swish(stacked(), numbers=[index for index, _ in SWISH_IN_DEAL])


@lru_cache(maxsize=1)
def no_swish_picture() -> str:
    """Return the picture of a largest no-swish set of the 36 different commercial cards, by construction."""
    from ludex.swish.study.boards import construction

    return svg_no_swish_set(Position(tuple(construction(4, 3, Symmetry.RECTANGLE))))


@lru_cache(maxsize=1)
def board_rows() -> tuple[BoardRow, ...]:
    """Return the table of boards: closed forms."""
    from ludex.swish.study.boards import board_facts

    rows = []
    for height, width, symmetry in BOARDS:
        facts = board_facts(height, width, symmetry)
        sets, exponent = number_written(facts.maximum_sets)
        rows.append(
            BoardRow(
                board=f"{height} × {width}",
                address=f"/api/v1/swish/boards/{height}x{width}"
                + ("?symmetry=square" if symmetry is Symmetry.SQUARE else ""),
                symmetry="4 flips" if symmetry is Symmetry.RECTANGLE else "8, with quarter turns",
                cards=f"{facts.cards:,}",
                largest=f"{facts.largest_no_swish_set:,}",
                share=f"{100 * facts.largest_no_swish_set / facts.cards:.1f} %",
                sets=sets,
                sets_exponent=exponent,
            )
        )
    return tuple(rows)


def number_written(number: int) -> tuple[str, str]:
    """Return a whole number as text, or for a long one its first digits, rounded, and the exponent of ten.

    >>> number_written(58_320), number_written(18_534_567_890_123)
    (('58,320', ''), ('1.9', '13'))
    """
    if number < 10**_MOST_DIGITS_WRITTEN_OUT:
        return f"{number:,}", ""
    digits, _, exponent = f"{Decimal(number):.1e}".partition("e+")
    return digits, exponent

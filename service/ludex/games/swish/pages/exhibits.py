"""The exhibits of SWISH: pictures and exact numbers, and a stored largest no-swish set."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.swish.card import Card, Configuration, Symmetry
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.kinds import NO_SWISH_SET
from ludex.games.swish.pictures.cards import svg_position, svg_swish
from ludex.games.swish.pictures.no_swish import svg_no_swish_set
from ludex.games.swish.position import Position
from ludex.games.swish.study.boards import BoardFacts, board_facts, construction
from ludex.web.game_pages import Exhibits

DECK = "swish-60"
DEALT = (4, 6, 7, 12, 15, 23, 25, 32, 34, 35, 41, 45, 47, 49, 54, 57)
"""Cards of the commercial deck, by index."""

SWISH_IN_DEAL = (
    (0, Configuration.IDENTITY),
    (1, Configuration.FLIP_BOTH),
    (3, Configuration.FLIP_UP),
    (8, Configuration.FLIP_LEFT),
    (12, Configuration.IDENTITY),
    (13, Configuration.FLIP_UP),
)
"""A swish in the deal that forms a single cycle: the cards by index, with their configurations."""

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


def example_deal() -> Position:
    """Return the deal that the page shows."""
    deck = built_in_deck(DECK)
    assert deck is not None
    return Position(tuple(deck.position.cards[index] for index in DEALT))


def example_swish() -> list[Card]:
    """Return the cards of the swish in the deal, each in its configuration."""
    cards = example_deal().cards
    return [cards[index].configured(configuration) for index, configuration in SWISH_IN_DEAL]


def boards() -> list[BoardFacts]:
    """Return the closed forms for the boards in the table of the page."""
    return [board_facts(*board) for board in BOARDS]


@lru_cache(maxsize=1)
def _shown() -> Mapping[str, Any]:
    return {
        "deal": svg_position(example_deal()),
        # The numbers are those of the cards in the deal.
        "swish": svg_swish(example_swish(), numbers=[index for index, _ in SWISH_IN_DEAL]),
        # A largest no-swish set of the 36 different commercial cards, by construction.
        "no_swish": svg_no_swish_set(Position(tuple(construction(4, 3, Symmetry.RECTANGLE)))),
        "boards": boards(),
    }


def _stored(reader: Reader) -> Mapping[str, Any]:
    """Return the first stored largest no-swish set of the commercial deck, if any."""
    found = page(reader, NO_SWISH_SET, {"deck": DECK}, limit=1, whole=True).items
    if not found:
        return {}
    document: Any = found[0].document()
    return {"label": found[0].label, "size": document.size, "picture": picture_of(reader, found[0])}


EXHIBITS = Exhibits(_shown, _stored)

"""Results on SWISH: the exhibits, the settled questions, and the corrected errors in the paper.

The exhibits are pictures, exact numbers, and a stored largest no-swish set. The results on boards are in
`pages/boards.py`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.swish.card import Card, Configuration, Symmetry
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.kinds import NO_SWISH_SET
from ludex.games.swish.pictures.cards import svg_no_swish_set, svg_position, svg_swish
from ludex.games.swish.position import Position
from ludex.games.swish.study.boards import BoardFacts, board_facts, construction
from ludex.web.declarations import Finding, PageLink
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
"""A swish in the deal that forms a single cycle, given by pairs of a card index and a configuration."""

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
    """Return the cards of the swish in the deal, placed in their configurations."""
    cards = example_deal().cards
    return [cards[index].configured(configuration) for index, configuration in SWISH_IN_DEAL]


def boards() -> list[BoardFacts]:
    """Return the closed forms for the boards in the table of the page."""
    return [board_facts(*board) for board in BOARDS]


@cache
def _shown() -> Mapping[str, Any]:
    return {
        "deal": svg_position(example_deal()),
        # Cards are numbered as in the deal.
        "swish": svg_swish(example_swish(), numbers=[index for index, _ in SWISH_IN_DEAL]),
        # A largest no-swish set of the 36 different commercial cards, by construction.
        "no_swish": svg_no_swish_set(Position(tuple(construction(4, 3, Symmetry.RECTANGLE)))),
        "boards": boards(),
    }


def _stored(reader: Reader) -> Mapping[str, Any]:
    """Return the first stored largest no-swish set of the commercial deck, if there is one."""
    found = page(reader, NO_SWISH_SET, {"deck": DECK}, limit=1, whole=True).items
    if not found:
        return {}
    document: Any = found[0].document()
    return {"label": found[0].label, "size": document.size, "picture": picture_of(reader, found[0])}


EXHIBITS = Exhibits(_shown, _stored)


def _board(text: str, **values: str | int) -> PageLink:
    return PageLink(text, "swish.show_boards", values)


def _deck(text: str) -> PageLink:
    return PageLink(text, "objects.show_object", {"label": "swish-60", "_anchor": "claims"})


@cache
def settled() -> tuple[Finding, ...]:
    """Return the open questions that have been settled."""
    commercial, large = board_facts(4, 3), board_facts(16, 16)
    square = board_facts(4, 4, Symmetry.SQUARE)
    share = 100 * large.largest_no_swish_set / large.cards
    boards = _board("Boards")
    return (
        Finding(
            "no-swish-conjecture",
            "The largest set of cards without a swish",
            "Section 3.3 conjectures that its construction is optimal.",
            f"It is optimal for every board. For the {commercial.cards} different cards of the commercial board, the "
            f"maximum is {commercial.largest_no_swish_set} cards, and there are {commercial.maximum_sets} such sets.",
            "A proof of both bounds: no such set contains a card and its reverse, and an order of the orbits "
            "determines which of the two cards to choose. An exact solver confirms the result for 36 boards, and an "
            "exhaustive search for 8 boards.",
            (boards, _board("The board 4 × 3", height=4, width=3)),
        ),
        Finding(
            "half",
            "Half of the cards",
            "For boards with an odd side, the paper states a limit of 1/4.",
            f"The share approaches 1/2 for all boards. For the board 16 × 16 it is {share:.1f} %.",
            "Two sums in the paper are wrong. The corrected closed forms are exact integers.",
            (_board("Plots", _anchor="curve"),),
        ),
        Finding(
            "square-boards",
            "Square boards with quarter turns",
            "The paper mentions them without results.",
            f"They also have closed forms: for the {square.cards} different cards of the board 4 × 4, the largest set "
            f"without a swish has {square.largest_no_swish_set} cards.",
            "The same argument for a symmetry group of order 8, which two solvers confirm for sides 2 to 6.",
            (_board("4 × 4 with quarter turns", height=4, width=4, symmetry="square"),),
        ),
        Finding(
            "deal-probabilities",
            "How often a deal has no swish",
            "The rules deal 16 cards and assume that they contain a swish.",
            "They almost always do. The deals of the commercial deck have been counted for every number of cards.",
            "A count based on the minimal swishes of the deck, confirmed by samples.",
            (PageLink("Plots and tables", "results.Deals"), _deck("The deck")),
        ),
        Finding(
            "two-symbols",
            "Two symbols per card",
            "The paper leaves open how complex it is to find a largest swish.",
            "NP-complete if cards can be flipped, polynomial if not.",
            "Proved by Horiyama, Ito, Kawahara, Minato, Suzuki, Uehara and Yamaguchi (arXiv 2601.09289, FUN 2026).",
        ),
    )


@cache
def corrected() -> tuple[Finding, ...]:
    """Return the errors that have been corrected."""
    even_odd = board_facts(2, 5)
    return (
        Finding(
            "closed-forms",
            "The sizes of the constructions",
            "The published formulas for boards with an odd side hold only for the smallest width.",
            f"On the board 2 × 5, the largest set has {even_odd.largest_no_swish_set} of {even_odd.cards} cards.",
            "The formulas confuse a row number with a linear index. The constructed sets were counted and checked.",
            (_board("2 × 5", height=2, width=5),),
        ),
        Finding(
            "cycles",
            "A swish need not be one cycle",
            "The paper finds swishes by a search for a cycle that visits each card once.",
            "Several disjoint cycles can form a swish, and a largest swish may consist of several. Conversely, a "
            "cycle that visits a cell twice is not a swish, because two points would meet in this cell.",
            "The smallest example among the commercial cards has four cards. Ludex requires distinct cells.",
        ),
        Finding(
            "duplicates",
            "28 cards of the commercial deck",
            "The paper finds 28 of the 60 cards without a swish, but shows the duplicate cards only in a figure.",
            "The number depends on the duplicates: about one choice in a hundred gives 28, and all other choices give "
            "29 to 32. The deck in Ludex is a reconstruction that gives 28.",
            "An exact solver. The maximum of the deck has a certificate that can be checked by additions alone.",
            (_deck("The deck and its certificate"),),
        ),
        Finding(
            "reductions",
            "Details of the reductions",
            "Some cells and an inequality in section 2 are misprinted.",
            "With the corrected cells, the theorems hold. The size of a largest swish of cards with one symbol each "
            "is a sum over the orbits. Limiting each card to four copies, as in the paper, does not give this size.",
            "Random formulas and decks, solved before and after each reduction.",
        ),
    )

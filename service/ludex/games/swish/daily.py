"""The daily puzzles of SWISH: cards dealt from seeds. There are few cards on Mondays, and a whole table on Sundays."""

from pydantic import Field

from ludex.catalogue.storage.snapshot import Reader
from ludex.games.swish.dealing import deal
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.position import Position
from ludex.requests.daily import DailyPuzzles, Row, read_rows
from ludex.requests.fields import ResponseModel

DECK = "swish-60"
"""The deck from which daily puzzles are dealt."""


class SwishDaily(ResponseModel):
    """The cards of one day, among which the player must find a largest swish."""

    seed: int = Field(description="Seed of the deal.")
    deck: str = Field(description="Slug of the deck.")
    cards: list[str] = Field(
        description=(
            "The dealt cards, oriented as in the deck. The page shows them shuffled and flipped, in a way that the "
            "seed determines."
        )
    )
    url: str = Field(description="Address of the page on which the puzzle can be played.")


def dealt(row: Row) -> Position:
    """Return the cards of a puzzle."""
    deck = built_in_deck(DECK)
    assert deck is not None
    return deck.position.part(deal(deck.position, int(row["cards"]), int(row["seed"])))


def _describe(_reader: Reader, row: Row) -> SwishDaily:
    seed, cards = int(row["seed"]), [str(card) for card in dealt(row).cards]
    url = f"/play/swish?seed={seed}&deck={DECK}&cards={len(cards)}"
    return SwishDaily(seed=seed, deck=DECK, cards=cards, url=url)


DAILY = DailyPuzzles(lambda: read_rows("ludex.games.swish"), SwishDaily, _describe)

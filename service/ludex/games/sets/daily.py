"""The daily puzzles of SET: twelve cards dealt from a seed, among which the player must find every set."""

from itertools import islice

from pydantic import Field

from ludex.catalogue.storage.snapshot import Reader
from ludex.games.sets.deck import Deck
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.position import Position
from ludex.requests.daily import DailyPuzzles, Row, read_rows
from ludex.requests.fields import ResponseModel

DECK = Deck(4, 3)
"""The deck from which daily puzzles are dealt."""


class SetDaily(ResponseModel):
    """The cards of a day, among which the player must find every set."""

    seed: int = Field(description="Seed of the shuffled deck.")
    deck: str = Field(description="Slug of the deck.")
    cards: list[str] = Field(description="The cards on the table.")
    url: str = Field(description="Address of the page on which the puzzle can be played.")


def dealt(seed: int) -> Position:
    """Return the initial table of the deck after it is shuffled with a seed."""
    return Position(DECK, tuple(islice(DECK.shuffled(seed), DECK.first_table)))


def _describe(_reader: Reader, row: Row) -> SetDaily:
    seed = int(row["seed"])
    cards = [DECK.code(card) for card in dealt(seed).cards]
    return SetDaily(seed=seed, deck=built_in_slug(DECK), cards=cards, url=f"/play/sets/table?seed={seed}")


DAILY = DailyPuzzles(lambda: read_rows("ludex.games.sets"), SetDaily, _describe)

"""The daily puzzles of SET: twelve cards dealt from a seed, among which the player must find every set."""

from itertools import islice

from ludex.card_games.requests import CardsOfDay
from ludex.games.sets.deck import Deck
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.position import Position
from ludex.requests.daily import DailyPuzzles, Row, read_rows

DECK = Deck(4, 3)
"""The deck from which daily puzzles are dealt."""


def dealt(seed: int) -> Position:
    """Return the initial table of the deck after it is shuffled with a seed."""
    return Position(DECK, tuple(islice(DECK.shuffled(seed), DECK.first_table)))


def _describe(row: Row) -> CardsOfDay:
    seed = int(row["seed"])
    cards = [DECK.code(card) for card in dealt(seed).cards]
    return CardsOfDay(seed=seed, deck=built_in_slug(DECK), cards=cards, url=f"/play/sets/table?seed={seed}")


DAILY = DailyPuzzles(
    lambda: read_rows("ludex.games.sets"),
    "set-position",
    "/play/sets/positions/",
    CardsOfDay,
    _describe,
    {"properties": DECK.properties, "values": DECK.values},
)

"""The daily puzzles of SWISH: cards dealt from seeds. There are few cards on Mondays, and a whole table on Sundays."""

from ludex.card_games.requests import CardsOfDay
from ludex.games.swish.deck import built_in_deck, deal
from ludex.games.swish.position import Position
from ludex.requests.daily import DailyPuzzles, Row, read_rows

DECK = "swish-60"
"""The deck from which daily puzzles are dealt."""


def dealt(row: Row) -> Position:
    """Return the cards of a puzzle."""
    deck = built_in_deck(DECK)
    assert deck is not None
    return deck.position.part(deal(deck.position, int(row["cards"]), int(row["seed"])))


def _describe(row: Row) -> CardsOfDay:
    seed, cards = int(row["seed"]), [str(card) for card in dealt(row).cards]
    url = f"/play/swish?seed={seed}&deck={DECK}&cards={len(cards)}"
    return CardsOfDay(seed=seed, deck=DECK, cards=cards, url=url)


DAILY = DailyPuzzles(
    lambda: read_rows("ludex.games.swish"), "swish-position", "/play/swish/positions/", CardsOfDay, _describe
)

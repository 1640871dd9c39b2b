"""Cards of SET as digits, decks and labels."""

from collections.abc import Sequence

from ludex.catalogue.kinds.sets.card import CARD
from ludex.catalogue.kinds.sets.position import POSITION
from ludex.engine.budget import Budget
from ludex.games.sets.pictures.tables import set_table_svg
from ludex.requests.request import ExecutionContext
from ludex.requests.sets.sources import GivenSetCards, cards_of_text, looks_like_cards
from ludex.sets.known import KnownPosition
from ludex.sets.position import Position
from ludex.web.notations.notation import Notation, Understood, readable, validated

_VALUES = 3


def read_set(text: str, work: ExecutionContext) -> Position:
    """Return the cards of SET that a text means: of three values and as many properties as a card has digits.

    Digits beyond 2 make it more values. Raises Fault.
    """
    with readable(text):
        fields = cards_of_text(text)
        codes = fields.get("cards")
        if isinstance(codes, list) and codes and all(isinstance(code, str) for code in codes):
            properties, values = set_shape(codes)
            fields = {"properties": properties, "values": values} | fields
        return validated(GivenSetCards, fields).position(work)


def set_shape(codes: Sequence[str]) -> tuple[int, int]:
    """Return the properties and the values of the deck that cards of SET are taken to be of.

    >>> set_shape(["0000", "0121"]), set_shape(["03"])
    ((4, 3), (2, 4))
    """
    digits = [int(one, 36) for code in codes for one in code if one.isascii() and one.isalnum()]
    return len(codes[0]), max(_VALUES, max(digits, default=0) + 1)


def _understood(text: str, work: ExecutionContext, budget: Budget) -> Understood:
    """Return what a text is read as: one card, or a position."""
    position = read_set(text, work)
    of = f"of {position.deck.properties} properties with {position.deck.values} values"
    picture = set_table_svg(position)
    if len(position.cards) == 1:
        return Understood(f"a SET card {of}", CARD.name, CARD.identify(position, budget), picture)
    identity = POSITION.identify(KnownPosition(position), budget)
    return Understood(f"a SET position of {len(position.cards)} cards {of}", POSITION.name, identity, picture)


def _looks(text: str) -> bool:
    """Tell whether a text is cards; those that are letters alone are words here."""
    return any(map(str.isdigit, text)) and looks_like_cards(text)


NOTATION = Notation(_looks, "set-", read_set, _understood)

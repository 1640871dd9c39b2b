"""Positions of SET, one a line, stored."""

from ludex.requests.imported import Imported, stored_as_they_are
from ludex.requests.sets.sources import StorableSetCards, cards_of_text, looks_like_cards
from ludex.sets.known import KnownPosition

POSITIONS = Imported(
    "set-position",
    "sets/positions",
    "sets import",
    "positions",
    '`{"properties": 4, "values": 3, "cards": [...]}`, codes joined by commas, or a label',
    StorableSetCards,
    cards_of_text,
    StorableSetCards.position,
    looks_like_cards,
    stored_as_they_are("set-position", KnownPosition),
    "Each is stored as a position.",
)

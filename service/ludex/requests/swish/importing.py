"""Positions of SWISH, one a line, stored."""

from ludex.requests.imported import Imported, stored_as_they_are
from ludex.requests.swish.sources import GivenCards, cards_of_text, looks_like_cards
from ludex.swish.known_position import KnownPosition

POSITIONS = Imported(
    "swish-position",
    "swish/positions",
    "swish import",
    "positions",
    '`{"cards": [...]}` with `symmetry` if it is not `rectangle`, codes joined by commas, or a label',
    GivenCards,
    cards_of_text,
    GivenCards.position,
    looks_like_cards,
    stored_as_they_are("swish-position", KnownPosition),
    "Each is stored as a position.",
)

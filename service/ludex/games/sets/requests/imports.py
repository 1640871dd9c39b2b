"""Import of positions of SET, one a line."""

from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.requests.sources import StorableSetCards, cards_of_text, looks_like_cards
from ludex.requests.imports import KindImport
from ludex.requests.request import ExecutionContext


def _position(given: StorableSetCards, work: ExecutionContext) -> KnownPosition:
    return KnownPosition(given.position(work))


POSITIONS = KindImport(
    kind="set-position",
    command="sets import",
    items="positions",
    line='`{"properties": 4, "values": 3, "cards": [...]}`, codes joined by commas, or a label',
    about="Each is stored as a position.",
    model=StorableSetCards,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
)
IMPORTS = (POSITIONS,)

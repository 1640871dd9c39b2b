"""The import of positions of SET, one per line."""

from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.requests.sources import StorableSetCardsInput, cards_of_text, looks_like_cards
from ludex.requests.imports import KindImport
from ludex.requests.request import ExecutionContext


def _position(given: StorableSetCardsInput, context: ExecutionContext) -> KnownPosition:
    return KnownPosition(given.position(context))


POSITIONS = KindImport(
    kind="set-position",
    command="sets import",
    items="positions",
    line='`{"properties": 4, "values": 3, "cards": [...]}`, codes separated by commas, or a label',
    about="Each line is stored as a position.",
    model=StorableSetCardsInput,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
)
IMPORTS = (POSITIONS,)

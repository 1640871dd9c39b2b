"""The import of positions of SWISH, one per line."""

from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.requests.sources import CardsInput, cards_of_text, looks_like_cards
from ludex.requests.imports import KindImport
from ludex.requests.request import ExecutionContext


def _position(given: CardsInput, context: ExecutionContext) -> KnownPosition:
    return KnownPosition(given.position(context))


POSITIONS = KindImport(
    kind="swish-position",
    command="swish import",
    items="positions",
    line='`{"cards": [...]}` with `symmetry` if it is not `rectangle`, codes separated by commas, or a label',
    about="Each line is stored as a position.",
    model=CardsInput,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
    example="*o./...,o../.*.\n..*/.o.,*o./...\n",
)
IMPORTS = (POSITIONS,)

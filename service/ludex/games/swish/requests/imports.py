"""Import of positions of SWISH, one a line."""

from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.requests.sources import GivenCards, cards_of_text, looks_like_cards
from ludex.requests.imports import KindImport
from ludex.requests.request import ExecutionContext


def _position(given: GivenCards, work: ExecutionContext) -> KnownPosition:
    return KnownPosition(given.position(work))


POSITIONS = KindImport(
    kind="swish-position",
    command="swish import",
    items="positions",
    line='`{"cards": [...]}` with `symmetry` if it is not `rectangle`, codes joined by commas, or a label',
    about="Each is stored as a position.",
    model=GivenCards,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
    example="*o./...,o../.*.\n..*/.o.,*o./...\n",
)
IMPORTS = (POSITIONS,)

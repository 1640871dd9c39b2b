"""Cards in the notation of SWISH."""

from collections.abc import Iterator

from ludex.catalogue.kinds.swish.card import CARD
from ludex.catalogue.kinds.swish.position import POSITION
from ludex.engine.budget import Budget
from ludex.pictures import svg_position
from ludex.swish.card import CardClass
from ludex.swish.known_position import KnownPosition
from ludex.swish.position import Position
from ludex.web.notations.understood import Understood


def read(text: str, budget: Budget) -> Iterator[Understood]:
    """Read cards in the notation of SWISH: one is a card, several are a position."""
    codes = text.replace(",", " ").split()
    if not all(set(code) <= set("*o./") and "/" in code for code in codes):
        return
    position = Position.from_codes(codes)
    [*cards] = position.cards
    if len(cards) == 1:
        said = f"a SWISH card of {cards[0].height} × {cards[0].width}"
        identity = CARD.identify(CardClass(cards[0], position.symmetry), budget)
        yield Understood(said, CARD.name, identity, svg_position(position))
        return
    identity = POSITION.identify(KnownPosition(position), budget)
    yield Understood(f"a SWISH position of {len(cards)} cards", POSITION.name, identity, svg_position(position))

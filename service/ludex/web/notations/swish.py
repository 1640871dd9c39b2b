"""Cards in the notation of SWISH, decks and labels."""

from ludex.catalogue.kinds.swish.card import CARD
from ludex.catalogue.kinds.swish.position import POSITION
from ludex.engine.budget import Budget
from ludex.games.swish.pictures.cards import svg_position
from ludex.requests.request import ExecutionContext
from ludex.requests.swish.sources import GivenCards, cards_of_text, looks_like_cards
from ludex.swish.card import CardClass
from ludex.swish.known_position import KnownPosition
from ludex.swish.position import Position
from ludex.web.notations.notation import Notation, Understood, readable, validated


def read_swish(text: str, work: ExecutionContext, symmetry: str = "") -> Position:
    """Return the cards of SWISH that a text means; `symmetry` is theirs if they are told without one. Raises Fault."""
    with readable(text):
        fields = cards_of_text(text)
        return validated(GivenCards, ({"symmetry": symmetry} if symmetry else {}) | fields).position(work)


def _understood(text: str, work: ExecutionContext, budget: Budget) -> Understood:
    """Return what a text is read as: one card, or a position."""
    position = read_swish(text, work)
    [*cards] = position.cards
    if len(cards) == 1:
        said = f"a SWISH card of {cards[0].height} × {cards[0].width}"
        identity = CARD.identify(CardClass(cards[0], position.symmetry), budget)
        return Understood(said, CARD.name, identity, svg_position(position))
    identity = POSITION.identify(KnownPosition(position), budget)
    return Understood(f"a SWISH position of {len(cards)} cards", POSITION.name, identity, svg_position(position))


NOTATION = Notation(looks_like_cards, "swish-", read_swish, _understood)

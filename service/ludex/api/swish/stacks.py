"""A swish in an answer: its cards by index, as listed and as laid."""

from ludex.api.models import Answer
from ludex.swish.found import Swish
from ludex.swish.position import Position


class PlacedCard(Answer):
    """A card of a swish."""

    index: int
    card: str
    configuration: str
    placed: str


class FoundSwish(Answer):
    """A swish among the cards of a request, by their indices there."""

    size: int
    cards: list[PlacedCard]


def found_swish(swish: Swish, position: Position) -> FoundSwish:
    """Return the answer that shows a swish of a position."""
    return FoundSwish(
        size=swish.size,
        cards=[
            PlacedCard(
                index=placed.index,
                card=str(position.cards[placed.index]),
                configuration=str(placed.configuration),
                placed=str(placed.placed),
            )
            for placed in swish.cards
        ],
    )

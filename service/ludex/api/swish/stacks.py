"""A swish in an answer: its cards by index, as listed and as laid."""

from collections.abc import Iterable

from ludex.api import bounds
from ludex.api.models import Answer
from ludex.swish.found import Placed, Swish
from ludex.swish.position import Position
from ludex.swish.solving.answers import Listing


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


def found_swishes(swishes: Iterable[Swish], position: Position) -> list[FoundSwish]:
    """Return the answers that show swishes of a position.

    There may be thousands: a card laid in one configuration is shown by one object, made and checked once.
    """
    shown: dict[tuple[int, str], PlacedCard] = {}
    answers = []
    for swish in swishes:
        cards = []
        for placed in swish.cards:
            key = placed.index, placed.configuration.value
            card = shown.get(key)
            if card is None:
                card = shown[key] = _placed_card(placed, position)
            cards.append(card)
        answers.append(FoundSwish.model_construct(size=len(cards), cards=cards))
    return answers


def within_answer(listing: Listing, position: Position, code_bytes: int | None = None) -> Listing:
    """Return as many swishes of a listing as an answer shows: the codes of large cards would fill gigabytes.

    The first swish is always shown.
    """
    code = position.height * (position.width + 1) - 1
    room = bounds.FOUND_CODE_BYTES if code_bytes is None else code_bytes
    for shown, swish in enumerate(listing.items):
        room -= 2 * code * swish.size
        if room < 0 and shown:
            return Listing(listing.items[:shown], complete=False)
    return listing


def found_swish(swish: Swish, position: Position) -> FoundSwish:
    """Return the answer that shows a swish of a position."""
    return found_swishes([swish], position)[0]


def _placed_card(placed: Placed, position: Position) -> PlacedCard:
    return PlacedCard(
        index=placed.index,
        card=str(position.cards[placed.index]),
        configuration=placed.configuration.value,
        placed=str(placed.placed),
    )

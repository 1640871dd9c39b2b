"""`POST /sets/pictures`: pictures of cards that need not be stored."""

from typing import Any

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.problems import refused
from ludex.api.routes import SVG, Routes, picture
from ludex.api.sets import PREFIX
from ludex.api.sets.sources import SetCardsIn, SetCode
from ludex.pictures import PictureTooLarge, set_table_svg
from ludex.sets.deck import CardError
from ludex.sets.position import Position, is_set

routes = Routes("set-pictures", tag="SET cards", about="Pictures of cards.", prefix=PREFIX)

_CARDS: list[Any] = ["0000", "0121", "0212", "1111"]


class PicturedCards(SetCardsIn):
    """Cards on a table, and sets among them to mark."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"properties": 4, "values": 3, "cards": _CARDS, "sets": [_CARDS[:3]]}]}
    )

    sets: list[list[SetCode]] = Field(default=[], max_length=bounds.MARKED_SETS, description="Sets to mark.")


@routes.post("/pictures", {200: SVG}, problems=(422,))
def draw_set_cards(body: PicturedCards) -> Response:
    """Draw cards on a table, with the sets marked that are given."""
    position = body.position()
    marked = [_marked(position, codes, f"/sets/{index}") for index, codes in enumerate(body.sets)]
    try:
        return picture(set_table_svg(position, marked))
    except PictureTooLarge as error:
        raise refused("/cards", str(error)) from None


def _marked(position: Position, codes: list[str], pointer: str) -> tuple[int, ...]:
    """Return the cards of a set to mark. Raises ProblemError (422) where they are none, or not on the table."""
    table = set(position.cards)
    cards = []
    for index, code in enumerate(codes):
        try:
            card = position.deck.number(code)
        except CardError as error:
            raise refused(f"{pointer}/{index}", str(error)) from None
        if card not in table:
            raise refused(f"{pointer}/{index}", f"{code} is not among the cards")
        cards.append(card)
    if len(set(cards)) != len(cards) or not is_set(position.deck, cards):
        raise refused(pointer, "these cards are no set")
    return tuple(cards)

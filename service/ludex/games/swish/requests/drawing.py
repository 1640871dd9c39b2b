"""Pictures of cards and of stored objects."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.games.swish import pictures
from ludex.games.swish.hypergraph import construct_hypergraph
from ludex.games.swish.pictures.cards import svg_card, svg_position
from ludex.games.swish.pictures.hypergraphs import svg_hypergraph
from ludex.games.swish.position import Position
from ludex.games.swish.requests.inputs import CardsInput
from ludex.requests.fields import Option, example
from ludex.requests.inputs import drawn_object
from ludex.requests.request import SVG, ExecutionContext, Request, Text

Picture = Literal["cards", "stack", "no-swish", "hypergraph"]


class SwishPictureRequest(CardsInput):
    """Cards or a stored object, and the type of the picture."""

    model_config = example(cards=["*o./...", "o../.*."])

    picture: Annotated[Picture, Option(("--as",))] = Field(
        default="cards",
        description="`cards`: each card; `stack`: the cards on top of each other, as written; `no-swish`: the cards "
        "sorted by colour; `hypergraph`: the hypergraph of the cards.",
    )


def draw(request: SwishPictureRequest, context: ExecutionContext) -> Text:
    """Draw cards, a stack, a set without a swish, a hypergraph, or a stored object as SVG."""
    if request.label is not None and request.cards is None and request.deck is None:
        return drawn_object(request.label, context)
    return Text(_drawn(request.position(context), request.picture))


def _drawn(position: Position, picture: Picture) -> str:
    match picture:
        case "stack":
            return pictures.cards.svg_swish(position.cards, position.symmetry)
        case "no-swish":
            return pictures.no_swish.svg_no_swish_set(position)
        case "hypergraph":
            return svg_hypergraph(construct_hypergraph(position))
        case "cards":
            [first, *others] = position.cards
            return svg_position(position) if others else svg_card(first, position.symmetry)


DRAW = Request("POST /swish/pictures", "swish draw", draw, lambda _text, _request: (), "swish/cards", answers=SVG)

"""Pictures of cards and of stored objects."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.games.swish import pictures
from ludex.games.swish.hypergraph import construct_hypergraph
from ludex.games.swish.pictures.cards import svg_card, svg_position
from ludex.games.swish.pictures.hypergraphs import svg_hypergraph
from ludex.games.swish.position import Position
from ludex.games.swish.requests.sources import GivenCards
from ludex.requests.fields import Option, example
from ludex.requests.request import SVG, ExecutionContext, Request, Text
from ludex.requests.sources import drawn_object

Picture = Literal["cards", "stack", "no-swish", "hypergraph"]


class Draw(GivenCards):
    """What to draw, and how."""

    model_config = example(cards=["*o./...", "o../.*."])

    picture: Annotated[Picture, Option(("--as",))] = Field(
        default="cards",
        description="Of cards: `stack` lays them over one another as they are; `no-swish` sorts by colours.",
    )


def draw(asked: Draw, work: ExecutionContext) -> Text:
    """Draw cards, a stack, a set without a swish, a hypergraph, or a stored object, as SVG."""
    if asked.label is not None and asked.cards is None and asked.deck is None:
        return drawn_object(asked.label, work)
    return Text(_drawn(asked.position(work), asked.picture))


def _drawn(position: Position, picture: Picture) -> str:
    match picture:
        case "stack":
            return pictures.stacks.svg_swish(position.cards, position.symmetry)
        case "no-swish":
            return pictures.no_swish.svg_no_swish_set(position)
        case "hypergraph":
            return svg_hypergraph(construct_hypergraph(position))
        case "cards":
            [first, *others] = position.cards
            return svg_position(position) if others else svg_card(first, position.symmetry)


DRAW = Request("POST /swish/pictures", "swish draw", draw, lambda _text, _asked: (), "swish/cards", answers=SVG)

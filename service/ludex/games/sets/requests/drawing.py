"""Pictures of cards and of stored objects."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.sets import pictures, solving
from ludex.games.sets.position import Position, explain_no_set
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.games import RoundRequest, round_picture
from ludex.games.sets.requests.inputs import Code, SetCardsInput
from ludex.games.sets.solving.solver import EVERY
from ludex.requests.fields import Option, ServiceBounds, example
from ludex.requests.inputs import drawn_object, known
from ludex.requests.request import SVG, ExecutionContext, Request, Text

_CARDS = ["0000", "0121", "0212", "1111"]


class TablePictureRequest(SetCardsInput):
    """Cards on a table, and the sets to mark."""

    model_config = example(properties=4, values=3, cards=_CARDS, sets=[_CARDS[:3]])

    sets: Annotated[list[list[Code]], ServiceBounds(bounds.MARKED_SETS)] = Field(
        default=[], description="Sets to mark, as codes of their cards."
    )


class SetPictureCommand(SetCardsInput):
    """Cards or a stored object, and the type of the picture."""

    round: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="Round of a stored game, from 0; by default the last round."
    )
    picture: Annotated[Literal["table", "sets", "cap"], Option(("--as",))] = Field(
        default="table",
        description="`table`: the cards; `sets`: the sets among them; `cap`: points of a grid.",
    )
    mark: Literal["none", "any", "all"] = Field(default="none", description="Mark one set on the table, or all sets.")


def pictured(request: TablePictureRequest, context: ExecutionContext) -> Text:
    """Draw cards on a table, with marked sets."""
    table = request.position(context)
    marked = []
    for index, codes in enumerate(request.sets):
        with within("sets", index):
            marked.append(_marked(table, codes))
    with request.at_fault():
        return Text(pictures.tables.set_table_svg(table, marked))


def _marked(table: Position, codes: list[str]) -> tuple[int, ...]:
    """Return the cards of a set that is to be marked.

    Raises Fault if the cards are not a set, or are not on the table.
    """
    there = dict(zip(table.codes, table.cards, strict=True))
    for index, code in enumerate(codes):
        if code not in there:
            raise Fault(f"{code} is not among the cards; add it to them, or omit it here", (index,))
    marked = tuple(there[code] for code in codes)
    if (reasons := explain_no_set(table.deck, marked)) is not None:
        raise Fault(reasons)
    return marked


def draw(request: SetPictureCommand, context: ExecutionContext) -> Text:
    """Draw a card, a table with marked sets, a list of sets, a cap, or a stored object as SVG."""
    if request.label is not None and request.cards is None and request.deck is None:
        if request.round is None:
            return drawn_object(request.label, context)
        with known(("label",)):
            return round_picture(RoundRequest(label=request.label, round=request.round), context)
    if request.round is not None:
        raise Fault("only games have rounds; give the label of a stored game with --label", ("round",))
    return Text(_drawn(request.position(context), request, context))


def _drawn(position: Position, request: SetPictureCommand, context: ExecutionContext) -> str:
    from ludex.pictures.svg import PictureTooLarge

    if request.picture == "cap":
        return pictures.grids.cap_svg(position)
    if len(position.cards) > pictures.tables.MAX_TABLE_CARDS:  # checked before the search for sets
        raise PictureTooLarge(f"{len(position.cards):,} cards given; the limit is {pictures.tables.MAX_TABLE_CARDS:,}")
    if request.picture == "sets":
        return pictures.tables.found_sets_svg(position.deck, _sets(position, EVERY, context))
    if request.mark != "none":
        return pictures.tables.set_table_svg(position, _sets(position, 1 if request.mark == "any" else EVERY, context))
    return (
        pictures.tables.set_card_svg(position.deck, position.cards[0])
        if len(position.cards) == 1
        else pictures.tables.set_table_svg(position, [])
    )


def _sets(position: Position, limit: int, context: ExecutionContext) -> list[tuple[int, ...]]:
    with context.search() as budget:
        return list(solving.search.find_all(position, limit, budget=budget))


PICTURED = Request("POST /sets/pictures", "", pictured, lambda _text, _request: (), "sets/cards", answers=SVG)
DRAW = Request("", "sets draw", draw, lambda _text, _request: (), "sets/cards", answers=SVG)

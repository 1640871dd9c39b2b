"""Pictures of cards that need not be stored, and of stored objects."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.sets import pictures, solving
from ludex.games.sets.position import Position, is_set
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.games import RoundOfGame, round_picture
from ludex.games.sets.requests.sources import Code, GivenSetCards
from ludex.games.sets.solving.solver import EVERY
from ludex.requests.fields import Option, ServiceBounds, example
from ludex.requests.request import SVG, ExecutionContext, Request, Text
from ludex.requests.sources import drawn_object, known

_CARDS = ["0000", "0121", "0212", "1111"]


class PicturedCards(GivenSetCards):
    """Cards on a table, and sets among them to mark."""

    model_config = example(properties=4, values=3, cards=_CARDS, sets=[_CARDS[:3]])

    sets: Annotated[list[list[Code]], ServiceBounds(bounds.MARKED_SETS)] = Field(
        default=[], description="Sets to mark."
    )


class DrawnCards(GivenSetCards):
    """What to draw, and how."""

    round: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="Of a game: the table of this round, from 0, not the last one."
    )
    picture: Annotated[Literal["table", "sets", "cap"], Option(("--as",))] = Field(
        default="table", description="`sets` draws each set among the cards; `cap` the cards as points of a grid."
    )
    mark: Literal["none", "any", "all"] = Field(default="none", description="Mark a set on the table, or all of them.")


def pictured(asked: PicturedCards, work: ExecutionContext) -> Text:
    """Draw cards on a table, with the sets marked that are given."""
    table = asked.position(work)
    marked = []
    for index, codes in enumerate(asked.sets):
        with within("sets", index):
            marked.append(_marked(table, codes))
    with asked.at_fault():
        return Text(pictures.tables.set_table_svg(table, marked))


def _marked(table: Position, codes: list[str]) -> tuple[int, ...]:
    """Return the cards of a set to mark. Raises Fault if they are none, or not on the table."""
    there = dict(zip(table.codes, table.cards, strict=True))
    for index, code in enumerate(codes):
        if code not in there:
            raise Fault(f"{code} is not among the cards; add it to them, or leave it out", (index,))
    marked = tuple(there[code] for code in codes)
    if not is_set(table.deck, marked):
        raise Fault("these cards are no set: in every property the cards of a set agree or all differ")
    return marked


def draw(asked: DrawnCards, work: ExecutionContext) -> Text:
    """Draw a card, a table with its sets marked, sets, a cap, or a stored object, as SVG."""
    if asked.label is not None and asked.cards is None and asked.deck is None:
        if asked.round is None:
            return drawn_object(asked.label, work)
        with known(("label",)):
            return round_picture(RoundOfGame(label=asked.label, round=asked.round), work)
    if asked.round is not None:
        raise Fault("only games have rounds; give --label with a stored game's label", ("round",))
    return Text(_drawn(asked.position(work), asked, work))


def _drawn(position: Position, asked: DrawnCards, work: ExecutionContext) -> str:
    from ludex.pictures.svg import PictureTooLarge

    if asked.picture == "cap":
        return pictures.grids.cap_svg(position)
    if len(position.cards) > pictures.tables.MAX_TABLE_CARDS:  # before their sets are sought
        raise PictureTooLarge(f"{len(position.cards):,} cards, at most {pictures.tables.MAX_TABLE_CARDS:,} are drawn")
    if asked.picture == "sets":
        return pictures.tables.found_sets_svg(position.deck, _sets(position, EVERY, work))
    if asked.mark != "none":
        return pictures.tables.set_table_svg(position, _sets(position, 1 if asked.mark == "any" else EVERY, work))
    return (
        pictures.tables.set_card_svg(position.deck, position.cards[0])
        if len(position.cards) == 1
        else pictures.tables.set_table_svg(position, [])
    )


def _sets(position: Position, limit: int, work: ExecutionContext) -> list[tuple[int, ...]]:
    with work.search() as budget:
        return list(solving.search.find_all(position, limit, budget=budget))


PICTURED = Request("POST /sets/pictures", "", pictured, lambda _text, _asked: (), "sets/cards", answers=SVG)
DRAW = Request("", "sets draw", draw, lambda _text, _asked: (), "sets/cards", answers=SVG)

"""Pictures of cards and of stored objects."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.sets import operations, pictures, solving
from ludex.games.sets.game_record import GameRecord
from ludex.games.sets.position import Position, as_position, explain_no_set
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import Code, SetCardsInput
from ludex.games.sets.solving.solver import EVERY
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import Hidden, Option, ServiceBounds
from ludex.requests.inputs import InputContext, drawn_object, known
from ludex.requests.results import Svg
from ludex.requests.session import Session

_CARDS = ["0000", "0121", "0212", "1111"]


class PictureInput(SetCardsInput):
    """Cards, or a stored object."""

    def read(self, context: InputContext) -> Position | str:
        """Return the cards, or the label of the object. Raises Fault."""
        if self.label is None or self.cards is not None or self.deck is not None or self.properties or self.values:
            return self.position(context)
        return self.label


@request(
    "POST /sets/pictures",
    command="sets draw CARD...",
    subject="sets/cards",
    lacks={"tool": "pictures of stored objects are a tool"},
    example={"properties": 4, "values": 3, "cards": _CARDS, "sets": [_CARDS[:3]]},
)
def draw(
    catalogue: Session,
    position: Annotated[Position | GameRecord | str, Given(PictureInput)],
    sets: Annotated[Sequence[list[Code]], ServiceBounds(bounds.MARKED_SETS), Hidden()] = (),
    picture: Annotated[Literal["table", "sets", "cap"], Option(("--as",))] = "table",
    mark: Literal["none", "any", "all"] = "none",
    round: Annotated[int, Field(ge=0), ServiceBounds(bounds.GAME_CARDS)] | None = None,  # noqa: A002 - a field
    *,
    time_limit: TimeLimit = None,
) -> Svg:
    """Draw a card, a table with marked sets, a list of sets, a cap, or a stored object.

    Parameters
    ----------
    position
        The cards, a game, or the label of a stored object.
    sets
        Sets to mark, as codes of their cards.
    picture
        `table`: the cards; `sets`: the sets among them; `cap`: points of a grid.
    mark
        Mark one set on the table, or all sets.
    round
        Round of a game, from 0; by default the last round.

    Returns
    -------
    str
        The picture as SVG.

    Examples
    --------
    >>> catalogue.sets.draw(sets.Position.from_codes(sets.Deck(2, 3), ["00", "12"]))[:4]
    '<svg'
    """
    if isinstance(position, str) and round is None and not sets:
        return Svg(drawn_object(position, catalogue))
    if isinstance(position, str):
        with known(("label",)):
            if round is None:
                position = as_position(operations.decks.find_cards(catalogue.store, position, None))
            else:
                position = operations.positions.find_game(catalogue.store, position)
    if isinstance(position, GameRecord):
        return Svg(pictures.tables.set_game_svg(position, round))
    if round is not None:
        raise Fault("only games have rounds; give the label of a stored game with --label", ("round",))
    from ludex.pictures.svg import PictureTooLarge

    if picture == "cap":
        return Svg(pictures.tables.cap_svg(position))
    marked = []
    for index, codes in enumerate(sets):
        with within("sets", index):
            marked.append(_marked(position, codes))
    tables = pictures.tables
    if len(position.cards) > tables.MAX_TABLE_CARDS:  # checked before the search for sets
        raise PictureTooLarge(f"{len(position.cards):,} cards given; the limit is {tables.MAX_TABLE_CARDS:,}")
    if picture == "sets" or mark != "none":
        with catalogue.searching(time_limit) as budget:
            limit = 1 if picture == "table" and mark == "any" else EVERY
            marked += solving.search.find_all(position, limit, budget=budget)
    if picture == "sets":
        return Svg(tables.found_sets_svg(position.deck, marked))
    if len(position.cards) == 1:
        return Svg(tables.set_card_svg(position.deck, position.cards[0]))
    return Svg(tables.set_table_svg(position, marked))


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

"""Equivalence and look-up: comparing positions, looking up objects by key, and deduplicating positions."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.catalogue.kinds.label import has_shape_of_label
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.engine.notation import members_of_json
from ludex.games.swish import operations
from ludex.games.swish.card import MAX_SIDE, CardClass, Symmetry
from ludex.games.swish.deck import Deck
from ludex.games.swish.hypergraph import hypergraph_junctions
from ludex.games.swish.identity import equivalence
from ludex.games.swish.identity.equivalence import Equivalence
from ludex.games.swish.position import Position
from ludex.games.swish.requests.decks import sides_of_text
from ludex.games.swish.requests.inputs import CardsArgument, CardsInput, SymmetryName, SymmetryOfAll, cards_of_text
from ludex.games.swish.study.boards import BoardFacts, board_facts
from ludex.games.swish.swishes import Stack, is_swish
from ludex.operations.classes import PositionClass
from ludex.requests import text_output as lines
from ludex.requests.bounds import DEDUP_PARTS, DEDUP_POSITIONS, LIST_LIMIT_DEFAULT
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    Limit,
    OneOfModel,
    RequestModel,
    ResponseModel,
    ServiceBounds,
    TimeLimited,
    example,
    require_one,
)
from ludex.requests.inputs import stored
from ludex.requests.lookup import KindLookup
from ludex.requests.request import ExecutionContext, LookupResult, Request, Subject
from ludex.requests.response_models import matches_answer

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


_SUBJECT = Subject("swish-equivalence", "SWISH equivalence", "Comparison of positions by their hypergraphs.")


class SwishEquivalenceRequest(SymmetryOfAll, TimeLimited):
    """Two positions."""

    model_config = example(a={"cards": ["*o."]}, b={"cards": ["..o"]})

    a: CardsArgument = Field(description="The first position.")
    b: CardsArgument = Field(description="The second position.")


class SwishLookupRequest(CardsInput, TimeLimited):
    """The cards of a position."""

    limit: Limit | None = Field(
        default=None, description="Maximum number of positions.", json_schema_extra={"default": LIST_LIMIT_DEFAULT}
    )


class SwishDedupRequest(SymmetryOfAll, TimeLimited):
    """Positions to sort into classes."""

    positions: Annotated[
        list[CardsInput],
        Field(min_length=1),
        ServiceBounds(DEDUP_POSITIONS),
        Argument("POSITION...", "Positions, in the form that `equivalence` accepts.", cards_of_text, each=True),
    ] = Field(description="The positions.")
    stored: bool = Field(default=True, description="Whether to list stored positions.")


def compare(request: SwishEquivalenceRequest, context: ExecutionContext) -> Equivalence:
    """Compare the hypergraphs of two positions up to isomorphisms that preserve hypernodes.

    Entry i of `matching` is the card of b that matches card i of a.
    """
    a, b = _comparable([("a", request.a), ("b", request.b)], request, context)
    with context.search():
        return equivalence.compare(a, b)


def _comparable(
    inputs: Iterable[tuple[str | int, CardsInput]],
    request: SwishEquivalenceRequest | SwishDedupRequest,
    context: ExecutionContext,
) -> list[Position]:
    """Return the positions in the given fields of the request. Each position must have a hypergraph. Raises Fault."""
    positions = []
    for place, cards in inputs:
        with within(place):
            position = cards.position(context, request.symmetry)
            with cards.at_fault():
                hypergraph_junctions(position)
        positions.append(position)
    return positions


def lookup(request: SwishLookupRequest, context: ExecutionContext) -> LookupResult:
    """Find the stored positions whose hypergraph is isomorphic to that of the cards. Nothing is stored."""
    position = request.position(context)
    with request.at_fault(), context.search():
        limit = request.limit or context.bound(LIST_LIMIT_DEFAULT) or 2**31 - 1
        return LookupResult(*operations.positions.find_isomorphic_positions(context.catalogue, position, limit))


class SwishPositionClasses(ResponseModel):
    """Classes of positions, ordered by their first members. Each member is an index, counted from 0."""

    classes: list[PositionClass] = Field(description="The classes.")


def dedup(request: SwishDedupRequest, context: ExecutionContext) -> SwishPositionClasses:
    """Sort positions into classes with isomorphic hypergraphs, and list the stored positions of each class.

    Nothing is stored.
    """
    maximum = context.bound(DEDUP_PARTS)
    if maximum is not None and sum(len(position.cards or ()) for position in request.positions) > maximum:
        raise Fault(f"the total exceeds the limit of {maximum:,} cards", ("positions",))
    with within("positions"):
        positions = _comparable(enumerate(request.positions), request, context)
        with context.search():
            catalogue = context.catalogue if request.stored else None
            return SwishPositionClasses(classes=operations.positions.classify_positions(catalogue, positions))


COMPARE = Request(
    "POST /swish/equivalence",
    "swish equivalence",
    compare,
    lambda result, _request: lines.comparison(result, enumerate(result.matching or ())),
    _SUBJECT,
    tool=True,
)
LOOKUP = Request(
    "POST /swish/positions/lookup",
    "swish lookup",
    lookup,
    lambda result, _request: lines.matches(result, "cards", "no stored position has this hypergraph"),
    _SUBJECT,
    answers=matches_answer("IsomorphicSwishPositions", "swish-position"),
    tool=True,
)
DEDUP = Request(
    "POST /swish/positions/dedup",
    "swish dedup",
    dedup,
    lambda result, _request: lines.classes(result.classes, "positions"),
    _SUBJECT,
)


def _card(fields: CardsInput, context: ExecutionContext, _request: RequestModel, budget: Budget) -> "Identity":
    [identity, *others] = _cards(fields, context, budget)
    if others:
        with fields.at_fault():
            raise Fault(f"{len(others) + 1} cards given; look up one card, or use dedup for several")
    return identity


def _cards(fields: CardsInput, context: ExecutionContext, budget: Budget) -> "Iterator[Identity]":
    from ludex.games.swish.kinds import CARD

    position = fields.position(context)
    for card in position.cards:
        yield CARD.identify(CardClass(card, position.symmetry), budget)


def _deck(fields: CardsInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import DECK

    return DECK.identify(Deck("", "", "", fields.position(context, request.symmetry)), budget)


def _swish(fields: CardsInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import SWISH_STACK

    position = fields.position(context, request.symmetry)
    if not is_swish(position.cards):
        with fields.at_fault():
            raise Fault("the stacked cards do not form a swish as written; write each card as placed")
    return SWISH_STACK.identify(Stack(position.cards, position.symmetry), budget)


def _no_swish_set(fields: CardsInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import NO_SWISH_SET

    return NO_SWISH_SET.identify(fields.position(context, request.symmetry), budget)


def _hypergraph(fields: CardsInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import HYPERGRAPH

    position = fields.position(context, request.symmetry)
    with fields.at_fault():
        entry = operations.positions.require_hypergraph(position)
    return HYPERGRAPH.identify(entry.value, budget)._replace(order=operations.positions.hypernodes_of(position, entry))


def _board_of_text(text: str) -> dict[str, Any]:
    """Parse a text into fields: rows and columns, the JSON of a board, or a label.

    >>> _board_of_text("4x3"), _board_of_text('{"height": 3, "width": 3, "symmetry": "square", "cards": 36}')
    ({'height': 4, 'width': 3}, {'height': 3, 'width': 3, 'symmetry': 'square'})
    """
    text = text.strip()
    if has_shape_of_label(text):
        return {"label": text}
    members = members_of_json(text, "height", "width", "symmetry")
    return sides_of_text(text) if members is None else members


class BoardInput(OneOfModel):
    """A board: its sides and the symmetry of its cards, or the label of a stored board."""

    model_config = example(height=4, width=3)
    FORMS: ClassVar[Forms] = ((("height", "width"), ("label",)),)

    height: Annotated[
        Annotated[int, Field(ge=1), ServiceBounds(MAX_SIDE)] | None,
        Argument(
            "BOARD",
            "Rows and columns, such as 4x3, a label, or a file that contains either.",
            _board_of_text,
            True,
            required=True,
        ),
    ] = Field(default=None, description="Number of rows.")
    width: Annotated[Annotated[int, Field(ge=1), ServiceBounds(MAX_SIDE)] | None, Hidden()] = Field(
        default=None, description="Number of columns."
    )
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="Label of a stored board, instead of sides and symmetry."
    )
    symmetry: SymmetryName | None = Field(default=None, description="Symmetry of the cards; default `rectangle`.")

    def facts(self, context: ExecutionContext, symmetry: Symmetry | None) -> BoardFacts:
        """Return the closed forms for the board. `symmetry` applies if the request specifies none. Raises Fault."""
        require_one(self, "height", "label")
        if self.label is not None:
            require_one(self, "width", "label")
            require_one(self, "label", "symmetry")
            result: BoardFacts = stored(context, self.label, "swish-board")
            return result
        if self.height is None or self.width is None:
            raise Fault("height and width must be given together; give both", ("width",))
        symmetry = self.symmetry or symmetry or Symmetry.RECTANGLE
        with within("symmetry" if symmetry is Symmetry.SQUARE else "height"):
            return board_facts(self.height, self.width, symmetry)


def _board(fields: BoardInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import BOARD

    return BOARD.identify(fields.facts(context, request.symmetry), budget)


_SHARED = (SymmetryOfAll,)
LOOKUPS = (
    KindLookup(
        "swish-card",
        "swish/cards",
        "card",
        "cards",
        CardsInput,
        _card,
        "cards",
        "cards",
        together=CardsInput,
        each=_cards,
    ),
    KindLookup("swish-deck", "swish/decks", "deck", "decks", CardsInput, _deck, "decks", "decks", _SHARED),
    KindLookup("swish-swish", "swish/swishes", "swish", "swishes", CardsInput, _swish, "swishes", "swishes", _SHARED),
    KindLookup(
        "swish-no-swish-set",
        "swish/no-swish-sets",
        "no-swish set",
        "no-swish sets",
        CardsInput,
        _no_swish_set,
        "no_swish_sets",
        "no_swish_sets",
        _SHARED,
    ),
    KindLookup(
        "swish-hypergraph",
        "swish/hypergraphs",
        "hypergraph",
        "hypergraphs",
        CardsInput,
        _hypergraph,
        "positions",
        "hypergraphs",
        _SHARED,
    ),
    KindLookup(
        "swish-board",
        "swish/whole-boards",
        "board",
        "boards",
        BoardInput,
        _board,
        "whole_boards",
        "whole_boards",
        _SHARED,
    ),
)

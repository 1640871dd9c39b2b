"""Equivalence and look-up: comparing positions, looking up objects by key, and deduplicating positions."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.card_games.requests import card_lookup, value_lookup
from ludex.catalogue import lists
from ludex.catalogue.kinds.label import has_shape_of_label
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.engine.notation import members_of_json
from ludex.games.swish import operations
from ludex.games.swish.card import MAX_SIDE, CardClass, Symmetry
from ludex.games.swish.deck import Deck
from ludex.games.swish.identity import equivalence
from ludex.games.swish.identity.equivalence import Equivalence
from ludex.games.swish.position import Position
from ludex.games.swish.requests.decks import sides_of_text
from ludex.games.swish.requests.inputs import (
    CardsInput,
    GivenPosition,
    NamedCards,
    NamedPosition,
    NestedPosition,
    SymmetryName,
    SymmetryOfAll,
    cards_of_text,
)
from ludex.games.swish.requests.solving import POSITIONS
from ludex.games.swish.study.boards import BoardFacts, board_facts
from ludex.games.swish.swishes import PlacedCard, Stack, is_swish, swish_responses
from ludex.operations.classes import PositionClass, with_ids
from ludex.requests import bounds as shared
from ludex.requests import text_output as lines
from ludex.requests.bounds import DEDUP_PARTS, DEDUP_POSITIONS, LIST_LIMIT_DEFAULT
from ludex.requests.declaration import After, Given, Listing, Slice, TimeLimit, natural_numbers, request
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    Limit,
    OneOfModel,
    ResponseModel,
    ServiceBounds,
    example,
    require_one,
)
from ludex.requests.imports import read_named
from ludex.requests.inputs import InputContext, stored
from ludex.requests.lookup import BOTH, KindLookup, within_total
from ludex.requests.media import Subject
from ludex.requests.results import Matches, OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity

_ALL = 2**31 - 1

_SUBJECT = Subject("swish-equivalence", "SWISH equivalence", "Comparison of positions by their hypergraphs.")


@request(
    "POST /swish/equivalence",
    command="swish equivalence A B",
    subject=_SUBJECT,
    text=lambda result: lines.comparison(result, enumerate(result.matching or ())),
    tool=True,
    example={"a": {"cards": ["*o."]}, "b": {"cards": ["..o"]}},
)
def compare(catalogue: Session, a: NestedPosition, b: NestedPosition, *, time_limit: TimeLimit = None) -> Equivalence:
    """Compare the hypergraphs of two positions up to isomorphisms that preserve hypernodes.

    Entry i of `matching` is the card of b that matches card i of a.

    Parameters
    ----------
    a
        The first position.
    b
        The second position.

    Returns
    -------
    Equivalence
        Whether the positions are equivalent, and why.

    Examples
    --------
    >>> a, b = swish.Position.from_codes(["*o."]), swish.Position.from_codes(["..o", "*.."])
    >>> catalogue.swish.compare(a, a).equivalent
    True
    """
    with catalogue.searching(time_limit) as budget:
        return equivalence.compare(a, b, budget)


@request(
    "POST /swish/positions/lookup",
    command="swish lookup CARD...",
    subject=_SUBJECT,
    text=lambda result: lines.matches(result, "cards", "no stored position has this hypergraph"),
    tool=True,
)
def lookup(
    catalogue: Session,
    position: GivenPosition,
    limit: Annotated[Limit | None, Field(json_schema_extra={"default": LIST_LIMIT_DEFAULT})] = None,
    *,
    time_limit: TimeLimit = None,
) -> Annotated[Matches, OfKind("swish-position", "IsomorphicSwishPositions")]:
    """Find the stored positions whose hypergraph is isomorphic to that of the cards. Nothing is stored.

    Parameters
    ----------
    limit
        Maximum number of positions.

    Returns
    -------
    Matches
        The positions. The attribute `matching` of each position maps the given cards to its cards.

    Examples
    --------
    >>> position = swish.Position.from_codes(["*o", "o*"])
    >>> stored = catalogue.add(position)
    >>> list(catalogue.swish.lookup(position)) == [stored]
    True
    """
    most = limit or catalogue.bound(LIST_LIMIT_DEFAULT) or _ALL
    with catalogue.searching(time_limit) as budget:
        found = operations.positions.find_isomorphic_positions(catalogue.store, position, most, budget)
    return Matches(StoredObject(catalogue, view, matching=matching) for view, matching in zip(*found, strict=True))


class SwishPositionClasses(ResponseModel):
    """Classes of positions, ordered by their first members. Each member is an index, counted from 0."""

    classes: list[PositionClass] = Field(description="The classes.")


_SEVERAL = Argument(
    "POSITION...",
    "Positions, or a file as `ludex swish import` reads it.",
    partial(read_named, cards_of_text),
    each=True,
    lines=POSITIONS.lines,
)


@request(
    "POST /swish/positions/dedup",
    command="swish dedup POSITION...",
    subject=_SUBJECT,
    text=lambda result: lines.classes(result.classes, "positions"),
    lacks={"tool": "a look-up of each position finds its class"},
)
def dedup(
    catalogue: Session,
    positions: Annotated[
        Sequence[Position | NamedPosition],
        Given(NamedCards, _SEVERAL, each=True, method="named", shared=SymmetryOfAll),
        Field(min_length=1),
        ServiceBounds(DEDUP_POSITIONS),
    ],
    stored: bool = True,
    only_new: bool = False,
    *,
    time_limit: TimeLimit = None,
) -> SwishPositionClasses:
    """Sort positions into classes with isomorphic hypergraphs, and list the stored positions of each class.

    Nothing is stored.

    Parameters
    ----------
    stored
        Whether to list stored positions.
    only_new
        Whether to list only the classes without stored positions.

    Returns
    -------
    SwishPositionClasses
        The classes.

    Examples
    --------
    >>> position = swish.Position.from_codes(["*o", "o*"])
    >>> [found.members for found in catalogue.swish.dedup([position, position]).classes]
    [(0, 1)]
    """
    with catalogue.searching(time_limit) as budget:
        most = catalogue.bound(DEDUP_PARTS)
        given = list(within_total(positions, lambda item: len(_plain(item).cards), most, "cards", "positions", budget))
        with within("positions"):
            store = catalogue.store if stored or only_new else None
            found = operations.positions.classify_positions(store, [_plain(position) for position in given], budget)
    return SwishPositionClasses(classes=[same for same in with_ids(found, given) if not only_new or not same.positions])


def _plain(given: Position | NamedPosition) -> Position:
    return given.position if isinstance(given, NamedPosition) else given


class FoundInPosition(ResponseModel):
    """A stored swish, placed with the canonical cards of the position."""

    label: Label = Field(description="Label of the swish.")
    size: int = Field(description="Number of cards.")
    cards: list[PlacedCard] = Field(description="The placed cards.")


@request(
    "GET /swish/positions/{label}/swishes",
    subject="swish/positions",
    lacks={"command": "`ludex graph neighbours` with `--relation contains`", "tool": "`neighbours` with `contains`"},
)
def swishes_in_position(
    catalogue: Session, label: Annotated[Label, Field(description="Label or slug of the object.")]
) -> Listing[FoundInPosition]:
    """List the stored swishes of a position, with the configurations of its cards.

    These are the swishes that earlier requests found, or that the starting catalogue contains. POST /swish/solve finds
    all swishes.

    Parameters
    ----------
    label
        Label of the position.

    Returns
    -------
    Listing of FoundInPosition
        The swishes.

    Examples
    --------
    >>> position = catalogue.swish.add(swish.Position.from_codes(["*o", "o*"]), "all")
    >>> [found.size for found in catalogue.swish.swishes_in_position(position.label)]
    [2]
    """

    def read(after: After | None, limit: int) -> Slice[FoundInPosition]:
        start = None if after is None else natural_numbers(after, 1)[0]
        # The response contains each card of a swish twice, whereas the stored document contains each card only once.
        most_bytes = shared.PAGE_BYTES // 2
        page = operations.positions.swishes_in_position(catalogue.store, label, start, limit, most_bytes=most_bytes)
        swishes = swish_responses((swish for _, swish in page.items), page.position)
        items = [
            FoundInPosition(label=found, size=swish.size, cards=list(swish.cards))
            for (found, _), swish in zip(page.items, swishes, strict=True)
        ]
        return Slice(items, None if page.after is None else (page.after,), lists.listing.Count(page.count, True))

    return Listing(read)


def _stack(fields: CardsInput, context: InputContext, request: SymmetryOfAll) -> Stack:
    position = fields.position(context, request)
    if not is_swish(position.cards):
        raise Fault("the stacked cards do not form a swish as written; write each card as placed")
    return Stack(position.cards, position.symmetry)


def _hypergraph(fields: CardsInput, context: InputContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    position = fields.position(context, request)
    with fields.at_fault():
        entry = operations.positions.require_hypergraph(position, budget)
    identity = entry.kind.identify(entry.value, budget)
    return identity._replace(order=operations.positions.hypernodes_of(position, entry))


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

    def facts(self, context: InputContext, request: SymmetryOfAll) -> BoardFacts:
        """Return the closed forms for the board.

        The symmetry of `request` applies if the board does not state its own. Raises Fault.
        """
        require_one(self, "height", "label")
        if self.label is not None:
            require_one(self, "width", "label")
            require_one(self, "label", "symmetry")
            result: BoardFacts = stored(context, self.label, "swish-board")
            return result
        if self.height is None or self.width is None:
            raise Fault("height and width must be given together; give both", ("width",))
        symmetry = self.symmetry or request.symmetry or Symmetry.RECTANGLE
        with within("symmetry" if symmetry is Symmetry.SQUARE else "height"):
            return board_facts(self.height, self.width, symmetry)


def _cards(fields: CardsInput, context: InputContext) -> list[CardClass]:
    position = fields.position(context)
    return [CardClass(card, position.symmetry) for card in position.cards]


def _deck(fields: CardsInput, context: InputContext, request: SymmetryOfAll) -> Deck:
    return Deck("", "", "", fields.position(context, request))


_SHARED = (SymmetryOfAll,)
_SET = "no-swish set"
LOOKUPS = (
    card_lookup("swish-card", "swish/cards", CardsInput, _cards),
    value_lookup("swish-deck", "swish/decks", "deck", "decks", CardsInput, _deck, _SHARED, unserved=("dedup",)),
    value_lookup("swish-swish", "swish/swishes", "swish", "swishes", CardsInput, _stack, _SHARED, unserved=BOTH),
    value_lookup(
        "swish-no-swish-set",
        "swish/no-swish-sets",
        _SET,
        f"{_SET}s",
        CardsInput,
        CardsInput.position,
        _SHARED,
        unserved=BOTH,
    ),
    KindLookup(
        "swish-hypergraph",
        "swish/hypergraphs",
        "hypergraph",
        "hypergraphs",
        CardsInput,
        _hypergraph,
        items="positions",
        labels="hypergraphs",
        shared=_SHARED,
        unserved=("dedup",),
    ),
    value_lookup(
        "swish-board", "swish/whole-boards", "board", "boards", BoardInput, BoardInput.facts, _SHARED, unserved=BOTH
    ),
)

"""Look-up of cards, decks, swishes, no-swish sets, hypergraphs and boards by their keys."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.catalogue.kinds.label import has_shape_of_label
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.games.swish import operations
from ludex.games.swish.card import MAX_SIDE, CardClass, Symmetry
from ludex.games.swish.deck import Deck
from ludex.games.swish.requests.decks import sides_of_text
from ludex.games.swish.requests.sources import CardsInput, SymmetryName, SymmetryOfAll
from ludex.games.swish.study.boards import BoardFacts, board_facts
from ludex.games.swish.swishes import Stack, is_swish
from ludex.requests.exact_json import exact_json
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    OneOfModel,
    RequestModel,
    ServiceBounds,
    example,
    require_one,
)
from ludex.requests.lookup import KindLookup
from ludex.requests.request import ExecutionContext
from ludex.requests.sources import stored

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


def _card(given: CardsInput, context: ExecutionContext, _request: RequestModel, budget: Budget) -> "Identity":
    [identity, *others] = _cards(given, context, budget)
    if others:
        with given.at_fault():
            raise Fault(f"{len(others) + 1} cards; look up one card, or use dedup for several")
    return identity


def _cards(given: CardsInput, context: ExecutionContext, budget: Budget) -> "Iterator[Identity]":
    from ludex.games.swish.kinds import CARD

    position = given.position(context)
    for card in position.cards:
        yield CARD.identify(CardClass(card, position.symmetry), budget)


def _deck(given: CardsInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import DECK

    return DECK.identify(Deck("", "", "", given.position(context, request.symmetry)), budget)


def _swish(given: CardsInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import SWISH_STACK

    position = given.position(context, request.symmetry)
    if not is_swish(position.cards):
        with given.at_fault():
            raise Fault("the cards on top of each other, as written, do not form a swish; write each card as placed")
    return SWISH_STACK.identify(Stack(position.cards, position.symmetry), budget)


def _no_swish_set(given: CardsInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import NO_SWISH_SET

    return NO_SWISH_SET.identify(given.position(context, request.symmetry), budget)


def _hypergraph(given: CardsInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import HYPERGRAPH

    position = given.position(context, request.symmetry)
    with given.at_fault():
        entry = operations.hypergraphs.require_hypergraph(position)
    return HYPERGRAPH.identify(entry.value, budget)._replace(
        order=operations.hypergraphs.hypernodes_of(position, entry)
    )


def _board_of_text(text: str) -> dict[str, Any]:
    """Parse a text into fields: rows and columns, the JSON of a board, or a label.

    >>> _board_of_text("4x3"), _board_of_text('{"height": 3, "width": 3, "symmetry": "square", "cards": 36}')
    ({'height': 4, 'width': 3}, {'height': 3, 'width': 3, 'symmetry': 'square'})
    """
    text = text.strip()
    if has_shape_of_label(text):
        return {"label": text}
    if not text.startswith("{"):
        return sides_of_text(text)
    given = exact_json(text)
    return {name: given[name] for name in ("height", "width", "symmetry") if name in given}


class BoardInput(OneOfModel):
    """A board: its sides and the symmetry of its cards, or the label of a stored board."""

    model_config = example(height=4, width=3)
    FORMS: ClassVar[Forms] = ((("height", "width"), ("label",)),)

    height: Annotated[
        Annotated[int, Field(ge=1), ServiceBounds(MAX_SIDE)] | None,
        Argument(
            "BOARD", "Rows and columns, such as 4x3, a label, or a file with one.", _board_of_text, True, required=True
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
        """Return the closed forms of the board; `symmetry` applies if it has none. Raises Fault."""
        require_one(self, "height", "label")
        if self.label is not None:
            require_one(self, "width", "label")
            require_one(self, "label", "symmetry")
            result: BoardFacts = stored(context, self.label, "swish-board")
            return result
        if self.height is None or self.width is None:
            raise Fault("height and width belong together; give both", ("width",))
        symmetry = self.symmetry or symmetry or Symmetry.RECTANGLE
        with within("symmetry" if symmetry is Symmetry.SQUARE else "height"):
            return board_facts(self.height, self.width, symmetry)


def _board(given: BoardInput, context: ExecutionContext, request: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import BOARD

    return BOARD.identify(given.facts(context, request.symmetry), budget)


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

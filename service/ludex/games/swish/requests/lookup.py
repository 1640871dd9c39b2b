"""How objects of SWISH are given that are looked up by their keys: cards, decks, swishes, sets, hypergraphs, boards."""

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
from ludex.games.swish.requests.sources import GivenCards, SymmetryName, SymmetryOfAll
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
from ludex.requests.lookup import Sought
from ludex.requests.request import ExecutionContext
from ludex.requests.sources import stored

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


def _card(given: GivenCards, work: ExecutionContext, _asked: RequestModel, budget: Budget) -> "Identity":
    [identity, *others] = _cards(given, work, budget)
    if others:
        with given.at_fault():
            raise Fault(f"{len(others) + 1} cards; one is looked up, dedup takes several")
    return identity


def _cards(given: GivenCards, work: ExecutionContext, budget: Budget) -> "Iterator[Identity]":
    from ludex.games.swish.kinds import CARD

    position = given.position(work)
    for card in position.cards:
        yield CARD.identify(CardClass(card, position.symmetry), budget)


def _deck(given: GivenCards, work: ExecutionContext, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import DECK

    return DECK.identify(Deck("", "", "", given.position(work, asked.symmetry)), budget)


def _swish(given: GivenCards, work: ExecutionContext, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import SWISH_STACK

    position = given.position(work, asked.symmetry)
    if not is_swish(position.cards):
        with given.at_fault():
            raise Fault("the cards, laid over one another as they are written, form no swish; write each as placed")
    return SWISH_STACK.identify(Stack(position.cards, position.symmetry), budget)


def _no_swish_set(given: GivenCards, work: ExecutionContext, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import NO_SWISH_SET

    return NO_SWISH_SET.identify(given.position(work, asked.symmetry), budget)


def _hypergraph(given: GivenCards, work: ExecutionContext, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import HYPERGRAPH

    position = given.position(work, asked.symmetry)
    with given.at_fault():
        entry = operations.hypergraphs.require_hypergraph(position)
    return HYPERGRAPH.identify(entry.value, budget)._replace(
        order=operations.hypergraphs.hypernodes_of(position, entry)
    )


def _board_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: rows and columns, a board as it is shown, a label.

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


class GivenBoard(OneOfModel):
    """A board: its sides and the symmetry that its cards have, or the label of a stored one."""

    model_config = example(height=4, width=3)
    FORMS: ClassVar[Forms] = ((("height", "width"), ("label",)),)

    height: Annotated[
        Annotated[int, Field(ge=1), ServiceBounds(MAX_SIDE)] | None,
        Argument(
            "BOARD", "Rows and columns, such as 4x3, or a label; a file of it.", _board_of_text, True, required=True
        ),
    ] = Field(default=None, description="Rows.")
    width: Annotated[Annotated[int, Field(ge=1), ServiceBounds(MAX_SIDE)] | None, Hidden()] = Field(
        default=None, description="Columns."
    )
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="A stored board, with its symmetry, in place of sides."
    )
    symmetry: SymmetryName | None = Field(
        default=None, description="The configurations of its cards: `rectangle` if not given."
    )

    def facts(self, work: ExecutionContext, symmetry: Symmetry | None) -> BoardFacts:
        """Return what is known of the board; `symmetry` is that of a board without one of its own. Raises Fault."""
        require_one(self, "height", "label")
        if self.label is not None:
            require_one(self, "width", "label")
            require_one(self, "label", "symmetry")
            found: BoardFacts = stored(work, self.label, "swish-board")
            return found
        if self.height is None or self.width is None:
            raise Fault("a board has both: give height and width", ("width",))
        symmetry = self.symmetry or symmetry or Symmetry.RECTANGLE
        with within("symmetry" if symmetry is Symmetry.SQUARE else "height"):
            return board_facts(self.height, self.width, symmetry)


def _board(given: GivenBoard, work: ExecutionContext, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.games.swish.kinds import BOARD

    return BOARD.identify(given.facts(work, asked.symmetry), budget)


_SHARED = (SymmetryOfAll,)
SOUGHT = (
    Sought(
        "swish-card",
        "swish/cards",
        "card",
        "cards",
        GivenCards,
        _card,
        "cards",
        "cards",
        together=GivenCards,
        each=_cards,
    ),
    Sought("swish-deck", "swish/decks", "deck", "decks", GivenCards, _deck, "decks", "decks", _SHARED),
    Sought("swish-swish", "swish/swishes", "swish", "swishes", GivenCards, _swish, "swishes", "swishes", _SHARED),
    Sought(
        "swish-no-swish-set",
        "swish/no-swish-sets",
        "no-swish set",
        "no-swish sets",
        GivenCards,
        _no_swish_set,
        "no_swish_sets",
        "no_swish_sets",
        _SHARED,
    ),
    Sought(
        "swish-hypergraph",
        "swish/hypergraphs",
        "hypergraph",
        "hypergraphs",
        GivenCards,
        _hypergraph,
        "positions",
        "hypergraphs",
        _SHARED,
    ),
    Sought(
        "swish-board",
        "swish/whole-boards",
        "board",
        "boards",
        GivenBoard,
        _board,
        "whole_boards",
        "whole_boards",
        _SHARED,
    ),
)

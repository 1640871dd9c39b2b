"""Jobs of SWISH, which store all boards up to a given size, or all swishes of a deck with a given number of cards."""

from typing import Annotated

from pydantic import Field

from ludex.games.swish import operations
from ludex.games.swish.card import Symmetry
from ludex.games.swish.operations.decks import store_board
from ludex.jobs.operation import (
    Cursor,
    Division,
    JobContext,
    JobOperation,
    Step,
    collection_operation,
    numbered_parts,
    single_step,
)
from ludex.requests import bounds
from ludex.requests.fields import RequestModel, example


class BoardsArguments(RequestModel):
    """The maximum side of the boards, and how cards may be placed."""

    model_config = example(sides=4, symmetry="rectangle")

    sides: Annotated[int, Field(ge=2, le=255)] = Field(default=13, description="Largest number of rows and columns.")
    symmetry: Annotated[Symmetry, Field(strict=False)] = Field(
        default=Symmetry.RECTANGLE,
        description="`rectangle`, or `square` for square boards on which cards can also be turned.",
    )


def store_boards(request: BoardsArguments, cursor: Cursor, context: JobContext) -> Step:
    """Store all boards up to a given size, with the closed forms for their no-swish sets as claims.

    Each part stores all boards with the same number of rows.
    """
    height, new = cursor["first"] + 1, 0
    widths = [height] if request.symmetry is Symmetry.SQUARE else range(1, request.sides + 1)
    for width in widths:
        context.check_cancelled()
        if height * width > 1:
            new += store_board(context.catalogue, height, width, request.symmetry).created
    return single_step({"new": new})


class SwishesArguments(RequestModel):
    """The deck, and the number of cards of the swishes."""

    model_config = example(deck="swish-36", size=3)

    deck: Annotated[str, Field(max_length=bounds.LABEL_CHARACTERS)] = Field(description="Slug or label of the deck.")
    size: Annotated[int, Field(ge=2, le=6)] = Field(description="Number of cards.")


_SWISHES = """Store all swishes of a deck with a given number of cards, and a claim that states how many there are.

Stacks that are equal after a flip of the whole stack count as one swish. Each step lists all swishes and stores 250 of
them.
"""

OPERATIONS = (
    JobOperation(
        "swish-boards",
        BoardsArguments,
        store_boards,
        "rows",
        division=Division(
            numbered_parts(lambda request: request.sides, 1),
            lambda _request, results, _context: {"new": sum(result["new"] for result in results)},
            lambda request, _context: request.sides,
        ),
    ),
    collection_operation(
        "swish-swishes",
        SwishesArguments,
        lambda request, batch, context: operations.decks.store_swishes(
            context.catalogue, request.deck, request.size, batch, context.budget.quiet()
        ),
        lambda request, context: operations.decks.store_classes(
            context.catalogue, request.deck, request.size, context.budget
        ),
        _SWISHES,
    ),
)

"""`GET /swish/boards/{h}x{w}`: the closed forms of a board, and the construction that meets them."""

from dataclasses import asdict

from pydantic import Field

from ludex.api.models import Answer, Parameters
from ludex.api.problems import refused
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX, bounds
from ludex.api.swish.sources import SymmetryName
from ludex.swish.card import BoardError, Symmetry
from ludex.swish.study.boards import board_facts, construction

routes = Routes(
    "swish-boards", tag="SWISH boards", about="All one-pair cards of a board, in closed form.", prefix=PREFIX
)


class BoardPath(Parameters):
    """The sides of a board."""

    height: int = Field(ge=1, le=bounds.SIDE, description="Rows.")
    width: int = Field(ge=1, le=bounds.SIDE, description="Columns.")


class BoardQuery(Parameters):
    """The symmetry that cards have on the board."""

    symmetry: SymmetryName = "rectangle"


class Board(Answer):
    """What is known of all one-point-one-circle cards of a board; every number is proved."""

    height: int
    width: int
    symmetry: Symmetry
    cards: int = Field(description="How many different cards there are.")
    largest_no_swish_set: int = Field(description="The size of the largest sets of them without a swish.")
    maximum_sets: int = Field(description="How many such sets there are.")
    construction: list[str] | None = Field(
        description=f"One of them; null for boards of more than {bounds.CONSTRUCTION_CELLS} cells."
    )


@routes.get("/boards/<height>x<width>", Board, problems=(422,))
def board(path: BoardPath, query: BoardQuery) -> Board:
    """Show the numbers of a board, and a largest set of its cards without a swish."""
    symmetry = Symmetry(query.symmetry)
    try:
        facts = board_facts(path.height, path.width, symmetry)
        listed = path.height * path.width <= bounds.CONSTRUCTION_CELLS
        cards = construction(path.height, path.width, symmetry) if listed else None
    except BoardError as error:
        raise refused("/symmetry" if symmetry is Symmetry.SQUARE else "/height", str(error)) from None
    return Board(**asdict(facts), construction=None if cards is None else [str(card) for card in cards])

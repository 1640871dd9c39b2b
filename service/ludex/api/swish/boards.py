"""`GET /swish/boards/{h}x{w}`: the closed forms of a board, and the construction that meets them."""

from pydantic import Field

from ludex.api.models import Parameters
from ludex.api.problems import refused
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX, bounds
from ludex.api.swish.sources import SymmetryName
from ludex.swish.card import BoardError, Symmetry
from ludex.swish.study.boards import Board, board

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


@routes.get("/boards/<height>x<width>", Board, problems=(422,))
def board_of_sides(path: BoardPath, query: BoardQuery) -> Board:
    """Show the numbers of a board, and a largest set of its cards without a swish."""
    symmetry = Symmetry(query.symmetry)
    try:
        return board(path.height, path.width, symmetry)
    except BoardError as error:
        raise refused("/symmetry" if symmetry is Symmetry.SQUARE else "/height", str(error)) from None

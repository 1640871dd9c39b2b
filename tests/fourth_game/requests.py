"""What peg solitaire adds to the API: storing positions, solving one, and the positions of a board."""

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api.addresses import object_rule
from ludex.requests.answers import page_answer, stored_answer
from ludex.requests.bounds import Bound
from ludex.api.collections import kind_page, linked_page
from ludex.requests.fields import Answer, LabelPath, PageQuery, Request, Timed
from ludex.api.objects import stored_reply
from ludex.api.problems import refused
from ludex.api.routes import Routes, routes_of
from ludex.api.service import require_storing, search, service
from ludex.catalogue.reading import find
from tests.fourth_game.kinds import BOARD, POSITION
from tests.fourth_game.operations import store_positions
from tests.fourth_game.solitaire import MAX_SIDE, Position, PositionError, solve

BOUNDS = (Bound("side of a board of solitaire", "`rows`", f"2 to {MAX_SIDE}"),)

boards = routes_of(BOARD)
positions = routes_of(POSITION)


class Rows(Request):
    """The rows of a board."""

    rows: str = Field(max_length=MAX_SIDE * (MAX_SIDE + 1))

    def position(self) -> Position:
        """Return the position. Raises ProblemError (422)."""
        try:
            return Position.read(self.rows)
        except PositionError as error:
            raise refused("/rows", str(error)) from None


class NewPegs(Rows, Timed):
    """A position to store."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"rows": "**./.../...", "find": "fewest"}]})

    slug: str | None = None
    title: str = ""
    solved: bool = False


class PegsToSolve(Rows, Timed):
    """A position to solve."""


class FewestPegs(Answer):
    """The fewest pegs that can be left."""

    fewest: int
    proved: bool


@positions.post("/positions", dict.fromkeys((201, 200), stored_answer(POSITION)), problems=(403, 409, 422))
def store_one(body: NewPegs) -> Response:
    """Store a position."""
    require_storing()
    with search("solitaire-position", body.time_limit, "ludex solitaire store") as budget:
        [stored] = store_positions(
            service().catalogue, [body.position()], budget, solved=body.solved, title=body.title, slug=body.slug
        )
    return stored_reply(stored)


@positions.post("/solve", {200: FewestPegs}, problems=(422, 503))
def solve_one(body: PegsToSolve) -> FewestPegs:
    """Find the fewest pegs that jumps can leave. Nothing is stored."""
    with search("solitaire-solve", body.time_limit, "ludex solitaire solve") as budget:
        solution = solve(body.position(), budget)
    return FewestPegs(fewest=solution.fewest, proved=solution.proved)


@boards.get(object_rule(BOARD, "/positions"), page_answer(POSITION))
def positions_of_board(path: LabelPath, query: PageQuery) -> Response:
    """List the positions on a board, those with the fewest pegs first."""
    with service().catalogue.reading() as reader:
        board = find(reader, path.label, BOARD)
    return kind_page(POSITION, {"board": board.label}, query, "pegs")


@boards.get(object_rule(BOARD, "/carries"), page_answer(POSITION))
def carried_by_board(path: LabelPath, query: PageQuery) -> Response:
    """List the positions on a board, the oldest first."""
    with service().catalogue.reading() as reader:
        board = find(reader, path.label, BOARD)
    return linked_page(board.id, "carries", POSITION, query)


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    return positions, boards

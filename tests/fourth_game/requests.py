"""What peg solitaire adds to the API: its requests, and the positions of a board."""

from flask import Response

from ludex.api.resources.collections import kind_page, linked_page
from ludex.api.routing.request_routes import routes_of as routes_of_requests
from ludex.api.routing.routes import Routes, object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.objects.reading import find
from ludex.requests.answers import page_answer
from ludex.requests.bounds import Bound
from ludex.requests.fields import LabelPath, PageQuery
from tests.fourth_game.asked import REQUESTS
from tests.fourth_game.kinds import BOARD, POSITION
from tests.fourth_game.solitaire import MAX_SIDE

BOUNDS = (Bound("side of a board of solitaire", "`rows`", f"2 to {MAX_SIDE}"),)

boards = routes_of(BOARD)


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
    return (*routes_of_requests(REQUESTS), boards)

"""The routes of peg solitaire: its requests, its import, and the positions of a board."""

from flask import Response

from ludex.api.resources.collections import linked_page
from ludex.api.resources.imports import import_of
from ludex.api.routing.declared_routes import declared_routes
from ludex.api.routing.routes import Routes, object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.objects.reading import find
from ludex.requests.fields import LabelPath, PageQuery
from ludex.requests.response_models import page_answer
from peg_solitaire.kinds import BOARD, POSITION
from peg_solitaire.requests import BOUNDS, POSITIONS, REQUESTS

__all__ = ["BOUNDS", "subjects"]

_boards = routes_of(BOARD)


@_boards.get(object_rule(BOARD, "/positions"), page_answer(POSITION))
def positions_of_board(path: LabelPath, query: PageQuery) -> Response:
    """List the positions on a board, the oldest first."""
    with service().catalogue.reading() as reader:
        board = find(reader, path.label, BOARD)
    return linked_page(board.id, "carries", POSITION, query)


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    return (*declared_routes(REQUESTS), import_of(POSITIONS, POSITION), _boards)

"""Pictures of stored games, by round."""

from flask import Response
from pydantic import Field

from ludex.api.addresses import object_rule
from ludex.api.replies import picture
from ludex.api.routes import routes_of
from ludex.api.service import service
from ludex.catalogue.kinds.sets import PLAYED
from ludex.operations.sets.games import find_game
from ludex.pictures import set_game_svg
from ludex.requests.fields import LabelPath, Parameters
from ludex.requests.request import SVG
from ludex.requests.sets.bounds import GAME_CARDS

routes = routes_of(PLAYED)


class RoundQuery(Parameters):
    """Which table to draw."""

    round: int | None = Field(
        default=None, ge=0, le=GAME_CARDS, description="That of this round, from 0. Not given: the last table."
    )


@routes.get(object_rule(PLAYED, ".svg"), SVG, problems=(422,))
def draw_one(path: LabelPath, query: RoundQuery) -> Response:
    """Draw the table of a game's round with the set that was found, or the table at the end."""
    return picture(set_game_svg(find_game(service().catalogue, path.label), query.round))

"""`GET /daily/{date}`: the puzzles of a day, which are the same in every installation."""

from functools import partial
from typing import Any

from pydantic import BaseModel, Field, create_model

from ludex.api.middleware.problems import ProblemError
from ludex.api.routing.responses import PREFIX
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.catalogue.kinds.registry import Registry
from ludex.games import games, part
from ludex.requests.daily import FIRST_DAY, DailyPuzzles, NoPuzzleYet, describe_day, parse_day
from ludex.requests.fields import Parameters, ResponseModel

ABOUT = f"""Return the puzzles of a day, one of each game.

Every installation with the starting catalogue has the same puzzles on the same day, and adding levels never changes
them. There are puzzles for every UTC date from {FIRST_DAY} on, including future dates. They become harder from Monday
to Sunday."""


class DailyPath(Parameters):
    """The day in the path."""

    date: str = Field(
        description=f"Date in UTC as YYYY-MM-DD, from {FIRST_DAY} on.",
        json_schema_extra={"format": "date", "example": str(FIRST_DAY)},
    )


def routes_of(registry: Registry) -> Routes:
    """Return the route for the daily puzzles of all games in a catalogue."""
    held = {kind.address.partition("/")[0] for kind in registry.kinds}
    puzzles = {game.name: part(game, "daily") for game in games() if game.daily and game.name in held}
    fields: dict[str, Any] = {
        name: (
            daily.model | None,
            Field(description="The puzzle of this game; null if the catalogue lacks its objects."),
        )
        for name, daily in puzzles.items()
    }
    model = create_model(
        "Daily",
        __base__=ResponseModel,
        __doc__="The puzzles of a day, one for each game.",
        date=(str, Field(description="The day, as YYYY-MM-DD.", json_schema_extra={"format": "date"})),
        **fields,
    )
    routes = Routes(tag="Daily puzzles", about="A puzzle of each game for every day.", prefix=PREFIX)
    view = partial(_puzzles, puzzles, model)
    routes.add("GET", "/daily/<label:date>", view, {200: model}, ABOUT, problems=(422,), tool=True, path=DailyPath)
    return routes


def _puzzles(puzzles: dict[str, DailyPuzzles], model: type[BaseModel], path: DailyPath) -> BaseModel:
    day = parse_day(path.date)
    try:
        with service().catalogue.reading() as reader:
            return model(date=path.date, **describe_day(reader, puzzles, day))
    except NoPuzzleYet as error:
        raise ProblemError(404, f"There are no puzzles for {day}: {error}.", errors=[("/date", str(error))]) from None

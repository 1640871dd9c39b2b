"""The games whose requests the API answers: one line a game."""

from typing import Protocol

from ludex.api.routing.routes import Routes
from ludex.games.planarity import routes as planarity
from ludex.games.sets import routes as sets
from ludex.games.swish import routes as swish
from ludex.requests.bounds import Bound


class GameRequests(Protocol):
    """What the package of a game gives: its subjects in the order of the documentation, and its bounds."""

    BOUNDS: tuple[Bound, ...]

    def subjects(self) -> tuple[Routes, ...]:
        """Return the routes of every subject."""


GAMES: tuple[GameRequests, ...] = (
    swish,
    sets,
    planarity,
)

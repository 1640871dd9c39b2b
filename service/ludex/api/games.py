"""The games with routes in the API. This module imports the routes of every installed game."""

from typing import Protocol

from ludex.api.routing.routes import Routes
from ludex.games import parts
from ludex.requests.bounds import Bound


class GameRequests(Protocol):
    """The module that declares the routes of a game, in the order of the documentation, and its bounds."""

    BOUNDS: tuple[Bound, ...]

    def subjects(self) -> tuple[Routes, ...]:
        """Return the routes, grouped by subject."""


GAMES: tuple[GameRequests, ...] = parts("routes")

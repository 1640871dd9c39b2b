"""The games whose requests the API answers: as they declare them."""

from typing import Protocol

from ludex.api.routing.routes import Routes
from ludex.games import parts
from ludex.requests.bounds import Bound


class GameRequests(Protocol):
    """What the package of a game gives: its subjects in the order of the documentation, and its bounds."""

    BOUNDS: tuple[Bound, ...]

    def subjects(self) -> tuple[Routes, ...]:
        """Return the routes of every subject."""


GAMES: tuple[GameRequests, ...] = parts("routes")

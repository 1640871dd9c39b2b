"""The games whose requests the API answers: one line a game."""

from typing import Protocol

from ludex.api import planarity, sets, swish
from ludex.api.routes import Routes
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

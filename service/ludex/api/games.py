"""The games whose requests the API answers: one line a game."""

from collections.abc import Callable, Iterable
from typing import Protocol

from ludex.api import planarity, sets, swish
from ludex.api.bounds import Bound
from ludex.api.routes import Routes


class GameRequests(Protocol):
    """What the package of a game gives: its subjects in the order of the documentation, and its bounds."""

    subjects: Callable[[], tuple[Routes, ...]]
    BOUNDS: Iterable[Bound]


GAMES: tuple[GameRequests, ...] = (
    swish,
    sets,
    planarity,
)

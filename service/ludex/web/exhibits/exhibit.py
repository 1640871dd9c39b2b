"""What pages show of a game, whatever is stored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.catalogue.reading import Shown
    from ludex.catalogue.snapshot import Reader


@dataclass(frozen=True, slots=True)
class Steps:
    """A solution, step by step: how many steps there are, what is said of it before it is shown.

    `at(step)` returns the picture after so many steps, and what is done next.
    """

    count: int
    about: str
    at: Callable[[int], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Exhibits:
    """A game's show, written by the template of its name.

    `shown` is made without the catalogue, once a process; `stored` is read of the catalogue, which may be empty.
    `steps` is how an object of the game is solved, None if it is no puzzle, or no solution of it is known. `daily`
    returns the label of the puzzle of a day, the same in every installation.
    """

    name: str
    title: str
    shown: Callable[[], Mapping[str, Any]]
    stored: Callable[["Reader"], Mapping[str, Any]]
    steps: Callable[["Reader", "Shown"], Steps | None] | None = None
    daily: Callable[["Reader", date], str | None] | None = None

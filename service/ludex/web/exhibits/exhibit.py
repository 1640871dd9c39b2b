"""What pages show of a game, whatever is stored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Reader


@dataclass(frozen=True, slots=True)
class Exhibits:
    """A game's show, written by the template of its name.

    `shown` is made without the catalogue, once a process; `stored` is read of the catalogue, which may be empty.
    """

    name: str
    title: str
    shown: Callable[[], Mapping[str, Any]]
    stored: Callable[["Reader"], Mapping[str, Any]]

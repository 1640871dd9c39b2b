"""What a game adds to the command line, and which games the command that runs now has."""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Game, Registry
    from ludex.requests.imports import KindImport
    from ludex.requests.request import Request


@dataclass(frozen=True, slots=True)
class GameCommands:
    """The commands of a game: `ludex NAME ...`.

    `requests` are all that can be asked of it; those with words of a command are commands, and so are `imports`, of
    files of objects. `commands` returns the others by their words, as "solve" and "deck add"; `groups` says what the
    groups of commands are. `declared` returns what the game adds to the catalogue, and `compile_kernels` runs its
    searches once in every way that they can take, None if it has no kernels; what any of these needs is imported when
    it is called. Every game has `list`, `show`, `draw` and the like of its stored objects besides.
    """

    name: str
    about: str
    commands: "Callable[[], Mapping[str, Callable[..., None] | Request]]"
    declared: "Callable[[], Game]"
    compile_kernels: Callable[[], Any] | None = field(default=None)
    groups: Mapping[str, str] = field(default_factory=dict)
    requests: "Callable[[], Sequence[Request]]" = field(default=tuple)
    imports: "Callable[[], Sequence[KindImport]]" = field(default=tuple)


_in_use: ContextVar[tuple[GameCommands, ...]] = ContextVar("games of the command line", default=())


def use(games: Sequence[GameCommands]) -> None:
    """Let the command that begins now have these games."""
    _in_use.set(tuple(games))


def games() -> tuple[GameCommands, ...]:
    """Return the games of the command that runs."""
    return _in_use.get()


def declared() -> "tuple[Game, ...]":
    """Return what the games of the command add to the catalogue."""
    return tuple(one.declared() for one in games())


def registry() -> "Registry":
    """Return what the games of the command declare."""
    from ludex.catalogue.kinds.registry import registry_of

    return registry_of(declared())

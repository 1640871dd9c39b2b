"""The commands that a game declares, and the games and the catalogue that the running command uses."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludex.games import Game, part

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kinds.registry import GameKinds, Registry
    from ludex.jobs.store import JobStore
    from ludex.requests.imports import KindImport


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCommands:
    """The commands of a game, ``ludex NAME ...``, other than those that are derived from its requests and imports.

    Attributes
    ----------
    about : str
        The help text of the command group.
    commands : callable
        Returns the functions or requests that become commands, keyed by the words of the command, such as ``deck
        list``. It is called only when the group is used, so that the modules of the commands are imported only then.
    groups : mapping of str to str
        The help text of each subgroup, such as ``deck``.
    compile_kernels : callable, optional
        Runs each variant of every search once, which compiles the kernels.
    """

    about: str
    commands: "Callable[[], Mapping[str, Callable[..., None]]]"
    groups: Mapping[str, str] = field(default_factory=dict)
    compile_kernels: Callable[[], Any] | None = None


_games: ContextVar[tuple[Game, ...]] = ContextVar("games of the running command", default=())


def set_games(games: Sequence[Game]) -> None:
    """Set the games of the running command."""
    _games.set(tuple(games))


def current_games() -> tuple[Game, ...]:
    """Return the games of the running command."""
    return _games.get()


def commands_of(game: Game) -> GameCommands | None:
    """Return the commands that a game declares, or None if it declares no commands."""
    commands: GameCommands | None = part(game, "commands")
    return commands


def imports_of(game: Game) -> "tuple[KindImport, ...]":
    """Return the imports of a game."""
    imports: tuple[KindImport, ...] | None = part(game, "imports")
    return imports or ()


def declared_kinds() -> "tuple[GameKinds, ...]":
    """Return the catalogue declarations of the games of the running command."""
    return tuple(kinds for game in current_games() if (kinds := part(game, "kinds")) is not None)


def registry() -> "Registry":
    """Return the registry for the games of the running command."""
    from ludex.catalogue.kinds.registry import registry_of

    return registry_of(declared_kinds())


@contextmanager
def open_catalogue(*, current: bool = True, make: bool = True) -> "Iterator[Catalogue]":
    """Open the catalogue that the settings specify.

    Parameters
    ----------
    current : bool
        Whether the tables must have the revision that this version requires.
    make : bool
        Whether a missing SQLite file may be created. It must be False if `current` is True.

    Raises
    ------
    SettingsError, DatabaseError
        If a setting is invalid, or the catalogue is missing or outdated.
    """
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.storage import migrations
    from ludex.settings import read_settings

    catalogue = Catalogue(read_settings().database_url, declared_kinds(), make=make and not current)
    try:
        if current:
            migrations.require_current(catalogue.database)
        yield catalogue
    finally:
        catalogue.close()


@contextmanager
def open_jobs() -> "Iterator[JobStore]":
    """Open the jobs of the configured catalogue. The catalogue's tables must have the current revision."""
    from ludex.jobs.store import store_of
    from ludex.settings import read_settings

    with open_catalogue():
        pass
    store = store_of(read_settings().database_url)
    try:
        yield store
    finally:
        store.close()

"""The installed games.

A game is a package that names its declaration, a :class:`Game`, in the entry-point group ``ludex.games``::

    [project.entry-points."ludex.games"]
    planarity = "ludex.games.planarity.game:GAME"

The platform finds the games through the functions below; platform modules never import a game.
"""

import os
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Any

GROUP = "ludex.games"
"""The entry-point group of games."""

SELECTION = "LUDEX_GAMES"
"""The environment variable that selects games: a comma-separated list of names. The default is all installed games."""


@dataclass(frozen=True, slots=True)
class Game:
    """The declaration of a game.

    The fields from `kinds` to `benchmarks`, except `migrations`, are object references, ``package.module:NAME``, so
    that importing a declaration costs nothing. The command line loads only the commands of a game, and a worker loads
    only the game's jobs. If a game lacks a part, the reference is empty. :func:`part` and :func:`parts` return the
    objects.

    Attributes
    ----------
    name : str
        The first part of addresses and commands: ``planarity`` in ``/planarity/levels`` and ``ludex planarity``.
    title : str
        The name on pages.
    order : int
        Games are sorted by this number and then by name.
    kinds : str
        The kinds, relations and statements: a :class:`ludex.catalogue.kinds.registry.GameKinds`.
    requests : str
        A tuple of functions under :func:`ludex.requests.declaration.request`, which become routes, commands and jobs.
    packs : str
        A :class:`ludex.requests.packs.GamePacks`.
    imports : str
        A tuple of :class:`ludex.requests.imports.KindImport`.
    bounds : str
        A tuple of :class:`ludex.requests.bounds.Bound`: the rows of the game in the table of limits.
    jobs : str
        A tuple of :class:`ludex.jobs.operation.JobOperation`, in addition to the operations that are derived from
        requests.
    commands : str
        A :class:`ludex.cli.game_commands.GameCommands`: commands that no request declares, and help texts of groups.
    pages : str
        A :class:`ludex.web.game_pages.GamePages`.
    daily : str
        A :class:`ludex.requests.daily.DailyPuzzles`.
    values : str
        A tuple of :class:`ludex.requests.values.Value`, which ``ludex.Catalogue`` accepts.
    migrations : str
        The package whose folder contains the Alembic revisions that change the fact tables of the game's kinds. A game
        whose tables are those of its first release has none: its tables follow from its kinds.
    results : str
        A tuple of :class:`ludex.catalogue.exact_results.declaration.ExactResult`: integer sequences, tables of records,
        and complete collections.
    benchmarks : str
        A :class:`ludex.benchmarks.GameBenchmarks`.
    module : str
        The module that ``from ludex import NAME`` imports.
    """

    name: str
    title: str
    order: int = 100
    kinds: str = ""
    requests: str = ""
    packs: str = ""
    imports: str = ""
    bounds: str = ""
    jobs: str = ""
    commands: str = ""
    pages: str = ""
    daily: str = ""
    values: str = ""
    migrations: str = ""
    results: str = ""
    benchmarks: str = ""
    module: str = ""


@dataclass(frozen=True, slots=True)
class InstalledGame:
    """An installed game: its declaration or loading error, and the distribution that contains the game."""

    name: str
    game: Game | None
    error: str
    distribution: str
    version: str


@cache
def installed() -> tuple[InstalledGame, ...]:
    """Return the games of all installed distributions, in the order in which they are listed.

    A game that cannot be loaded is included with its error, so that the other games can still be served.
    """
    found = []
    for point in entry_points(group=GROUP):
        origin = ("", "") if point.dist is None else (point.dist.name, point.dist.version)
        try:
            game = point.load()
            if not isinstance(game, Game) or game.name != point.name:
                raise TypeError(f"{point.value} is not the declaration of a game with the name {point.name!r}")
        except Exception as error:
            found.append(InstalledGame(point.name, None, f"{type(error).__name__}: {error}", *origin))
        else:
            found.append(InstalledGame(point.name, game, "", *origin))
    return tuple(sorted(found, key=lambda entry: (entry.game.order if entry.game else 0, entry.name)))


def games() -> tuple[Game, ...]:
    """Return the games to serve: the games that ``LUDEX_GAMES`` selects, or by default all games that can be loaded.

    Raises
    ------
    ValueError
        If ``LUDEX_GAMES`` names a game that is not installed or cannot be loaded.
    """
    found = {entry.name: entry for entry in installed()}
    selected = [name.strip() for name in os.environ.get(SELECTION, "").split(",") if name.strip()]
    for name in selected:
        if name not in found:
            raise ValueError(f"{SELECTION}: no game {name!r} is installed; the installed games are {', '.join(found)}")
        if found[name].error:
            raise ValueError(f"{SELECTION}: the game {name!r} cannot be loaded: {found[name].error}")
    return tuple(entry.game for entry in found.values() if entry.game and (not selected or entry.name in selected))


def part(game: Game, name: str) -> Any:  # noqa: ANN401 - each part has a type of its own
    """Return the part of a game with the given field name, or None if the game has no such part.

    >>> [type(part(game, "commands")).__name__ for game in games()]
    ['GameCommands', 'GameCommands', 'GameCommands']
    """
    reference = getattr(game, name)
    return resolve_name(reference) if reference else None


def parts(name: str) -> tuple[Any, ...]:
    """Return one part of every game that has it."""
    return tuple(found for game in games() if (found := part(game, name)) is not None)

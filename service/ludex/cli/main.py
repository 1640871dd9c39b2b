"""The `ludex` command, built from the commands of the platform and of the installed games."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Annotated, Any, TypeVar

import typer

from ludex.cli import output, progress
from ludex.cli.commands import (
    database,
    dataset,
    experiments,
    lists,
    service,
    stored_objects,
    transfer,
)
from ludex.cli.dataclass_options import flatten_dataclass_params
from ludex.cli.game_commands import commands_of, imports_of, set_games
from ludex.games import Game, games
from ludex.version import __version__

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Late:
    """A command, or a group of commands, whose module is imported only when it is used."""

    about: str
    reference: str
    is_group: bool = False

    def load(self, name: str, words: Sequence[str]) -> Callable[..., None] | typer.Typer:
        """Return the command or group, or only its help text if the command line is not about it."""
        if not words or name in words:
            loaded: Callable[..., None] | typer.Typer = resolve_name(self.reference)
            return loaded
        if self.is_group:
            return typer.Typer(help=self.about)

        def stub() -> None:
            pass

        stub.__doc__ = self.about
        return stub


_RESULTS = "ludex.cli.commands.results"
_SITE = "ludex.cli.commands.site"


@dataclass(frozen=True, slots=True)
class _KindCommand:
    """A command for objects of all kinds.

    It consists of the settings of the command, and the function that creates it for one game or for all games.
    """

    make: Callable[[str | None], Callable[..., None]]
    settings: dict[str, Any] | None = None


COMMANDS: Mapping[str, Callable[..., None] | typer.Typer | _Late] = {
    "serve": service.serve,
    "mcp": service.mcp,
    "worker": service.worker,
    "status": service.status,
    "doctor": _Late("Examine the installation, and name remedies.", "ludex.cli.commands.doctor:doctor"),
    "games": service.list_games,
    "new-game": _Late("Write a distribution with a small complete game.", "ludex.cli.commands.new_game:new_game"),
    "settings": service.settings,
    "compile": service.compile,
    "import": transfer.import_export,
    "export": transfer.export_file,
    "copy": database.copy_catalogue,
    "search": _Late("Search objects, lists, the glossary, the documentation and other pages.", f"{_SITE}:search"),
    "daily": _Late("Show the puzzles of a day, one of each game.", f"{_SITE}:daily"),
    "calendar": _Late("Calendars: which levels are the daily puzzles of a game.", f"{_SITE}:calendar", True),
    "claims": _Late("List claims about stored objects, or results from the literature.", f"{_RESULTS}:claims"),
    "cite": _Late("Cite a stored object.", f"{_RESULTS}:cite"),
    "edit": _Late("Change the title, the tags, the note or the data of an object that you own.", f"{_RESULTS}:edit"),
    "replace": _Late("Replace an object by another one, in all packs and calendars.", f"{_RESULTS}:replace"),
    "delete": _Late("Delete an object that you own, with its claims.", f"{_RESULTS}:delete"),
    "trash": _Late("Trash: deleted and replaced objects of the last 30 days.", f"{_RESULTS}:trash", True),
    "benchmark": experiments.benchmark,
    "db": database.app,
    "sequences": _Late("List integer sequences, show a sequence, or compute its next term.", f"{_RESULTS}:sequences"),
    "records": _Late("List the tables of records, or show a table.", f"{_RESULTS}:records"),
    "atlas": _Late("Atlas: complete collections of objects.", f"{_RESULTS}:atlas", True),
    "dataset": dataset.app,
    "jobs": _Late("Jobs: long computations that survive crashes of their worker.", "ludex.cli.commands.jobs:app", True),
    "keys": _Late("API keys, which permit writing over HTTP.", "ludex.cli.commands.keys:app", True),
    "graph": _Late("The catalogue as a graph of objects and relations.", "ludex.cli.commands.graph:app", True),
}
"""The commands of the platform that do not exist for each game."""

_KIND_COMMANDS = {
    "list": _KindCommand(lists.list_command, lists.FILTER_OPTIONS),
    "facets": _KindCommand(lists.facets_command, lists.FILTER_OPTIONS),
    "random": _KindCommand(lists.random_command, lists.FILTER_OPTIONS),
    "lookup": _KindCommand(stored_objects.lookup_command, stored_objects.KIND_OPTIONS),
    "dedup": _KindCommand(stored_objects.dedup_command, stored_objects.KIND_OPTIONS),
    "show": _KindCommand(stored_objects.show_command),
    "draw": _KindCommand(stored_objects.draw_command),
}


def build(games: Sequence[Game], words: Sequence[str] = ()) -> typer.Typer:
    """Return the command `ludex` with the commands of some games.

    Typer takes a long time to build commands. If the command line begins with the words of a command, only this command
    is built.
    """
    app = typer.Typer(
        name="ludex",
        help=f"An index of game positions, solved exactly: {', '.join(game.title for game in games)}. "
        "`ludex settings` shows the settings.",
        no_args_is_help=True,
        # Importing Rich would take longer than everything else.
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_global_options)
    with_commands = {game.name: game for game in games if game.commands or game.requests or game.imports}
    for name, command in _select({**COMMANDS, **_KIND_COMMANDS, **with_commands}, words).items():
        group = command.load(name, words) if isinstance(command, _Late) else command
        _add(app, name, _game_group(group, words) if isinstance(group, Game) else group)
    return app


def _game_group(game: Game, words: Sequence[str]) -> typer.Typer:
    """Return the commands of a game.

    If a command of the game has the same name as a general command, it replaces the general command.
    """
    declared = commands_of(game)
    group = typer.Typer(help=declared.about if declared else f"{game.title}.", no_args_is_help=True)
    if game.name not in words:
        return group
    from ludex.cli.request_commands import command_from

    subgroups: dict[str, typer.Typer] = {}
    for path, command in _select({**_KIND_COMMANDS, **_commands_by_path(game)}, words[1:]).items():
        outer, _, name = path.rpartition(" ")
        if outer and outer not in subgroups:
            about = declared.groups.get(outer) if declared else None
            subgroups[outer] = typer.Typer(help=about or f"Commands of {game.title}.", no_args_is_help=True)
            group.add_typer(subgroups[outer], name=outer)
        _add(subgroups[outer] if outer else group, name, command_from(command), game.name)
    return group


def _commands_by_path(game: Game) -> Mapping[str, Callable[..., None]]:
    """Return the commands of a game, keyed by the words that follow the name of the game."""
    from ludex.requests.packs import requests_of

    declared = commands_of(game)
    requests = {
        words.partition(" ")[2]: request for request in requests_of(game) if (words := request.declaration.words)
    }
    imports = {
        kind_import.command.partition(" ")[2]: transfer.import_command(kind_import) for kind_import in imports_of(game)
    }
    return {**requests, **imports, **(declared.commands() if declared else {})}


def _add(app: typer.Typer, name: str, command: Any, game: str | None = None) -> None:  # noqa: ANN401 - a command or group
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    elif isinstance(command, _KindCommand):
        app.command(name, context_settings=command.settings)(command.make(game))
    else:
        app.command(name)(flatten_dataclass_params(command))


def _select(commands: Mapping[str, T], words: Sequence[str]) -> Mapping[str, T]:
    """Return the commands whose words begin the command line, or all commands if there is no such command.

    >>> _select({"solve": 1, "pack add": 2, "pack show": 3}, ["pack", "show", "-n", "3"])
    {'pack show': 3}
    """
    selected = {
        path: command for path, command in commands.items() if path.split() == list(words[: path.count(" ") + 1])
    }
    return selected or commands


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludex {__version__}")
        raise typer.Exit


def _global_options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    del version


def _completed_words() -> list[str]:
    """Return the words of a command line that is to be completed.

    They are read from the variables that Typer uses in bash, zsh and fish.
    """
    if "_LUDEX_COMPLETE" not in os.environ:
        return []
    return f"{os.environ.get('COMP_WORDS', '')} {os.environ.get('_TYPER_COMPLETE_ARGS', '')}".split()


def run(words: Sequence[str], games: Sequence[Game]) -> int:
    """Run a command and return its exit code: 0 for success, 1 for a failure, 2 for invalid input, 130 after Ctrl-C."""
    progress.reset_interrupt()
    set_games(games)
    try:
        known = [*words, *_completed_words()] or ["--help"]
        status = build(games, known)(args=list(words), prog_name="ludex", standalone_mode=False)
        code = status if isinstance(status, int) else 0
    except (Exception, KeyboardInterrupt) as error:
        code = output.report(error)
    output.flush_output()
    return output.INTERRUPTED if code in (0, output.FAILED) and progress.interrupted() else code


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command with the installed games and exit the process with its exit code."""
    output.use_utf8()
    try:
        installed = games()
    except ValueError as error:
        sys.exit(output.report(output.CommandError(str(error))))
    sys.exit(run(sys.argv[1:] if arguments is None else arguments, installed))

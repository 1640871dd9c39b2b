"""The `ludex` command, built from the commands of its games, and how every failure becomes one line."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ludex.cli.commands import (
    benchmark,
    claims,
    copying,
    database,
    export,
    games,
    graph,
    imports,
    jobs,
    keys,
    lists,
    service,
    status,
    stored_objects,
)
from ludex.cli.commands import facets as choices
from ludex.cli.commands import lookup as sought
from ludex.cli.commands.imports import import_command
from ludex.cli.dataclass_options import flatten_dataclass_params
from ludex.cli.game_commands import GameCommands, use
from ludex.cli.terminal import progress
from ludex.cli.terminal.failures import close_output, report
from ludex.version import __version__

if TYPE_CHECKING:
    from ludex.requests.request import Request

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _OfObjects:
    """A command that every kind of object has: what makes it for a game, or for all of them; its settings."""

    make: Callable[[str | None], Callable[..., None]]
    settings: dict[str, Any] | None = None


_COMMANDS: Mapping[str, Callable[..., None] | typer.Typer] = {
    "serve": service.serve,
    "worker": jobs.worker,
    "status": status.status,
    "games": games.list_games,
    "settings": service.settings,
    "compile": service.compile,
    "import": flatten_dataclass_params(imports.import_export),
    "export": export.export_file,
    "copy": copying.copy_catalogue,
    "claims": claims.list_claims,
    "benchmark": benchmark.benchmark,
    "db": database.app,
    "jobs": jobs.app,
    "keys": keys.app,
    "graph": graph.app,
}
_OF_OBJECTS = {
    "list": _OfObjects(lists.list_command, lists.DYNAMIC),
    "facets": _OfObjects(choices.facets_command, lists.DYNAMIC),
    "random": _OfObjects(choices.random_command, lists.DYNAMIC),
    "lookup": _OfObjects(sought.lookup_command, sought.REST),
    "dedup": _OfObjects(sought.dedup_command, sought.REST),
    "show": _OfObjects(stored_objects.show_command),
    "draw": _OfObjects(stored_objects.draw_command),
}


def build(games: Sequence[GameCommands], words: Sequence[str] = ()) -> typer.Typer:
    """Return the command with the commands of these games, as far as the words of a command line name them.

    Typer takes its time to make a command: if the words begin with one, it alone is made.
    """
    app = typer.Typer(
        name="ludex",
        help=f"Game positions solved exactly: {', '.join(one.about.partition(':')[0] for one in games)}. "
        "`ludex settings` shows the settings in force.",
        no_args_is_help=True,
        # Plain help: Rich takes longer to load than all the rest.
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    commands = {**_COMMANDS, **_OF_OBJECTS, **{game.name: game for game in games}}
    for name, one in _begun(commands, words).items():
        _add(app, name, _group(one, words) if isinstance(one, GameCommands) else one)
    return app


def _group(game: GameCommands, words: Sequence[str]) -> typer.Typer:
    """Return the commands of a game, those that every kind of object has too, unless it has its own of that name."""
    group = typer.Typer(help=game.about, no_args_is_help=True)
    if game.name not in words:
        return group
    from ludex.cli.request_commands import command
    from ludex.requests.request import Request

    within: dict[str, typer.Typer] = {}
    for words_of, one in _begun({**_OF_OBJECTS, **_by_words(game)}, words[1:]).items():
        outer, _, name = words_of.rpartition(" ")
        if outer and outer not in within:
            within[outer] = typer.Typer(help=game.groups[outer], no_args_is_help=True)
            group.add_typer(within[outer], name=outer)
        made = (
            command(one)
            if isinstance(one, Request)
            else one
            if isinstance(one, _OfObjects)
            else flatten_dataclass_params(one)
        )
        _add(within[outer] if outer else group, name, made, game.name)
    return group


def _by_words(game: GameCommands) -> "Mapping[str, Callable[..., None] | Request]":
    """Return all commands of a game by their words."""
    requests = {one.command.partition(" ")[2]: one for one in game.requests() if one.command}
    imports = {one.command.partition(" ")[2]: import_command(one) for one in game.imports()}
    return {**requests, **imports, **game.commands()}


def _add(app: typer.Typer, name: str, one: Any, game: str | None = None) -> None:  # noqa: ANN401 - as Typer has it
    if isinstance(one, typer.Typer):
        app.add_typer(one, name=name)
    elif isinstance(one, _OfObjects):
        app.command(name, context_settings=one.settings)(one.make(game))
    else:
        app.command(name)(one)


def _begun(commands: Mapping[str, T], words: Sequence[str]) -> Mapping[str, T]:
    """Return the command that a command line begins with; all if there is none.

    >>> _begun({"solve": 1, "deck add": 2, "deck list": 3}, ["deck", "list", "-n", "3"])
    {'deck list': 3}
    """
    found = {name: one for name, one in commands.items() if name.split() == list(words[: name.count(" ") + 1])}
    return found or commands


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludex {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    del version


def _typed() -> list[str]:
    """Return the words of a command line that a shell completes: what Typer gives, for bash and for zsh and fish."""
    if "_LUDEX_COMPLETE" not in os.environ:
        return []
    return f"{os.environ.get('COMP_WORDS', '')} {os.environ.get('_TYPER_COMPLETE_ARGS', '')}".split()


def run(words: Sequence[str], games: Sequence[GameCommands]) -> int:
    """Run a command and return its exit code: 0, 1 for a failure, 2 for wrong input, 130 after Ctrl-C."""
    progress.begin()
    use(games)
    try:
        status = build(games, [*words, *_typed()])(args=list(words), prog_name="ludex", standalone_mode=False)
        code = status if isinstance(status, int) else 0
    except (Exception, KeyboardInterrupt) as error:
        code = report(error)
    close_output()
    return 130 if code == 0 and progress.interrupted() else code

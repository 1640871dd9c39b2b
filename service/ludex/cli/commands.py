"""The `ludex` command, built from the commands of its games, and how every failure becomes one line."""

from collections.abc import Container, Sequence
from typing import Annotated

import typer

from ludex import __version__
from ludex.cli import database, graph, lists, progress, service, stored_objects, transfer
from ludex.cli.failures import close_output, report
from ludex.cli.games import GameCommands, use
from ludex.cli.unfolding import unfolded


def build(games: Sequence[GameCommands]) -> typer.Typer:
    """Return the command with the commands of these games; the catalogue holds what they declare."""
    app = typer.Typer(
        name="ludex",
        help=f"Game positions solved exactly: {', '.join(one.about.partition(':')[0] for one in games)}. "
        "`ludex settings` shows what the environment sets.",
        no_args_is_help=True,
        add_completion=False,
        # Plain help: Rich takes longer to load than all the rest.
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for command in (service.serve, service.settings, service.compile):
        app.command()(command)
    app.add_typer(database.app, name="db")
    app.add_typer(graph.app, name="graph")
    app.command("import")(transfer.import_file)
    app.command("export")(transfer.export_file)
    _add_objects(app, None, ())
    for game in games:
        app.add_typer(_group(game), name=game.name)
    return app


def _group(game: GameCommands) -> typer.Typer:
    group = typer.Typer(help=game.about, no_args_is_help=True)
    for name, command in game.commands.items():
        if isinstance(command, typer.Typer):
            group.add_typer(command, name=name)
        else:
            group.command(name)(unfolded(command))
    _add_objects(group, game.name, game.commands)
    return group


def _add_objects(app: typer.Typer, game: str | None, taken: Container[str]) -> None:
    """Add the commands that every kind of object has, where a game has not its own of that name."""
    if "list" not in taken:
        app.command("list", context_settings=lists.DYNAMIC)(lists.list_command(game))
    if "show" not in taken:
        app.command("show")(stored_objects.show_command(game))
    if "draw" not in taken:
        app.command("draw")(stored_objects.draw_command(game))


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


def run(words: Sequence[str], games: Sequence[GameCommands]) -> int:
    """Run a command and return its exit code: 0, 1 for a failure, 2 for wrong input, 130 after Ctrl-C."""
    progress.begin()
    use(games)
    try:
        status = build(games)(args=list(words), prog_name="ludex", standalone_mode=False)
        code = status if isinstance(status, int) else 0
    except (Exception, KeyboardInterrupt) as error:
        code = report(error)
    close_output()
    return 130 if code == 0 and progress.interrupted() else code

"""The `ludex` command, built from the commands of its games, and how every failure becomes one line."""

import os
from collections.abc import Callable, Container, Sequence
from typing import Annotated, Any

import typer

from ludex import __version__
from ludex.cli import choices, claims, database, graph, keys, lists, progress, service, sought, stored_objects, transfer
from ludex.cli.failures import close_output, report
from ludex.cli.games import GameCommands, use
from ludex.cli.unfolding import unfolded


def build(games: Sequence[GameCommands], words: Sequence[str] = ()) -> typer.Typer:
    """Return the command with the commands of these games, as far as the words of a command line name them."""
    app = typer.Typer(
        name="ludex",
        help=f"Game positions solved exactly: {', '.join(one.about.partition(':')[0] for one in games)}. "
        "`ludex settings` shows what the environment sets.",
        no_args_is_help=True,
        # Plain help: Rich takes longer to load than all the rest.
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for command in (service.serve, service.settings, service.compile):
        app.command()(command)
    app.add_typer(database.app, name="db")
    app.add_typer(keys.app, name="keys")
    app.add_typer(graph.app, name="graph")
    app.command("import")(transfer.import_file)
    app.command("export")(transfer.export_file)
    app.command("claims")(claims.list_claims)
    _add_objects(app, None, ())
    for game in games:
        # A game's commands take their time to be made: only those that are called.
        app.add_typer(_group(game, made=game.name in words), name=game.name)
    return app


def _group(game: GameCommands, *, made: bool) -> typer.Typer:
    group = typer.Typer(help=game.about, no_args_is_help=True)
    if not made:
        return group
    from ludex.cli.asking import command
    from ludex.requests.request import Request

    within: dict[str, typer.Typer] = {}
    commands = game.by_words()
    for words, one in commands.items():
        outer, _, name = words.rpartition(" ")
        if outer and outer not in within:
            within[outer] = typer.Typer(help=game.groups[outer], no_args_is_help=True)
            group.add_typer(within[outer], name=outer)
        place = within[outer] if outer else group
        place.command(name)(command(one) if isinstance(one, Request) else unfolded(one))
    _add_objects(group, game.name, commands)
    return group


def _add_objects(app: typer.Typer, game: str | None, taken: Container[str]) -> None:
    """Add the commands that every kind of object has, unless a game has its own of that name."""
    of_objects: dict[str, tuple[Callable[..., Callable[..., None]], dict[str, Any] | None]] = {
        "list": (lists.list_command, lists.DYNAMIC),
        "facets": (choices.facets_command, lists.DYNAMIC),
        "random": (choices.random_command, lists.DYNAMIC),
        "lookup": (sought.lookup_command, sought.REST),
        "dedup": (sought.dedup_command, sought.REST),
        "show": (stored_objects.show_command, None),
        "draw": (stored_objects.draw_command, None),
    }
    for name, (made, settings) in of_objects.items():
        if name not in taken:
            app.command(name, context_settings=settings)(made(game))


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

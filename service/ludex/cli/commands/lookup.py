"""`ludex lookup` and `ludex dedup`: objects of any kind that are given, looked up and sorted into classes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.commands.lists import kind_called
from ludex.cli.game_commands import games
from ludex.cli.terminal.failures import CommandError

if TYPE_CHECKING:
    from ludex.requests.request import Request

REST: dict[str, Any] = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""Settings of a command whose arguments and options are known only when its kind is, its help too."""

_Kind = Annotated[
    str,
    typer.Argument(metavar="KIND", help="Such as `graphs`; what follows is as `KIND --help` says.", show_default=False),
]


def lookup_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex lookup`, or that of one game."""

    def lookup(context: typer.Context, kind: _Kind = "--help") -> None:
        """Find the stored object of a kind that is given: `graphs Bg`; `KIND --help` says how each is given."""
        _run("lookup", kind, context, game)

    return lookup


def dedup_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex dedup`, or that of one game."""

    def dedup(context: typer.Context, kind: _Kind = "--help") -> None:
        """Sort objects of a kind into classes of equal ones: `graphs Bg BW`; `KIND --help` says how each is given."""
        _run("dedup", kind, context, game)

    return dedup


def _run(word: str, kind: str, context: typer.Context, game: str | None) -> None:
    from ludex.cli.request_commands import command

    if kind in ("-h", "--help"):
        typer.echo(context.get_help())
        return
    request = request_about(kind, word, game)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(context_settings={"help_option_names": ["-h", "--help"]})(command(request))
    app(args=context.args, prog_name=f"{context.command_path} {kind}", standalone_mode=False)


def request_about(name: str, word: str, game: str | None = None) -> "Request":
    """Return the request of the kind with a name, an address or a part of it, whose address ends with a word."""
    address = f"POST /{kind_called(name, game).address}/{word}"
    for one in games():
        for request in one.requests():
            if request.address == address:
                return request
    raise CommandError(f"{name} have no {word}; `ludex {word}` shows which kinds have")

"""The entry of the `ludex` command: its parts, and how every failure becomes one line."""

import sys
from typing import Annotated

import typer

from ludex import __version__
from ludex.cli import database, planarity, progress, service, sets, swish, transfer
from ludex.cli.failures import close_output, report

app = typer.Typer(
    name="ludex",
    help="Game positions solved exactly: SWISH, SET, Swap Planarity. `ludex settings` shows what the environment sets.",
    no_args_is_help=True,
    add_completion=False,
    # Plain help: Rich takes longer to load than all the rest.
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludex {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    del version


app.command()(service.serve)
app.command()(service.settings)
app.command()(service.compile)
app.add_typer(database.app, name="db")
app.command("import")(transfer.import_file)
app.command("export")(transfer.export_file)
app.add_typer(swish.app, name="swish")
app.add_typer(sets.app, name="sets")
app.add_typer(planarity.app, name="planarity")


def main(arguments: list[str] | None = None) -> None:
    """Run a command and leave the process: 0, 1 for a failure, 2 for wrong input, 130 after Ctrl-C."""
    progress.begin()
    try:
        status = app(args=sys.argv[1:] if arguments is None else arguments, prog_name="ludex", standalone_mode=False)
        code = status if isinstance(status, int) else 0
    except (Exception, KeyboardInterrupt) as error:
        code = report(error)
    close_output()
    sys.exit(130 if code == 0 and progress.interrupted() else code)

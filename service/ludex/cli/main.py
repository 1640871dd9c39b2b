"""The entry of the `ludex` command, and the games that it has."""

import sys
from collections.abc import Sequence

from ludex.cli.terminal.failures import CommandError, report
from ludex.cli.typer_app import run
from ludex.games import parts


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and leave the process with its exit code."""
    try:
        commands = parts("commands")
    except ValueError as error:
        sys.exit(report(CommandError(str(error))))
    sys.exit(run(sys.argv[1:] if arguments is None else arguments, commands))

"""The entry of the `ludex` command, and the games that it has."""

import sys
from collections.abc import Sequence

from ludex.cli.typer_app import run
from ludex.games.planarity import commands as planarity
from ludex.games.sets import commands as sets
from ludex.games.swish import commands as swish

GAMES = (
    swish.SWISH,
    sets.SETS,
    planarity.PLANARITY,
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and leave the process with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments, GAMES))

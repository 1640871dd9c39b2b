"""`ludex solitaire`: what peg solitaire adds to the command line."""

from ludex.cli.commands.stored_objects import delete_object
from ludex.cli.game_commands import GameCommands
from tests.fourth_game.asked import REQUESTS
from tests.fourth_game.kinds import GAME


def remove(name: str) -> None:
    """Delete a position of your own."""
    delete_object(name, "solitaire-position")


SOLITAIRE = GameCommands(
    "solitaire",
    "Peg solitaire: solve, store.",
    lambda: {one.command.partition(" ")[2]: one for one in REQUESTS} | {"remove": remove},
    lambda: GAME,
)

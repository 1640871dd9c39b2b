"""`ludex solitaire`: what peg solitaire adds to the command line."""

from ludex.cli.commands.stored_objects import delete_object
from ludex.cli.game_commands import GameCommands
from ludex.games import Game


def remove(name: str) -> None:
    """Delete a position of your own."""
    delete_object(name, "solitaire-position")


COMMANDS = GameCommands(about="Peg solitaire: solve, store.", commands=lambda: {"remove": remove})
SOLITAIRE = Game(
    name="solitaire",
    title="Peg solitaire",
    kinds="tests.fourth_game.kinds:GAME",
    requests="tests.fourth_game.asked:REQUESTS",
    commands="tests.fourth_game.commands:COMMANDS",
)

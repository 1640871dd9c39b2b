"""The commands of peg solitaire: `ludex solitaire`."""

from ludex.cli.game_commands import GameCommands


def remove(name: str) -> None:
    """Delete a position of your own."""
    from ludex.cli.commands.stored_objects import delete_object

    delete_object(name, "solitaire-position")


SOLITAIRE = GameCommands(
    about="Peg solitaire: solve, compare, look up, store, draw. Rows are joined by `/`: **./.../...",
    commands=lambda: {"remove": remove},
)

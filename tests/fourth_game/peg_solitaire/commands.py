"""The commands of peg solitaire: `ludex solitaire`."""

from ludex.cli.game_commands import GameCommands


def remove(name: str) -> None:
    """Delete a position of your own."""
    from ludex import operations
    from ludex.cli.game_commands import open_catalogue
    from ludex.cli.output import write

    with open_catalogue() as catalogue:
        operations.objects.delete(catalogue, catalogue.registry.kind["solitaire-position"], name)
    write([f"deleted {name}"])


SOLITAIRE = GameCommands(
    about="Peg solitaire: solve, compare, look up, store, draw. Rows are joined by `/`: **./.../...",
    commands=lambda: {"remove": remove},
)

"""The commands of SET that are not requests: experiments."""

from collections.abc import Callable, Mapping

from ludex.cli.game_commands import GameCommands


def _commands() -> Mapping[str, Callable[..., None]]:
    from ludex.games.sets.commands.experiments import COMMANDS

    return COMMANDS


def _compile_kernels() -> None:
    from ludex.games.sets.compile_kernels import compile_kernels

    compile_kernels()


SETS = GameCommands(
    about="Generalized SET: solve, prove, compare, play, draw and store positions. A card has one digit per property: "
    "0121.",
    commands=_commands,
    groups={
        "caps": "Caps: sets of cards without a set.",
        "deck": "Decks: named lists of different cards.",
        "game": "Games: played from a seed, with a record that can be replayed.",
        "experiment": "Section 6 of the thesis: CPU time by values, properties, sets or cards, as CSV and SVG.",
        "pack": "Packs: named lists of positions in playing order. "
        "`ludex sets list packs` lists them, `ludex delete SLUG` deletes one.",
        "statistics": "Probabilities that cards have no set, and tests for uniform dealing.",
    },
    compile_kernels=_compile_kernels,
)

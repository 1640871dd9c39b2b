"""The commands of SWISH that are not requests: an experiment."""

from collections.abc import Callable, Mapping

from ludex.cli.game_commands import GameCommands


def _commands() -> Mapping[str, Callable[..., None]]:
    from ludex.games.swish.commands.experiments import EXPERIMENTS

    return EXPERIMENTS


def _compile_kernels() -> None:
    from ludex.games.swish.compile_kernels import compile_kernels

    compile_kernels()


SWISH = GameCommands(
    about="SWISH: solve, prove, compare, draw and store positions. A card is written as its rows, joined by '/': '*' "
    "is a point, 'o' a circle, '.' an empty cell.",
    commands=_commands,
    groups={
        "board": "Boards: for each size, the number of all cards and the largest no-swish sets.",
        "deck": "Decks: named lists of cards, copies included.",
        "experiment": "The cost of the search, by the number of cards and of symbols per card, as CSV and SVG.",
        "pack": "Packs: named lists of positions in playing order. "
        "`ludex swish list packs` lists them, `ludex delete SLUG` deletes one.",
        "reduce": "Reductions from formulas, graphs and cards to cards whose largest swish is known.",
    },
    compile_kernels=_compile_kernels,
)

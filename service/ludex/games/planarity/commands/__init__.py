"""The commands of Swap Planarity: experiments, the census, packs, and scrambled levels."""

from collections.abc import Callable, Mapping

from ludex.cli.game_commands import GameCommands


def _commands() -> Mapping[str, Callable[..., None]]:
    from ludex.games.planarity.commands.experiments import EXPERIMENTS, STUDIES, census
    from ludex.games.planarity.commands.levels import level_collection, scramble

    return {
        "census": census,
        "level-collection": level_collection,
        "scramble": scramble,
        **EXPERIMENTS,
        **STUDIES,
    }


def _compile_kernels() -> None:
    from ludex.games.planarity.compile_kernels import compile_kernels

    compile_kernels()


PLANARITY = GameCommands(
    about="Swap Planarity: solve, compare, generate, draw and store drawings. A swap exchanges the positions of the "
    "ends of an edge.",
    commands=_commands,
    groups={
        "experiment": "The experiments of section 5 of the paper, and studies of minima and difficulty.",
        "pack": "Packs: named lists of levels in playing order. "
        "`ludex planarity list packs` lists them, `ludex delete SLUG` deletes one.",
        "points": "Point sets in delta-general position, on a grid of 10,000 x 10,000.",
        "reduce": "Reductions of graphs on points, formulas and gadgets to drawings whose minimum is known.",
        "untangle": "Game descriptions of Simon Tatham's Untangle: `n:u-v,u-v,...`.",
        "variant": "Other moves on a drawing (section 2 of the paper). Each command writes the new drawing as JSON.",
    },
    compile_kernels=_compile_kernels,
)

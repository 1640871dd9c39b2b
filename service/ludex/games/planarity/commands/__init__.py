"""`ludex planarity`: everything that the API does about Swap Planarity, and what takes longer than a request may."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ludex.cli.game_commands import GameCommands

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Game
    from ludex.requests.imports import KindImport
    from ludex.requests.request import Request


def _commands() -> Mapping[str, Callable[..., None]]:
    from ludex.games.planarity.commands.experiments import EXPERIMENTS, census
    from ludex.games.planarity.commands.packs import PACKS
    from ludex.games.planarity.commands.scrambled import scramble

    return {"census": census, "scramble": scramble, **EXPERIMENTS, **PACKS}


def _requests() -> "Sequence[Request]":
    from ludex.games.planarity.requests import REQUESTS

    return REQUESTS


def _imports() -> "Sequence[KindImport]":
    from ludex.games.planarity.requests.imports import LEVELS

    return (LEVELS,)


def _declared() -> "Game":
    from ludex.games.planarity.kinds import PLANARITY as GAME

    return GAME


def _compile_kernels() -> None:
    from ludex.games.planarity.compile_kernels import compile_kernels

    compile_kernels()


PLANARITY = GameCommands(
    "planarity",
    "Swap Planarity: solve, compare, generate, store, draw. A swap exchanges the places of the ends of an edge.",
    _commands,
    _declared,
    _compile_kernels,
    {
        "experiment": "The experiments of section 5 of the paper, and asked against true minimum; each writes CSV and "
        "SVG.",
        "pack": "Packs: named lists of levels, in the order to play them.",
        "points": "Point sets in delta-general position, on a grid of 10,000 x 10,000.",
        "reduce": "Reductions: graphs on points, formulas and gadgets become drawings whose minimum is known.",
        "untangle": "Descriptions of Simon Tatham's Untangle: `n:u-v,u-v,...`.",
        "variant": "Other moves on a drawing (section 2 of the paper). Each answers with a drawing in JSON.",
    },
    _requests,
    _imports,
)

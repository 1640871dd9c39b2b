"""`ludex planarity`: everything that the API does about Swap Planarity, and what takes longer than a request may."""

from typing import TYPE_CHECKING

from ludex.cli.games import GameCommands
from ludex.cli.planarity.census import census
from ludex.cli.planarity.comparing import dedup, equivalence, lookup
from ludex.cli.planarity.drawing import picture, untangle
from ludex.cli.planarity.experiments import app as experiments
from ludex.cli.planarity.levels import add, generate, import_drawings
from ludex.cli.planarity.packs import app as packs
from ludex.cli.planarity.points import app as points
from ludex.cli.planarity.points import order_type
from ludex.cli.planarity.solving import exchanges, invariants, solve
from ludex.cli.planarity.swaps import census_class, one_swap_levels
from ludex.cli.planarity.variants import app as variants

if TYPE_CHECKING:
    from ludex.catalogue.registry import Game


def _declared() -> "Game":
    from ludex.catalogue.kinds.planarity import PLANARITY as GAME

    return GAME


def _compile() -> None:
    from ludex.planarity.compiling import compile_kernels

    compile_kernels()


PLANARITY = GameCommands(
    "planarity",
    "Swap Planarity: solve, compare, generate, store, draw. A swap exchanges the places of the ends of an edge.",
    {
        "solve": solve,
        "exchanges": exchanges,
        "equivalence": equivalence,
        "lookup": lookup,
        "dedup": dedup,
        "generate": generate,
        "add": add,
        "import": import_drawings,
        "invariants": invariants,
        "order-type": order_type,
        "points": points,
        "untangle": untangle,
        "variant": variants,
        "census": census,
        "census-class": census_class,
        "one-swap-levels": one_swap_levels,
        "experiment": experiments,
        "picture": picture,
        "pack": packs,
    },
    _declared,
    _compile,
)

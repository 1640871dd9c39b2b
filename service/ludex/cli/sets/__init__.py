"""`ludex sets`: everything that the API does about generalized SET, and what takes longer than a request may."""

from typing import TYPE_CHECKING

from ludex.cli.games import GameCommands
from ludex.cli.sets.caps import app as caps
from ludex.cli.sets.decks import app as decks
from ludex.cli.sets.drawing import draw
from ludex.cli.sets.experiments import app as experiments
from ludex.cli.sets.games import deal, play, replay
from ludex.cli.sets.positions import add, dedup, equivalence, lookup
from ludex.cli.sets.solving import solve
from ludex.cli.sets.statistics import app as statistics
from ludex.cli.sets.statistics import facts
from ludex.cli.unfolding import unfolded
from ludex.sets.solving.names import Find

if TYPE_CHECKING:
    from ludex.catalogue.registry import Game


def _declared() -> "Game":
    from ludex.catalogue.kinds.sets import GAME

    return GAME


def _compile_kernels() -> None:
    from ludex.sets.compiling import compile_kernels

    compile_kernels()


SETS = GameCommands(
    "sets",
    "Generalized SET: find, count, play, prove, draw, store. A card is one digit a property: 0121.",
    {
        "solve": solve,
        "any": unfolded(solve, "Find a set, or prove that there is none.", find=Find.ANY, limit=None),
        "count": unfolded(solve, "Count the sets.", find=Find.COUNT, limit=None),
        "all": unfolded(solve, "List the sets, each once. Ctrl-C: those found so far.", find=Find.ALL),
        "facts": facts,
        "caps": caps,
        "statistics": statistics,
        "deal": deal,
        "play": play,
        "replay": replay,
        "experiment": experiments,
        "equivalence": equivalence,
        "lookup": lookup,
        "dedup": dedup,
        "add": add,
        "deck": decks,
        "draw": draw,
    },
    _declared,
    _compile_kernels,
)

"""`ludex swish`: everything that the API does about SWISH, and the searches that take longer than a request may."""

from typing import TYPE_CHECKING

from ludex.cli.games import GameCommands
from ludex.cli.swish.deals import deal, deals
from ludex.cli.swish.decks import app as decks
from ludex.cli.swish.decks import board
from ludex.cli.swish.drawing import draw
from ludex.cli.swish.hypergraphs import dedup, equivalence, hypergraph, lookup
from ludex.cli.swish.no_swish import no_swish
from ludex.cli.swish.solving import add, count, find_all, find_any, find_largest, solve

if TYPE_CHECKING:
    from ludex.catalogue.registry import Game


def _declared() -> "Game":
    from ludex.catalogue.kinds.swish import SWISH as GAME

    return GAME


def _compile_kernels() -> None:
    from ludex.swish.compiling import compile_kernels

    compile_kernels()


SWISH = GameCommands(
    "swish",
    "SWISH: find, count, prove, draw, store. A card is rows joined by '/': '*' a point, 'o' a circle, '.' empty.",
    {
        "solve": solve,
        "any": find_any,
        "largest": find_largest,
        "count": count,
        "all": find_all,
        "no-swish": no_swish,
        "board": board,
        "deck": decks,
        "deal": deal,
        "deals": deals,
        "hypergraph": hypergraph,
        "equivalence": equivalence,
        "lookup": lookup,
        "dedup": dedup,
        "draw": draw,
        "add": add,
    },
    _declared,
    _compile_kernels,
)

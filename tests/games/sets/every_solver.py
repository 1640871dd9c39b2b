"""All solvers, also in their variants, by a name that the tests show."""

from collections.abc import Callable, Sequence

from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.brute_force import BruteForce
from ludex.games.sets.solving.dynamic import Dynamic
from ludex.games.sets.solving.integer_program import IntegerProgram, IntegerProgramEngine
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.smt import Smt
from ludex.games.sets.solving.solver import Solver

SOLVERS: dict[str, Callable[[Deck, Sequence[int]], Solver]] = {
    "lookup": Lookup,
    "brute-force": BruteForce,
    "dynamic": Dynamic,
    "smt": Smt,
    "smt, cards in any order": lambda deck, cards: Smt(deck, cards, sorted_cards=False),
    "cp-sat": IntegerProgram,
    "highs": lambda deck, cards: IntegerProgram(deck, cards, IntegerProgramEngine.HIGHS),
}
COMPILED = ("lookup", "brute-force", "dynamic")
OF_OTHERS = tuple(name for name in SOLVERS if name not in COMPILED)
"""They take milliseconds for a table."""

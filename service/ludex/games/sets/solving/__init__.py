"""Exact searches for sets and caps, and the games that use them.

The five solvers have one interface, :class:`ludex.games.sets.solving.solver.Solver`.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.solving import binary_program as binary_program
    from ludex.games.sets.solving import caps as caps
    from ludex.games.sets.solving import lookup as lookup
    from ludex.games.sets.solving import playing as playing
    from ludex.games.sets.solving import search as search
    from ludex.games.sets.solving import solver as solver
else:
    __getattr__ = submodules(__name__)

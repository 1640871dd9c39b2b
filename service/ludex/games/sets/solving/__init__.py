"""Exact searches for sets and caps, and the games that use them.

The five solvers have one interface, :class:`ludex.games.sets.solving.solver.Solver`.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.solving import binary_program, cap_proofs, caps, lookup, playing, search, solver
else:
    __getattr__ = submodules(__name__)

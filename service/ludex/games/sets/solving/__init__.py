"""Exact search: five solvers with one interface, :class:`ludex.games.sets.solving.solver.Solver`, and caps."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.solving import binary_program as binary_program
    from ludex.games.sets.solving import caps as caps
    from ludex.games.sets.solving import complete_caps as complete_caps
    from ludex.games.sets.solving import lookup as lookup
    from ludex.games.sets.solving import many_tables as many_tables
    from ludex.games.sets.solving import names as names
    from ludex.games.sets.solving import search as search
else:
    __getattr__ = submodules(__name__)

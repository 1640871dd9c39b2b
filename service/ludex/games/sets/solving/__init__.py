"""Exact searches for sets and caps, and the games that use them.

The five solvers have one interface, :class:`ludex.games.sets.solving.solver.Solver`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

"""Exact search: five ways to find sets, of one interface (see :class:`ludex.sets.solving.solver.Solver`), and caps."""

"""Exact search: five solvers with one interface, :class:`ludex.games.sets.solving.solver.Solver`, and caps."""

"""Five exact ways to find sets, of one interface: see :class:`ludex.sets.solvers.solver.Solver`."""

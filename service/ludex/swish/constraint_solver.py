"""CP-SAT (OR-tools) under a budget: one way to build its solver, to stop it and to read how it ended."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ortools.sat.python import cp_model

from ludex.budget import Budget

_MEGABYTE = 1 << 20
_PROCESS_MEGABYTES = 1024
_LOOK_EVERY = 0.05


def solve(model: cp_model.CpModel, budget: Budget) -> tuple[cp_model.CpSolver, str]:
    """Solve a model within the budget. Returns the solver and 'optimal', 'feasible', 'infeasible' or 'unknown'.

    One worker and a fixed seed, so that the same model has the same answer wherever the time suffices.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    # Put every clause into the linear relaxation: the bounds of packing problems depend on it.
    solver.parameters.linearization_level = 2
    # The solver counts the memory of the whole process.
    solver.parameters.max_memory_in_mb = _PROCESS_MEGABYTES + budget.memory_bytes // _MEGABYTE
    if budget.remaining() != float("inf"):
        solver.parameters.max_time_in_seconds = max(0.01, budget.remaining())
    with _stopped_by(budget, solver):
        status = solver.solve(model)
    names = {cp_model.OPTIMAL: "optimal", cp_model.FEASIBLE: "feasible", cp_model.INFEASIBLE: "infeasible"}
    return solver, names.get(status, "unknown")


def why_it_ended(budget: Budget) -> str:
    """Return why a solver ended without an answer: for time also where it stopped just before the budget did."""
    return budget.exhausted() or ("time" if budget.remaining() < _LOOK_EVERY else "memory")


@contextmanager
def _stopped_by(budget: Budget, solver: cp_model.CpSolver) -> Iterator[None]:
    """Watch the budget in a thread while the solver runs, and stop the solver when the budget ends."""
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(_LOOK_EVERY):
            if budget.exhausted():
                solver.stop_search()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()

"""Faults in the stated results of a level or of a census class, found by solving the drawing again.

If a result cannot be checked in time, the functions yield an :class:`ludex.engine.budget.Unchecked`.
"""

from collections.abc import Iterator
from dataclasses import asdict

from ludex.engine.budget import Budget, Unchecked
from ludex.games.planarity import solving
from ludex.games.planarity.crossings import count_crossings, is_plane
from ludex.games.planarity.drawing import DrawingError
from ludex.games.planarity.level import Level
from ludex.games.planarity.solving.lower_bounds import bound_faults
from ludex.games.planarity.study.census import CensusClass
from ludex.games.planarity.study.difficulty import solve_and_grade

_MINIMUM = "the minimum could not be proved again in time"


def level_faults(level: Level, budget: Budget) -> Iterator[str]:
    """Yield the faults of a `level`. Replay its swaps and compute its numbers again within the `budget`.

    >>> from ludex.games.planarity.drawing import Drawing
    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> level = Level(crossed, *solve_and_grade(crossed), {"source": "submitted"})
    >>> list(level_faults(level, Budget()))
    []
    """
    fault = _swaps_fault(level)
    if fault is not None:
        yield fault
    elif level.solution.proved:
        yield from _minimum_faults(level, budget)
    else:
        yield from _bound_faults(level, budget)


def class_faults(census_class: CensusClass, budget: Budget) -> Iterator[str]:
    """Yield the faults of a census class, which a search independent of the census finds within the `budget`."""
    again = solving.minimum_swaps.solve(census_class.drawing, budget)
    if not again.is_complete:
        yield Unchecked(_MINIMUM)
        return
    for name, stated in {"min_swaps": census_class.min_swaps, **asdict(census_class.optimal_solutions)}.items():
        if stated != getattr(again, name):
            yield f"{name} is {stated}, but must be {getattr(again, name)}"


def _swaps_fault(level: Level) -> str | None:
    solution = level.solution
    if len(solution.swaps) != (solution.min_swaps or 0):
        return f"the solution has {len(solution.swaps)} swaps, but min_swaps is {solution.min_swaps}"
    if solution.min_swaps is None:
        return None
    try:
        end = level.drawing.after(solution.swaps)
    except DrawingError as error:
        return f"the swaps are impossible: {error.message}"
    return None if is_plane(end) else "the swaps do not lead to a plane drawing"


def _minimum_faults(level: Level, budget: Budget) -> Iterator[str]:
    stated = level.solution
    again, measured = solve_and_grade(level.drawing, budget)
    if not again.is_complete:
        yield Unchecked(_MINIMUM)
        return
    for name in ("min_swaps", "lower_bound", "arrangements", "sequences", "reason"):
        value, expected = getattr(stated, name), getattr(again, name)
        if value != expected and not (value is None and name in ("arrangements", "sequences")):
            yield f"{name} is {value}, but must be {expected}"
    if level.fewer is not None:
        yield from bound_faults(level.drawing, stated.min_swaps or 0, level.fewer, budget)
    if (stated.arrangements is None) != (stated.sequences is None):
        yield "the numbers of arrangements and sequences must be given together"
    if level.difficulty is not None and measured is None and again.min_swaps is not None:
        yield Unchecked("the difficulty could not be computed again in time")
    elif level.difficulty is not None and level.difficulty != measured:
        yield f"the difficulty is {level.difficulty}, but must be {measured}"


def _bound_faults(level: Level, budget: Budget) -> Iterator[str]:
    """Yield the faults of a level without a proved minimum. A new search must confirm the lower bound.

    The upper bound is already confirmed by the swaps of the level.
    """
    stated = level.solution
    if (stated.arrangements, stated.sequences, level.difficulty) != (None, None, None):
        yield "optimal solutions can only be counted if the minimum is proved"
    if level.fewer is not None:
        yield "a proof that fewer swaps do not suffice requires a proved minimum"
    if stated.lower_bound <= bool(count_crossings(level.drawing)):
        return
    again = solving.minimum_swaps.solve(level.drawing, budget)
    if again.proved and (again.min_swaps or 0) < stated.lower_bound:
        yield f"lower_bound is {stated.lower_bound}, but the minimum is {again.min_swaps}"
    elif not again.proved and again.lower_bound < stated.lower_bound:
        yield Unchecked("the lower bound could not be proved again in time")

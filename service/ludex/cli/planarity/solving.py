"""`ludex planarity solve`, `exchanges` and `invariants`: what can be said of a drawing, without a limit of time."""

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from ludex.cli.output import Json, answer, table
from ludex.cli.planarity.sources import Drawn, read_drawing
from ludex.cli.progress import TimeLimit, searching

if TYPE_CHECKING:
    from ludex.catalogue.kinds.planarity.drawn import DifficultyMeasures, OptimalSolutions
    from ludex.planarity.written import SolutionCounts

_LONG = ("drawing", "crossing_pairs", "hull_vertices", "interior_vertices")


def solve(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Find the least number of swaps after which no edges cross, with proof; Ctrl-C shows what is known so far."""
    from ludex.operations.planarity.solving import solve as solved

    given = read_drawing(drawing)
    with searching(time_limit) as budget:
        found = solved(given, budget)
    lines = [counted(found.crossings, "crossing")]
    lines += described("swap", found.min_swaps, found.proved, found.lower_bound, found.reason)
    lines += [f"swaps: {listed(found.swaps)}"] if found.swaps else []
    answer(found, as_json, lines + optimal_solutions(found.optimal_solutions, found.difficulty))


def exchanges(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Find the least number of exchanges of any two vertices, joined or not, after which no edges cross."""
    from ludex.planarity.solving.exchanges import minimum_exchanges
    from ludex.planarity.written import MinimumExchanges

    given = read_drawing(drawing)
    with searching(time_limit) as budget:
        found = MinimumExchanges.of(minimum_exchanges(given, budget))
    lines = [counted(found.crossings, "crossing")]
    lines += described("exchange", found.min_exchanges, found.proved, found.lower_bound, found.reason)
    lines += [f"exchanges: {listed(found.exchanges)}"] if found.exchanges else []
    answer(found, as_json, lines + optimal_solutions(found.optimal_solutions))


def invariants(drawing: Drawn, as_json: Json = False) -> None:
    """Show the crossings of a drawing, the invariants of its graph and its points, and the labels of their classes."""
    from ludex.operations.planarity.solving import invariants as invariants_of

    found = invariants_of(read_drawing(drawing))
    rows = [
        (one.name.replace("_", " "), _written(getattr(found, one.name)))
        for one in fields(found)
        if one.name not in _LONG
    ]
    answer(found, as_json, table(rows))


def described(move: str, minimum: int | None, proved: bool, lower_bound: int, reason: str) -> list[str]:
    """Return in one line what is known of a minimum."""
    if minimum is None:
        return [f"no plane drawing can be reached: {reason}" if proved else f"not solved: {reason}"]
    if proved:
        return [f"{counted(minimum, move)}, proved to be the fewest"]
    return [f"{counted(minimum, move)}, at least {lower_bound}, not proved: {reason}"]


def optimal_solutions(
    found: "OptimalSolutions | SolutionCounts", measures: "DifficultyMeasures | None" = None
) -> list[str]:
    """Return lines about the optimal solutions, and about the difficulty where it is known."""
    if found.arrangements is None or found.sequences is None:
        return []
    sequences = counted(found.sequences, "sequence")
    solutions = f"optimal solutions: {counted(found.arrangements, 'final drawing')}, {sequences}"
    if measures is None or measures.independent_swaps is None:
        return [solutions]
    rise = "crossings must rise" if measures.crossings_must_rise else "crossings need not rise"
    descent = "solves it" if measures.steepest_descent else "does not solve it"
    return [
        f"{solutions}, {measures.orders:,} up to the order of swaps that share no vertex",
        f"grade {measures.grade}: {rise}, steepest descent {descent}, "
        f"{counted(measures.independent_swaps, 'independent swap')}",
    ]


def listed(pairs: Sequence[tuple[int, int]]) -> str:
    """Return pairs of vertices as they are written on the command line.

    >>> listed(((0, 3), (1, 2)))
    '0-3 1-2'
    """
    return " ".join(f"{u}-{v}" for u, v in pairs)


def counted(number: int, name: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "swap"), counted(1200, "swap")
    ('1 swap', '1,200 swaps')
    """
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def _written(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value

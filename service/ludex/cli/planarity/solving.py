"""`ludex planarity solve` and `exchanges`: the fewest moves to a plane drawing, without a limit of time."""

from typing import TYPE_CHECKING

from ludex.cli import output
from ludex.cli.output import Json
from ludex.cli.planarity.sources import Drawn, read_drawing
from ludex.cli.progress import TimeLimit, searching
from ludex.planarity.drawing import Edge

if TYPE_CHECKING:
    from ludex.planarity.study.difficulty import Difficulty


def solve(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Find the least number of swaps after which no edges cross, with proof; Ctrl-C shows what is known so far."""
    from ludex.api.planarity.solutions import show_solution
    from ludex.planarity.study.difficulty import graded

    given = read_drawing(drawing)
    with searching(time_limit) as budget:
        solution, measures = graded(given, budget)
    lines = [f"{counted(solution.crossings, 'crossing')}"]
    lines += described("swap", solution.min_swaps, solution.proved, solution.lower_bound, solution.reason)
    lines += [f"swaps: {listed(solution.swaps)}"] if solution.swaps else []
    lines += optimal_solutions(solution.arrangements, solution.sequences, measures)
    output.answer(show_solution(solution, measures), as_json, lines)


def exchanges(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Find the least number of exchanges of any two vertices, joined or not, after which no edges cross."""
    from ludex.api.planarity.variants import show_exchanges
    from ludex.planarity.solving.exchanges import minimum_exchanges

    given = read_drawing(drawing)
    with searching(time_limit) as budget:
        found = minimum_exchanges(given, budget)
    lines = [f"{counted(found.crossings, 'crossing')}"]
    lines += described("exchange", found.min_exchanges, found.proved, found.lower_bound, found.reason)
    lines += [f"exchanges: {listed(found.exchanges)}"] if found.exchanges else []
    lines += optimal_solutions(found.arrangements, found.sequences, None)
    output.answer(show_exchanges(found), as_json, lines)


def described(move: str, minimum: int | None, proved: bool, lower_bound: int, reason: str) -> list[str]:
    """Return in one line what is known of a minimum."""
    if minimum is None:
        return [f"no plane drawing can be reached: {reason}" if proved else f"not solved: {reason}"]
    if proved:
        return [f"{counted(minimum, move)}, proved to be the fewest"]
    return [f"{counted(minimum, move)}, at least {lower_bound}, not proved: {reason}"]


def optimal_solutions(arrangements: int | None, sequences: int | None, measures: "Difficulty | None") -> list[str]:
    """Return lines about the optimal solutions, and about the difficulty where it is known."""
    if arrangements is None or sequences is None:
        return []
    solutions = f"optimal solutions: {counted(arrangements, 'final drawing')}, {counted(sequences, 'sequence')}"
    if measures is None:
        return [solutions]
    rise = "crossings must rise" if measures.crossings_must_rise else "crossings need not rise"
    descent = "solves it" if measures.steepest_descent else "does not solve it"
    return [
        f"{solutions}, {measures.orders:,} up to the order of swaps that share no vertex",
        f"grade {measures.grade}: {rise}, steepest descent {descent}, "
        f"{counted(measures.independent_swaps, 'independent swap')}",
    ]


def listed(pairs: tuple[Edge, ...]) -> str:
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

"""`ludex planarity solve`, `exchanges` and `invariants`: what can be said of a drawing, without a limit of time."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from ludex.cli.output import Json, answer, table
from ludex.cli.planarity.sources import Drawn, read_drawing
from ludex.cli.progress import TimeLimit, searching

if TYPE_CHECKING:
    from ludex.catalogue.kinds.planarity.drawn import DifficultyMeasures
    from ludex.operations.planarity.solving import SolvedDrawing
    from ludex.planarity.solving.exchanges import MinimumExchanges

_LONG = ("drawing", "crossing_pairs", "hull_vertices", "interior_vertices")


def solve(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Find the least number of swaps after which no edges cross, with proof; Ctrl-C shows what is known so far."""
    from ludex.operations.planarity.solving import solve as solved

    given = read_drawing(drawing)
    with searching(time_limit) as budget:
        found = solved(given, budget)
    answer(found, as_json, _lines("swap", found.min_swaps, found.swaps, found, found.difficulty))


def exchanges(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Find the least number of exchanges of any two vertices, joined or not, after which no edges cross."""
    from ludex.planarity.solving.exchanges import minimum_exchanges

    given = read_drawing(drawing)
    with searching(time_limit) as budget:
        found = minimum_exchanges(given, budget)
    answer(found, as_json, _lines("exchange", found.min_exchanges, found.exchanges, found))


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


def described(move: str, minimum: int | None, proved: bool, lower_bound: int, reason: str) -> str:
    """Return in one line what is known of a minimum."""
    if minimum is None:
        return f"no plane drawing can be reached: {reason}" if proved else f"not solved: {reason}"
    if proved:
        return f"{counted(minimum, move)}, proved to be the fewest"
    return f"{counted(minimum, move)}, at least {lower_bound}, not proved: {reason}"


def _lines(
    move: str,
    minimum: int | None,
    moves: Sequence[tuple[int, int]],
    found: "SolvedDrawing | MinimumExchanges",
    measures: "DifficultyMeasures | None" = None,
) -> Iterator[str]:
    """Yield what is known of a minimum: the moves, the optimal solutions, and the difficulty where it is measured."""
    yield counted(found.crossings, "crossing")
    yield described(move, minimum, found.proved, found.lower_bound, found.reason)
    if moves:
        yield f"{move}s: {listed(moves)}"
    solutions = found.optimal_solutions
    if solutions.arrangements is None or solutions.sequences is None:
        return
    ends, sequences = counted(solutions.arrangements, "final drawing"), counted(solutions.sequences, "sequence")
    if measures is None or measures.independent_swaps is None:
        yield f"optimal solutions: {ends}, {sequences}"
        return
    orders = f"{measures.orders:,} up to the order of swaps that share no vertex"
    yield f"optimal solutions: {ends}, {sequences}, {orders}"
    rise = "crossings must rise" if measures.crossings_must_rise else "crossings need not rise"
    descent = "solves it" if measures.steepest_descent else "does not solve it"
    independent = counted(measures.independent_swaps, "independent swap")
    yield f"grade {measures.grade}: {rise}, steepest descent {descent}, {independent}"


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

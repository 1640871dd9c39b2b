"""What can be said of a drawing: its minimum of swaps or exchanges, exactly, and its invariants."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ludex.games.planarity import operations, study
from ludex.games.planarity.requests.sources import DRAWINGS, SQUARE, TimedDrawing
from ludex.games.planarity.solving.exchanges import MinimumExchanges, minimum_exchanges
from ludex.games.planarity.solving.solution import Solution, SolutionCounts
from ludex.requests.fields import Hidden, example
from ludex.requests.request import ExecutionContext, Request, Result
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry
    from ludex.games.planarity.operations.invariants import NamedInvariants
    from ludex.games.planarity.study.difficulty import Difficulty

_LONG = ("drawing", "crossing_pairs", "hull_vertices", "interior_vertices")


class SolveDrawing(TimedDrawing):
    """A drawing, and what to find."""

    model_config = example(**SQUARE, find="minimum")

    find: Annotated[Literal["minimum"], Hidden()] = "minimum"


def solve(asked: SolveDrawing, work: ExecutionContext) -> Result:
    """Find the least number of swaps after which no edges cross, with proof.

    With one such sequence, and how many there are. `min_swaps` null and `proved` true: no plane arrangement can be
    reached. At the time limit, or at Ctrl-C, the answer is the best that is known, with `proved` false.
    """
    drawing = asked.read(work)
    with work.search() as budget:
        solution, difficulty = study.difficulty.solve_and_grade(drawing, budget)
    answer = {
        "crossings": solution.crossings,
        "min_swaps": solution.min_swaps,
        "proved": solution.proved,
        "swaps": solution.swaps,
        "optimal_solutions": {"arrangements": solution.arrangements, "sequences": solution.sequences},
        "lower_bound": solution.lower_bound,
        "reason": solution.reason,
        "difficulty": {one.name: getattr(difficulty, one.name, None) for one in fields(study.difficulty.Difficulty)},
    }
    return Result(answer, of=(solution, difficulty))


def exchanges(asked: TimedDrawing, work: ExecutionContext) -> MinimumExchanges:
    """Find the least number of exchanges of any two vertices, joined or not, after which no edges cross.

    As `/planarity/solve`, with pairs of vertices that need not be joined.
    """
    drawing = asked.read(work)
    with work.search() as budget:
        return minimum_exchanges(drawing, budget)


def invariants(asked: TimedDrawing, work: ExecutionContext) -> "NamedInvariants":
    """Show the invariants of a drawing, and the labels that it would be stored under."""
    drawing = asked.read(work)
    with work.search():
        return operations.invariants.invariants(drawing)


def described(move: str, minimum: int | None, proved: bool, lower_bound: int, reason: str) -> str:
    """Return in one line what is known of a minimum."""
    if minimum is None:
        return f"no plane drawing can be reached: {reason}" if proved else f"not solved: {reason}"
    if proved:
        return f"{counted(minimum, move)}, proved to be the fewest"
    return f"{counted(minimum, move)}, at least {lower_bound}, not proved: {reason}"


def counted(number: int, name: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "swap"), counted(1200, "swap")
    ('1 swap', '1,200 swaps')
    """
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def _solved(
    move: str,
    minimum: int | None,
    moves: Sequence[tuple[int, int]],
    found: Solution | MinimumExchanges,
    counts: Solution | SolutionCounts,
    measures: "Difficulty | None" = None,
) -> Iterator[str]:
    """Yield what is known of a minimum: the moves, the optimal solutions, and the difficulty if it is measured."""
    yield counted(found.crossings, "crossing")
    yield described(move, minimum, found.proved, found.lower_bound, found.reason)
    if moves:
        yield f"{move}s: {' '.join(f'{u}-{v}' for u, v in moves)}"
    if counts.arrangements is None or counts.sequences is None:
        return
    ends, sequences = counted(counts.arrangements, "final drawing"), counted(counts.sequences, "sequence")
    if measures is None:
        yield f"optimal solutions: {ends}, {sequences}"
        return
    orders = f"{measures.orders:,} up to the order of swaps that share no vertex"
    yield f"optimal solutions: {ends}, {sequences}, {orders}"
    rise = "crossings must rise" if measures.crossings_must_rise else "crossings need not rise"
    descent = "solves it" if measures.steepest_descent else "does not solve it"
    independent = counted(measures.independent_swaps, "independent swap")
    yield f"grade {measures.grade}: {rise}, steepest descent {descent}, {independent}"


def _invariants_said(found: "NamedInvariants", _asked: TimedDrawing) -> Iterator[str]:
    values = {name: value for name, value in found if name not in _LONG}
    listed = {name: ", ".join(map(str, one)) for name, one in values.items() if isinstance(one, tuple)}
    yield from table((name.replace("_", " "), one) for name, one in (values | listed).items())


def _solved_drawing(told: Result, _asked: SolveDrawing) -> Iterator[str]:
    solution, difficulty = told.of
    return _solved("swap", solution.min_swaps, solution.swaps, solution, solution, difficulty)


def _solved_model(_registry: "Registry") -> type[Any]:
    from ludex.games.planarity.requests.solved import SolvedDrawing

    return SolvedDrawing


def _invariants_model(_registry: "Registry") -> type[Any]:
    return operations.invariants.NamedInvariants


SOLVE = Request(
    "POST /planarity/solve",
    "planarity solve",
    solve,
    _solved_drawing,
    DRAWINGS,
    answers=_solved_model,
)
EXCHANGES = Request(
    "POST /planarity/variants/exchange/minimum",
    "planarity exchanges",
    exchanges,
    lambda found, _asked: _solved("exchange", found.min_exchanges, found.exchanges, found, found.optimal_solutions),
    DRAWINGS,
)
INVARIANTS = Request(
    "POST /planarity/invariants",
    "planarity invariants",
    invariants,
    _invariants_said,
    DRAWINGS,
    answers=_invariants_model,
)

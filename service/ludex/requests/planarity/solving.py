"""What can be said of a drawing: its minimum of swaps or exchanges, exactly, and its invariants."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ludex.planarity.solving.exchanges import MinimumExchanges
from ludex.requests.fields import Unwritten, example
from ludex.requests.lines import table
from ludex.requests.planarity.sources import DRAWINGS, SQUARE, TimedDrawing
from ludex.requests.request import Request, Work

if TYPE_CHECKING:
    from ludex.catalogue.kinds.planarity.drawn import DifficultyMeasures
    from ludex.operations.planarity.solving import NamedInvariants, SolvedDrawing

_LONG = ("drawing", "crossing_pairs", "hull_vertices", "interior_vertices")


class SolveDrawing(TimedDrawing):
    """A drawing, and what to find."""

    model_config = example(**SQUARE, find="minimum")

    find: Annotated[Literal["minimum"], Unwritten()] = "minimum"


def solve(asked: SolveDrawing, work: Work) -> "SolvedDrawing":
    """Find the least number of swaps after which no edges cross, with proof.

    With one such sequence, and how many there are. `min_swaps` null and `proved` true: no plane arrangement can be
    reached. At the time limit, or at Ctrl-C, the answer is the best that is known, with `proved` false.
    """
    from ludex.operations.planarity import solving

    drawing = asked.read(work)
    with work.search() as budget:
        return solving.solve(drawing, budget)


def exchanges(asked: TimedDrawing, work: Work) -> MinimumExchanges:
    """Find the least number of exchanges of any two vertices, joined or not, after which no edges cross.

    As `/planarity/solve`, with pairs of vertices that need not be joined.
    """
    from ludex.planarity.solving.exchanges import minimum_exchanges

    drawing = asked.read(work)
    with work.search() as budget:
        return minimum_exchanges(drawing, budget)


def invariants(asked: TimedDrawing, work: Work) -> "NamedInvariants":
    """Show the invariants of a drawing, and the labels that it would be stored under."""
    from ludex.operations.planarity import solving

    drawing = asked.read(work)
    with work.search():
        return solving.invariants(drawing)


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
    found: "SolvedDrawing | MinimumExchanges",
    measures: "DifficultyMeasures | None" = None,
) -> Iterator[str]:
    """Yield what is known of a minimum: the moves, the optimal solutions, and the difficulty if it is measured."""
    yield counted(found.crossings, "crossing")
    yield described(move, minimum, found.proved, found.lower_bound, found.reason)
    if moves:
        yield f"{move}s: {' '.join(f'{u}-{v}' for u, v in moves)}"
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


def _invariants_said(found: "NamedInvariants", _asked: TimedDrawing) -> Iterator[str]:
    values = {one.name: getattr(found, one.name) for one in fields(found) if one.name not in _LONG}
    listed = {name: ", ".join(map(str, one)) for name, one in values.items() if isinstance(one, tuple)}
    yield from table((name.replace("_", " "), one) for name, one in (values | listed).items())


def _answers() -> Any:  # noqa: ANN401 - a module, which is imported when first needed
    from ludex.operations.planarity import solving

    return solving


SOLVE = Request(
    "POST /planarity/solve",
    "planarity solve",
    solve,
    lambda found, _asked: _solved("swap", found.min_swaps, found.swaps, found, found.difficulty),
    DRAWINGS,
    answers=lambda _registry: _answers().SolvedDrawing,
)
EXCHANGES = Request(
    "POST /planarity/variants/exchange/minimum",
    "planarity exchanges",
    exchanges,
    lambda found, _asked: _solved("exchange", found.min_exchanges, found.exchanges, found),
    DRAWINGS,
)
INVARIANTS = Request(
    "POST /planarity/invariants",
    "planarity invariants",
    invariants,
    _invariants_said,
    DRAWINGS,
    answers=lambda _registry: _answers().NamedInvariants,
)

"""Requests for exact solutions of drawings: minimum numbers of swaps and exchanges, invariants, and hints."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ludex.games.planarity import operations, solving, study
from ludex.games.planarity.document_parts import DifficultyMeasures, OptimalSolutions, SolvedDrawing
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.level import Level
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import DRAWINGS, SQUARE, DrawingInput, GivenDrawing, VertexPair, pair_of_text
from ludex.games.planarity.solving.exchanges import MinimumExchanges, minimum_exchanges
from ludex.games.planarity.solving.lower_bounds import evidence_of
from ludex.games.planarity.solving.solution import Hint
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import Argument, Hidden, ServiceBounds
from ludex.requests.session import Session
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.games.planarity.operations.lookup import NamedInvariants

_LONG = ("drawing", "crossing_pairs", "hull_vertices", "interior_vertices")


def _text_of_solution(found: SolvedDrawing) -> Iterator[str]:
    measures = None if found.difficulty.grade is None else found.difficulty
    return _describe_minimum("swap", found.min_swaps, found.swaps, found, measures)


@request(
    "POST /planarity/solve",
    command="planarity solve DRAWING",
    subject=DRAWINGS,
    text=_text_of_solution,
    tool=True,
    example={**SQUARE, "find": "minimum"},
)
def solve(
    catalogue: Session,
    drawing: GivenDrawing,
    find: Annotated[Literal["minimum"], Hidden()] = "minimum",
    *,
    time_limit: TimeLimit = None,
) -> SolvedDrawing:
    """Find and prove the minimum number of swaps that remove all crossings.

    The response contains a shortest sequence of swaps and the number of such sequences. If `min_swaps` is null and
    `proved` is true, no plane arrangement can be reached. At the time limit, or after Ctrl-C, the result is the best
    known solution with `proved` false.

    Parameters
    ----------
    find
        What to find.

    Examples
    --------
    >>> catalogue.planarity.solve(planarity.read_untangle("4:0-1,1-3,2-3,0-2")).min_swaps
    1
    """
    del find
    with catalogue.searching(time_limit) as budget:
        solution, difficulty = study.difficulty.solve_and_grade(drawing, budget)
        evidence = evidence_of(drawing, solution.min_swaps, budget) if solution.proved else None
    return SolvedDrawing(
        crossings=solution.crossings,
        min_swaps=solution.min_swaps,
        proved=solution.proved,
        evidence=evidence,
        swaps=list(solution.swaps),
        optimal_solutions=OptimalSolutions(arrangements=solution.arrangements, sequences=solution.sequences),
        lower_bound=solution.lower_bound,
        reason=solution.reason,
        difficulty=DifficultyMeasures.of(difficulty),
    )


def _text_of_exchanges(found: MinimumExchanges) -> Iterator[str]:
    return _describe_minimum("exchange", found.min_exchanges, found.exchanges, found)


@request(
    "POST /planarity/variants/exchange/minimum",
    command="planarity variant minimum-exchanges DRAWING",
    subject=DRAWINGS,
    text=_text_of_exchanges,
    lacks={"tool": "a variant of the game"},
)
def exchanges(catalogue: Session, drawing: GivenDrawing, *, time_limit: TimeLimit = None) -> MinimumExchanges:
    """Find the minimum number of vertex exchanges that remove all crossings; the vertices need not be adjacent.

    This is `/planarity/solve` without the restriction to adjacent vertices.
    """
    with catalogue.searching(time_limit) as budget:
        return minimum_exchanges(drawing, budget)


def _text_of_invariants(result: "NamedInvariants") -> Iterator[str]:
    values = {name: value for name, value in result if name not in _LONG}
    listed = {name: ", ".join(map(str, value)) for name, value in values.items() if isinstance(value, tuple)}
    yield from table((name.replace("_", " "), value) for name, value in (values | listed).items())


@request(
    "POST /planarity/invariants",
    command="planarity invariants DRAWING",
    subject=DRAWINGS,
    text=_text_of_invariants,
    tool=True,
    example=SQUARE,
)
def invariants(
    catalogue: Session, drawing: GivenDrawing, *, time_limit: TimeLimit = None
) -> "operations.lookup.NamedInvariants":
    """Compute the invariants of a drawing, and the labels under which it would be stored."""
    with catalogue.searching(time_limit) as budget:
        return operations.lookup.invariants(drawing, budget)


def written_pairs(pairs: Iterable[Sequence[int]]) -> str:
    """Return pairs of vertices as text.

    >>> written_pairs([(0, 1), (2, 3)])
    '0-1 2-3'
    """
    return " ".join(f"{u}-{v}" for u, v in pairs)


def describe_bounds(move: str, minimum: int | None, proved: bool, lower_bound: int, reason: str) -> str:
    """Return a line that states the known bounds on a minimum."""
    if minimum is None:
        return f"no plane drawing can be reached: {reason}" if proved else f"not solved: {reason}"
    if proved:
        return f"{counted(minimum, move)}, proved to be the fewest"
    return f"{counted(minimum, move)}, at least {lower_bound}, not proved: {reason}"


def counted(number: int, name: str) -> str:
    """Return a number followed by its noun in the singular or plural.

    >>> counted(1, "swap"), counted(1200, "swap")
    ('1 swap', '1,200 swaps')
    """
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def _describe_minimum(
    move: str,
    minimum: int | None,
    moves: Sequence[Edge],
    result: SolvedDrawing | MinimumExchanges,
    measures: Any = None,  # noqa: ANN401 - the measures of the difficulty
) -> Iterator[str]:
    """Yield lines with a minimum, its moves, the solution counts, and the difficulty if it was measured."""
    counts = result.optimal_solutions
    yield counted(result.crossings, "crossing")
    yield describe_bounds(move, minimum, result.proved, result.lower_bound, result.reason)
    if moves:
        yield f"{move}s: {written_pairs(moves)}"
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


def _describe_hint(result: Hint, request: Any) -> Iterator[str]:  # noqa: ANN401 - the fields
    if result.remaining is None:
        yield "no plane drawing can be reached" if result.proved else "not solved within the time limit"
        return
    yield f"{counted(result.remaining, 'swap')} left" + ("" if result.proved else ", not proved to be the fewest")
    if result.best:
        yield f"best next: {written_pairs(result.best)}"
    if result.mistake is not None:
        u, v = request.swaps[result.mistake]
        yield f"the minimum, {result.minimum:,}, was out of reach after swap {result.mistake + 1}, {u}-{v}"


_SWAPPED = Argument("EDGE...", "Edges swapped so far, in order, such as 0-3.", pair_of_text, each=True)


@request(
    "POST /planarity/hint",
    command="planarity hint DRAWING EDGE...",
    subject=DRAWINGS,
    text=_describe_hint,
    tool=True,
    example={**SQUARE, "swaps": [[0, 2]]},
)
def hint(
    catalogue: Session,
    drawing: Annotated[Drawing | Level, Given(DrawingInput, method="level")],
    swaps: Annotated[Sequence[VertexPair], ServiceBounds(bounds.HINT_SWAPS), _SWAPPED] = (),
    *,
    time_limit: TimeLimit = None,
) -> Hint:
    """Find every swap that begins a shortest solution after the given swaps, and the number of remaining swaps.

    If `remaining` is null and `proved` is true, no plane drawing can be reached. At the time limit, `best` is the first
    swap of the best known solution, and `proved` is false. Requests with the label of a stored level are fastest,
    because its minimum is known. `minimum` is the minimum of the drawing before the swaps. `mistake` is the index of
    the first swap after which this minimum could no longer be attained.

    Parameters
    ----------
    swaps
        The edges swapped so far, in order.

    Examples
    --------
    >>> catalogue.planarity.hint(planarity.read_untangle("4:0-1,1-3,2-3,0-2")).remaining
    1
    """
    known, plain = (drawing.solution, drawing.drawing) if isinstance(drawing, Level) else (None, drawing)
    with catalogue.searching(time_limit) as budget:
        return solving.hints.hint(plain, swaps, budget, known)

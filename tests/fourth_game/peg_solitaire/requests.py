"""The requests of peg solitaire. Each is a route of the API, a command, and a job."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from ludex.catalogue.kinds.kind import Identity
from ludex.catalogue.objects.reading import find, plain_value
from ludex.catalogue.transfer.imports.objects import ImportSolver
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.requests import text_output
from ludex.requests.bounds import Bound
from ludex.requests.fields import (
    Argument,
    Label,
    RequestModel,
    ResponseModel,
    ServiceBounds,
    TimeLimited,
    example,
    require_one,
)
from ludex.requests.imports import KindImport
from ludex.requests.lookup import KindLookup
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores
from ludex.requests.response_models import stored_answer
from peg_solitaire.kinds import POSITION, KnownPosition
from peg_solitaire.operations import store_positions
from peg_solitaire.position import (
    MAX_SIDE,
    MIN_SIDE,
    Jump,
    Position,
    PositionComparison,
    PositionError,
    compare,
    describe_jump,
    describe_pegs,
)
from peg_solitaire.solving import solve

PREFIX = "pegs:"
"""The prefix of a position in texts that could belong to another game. Elsewhere, the prefix is optional."""
BOUNDS = (Bound("side of a board of solitaire", "`rows`, `side`", f"{MIN_SIDE} to {MAX_SIDE}"),)

_EXAMPLE = "***/**./..."


def parse_fields(text: str) -> dict[str, Any]:
    """Convert a text, the label or the rows of a position, to the fields of a request.

    >>> parse_fields("pegs:**./.../...")
    {'rows': '**./.../...'}
    """
    text = text.strip()
    if text.startswith("solitaire-position-"):
        return {"label": text}
    return {"rows": text.removeprefix(PREFIX)}


class PegPosition(RequestModel):
    """A position: its rows, or the label of a stored one."""

    model_config = example(rows=_EXAMPLE)

    rows: Annotated[
        Annotated[str, ServiceBounds(MAX_SIDE * (MAX_SIDE + 1))] | None,
        Argument("ROWS", "Rows such as **./.../..., or a label.", parse_fields, merged=True, required=True),
    ] = Field(default=None, description="The rows of the board, joined by `/`: `*` is a peg, `.` an empty cell.")
    label: Label | None = Field(default=None, description="The label of a stored position.")

    def position(self, context: ExecutionContext) -> Position:
        """Return the position. Raises Fault, or UnknownObject for a label."""
        require_one(self, "rows", "label")
        if self.rows is None:
            with context.catalogue.reading() as reader:
                return plain_value(POSITION, find(reader, self.label or "", POSITION)).position
        try:
            return Position.parse(self.rows)
        except PositionError as error:
            raise Fault(str(error), ("rows",)) from None


class NewPegPosition(PegPosition, TimeLimited):
    """A position to store."""

    model_config = example(rows=_EXAMPLE, solved=True)

    slug: str | None = Field(
        default=None, description="A name for it: words of lower-case letters and digits, joined by `-`."
    )
    title: str = Field(default="", description="The title.")
    solved: bool = Field(default=False, description="True: it is solved, and stored with its solution.")


class PegPositionToSolve(PegPosition, TimeLimited):
    """A position to solve."""


class ComparedPegPositions(TimeLimited):
    """Two positions to compare."""

    model_config = example(a={"rows": "**./.../..."}, b={"rows": "..*/..*/..."})

    a: Annotated[PegPosition, Argument("A", "A position, as for `solve`.", parse_fields)]
    b: Annotated[PegPosition, Argument("B", "Another one.", parse_fields)]


class FewestPegs(ResponseModel):
    """The fewest pegs that jumps can leave."""

    fewest: int = Field(description="The fewest pegs that were found.")
    lower: int = Field(description="No jumps leave fewer pegs than this.")
    proved: bool = Field(description="Whether no jumps leave fewer pegs.")
    jumps: list[Jump] = Field(description="The jumps, each from a cell (row, column) to a cell.")


def add(request: NewPegPosition, context: ExecutionContext) -> StoredResult:
    """Store a position, with its solution if `solved`.

    201 if it is new. 200 if an image of it is stored already: that is the answer then, with the matching.
    """
    position = request.position(context)
    with context.search() as budget:
        [stored] = store_positions(
            context.catalogue, [position], budget, solved=request.solved, title=request.title, slug=request.slug
        )
    return StoredResult(stored)


def solve_position(request: PegPositionToSolve, context: ExecutionContext) -> FewestPegs:
    """Find the fewest pegs that jumps can leave. Nothing is stored."""
    position = request.position(context)
    with context.search() as budget:
        found = solve(position, budget)
    return FewestPegs(fewest=found.pegs, lower=found.lower, proved=found.proved, jumps=list(found.jumps))


def _describe_solution(found: FewestPegs, _request: object) -> Sequence[str]:
    pegs = describe_pegs(found.fewest)
    return [pegs if found.proved else f"{pegs}; at least {found.lower}", *map(describe_jump, found.jumps)]


def compare_positions(request: ComparedPegPositions, context: ExecutionContext) -> PositionComparison:
    """Tell whether a symmetry of the board takes one position to another."""
    with within("a"):
        a = request.a.position(context)
    with within("b"):
        b = request.b.position(context)
    return compare(a, b)


def _identify(given: PegPosition, context: ExecutionContext, _request: object, budget: Budget) -> Identity:
    return POSITION.identify(KnownPosition(given.position(context)), budget)


def _solver(_source: str) -> ImportSolver[KnownPosition]:
    """Return the solver of imported positions."""
    return ImportSolver(
        POSITION.identify, lambda known, budget: KnownPosition(known.position, solve(known.position, budget))
    )


def _is_position(text: str) -> bool:
    try:
        Position.parse(text.strip().removeprefix(PREFIX))
    except PositionError:
        return False
    return True


REQUESTS: tuple[Any, ...] = (
    Request(
        "POST /solitaire/positions",
        "solitaire add",
        add,
        lambda result, _request: text_output.stored(result),
        "solitaire/positions",
        Stores.ALWAYS,
        stored_answer("solitaire-position"),
        problems=(409,),
    ),
    Request("POST /solitaire/solve", "solitaire solve", solve_position, _describe_solution, "solitaire/positions"),
    Request(
        "POST /solitaire/equivalence",
        "solitaire equivalence",
        compare_positions,
        lambda found, _request: text_output.comparison(found, enumerate(found.matching or ()), "peg"),
        "solitaire/positions",
    ),
    *KindLookup(
        "solitaire-position",
        "solitaire/positions",
        "position",
        "positions",
        PegPosition,
        _identify,
        "positions",
        "labels",
        command="solitaire lookup",
    ).requests(),
)
POSITIONS = KindImport(
    kind="solitaire-position",
    command="solitaire import",
    items="positions",
    line="the rows of a position, such as `**./.../...`, or a label",
    about="Each is solved and stored as a position.",
    model=PegPosition,
    fields=parse_fields,
    value=lambda given, reading: KnownPosition(given.position(reading)),
    fits=_is_position,
    solver=_solver,
    example=f"{_EXAMPLE}\n",
)
IMPORTS = (POSITIONS,)

"""The requests of peg solitaire. Each is a route of the API, a command, and a job."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from ludex.catalogue.kinds.kind import Identity
from ludex.catalogue.objects.reading import find, plain_value
from ludex.catalogue.transfer.imports.objects import ImportSolver
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.requests import text_output
from ludex.requests.bounds import Bound
from ludex.requests.declaration import Given, Listing, TimeLimit, request
from ludex.requests.fields import (
    Argument,
    Label,
    RequestModel,
    ResponseModel,
    ServiceBounds,
    example,
    require_one,
)
from ludex.requests.imports import KindImport
from ludex.requests.inputs import HasCatalogue
from ludex.requests.kind_lists import linked_objects
from ludex.requests.lookup import KindLookup
from ludex.requests.results import OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
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

    def position(self, context: HasCatalogue) -> Position:
        """Return the position. Raises Fault, or UnknownObject for a label."""
        require_one(self, "rows", "label")
        if self.rows is None:
            with context.catalogue.reading() as reader:
                return plain_value(POSITION, find(reader, self.label or "", POSITION)).position
        try:
            return Position.parse(self.rows)
        except PositionError as error:
            raise Fault(str(error), ("rows",)) from None


_A, _B = (Argument(name, "A position, as for `solve`.", parse_fields) for name in "AB")
GivenPosition = Annotated[Position, Given(PegPosition, method="position")]


class FewestPegs(ResponseModel):
    """The fewest pegs that jumps can leave."""

    fewest: int = Field(description="The fewest pegs that were found.")
    lower: int = Field(description="No jumps leave fewer pegs than this.")
    proved: bool = Field(description="Whether no jumps leave fewer pegs.")
    jumps: list[Jump] = Field(description="The jumps, each from a cell (row, column) to a cell.")


@request(
    "POST /solitaire/positions",
    command="solitaire add ROWS",
    subject="solitaire/positions",
    writes="store",
    lacks={"tool": "the tools of this game store nothing"},
    problems=(409,),
    example={"rows": _EXAMPLE, "solved": True},
)
def add(
    catalogue: Session,
    position: GivenPosition,
    slug: str | None = None,
    title: str = "",
    solved: bool = False,
    *,
    time_limit: TimeLimit = None,
) -> Annotated[StoredObject, OfKind("solitaire-position")]:
    """Store a position, with its solution if `solved`.

    201 if it is new. 200 if an image of it is stored already: that is the answer then, with the matching.

    Parameters
    ----------
    position
        The position.
    slug
        A name for it: words of lower-case letters and digits, joined by `-`.
    title
        The title.
    solved
        True: it is solved, and stored with its solution.
    """
    with catalogue.searching(time_limit) as budget:
        [stored] = store_positions(catalogue.store, [position], budget, solved=solved, title=title, slug=slug)
    return StoredObject.of(catalogue, stored)


def _describe_solution(found: FewestPegs) -> Sequence[str]:
    pegs = describe_pegs(found.fewest)
    return [pegs if found.proved else f"{pegs}; at least {found.lower}", *map(describe_jump, found.jumps)]


@request(
    "POST /solitaire/solve",
    command="solitaire solve ROWS",
    subject="solitaire/positions",
    text=_describe_solution,
    lacks={"tool": "people solve it"},
    example={"rows": _EXAMPLE},
)
def solve_position(catalogue: Session, position: GivenPosition, *, time_limit: TimeLimit = None) -> FewestPegs:
    """Find the fewest pegs that jumps can leave. Nothing is stored."""
    with catalogue.searching(time_limit) as budget:
        found = solve(position, budget)
    return FewestPegs(fewest=found.pegs, lower=found.lower, proved=found.proved, jumps=list(found.jumps))


@request(
    "POST /solitaire/equivalence",
    command="solitaire equivalence A B",
    subject="solitaire/positions",
    text=lambda found: text_output.comparison(found, enumerate(found.matching or ()), "peg"),
    lacks={"tool": "people compare them"},
    example={"a": {"rows": "**./.../..."}, "b": {"rows": "..*/..*/..."}},
)
def compare_positions(
    catalogue: Session,
    a: Annotated[Position, Given(PegPosition, _A, method="position")],
    b: Annotated[Position, Given(PegPosition, _B, method="position")],
    *,
    time_limit: TimeLimit = None,
) -> PositionComparison:
    """Tell whether a symmetry of the board takes one position to another.

    Parameters
    ----------
    a
        A position.
    b
        Another one.
    """
    with catalogue.searching(time_limit):
        return compare(a, b)


@request("GET /solitaire/boards/{label}/positions", subject="solitaire/boards", lacks={"command": "`ludex list`"})
def positions_of_board(
    catalogue: Session, label: Label
) -> Listing[Annotated[StoredObject, OfKind("solitaire-position")]]:
    """List the positions on a board, the oldest first.

    Parameters
    ----------
    label
        The label of the board.
    """
    kinds = catalogue.registry.kind
    with catalogue.reading() as reader:
        board = find(reader, label, kinds["solitaire-board"]).id
    return linked_objects(catalogue, board, "carries", kinds["solitaire-position"])


def _identify(given: PegPosition, context: HasCatalogue, _request: object, budget: Budget) -> Identity:
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


POSITIONS = KindImport(
    kind="solitaire-position",
    address="solitaire/positions",
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

REQUESTS: tuple[Any, ...] = (
    add,
    solve_position,
    compare_positions,
    positions_of_board,
    POSITIONS.request(),
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

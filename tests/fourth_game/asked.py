"""What can be asked of peg solitaire: storing a position, solving one; by HTTP and as a command alike."""

from typing import Annotated, Any

from ludex.engine.faults import Fault
from ludex.requests import text_answers as lines
from ludex.requests.answers import stored_answer
from ludex.requests.fields import Answer, Argument, Label, RequestModel, ServiceBounds, Timed, example, require_one
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores
from tests.fourth_game.operations import store_positions
from tests.fourth_game.solitaire import MAX_SIDE, Position, PositionError, solve


def of_text(text: str) -> dict[str, Any]:
    return {"label": text} if text.startswith("solitaire-position-") else {"rows": text}


class Pegs(RequestModel):
    """A position: its rows, or its label."""

    rows: Annotated[
        Annotated[str, ServiceBounds(MAX_SIDE * (MAX_SIDE + 1))] | None,
        Argument("ROWS", "Rows such as **./.../..., or the label of a position.", of_text, merged=True, required=True),
    ] = None
    label: Label | None = None

    def position(self, work: ExecutionContext) -> Position:
        from ludex.catalogue.objects.reading import find, plain_value
        from tests.fourth_game.kinds import POSITION

        require_one(self, "rows", "label")
        if self.rows is None:
            with work.catalogue.reading() as reader:
                return plain_value(POSITION, find(reader, self.label or "", POSITION)).position
        try:
            return Position.read(self.rows)
        except PositionError as error:
            raise Fault(str(error), ("rows",)) from None


class NewPegs(Pegs, Timed):
    """A position to store."""

    model_config = example(rows="**./.../...", solved=True)

    slug: str | None = None
    title: str = ""
    solved: bool = False


class PegsToSolve(Pegs, Timed):
    """A position to solve."""


class FewestPegs(Answer):
    """The fewest pegs that can be left."""

    fewest: int
    proved: bool


def store(asked: NewPegs, work: ExecutionContext) -> StoredResult:
    """Store a position."""
    position = asked.position(work)
    with work.search() as budget:
        [stored] = store_positions(
            work.catalogue, [position], budget, solved=asked.solved, title=asked.title, slug=asked.slug
        )
    return StoredResult(stored)


def solve_one(asked: PegsToSolve, work: ExecutionContext) -> FewestPegs:
    """Find the fewest pegs that jumps can leave. Nothing is stored."""
    position = asked.position(work)
    with work.search() as budget:
        solution = solve(position, budget)
    return FewestPegs(fewest=solution.fewest, proved=solution.proved)


REQUESTS = (
    Request(
        "POST /solitaire/positions",
        "solitaire store",
        store,
        lambda made, _asked: lines.stored(made),
        "solitaire/positions",
        Stores.ALWAYS,
        stored_answer("solitaire-position"),
        problems=(409,),
    ),
    Request(
        "POST /solitaire/solve",
        "solitaire solve",
        solve_one,
        lambda found, _asked: [f"{found.fewest} pegs{'' if found.proved else ' or fewer'}"],
        "solitaire/positions",
    ),
)

"""Jobs of peg solitaire: random positions, solved and stored."""

from typing import Annotated

from pydantic import Field

from ludex.engine.random_numbers import RandomNumbers
from ludex.jobs.operation import Cursor, JobContext, JobOperation, Step
from ludex.requests.fields import RequestModel, Seed, example
from peg_solitaire.operations import store_positions
from peg_solitaire.position import MAX_SIDE, MIN_SIDE, Position, cells

_BATCH = 20


class RandomPegPositions(RequestModel):
    """What random positions to store."""

    model_config = example(side=4, pegs=8, count=100, seed=1)

    side: Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)] = Field(default=4, description="Number of cells in a row.")
    pegs: Annotated[int, Field(ge=1, le=MAX_SIDE**2)] = Field(
        default=8, description="Number of pegs; a board with fewer cells is filled."
    )
    count: Annotated[int, Field(ge=1, le=100_000)] = Field(default=100, description="Number of positions to draw.")
    seed: Seed = 0


def random_position(side: int, pegs: int, numbers: RandomNumbers) -> Position:
    """Return a random position with the given number of pegs. All such positions are equally likely."""
    free = cells(side)
    chosen = [free.pop(numbers.below(len(free))) for _ in range(min(pegs, side**2))]
    return Position(side, frozenset(chosen))


def store_random_positions(asked: RandomPegPositions, cursor: Cursor, context: JobContext) -> Step:
    """Draw random positions, solve them and store them. Each step is twenty positions in one transaction.

    `new` counts the objects that were not stored before. The same seed gives the same positions.
    """
    start, new = cursor.get("start", 0), cursor.get("new", 0)
    end = min(start + _BATCH, asked.count)
    streams = [RandomNumbers.numbered(asked.seed, number) for number in range(start, end)]
    positions = [random_position(asked.side, asked.pegs, numbers) for numbers in streams]
    stored = store_positions(context.catalogue, positions, context.budget)
    context.check_cancelled()
    new += sum(result.created for result in stored)
    following = {"start": end, "new": new} if end < asked.count else None
    return Step(following, {"drawn": end, "new": new}, end, asked.count)


OPERATIONS = (JobOperation("solitaire-random", RandomPegPositions, store_random_positions, "positions"),)

"""The arguments that several commands share, and how delta is read."""

from decimal import Decimal, InvalidOperation
from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.engine.random_numbers import MAX_SEED
from ludex.planarity.making.point_sets import GRID, Method

Delta = Annotated[
    str,
    typer.Option(
        "--delta",
        help="Points keep at least this distance from each other and from the lines through two others: a multiple of "
        "0.0001 of the unit square's side.",
    ),
]
MethodOption = Annotated[
    Method,
    typer.Option("--method", help="`rejection`: uniform, as in the paper; `repair`: by hill climbing, for dense sets."),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=MAX_SEED, help="The same seed, the same answer; one is chosen if not given."),
]


def read_delta(text: str, points: int | None = None) -> int:
    """Return delta in units of the grid. Raises CommandError, also where no so many points can keep it.

    >>> read_delta("0.02")
    200
    """
    from ludex.planarity.making.point_sets import is_possible

    try:
        units = Decimal(text) * GRID
    except InvalidOperation:
        raise CommandError(f"--delta: {text!r} is no number") from None
    if not (units.is_finite() and 0 <= units <= GRID and units == int(units)):
        raise CommandError(f"--delta: {text!r} is no multiple of 0.0001 between 0 and 1")
    delta = int(units)
    if points is not None and not is_possible(points, delta):
        raise CommandError(
            f"--delta: no {points} points of the unit square are {text} from each other and from all lines"
        )
    return delta

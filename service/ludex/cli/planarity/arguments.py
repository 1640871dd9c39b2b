"""The arguments that several commands share, and how delta is read."""

from decimal import Decimal, InvalidOperation
from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.engine.random_numbers import MAX_SEED
from ludex.planarity.making.point_sets import DELTA_ABOUT, METHODS_ABOUT, DeltaError, Method, grid_delta

Delta = Annotated[str, typer.Option("--delta", help=DELTA_ABOUT)]
MethodOption = Annotated[Method, typer.Option("--method", help=METHODS_ABOUT)]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=MAX_SEED, help="The same seed, the same answer; one is chosen if not given."),
]


def read_delta(text: str, points: int | None = None) -> int:
    """Return delta in units of the grid. Raises CommandError, also where no so many points can keep it.

    >>> read_delta("0.02")
    200
    """
    try:
        return grid_delta(Decimal(text), points)
    except InvalidOperation:
        raise CommandError(f"--delta: {text!r} is no number") from None
    except DeltaError as error:
        raise CommandError(f"--delta {text}: {error}") from None

"""The arguments that several commands share, and how delta and the seed are read."""

from decimal import Decimal, InvalidOperation
from secrets import randbelow
from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.engine.random_numbers import MAX_SEED
from ludex.planarity.making.point_sets import DeltaError, Method, grid_delta

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
    try:
        return grid_delta(Decimal(text), points)
    except InvalidOperation:
        raise CommandError(f"--delta: {text!r} is no number") from None
    except DeltaError as error:
        raise CommandError(f"--delta {text}: {error}") from None


def chosen(seed: int | None) -> int:
    """Return a seed, a random one where none is given."""
    return randbelow(MAX_SEED + 1) if seed is None else seed

"""`ludex planarity census`: every swap class of small connected graphs, counted by its minimum of swaps."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.opening import opened
from ludex.cli.output import Json, answer, json_text, require_writable, table
from ludex.cli.planarity.solving import counted
from ludex.cli.progress import TimeLimit, searching
from ludex.engine.budget import Budget
from ludex.planarity.study.census_bounds import LEAST_POINTS, MOST_POINTS

if TYPE_CHECKING:
    from ludex.planarity.study.census import CensusClass, CensusShares

_HARDEST_SHOWN = 5


def census(
    n: Annotated[int, typer.Argument(min=LEAST_POINTS, max=MOST_POINTS, help="How many vertices.")],
    file: Annotated[
        Path | None, typer.Option("--classes", help="Write every class to this file too, one a line.")
    ] = None,
    store: Annotated[bool, typer.Option("--store", help="Store every class.")] = False,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Count the swap classes of connected graphs with two disjoint edges by their minimum; show the hardest ones.

    A second for 5 vertices, a minute for 6, much longer for 7; to write or store every class takes more.
    """
    from ludex.planarity.study.census import census_totals

    require_writable(file)
    with searching(time_limit) as budget:
        found = census_totals(n, budget)
    if store or file is not None:
        with searching(time_limit) as budget:
            _keep(n, file, store, budget)
    shares, hardest = found.shares(n), found.hardest
    answer({**asdict(shares), "hardest": hardest}, as_json, _lines(shares, hardest))


def _keep(n: int, file: Path | None, store: bool, budget: Budget) -> None:
    """Write every class to a file, or store it, or both."""
    from ludex.operations.planarity.census import store_census
    from ludex.planarity.study.census import census as classes

    with ExitStack() as opening:
        lines = None if file is None else opening.enter_context(file.open("w", encoding="utf-8"))

        def keep(one: "CensusClass") -> None:
            if lines is not None:
                lines.write(json_text(one) + "\n")

        if store:
            store_census(opening.enter_context(opened()), n, budget, keep)
        else:
            for one in classes(n, budget):
                keep(one)


def _lines(shares: "CensusShares", hardest: "Sequence[CensusClass]") -> Iterator[str]:
    yield f"{shares.classes:,} classes"
    minima = [("unreachable" if one.min_swaps is None else one.min_swaps, one) for one in shares.distribution]
    yield from table([("minimum", "classes"), *((minimum, f"{one.classes:,}") for minimum, one in minima)])
    by_edges = [(one.edges, f"{one.classes:,}", one.largest_min_swaps) for one in shares.by_edges]
    yield from table([("edges", "classes", "largest minimum"), *by_edges])
    yield "hardest, fewest solutions first:"
    yield from map(_line, hardest[:_HARDEST_SHOWN])


def _line(one: "CensusClass") -> str:
    ways = one.optimal_solutions
    solutions = f"{counted(ways.sequences or 0, 'sequence')} to {counted(ways.arrangements or 0, 'final drawing')}"
    return f"{counted(one.crossings, 'crossing')}, {solutions}: {json_text(one.drawing)}"

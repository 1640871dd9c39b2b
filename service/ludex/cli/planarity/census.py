"""`ludex planarity census`: every swap class of small connected graphs, counted by its minimum of swaps."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json, require_writable
from ludex.cli.planarity.solving import counted
from ludex.cli.planarity.untangle import drawing_json
from ludex.cli.progress import TimeLimit, searching
from ludex.engine.budget import Budget
from ludex.planarity.study.census import LEAST_POINTS, MOST_POINTS

if TYPE_CHECKING:
    from ludex.planarity.study.census import CensusClass, CensusTotals

_BATCH = 500
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

    if file is not None:
        require_writable(file)
    with searching(time_limit) as budget:
        totals = census_totals(n, budget)
    if file is not None:
        with searching(time_limit) as budget, file.open("w", encoding="utf-8") as lines:
            lines.writelines(line + "\n" for line in _class_lines(n, budget))
    if store:
        with searching(time_limit) as budget:
            _store(n, budget)
    output.answer_object(_document(n, totals), as_json, _lines(totals))


def _document(n: int, totals: "CensusTotals") -> dict[str, Any]:
    return {
        "n": n,
        "classes": totals.classes,
        "distribution": [{"min_swaps": minimum, "classes": count} for minimum, count in totals.by_minimum.items()],
        "by_edges": [
            {"edges": edges, "classes": count, "largest_min_swaps": totals.largest_by_edges.get(edges)}
            for edges, count in _by_edges(totals).items()
        ],
        "hardest": [_class_document(one) for one in totals.hardest],
    }


def _class_document(one: "CensusClass") -> dict[str, Any]:
    return {
        "drawing": {"points": one.drawing.points, "edges": one.drawing.edges},
        "crossings": one.crossings,
        "min_swaps": one.min_swaps,
        "optimal_solutions": {"arrangements": one.arrangements, "sequences": one.sequences},
    }


def _lines(totals: "CensusTotals") -> Iterator[str]:
    yield f"{totals.classes:,} classes"
    by_minimum = totals.by_minimum.items()
    rows = [("unreachable" if minimum is None else minimum, f"{count:,}") for minimum, count in by_minimum]
    yield from output.table([("minimum", "classes"), *rows])
    largest = totals.largest_by_edges
    by_edges = [(edges, f"{count:,}", largest.get(edges, "-")) for edges, count in _by_edges(totals).items()]
    yield from output.table([("edges", "classes", "largest minimum"), *by_edges])
    yield "hardest, fewest solutions first:"
    for one in islice(totals.hardest, _HARDEST_SHOWN):
        solutions = f"{counted(one.sequences or 0, 'sequence')} to {counted(one.arrangements or 0, 'final drawing')}"
        yield f"{counted(one.crossings, 'crossing')}, {solutions}: {drawing_json(one.drawing)}"


def _by_edges(totals: "CensusTotals") -> dict[int, int]:
    """Return the number of classes by edges, ascending."""
    summed: dict[int, int] = {}
    for (edges, _), count in sorted(totals.counts.items(), key=lambda item: item[0][0]):
        summed[edges] = summed.get(edges, 0) + count
    return summed


def _class_lines(n: int, budget: Budget) -> Iterator[str]:
    import json

    from ludex.planarity.study.census import census as classes

    return (json.dumps(_class_document(one)) for one in classes(n, budget))


def _store(n: int, budget: Budget) -> None:
    from ludex.catalogue.planarity.census import prepare_class, store_classes
    from ludex.planarity.study.census import census as classes

    found = classes(n, budget)
    with opened() as database:
        while batch := list(islice(found, _BATCH)):
            ready = [prepare_class(one.drawing, one.min_swaps, one.arrangements, one.sequences) for one in batch]
            with database.writing() as session:
                store_classes(session, ready)

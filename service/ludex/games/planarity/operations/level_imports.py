"""Bulk storage of levels: drawings that are imported and solved, and scrambled drawings whose solutions are claimed."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.document import at
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer.imports.objects import BULK_BATCH, ImportSolver, ParsedObject, import_in_bulk
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, Line, LineReport
from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.kinds import registry
from ludex.games.planarity import study
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.identity.swap_class import LEVEL as TAG
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.kinds.level import LevelDocument, identify_class
from ludex.games.planarity.level import CLAIMED, ImportedDrawing, Level, add_lower_bound, claimed_level
from ludex.games.planarity.making.generation import GenerationParameters, LevelsUnavailable, Scramble, plane_drawing
from ludex.games.planarity.solving.solution import Solution


def level_solver(source: str) -> ImportSolver[ImportedDrawing]:
    """Return the solver of imported drawings.

    The solver looks up a drawing by its class. If the class is new, or the stored level has no proof or no grade, it
    solves and grades the drawing. If the minimum is not proved in time and the imported line contains fewer swaps than
    the solution that was found, the swaps of the line are stored. The provenance of a new level contains the source of
    the import, and the name and id from the line.
    """

    def solve(imported: ImportedDrawing, share: Budget) -> Level:
        solution, difficulty = study.difficulty.solve_and_grade(imported.drawing, share)
        solution = _shorter(solution, imported.swaps)
        return add_lower_bound(Level(imported.drawing, solution, difficulty, {"source": source} | imported.own), share)

    return ImportSolver(lambda imported, _budget: identify_class(TAG, imported.drawing), solve, _lacks)


def _lacks(document: LevelDocument) -> str | None:
    """Return what a level lacks that solving it could find, or None if its solution and its difficulty are complete."""
    level = LEVEL.read(document, ())
    if level.settled:
        return None
    if level.solution.proved:
        return "grade"
    return "solution" if level.solution.min_swaps is None else "proof of the minimum"


def _shorter(solution: Solution, swaps: tuple[Edge, ...] | None) -> Solution:
    """Return a solution, with the swaps of the line instead if it is not proved and the line has fewer swaps."""
    keeps_solution = solution.proved or (
        swaps is not None and solution.min_swaps is not None and solution.min_swaps <= len(swaps)
    )
    if swaps is None or keeps_solution:
        return solution
    return replace(solution, min_swaps=len(swaps), swaps=swaps, reason=CLAIMED)


SOURCE = "scrambled"


def scramble_levels(
    catalogue: Catalogue, parameters: GenerationParameters, numbers: range, options: ImportOptions
) -> Iterator[list[LineReport]]:
    """Store the scrambled levels with the given `numbers`, and yield a report for each number. Numbers start at 1.

    The parameters and the number determine the level. The claimed solution of a level consists of the swaps that
    scrambled it, in reverse order. The number of these swaps is an upper bound on the minimum, but it is not proved to
    be the minimum. See also :func:`import_in_bulk`.
    """
    # Each number is one line; the lines before the first number are empty and skipped.
    lines = (str(number) if number in numbers else "" for number in range(1, numbers.stop))
    return import_in_bulk(catalogue, lines, options, partial(parse_line, parameters))


def next_number(catalogue: Catalogue, parameters: GenerationParameters) -> int:
    """Return a number such that all levels with these parameters and smaller numbers are stored.

    Levels with larger numbers may be stored as well. Cost: a look-up of the newest level with these parameters.
    """
    facts = catalogue.registry.facts[LEVEL.name]
    newest = select(facts.c.node).where(facts.c.source == SOURCE).order_by(facts.c.node.desc()).limit(1)
    with catalogue.reading() as reader:
        node = reader.connection.scalar(newest)
        if node is None:
            return 1
        body = reader.connection.scalar(select(tables.document.c.body).where(tables.document.c.node == node))

    provenance = at(json.loads(body or "{}"), ("provenance",))
    number: Any = provenance.pop("number", 1)
    return number - (number - 1) % BULK_BATCH if provenance == _provenance(parameters) else 1


def parse_line(parameters: GenerationParameters, number: int, _line: Line) -> ParsedObject:
    """Return the level with the given number. Raises ValueError if no plane drawing with this number is found."""
    stream = RandomNumbers.numbered(parameters.seed, number)
    try:
        walk = Scramble(plane_drawing(parameters, stream), stream)
    except LevelsUnavailable as error:
        raise ValueError(str(error)) from error
    if walk.can_change:
        walk.swap(parameters.swaps)
    provenance = _provenance(parameters) | {"number": number}
    level = claimed_level(walk.drawing(), walk.swaps[::-1], provenance)
    return ParsedObject.of(registry(), number, prepare(LEVEL, level), {})


def _provenance(parameters: GenerationParameters) -> dict[str, Any]:
    names = ("vertices", "edges", "swaps", "delta", "flips", "seed")
    parameters_document = {name: getattr(parameters, name) for name in names}
    return {"source": SOURCE, **parameters_document, "method": str(parameters.method)}

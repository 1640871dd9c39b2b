"""Many levels at once, unsolved: plane drawings scrambled by random swaps, which in reverse are a solution of each."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from sqlalchemy import select

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.document import at
from ludex.catalogue.imported import ImportedLine
from ludex.catalogue.kind import prepare
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.engine.workers import Spread
from ludex.operations.bulk import BATCH, Lines, Made, Ready, import_in_bulk
from ludex.planarity.claimed import claimed_level
from ludex.planarity.making.point_sets import PointSetUnavailable
from ludex.planarity.making.provenance import Parameters

SOURCE = "scrambled"


def scramble_levels(
    catalogue: Catalogue, parameters: Parameters, numbers: range, spread: Spread, budget: Budget | None = None
) -> Iterator[list[ImportedLine]]:
    """Store the levels of some numbers, counted from 1, and yield what became of each number.

    The same parameters give the same level of a number. Its minimum is at most the swaps that scrambled it, which is
    claimed and not proved. For the rest see :func:`ludex.operations.bulk.import_in_bulk`.
    """
    # Each number is a line of its own; what stands before the first one is passed over.
    lines = (str(number) if number in numbers else "" for number in range(1, numbers.stop))
    return import_in_bulk(catalogue, lines, partial(make, parameters), spread, budget)


def next_number(catalogue: Catalogue, parameters: Parameters) -> int:
    """Return the number from which on the levels of these parameters may be missing: some before it may be made again.

    Cost: one look at the newest such level.
    """
    facts = catalogue.registry.facts[LEVEL.name]
    newest = select(facts.c.node).where(facts.c.source == SOURCE).order_by(facts.c.node.desc()).limit(1)
    with catalogue.reading() as reader:
        node = reader.connection.scalar(newest)
        if node is None:
            return 1
        body = reader.connection.scalar(select(tables.document.c.body).where(tables.document.c.node == node))
    import json

    provenance = at(json.loads(body or "{}"), ("provenance",))
    number: Any = provenance.pop("number", 1)
    return number - (number - 1) % BATCH if provenance == _provenance(parameters) else 1


def make(parameters: Parameters, lines: Lines) -> Made:
    """Return what is stored of the levels of some numbers."""
    from ludex.planarity.making.generation import Unavailable

    made: list[Ready | ImportedLine] = []
    for number, _ in lines:
        try:
            made.append(_made(parameters, number))
        except (Unavailable, PointSetUnavailable) as error:
            made.append(ImportedLine.refused(number, str(error)))
    return made


def _made(parameters: Parameters, number: int) -> Ready:
    from ludex.planarity.making.generation import plane_drawing
    from ludex.planarity.making.scramble import Scramble

    stream = RandomNumbers.numbered(parameters.seed, number)
    walk = Scramble(plane_drawing(parameters, stream), stream)
    if walk.can_change:
        walk.swap(parameters.swaps)
    provenance = _provenance(parameters) | {"number": number}
    level = claimed_level(walk.drawing(), walk.swaps[::-1], provenance)
    return Ready.of(number, prepare(LEVEL, level), {})


def _provenance(parameters: Parameters) -> dict[str, Any]:
    names = ("vertices", "edges", "swaps", "delta", "flips", "seed")
    asked = {name: getattr(parameters, name) for name in names}
    return {"source": SOURCE, **asked, "method": str(parameters.method)}

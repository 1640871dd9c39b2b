"""Many levels at once, unsolved: plane drawings scrambled by random swaps, which in reverse are a solution of each."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.document import at
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer.imports.objects import BULK_BATCH, ParsedObject, import_in_bulk
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, Line
from ludex.catalogue.transfer.imports.report import LineReport
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.kinds import registry
from ludex.games.planarity.claimed_levels import claimed_level
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.making.generation import Unavailable, plane_drawing
from ludex.games.planarity.making.provenance import Parameters
from ludex.games.planarity.making.scramble import Scramble

SOURCE = "scrambled"


def scramble_levels(
    catalogue: Catalogue, parameters: Parameters, numbers: range, options: ImportOptions
) -> Iterator[list[LineReport]]:
    """Store the levels of some numbers, counted from 1, and yield what became of each number.

    The same parameters give the same level of a number. Its minimum is at most the swaps that scrambled it, which is
    claimed and not proved. For the rest see :func:`import_in_bulk`.
    """
    # Each number is a line of its own; what stands before the first one is passed over.
    lines = (str(number) if number in numbers else "" for number in range(1, numbers.stop))
    return import_in_bulk(catalogue, lines, options, partial(parse_line, parameters))


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

    provenance = at(json.loads(body or "{}"), ("provenance",))
    number: Any = provenance.pop("number", 1)
    return number - (number - 1) % BULK_BATCH if provenance == _provenance(parameters) else 1


def parse_line(parameters: Parameters, number: int, _line: Line) -> ParsedObject:
    """Return the level of a number. Raises ValueError if no plane drawing was found for it."""
    stream = RandomNumbers.numbered(parameters.seed, number)
    try:
        walk = Scramble(plane_drawing(parameters, stream), stream)
    except Unavailable as error:
        raise ValueError(str(error)) from error
    if walk.can_change:
        walk.swap(parameters.swaps)
    provenance = _provenance(parameters) | {"number": number}
    level = claimed_level(walk.drawing(), walk.swaps[::-1], provenance)
    return ParsedObject.of(registry(), number, prepare(LEVEL, level), {})


def _provenance(parameters: Parameters) -> dict[str, Any]:
    names = ("vertices", "edges", "swaps", "delta", "flips", "seed")
    asked = {name: getattr(parameters, name) for name in names}
    return {"source": SOURCE, **asked, "method": str(parameters.method)}

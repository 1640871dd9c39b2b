"""Drawings, one a line, solved and stored as levels."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ludex.planarity.named_line import NamedLine
from ludex.requests.imported import Imported, Line, Terms
from ludex.requests.planarity.sources import NamedDrawing, looks_like_drawing, named_drawing_of_line

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.imported import ImportedLine
    from ludex.engine.budget import Budget
    from ludex.engine.workers import Spread


def _run(
    catalogue: "Catalogue", lines: Iterable[Line], read: Callable[[Line], NamedLine], terms: Terms
) -> "Iterator[ImportedLine]":
    from ludex.operations.planarity.drawing_lines import import_drawings

    how = {"seconds": terms.seconds, "budget": terms.budget, "expected": terms.expected}
    return import_drawings(catalogue, lines, read, source=terms.source, **how)  # type: ignore[arg-type] # as it takes them


def _claimed(
    catalogue: "Catalogue", lines: Iterable[Line], source: str, spread: "Spread", budget: "Budget"
) -> "Iterator[list[ImportedLine]]":
    from ludex.operations.bulk import import_in_bulk
    from ludex.requests.planarity.claimed import making

    return import_in_bulk(catalogue, lines, making(source), spread, budget)


LEVELS = Imported(
    "planarity-level",
    "planarity/levels",
    "planarity import",
    "drawings",
    '`{"points": ..., "edges": ...}`, an object with a `drawing`, a description of Untangle, graph6 or a label',
    NamedDrawing,
    named_drawing_of_line,
    NamedDrawing.named,
    looks_like_drawing,
    _run,
    "Each is solved and stored as a level.",
    solves=True,
    claimed=_claimed,
)

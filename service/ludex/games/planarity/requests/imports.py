"""The import of drawings as levels, one per line."""

from typing import TYPE_CHECKING

from ludex.catalogue.transfer import imports as importing
from ludex.games.planarity import operations
from ludex.games.planarity.imported_levels import ImportedDrawing
from ludex.games.planarity.requests.sources import NamedDrawing, looks_like_drawing, named_drawing_of_line
from ludex.requests.imports import KindImport

if TYPE_CHECKING:
    from ludex.requests.imports import ImportFunction


def _solver(source: str) -> "importing.objects.ImportSolver[ImportedDrawing]":
    return operations.level_imports.level_solver(source)


def _with_solutions() -> "ImportFunction":
    from ludex.games.planarity.requests.import_with_solutions import import_with_solutions

    return import_with_solutions


LEVELS = KindImport(
    kind="planarity-level",
    command="planarity import",
    items="drawings",
    line='`{"points": ..., "edges": ...}`, an object with a `drawing`, an Untangle description, graph6 or a label',
    about="Each drawing is solved and stored as a level. In an object, `graph6` or `untangle` may replace `edges`; "
    "without `points`, the vertices are then on a circle. `swaps` that make the drawing plane are kept if nothing "
    "better is found in time.",
    model=NamedDrawing,
    fields=named_drawing_of_line,
    value=NamedDrawing.named,
    fits=looks_like_drawing,
    solver=_solver,
    with_solutions=_with_solutions,
    columns=("name", "id", "points", "edges", "graph6", "untangle", "swaps"),
)
IMPORTS = (LEVELS,)

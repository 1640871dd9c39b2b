"""Requests that solve and store drawings, that generate levels, and that find the levels one swap away from a level."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from ludex.catalogue.transfer import imports as importing
from ludex.engine.evidence import StatedEvidence
from ludex.games.planarity import operations
from ludex.games.planarity.document_parts import Swaps
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.level import ImportedDrawing
from ludex.games.planarity.requests.inputs import (
    GivenDrawing,
    NamedDrawing,
    Rounding,
    looks_like_drawing,
    named_drawing_of_line,
)
from ludex.games.planarity.requests.solving import describe_bounds, written_pairs
from ludex.games.planarity.requests.text_levels import join_lines
from ludex.requests import stored_objects
from ludex.requests import text_output as lines
from ludex.requests.declaration import (
    After,
    Listing,
    Slice,
    TimeLimit,
    declaration_of,
    natural_numbers,
    request,
)
from ludex.requests.fields import Label, ResponseModel
from ludex.requests.imports import KindImport
from ludex.requests.response_models import item_model
from ludex.requests.results import OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry
    from ludex.games.planarity.kinds.level import LevelDocument
    from ludex.requests.imports import ImportFunction


_LEVELS = "planarity/levels"
LevelName = Annotated[Label, Field(description="Label or slug of the level.")]


def text_of_stored_level(result: StoredObject) -> Iterator[str]:
    """Yield lines about a level that was stored or already there, with the bounds on its minimum."""
    assert result.stored is not None
    level: LevelDocument = result.stored.document  # type: ignore[assignment] # it is a level
    return lines.stored(result, describe_bounds("swap", level.min_swaps, level.proved, level.lower_bound, level.reason))


@request(
    "POST /planarity/levels",
    command="planarity add DRAWING",
    subject=_LEVELS,
    writes="store",
    text=text_of_stored_level,
)
def add(
    catalogue: Session, drawing: GivenDrawing, *, time_limit: TimeLimit = None
) -> Annotated[StoredObject, OfKind("planarity-level")]:
    """Solve a drawing and store it as a level.

    Returns 201 if the level is new. If a swap-equivalent drawing is stored already, returns 200 with the stored level
    and the matching in `duplicate_of`. If the search reaches the time limit, the level is stored with `proved` false.
    The same request with more time improves the level.

    Examples
    --------
    >>> level = catalogue.planarity.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> level.created, level["min_swaps"]
    (True, 1)
    """
    with catalogue.searching(time_limit) as budget:
        return StoredObject.of(catalogue, operations.levels.store_level(catalogue.store, drawing, budget))


@dataclass(frozen=True, slots=True)
class LevelSolution:
    """A shortest solution of a level.

    Attributes
    ----------
    swaps
        The swaps in order. Each swap exchanges the places of the two ends of an edge.
    min_swaps
        Minimum number of swaps. If it is null and `proved` is true, the level is unsolvable.
    proved
        Whether the minimum is proved.
    evidence
        What the proof rests on.
    """

    swaps: tuple[Edge, ...]
    min_swaps: int | None
    proved: bool
    evidence: StatedEvidence


@request(
    "GET /planarity/levels/{label}/solution",
    command="planarity solution LABEL",
    subject=_LEVELS,
    text=lambda found: [
        describe_bounds("swap", found.min_swaps, found.proved, 0, "no proof"),
        *([f"swaps: {written_pairs(found.swaps)}"] if found.swaps else []),
    ],
    lacks={"tool": "`solve` takes a label"},
)
def solution(catalogue: Session, label: LevelName) -> LevelSolution:
    """Return a shortest solution of a level: the edges to swap, in order.

    `swaps` is empty if no solution is known or no plane arrangement can be reached.
    """
    level = operations.levels.find_level(catalogue.store, label)
    known = level.solution
    return LevelSolution(known.swaps, known.min_swaps, known.proved, level.evidence)


@request(
    "GET /planarity/levels/{label}/similar",
    command="planarity similar LABEL",
    subject=_LEVELS,
    columns=("label", "vertices", "edges", "crossings", "min_swaps"),
    lacks={"tool": "the tools of the graph find levels of the same graph"},
)
def similar(
    catalogue: Session, label: LevelName, relation: Literal["graph", "order-type", "state-space"] = "state-space"
) -> Listing[Annotated[StoredObject, OfKind("planarity-level")]]:
    """List other levels that have the same graph, order type or state space as a level, oldest first.

    Parameters
    ----------
    relation
        What the levels have in common. `state-space` means the same graph and, if the graph is connected, the same
        x-type, so that each drawing is an arrangement of the other.
    """

    def read(after: After | None, limit: int) -> Slice[StoredObject]:
        start = None if after is None else natural_numbers(after, 1)
        of = operations.levels.Nearness(relation)
        found = operations.levels.near_levels(catalogue.store, label, of, start, limit)
        return Slice([StoredObject(catalogue, level.listed()) for level in found.items], found.after, found.count)

    return Listing(read)


@dataclass(frozen=True, slots=True)
class OneSwapLevelItem:
    """A stored level, and the single swaps that turn the requested level into it."""

    level: StoredObject
    swaps: tuple[Edge, ...]

    @property
    def label(self) -> str:
        """The label of the level."""
        return self.level.label


def _one_swap_model(registry: "Registry") -> type[Any]:
    fields: dict[str, Any] = {"level": item_model(registry.kind["planarity-level"]), "swaps": Swaps}
    return create_model("OneSwapLevel", __base__=ResponseModel, __doc__=OneSwapLevelItem.__doc__, **fields)


@request(
    "GET /planarity/levels/{label}/one-swap-levels",
    command="planarity one-swap-levels LABEL",
    subject=_LEVELS,
    columns=("label", "swaps"),
    answers=_one_swap_model,
    lacks={"tool": "the tools of the graph find levels that are linked"},
)
def one_swap_levels(catalogue: Session, label: LevelName, *, time_limit: TimeLimit = None) -> Listing[OneSwapLevelItem]:
    """List the stored levels that are one swap away from a level, oldest first.

    The levels are looked up by their keys.
    """
    with catalogue.searching(time_limit) as budget:
        found = operations.levels.one_swap_levels(catalogue.store, label, budget)
    return Listing.whole([OneSwapLevelItem(StoredObject(catalogue, near.level.listed()), near.swaps) for near in found])


remove = declaration_of(stored_objects.delete).with_fixed(
    "DELETE /planarity/levels/{label}",
    "Delete a level that you own, with its claims.\n\nThe level can be restored from the trash for 30 days.",
    subject=_LEVELS,
    kind="planarity-level",
)
replace = declaration_of(stored_objects.replace).with_fixed(
    "POST /planarity/levels/{label}/replace",
    "Replace a level that you own by another level, in all packs and calendars.",
    subject=_LEVELS,
    kind="planarity-level",
)


def _solver(source: str) -> "importing.objects.ImportSolver[ImportedDrawing]":
    return operations.level_imports.level_solver(source)


def _with_solutions() -> "ImportFunction":
    from ludex.games.planarity.requests.import_with_solutions import import_with_solutions

    return import_with_solutions


LEVELS = KindImport(
    kind="planarity-level",
    address="planarity/levels",
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
    join=join_lines,
    solver=_solver,
    with_solutions=_with_solutions,
    columns=("name", "id", "points", "edges", "graph6", "untangle", "swaps", "round"),
    shared=Rounding,
    tabs=True,
)
IMPORTS = (LEVELS,)

"""Requests that compare drawings under a relation, look up equivalent stored levels, and deduplicate drawings."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from ludex.engine.faults import within
from ludex.games.planarity import operations
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity import equivalence
from ludex.games.planarity.identity.equivalence import RELATIONS_DESCRIPTION, DrawingComparison, EquivalenceRelation
from ludex.games.planarity.level import ImportedDrawing
from ludex.games.planarity.operations.classes import DrawingClass
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import (
    DRAWINGS,
    SQUARE,
    GivenDrawing,
    NamedDrawing,
    NestedDrawing,
    Rounding,
    named_drawing_of_line,
)
from ludex.games.planarity.requests.levels import LEVELS
from ludex.operations.classes import with_ids
from ludex.requests import text_output as lines
from ludex.requests.bounds import LIST_LIMIT_DEFAULT
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import Argument, Limit, ResponseModel, ServiceBounds
from ludex.requests.lookup import within_total
from ludex.requests.results import Matches, OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

_ALL = 2**31 - 2


Relation = Annotated[EquivalenceRelation, Field(strict=False, description=RELATIONS_DESCRIPTION)]
"""An equivalence relation between drawings."""

_SEVERAL = Argument(
    "DRAWING...",
    "A file as `ludex planarity import` reads it; `-`: standard input.",
    named_drawing_of_line,
    each=True,
    lines=LEVELS.lines,
)


class DrawingClasses(ResponseModel):
    """Classes of drawings, in the order of their first members. Members are indices, starting at 0."""

    classes: list[DrawingClass] = Field(description="The classes.")


@request(
    "POST /planarity/equivalence",
    command="planarity equivalence A B",
    subject=DRAWINGS,
    text=lambda result: lines.comparison(result, enumerate(result.matching or ()), "vertex"),
    tool=True,
    example={"a": SQUARE, "b": SQUARE, "relation": "swap"},
)
def compare(
    catalogue: Session,
    a: NestedDrawing,
    b: NestedDrawing,
    relation: Relation = EquivalenceRelation.SWAP,
    *,
    time_limit: TimeLimit = None,
) -> DrawingComparison:
    """Compare two drawings, and return a matching of their vertices or an invariant in which they differ.

    Entry i of `matching` is the vertex of b that matches vertex i of a. `reason` names an invariant that differs.
    Mirror images are equivalent under every relation.

    Parameters
    ----------
    a
        The first drawing.
    b
        The second drawing.

    Returns
    -------
    DrawingComparison
        Whether the drawings are equivalent, and why.

    Examples
    --------
    >>> drawing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
    >>> catalogue.planarity.compare(drawing, drawing).equivalent
    True
    """
    with catalogue.searching(time_limit) as budget:
        return equivalence.compare(a, b, relation, budget)


@request(
    "POST /planarity/levels/lookup",
    command="planarity lookup DRAWING",
    subject="planarity/levels",
    text=lambda result: lines.matches(result, "matching", "no stored level is equivalent"),
    tool=True,
    example={"drawing": SQUARE, "relation": "swap"},
)
def lookup(
    catalogue: Session,
    drawing: GivenDrawing,
    relation: Relation = EquivalenceRelation.SWAP,
    limit: Annotated[Limit | None, Field(json_schema_extra={"default": LIST_LIMIT_DEFAULT})] = None,
    *,
    time_limit: TimeLimit = None,
) -> Annotated[Matches, OfKind("planarity-level", "EquivalentLevels", {"duplicate_of": (None, None)})]:
    """Find the stored levels that are equivalent to a drawing, each with a matching. Nothing is stored.

    Under `swap` and `order-type`, at most one level is equivalent.

    Parameters
    ----------
    limit
        Maximum number of levels.

    Returns
    -------
    Matches
        The levels. The attribute `matching` of each level maps the vertices of the drawing to those of the level.

    Examples
    --------
    >>> drawing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
    >>> level = catalogue.add(drawing)
    >>> list(catalogue.planarity.lookup(drawing, "graph")) == [level]
    True
    """
    most = limit or catalogue.bound(LIST_LIMIT_DEFAULT) or _ALL
    with catalogue.searching(time_limit) as budget:
        found = operations.lookup.matching_levels(catalogue.store, drawing, relation, limit=most, budget=budget)
    pairs = zip(found.items, found.matchings, strict=True)
    return Matches(
        StoredObject(catalogue, level, matching=matching, members={"duplicate_of": None}) for level, matching in pairs
    )


@request(
    "POST /planarity/levels/dedup",
    command="planarity dedup DRAWING...",
    subject="planarity/levels",
    text=lambda result: lines.classes(result.classes, "levels"),
    lacks={"tool": "a look-up of each drawing finds its class"},
    example={"drawings": [SQUARE, SQUARE], "relation": "swap"},
)
def dedup(
    catalogue: Session,
    drawings: Annotated[
        Sequence[Drawing | ImportedDrawing],
        Given(NamedDrawing, _SEVERAL, each=True, method="named", shared=Rounding),
        Field(min_length=1),
        ServiceBounds(bounds.DEDUP_DRAWINGS),
    ],
    relation: Relation = EquivalenceRelation.SWAP,
    stored: bool = True,
    only_new: bool = False,
    *,
    time_limit: TimeLimit = None,
) -> DrawingClasses:
    """Sort drawings into equivalence classes, and list the stored levels in each class. Nothing is stored.

    Parameters
    ----------
    drawings
        The drawings.
    stored
        Whether to list stored levels.
    only_new
        Whether to list only the classes without stored levels.

    Returns
    -------
    DrawingClasses
        The classes.

    Examples
    --------
    >>> drawing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
    >>> [found.members for found in catalogue.planarity.dedup([drawing, drawing]).classes]
    [(0, 1)]
    """
    with catalogue.searching(time_limit) as budget:
        most = catalogue.bound(bounds.DEDUP_VERTICES)
        given = list(within_total(drawings, lambda item: _plain(item).vertices, most, "vertices", "drawings", budget))
        with within("drawings"):
            store = catalogue.store if stored or only_new else None
            found = operations.lookup.dedup(store, [_plain(drawing) for drawing in given], relation, budget=budget)
    return DrawingClasses(classes=[same for same in with_ids(found, given) if not only_new or not same.levels])


def _plain(given: Drawing | ImportedDrawing) -> Drawing:
    return given.drawing if isinstance(given, ImportedDrawing) else given

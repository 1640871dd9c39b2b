"""Requests that compare drawings under a relation, look up equivalent stored levels, and deduplicate drawings."""

from typing import Annotated

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.planarity import operations
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity import equivalence
from ludex.games.planarity.identity.equivalence import RELATIONS_DESCRIPTION, DrawingComparison, EquivalenceRelation
from ludex.games.planarity.operations.classes import DrawingClass
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import DRAWINGS, SQUARE, DrawingArgument, DrawingInput, drawing_of_text
from ludex.requests import text_output as lines
from ludex.requests.bounds import LIST_LIMIT_DEFAULT
from ludex.requests.fields import Argument, Limit, ResponseModel, ServiceBounds, TimeLimited, example
from ludex.requests.request import ExecutionContext, LookupResult, Request
from ludex.requests.response_models import matches_answer

_ALL = 2**31 - 2


class RelationModel(TimeLimited):
    """An equivalence relation between drawings."""

    relation: Annotated[EquivalenceRelation, Field(strict=False, description=RELATIONS_DESCRIPTION)] = (
        EquivalenceRelation.SWAP
    )


class DrawingEquivalenceRequest(RelationModel):
    """Two drawings, and a relation."""

    model_config = example(a=SQUARE, b=SQUARE, relation="swap")

    a: DrawingArgument
    b: DrawingArgument


class LevelLookupRequest(DrawingInput, RelationModel):
    """A drawing to look up, and the relation to use."""

    model_config = example(drawing=SQUARE, relation="swap")

    limit: Limit | None = Field(
        default=None, description="Maximum number of levels.", json_schema_extra={"default": LIST_LIMIT_DEFAULT}
    )


class LevelDedupRequest(RelationModel):
    """Drawings to sort into classes, and the relation to use."""

    model_config = example(drawings=[SQUARE, SQUARE], relation="swap")

    drawings: Annotated[
        list[DrawingInput],
        Field(min_length=1),
        ServiceBounds(bounds.DEDUP_DRAWINGS),
        Argument("DRAWING...", "A file with one drawing per line; `-`: standard input.", drawing_of_text, each=True),
    ] = Field(description="The drawings.")
    stored: bool = Field(default=True, description="Whether to list stored levels.")


class DrawingClasses(ResponseModel):
    """Classes of drawings, in the order of their first members. Members are indices, starting at 0."""

    classes: list[DrawingClass] = Field(description="The classes.")


def compare(request: DrawingEquivalenceRequest, context: ExecutionContext) -> DrawingComparison:
    """Compare two drawings, and return a matching of their vertices or an invariant in which they differ.

    Entry i of `matching` is the vertex of b that matches vertex i of a. `reason` names an invariant that differs.
    Mirror images are equivalent under every relation.
    """
    with within("a"):
        a = request.a.read(context)
    with within("b"):
        b = request.b.read(context)
    with context.search():
        return equivalence.compare(a, b, request.relation)


def lookup(request: LevelLookupRequest, context: ExecutionContext) -> LookupResult:
    """Find the stored levels that are equivalent to a drawing, each with a matching. Nothing is stored.

    Under `swap` and `order-type`, at most one level is equivalent.
    """
    drawing, limit = request.read(context), request.limit or context.bound(LIST_LIMIT_DEFAULT) or _ALL
    with context.search() as budget:
        result = operations.lookup.matching_levels(
            context.catalogue, drawing, request.relation, limit=limit, budget=budget
        )
    return LookupResult(result.items, result.matchings, {"duplicate_of": None})


def dedup(request: LevelDedupRequest, context: ExecutionContext) -> DrawingClasses:
    """Sort drawings into equivalence classes, and list the stored levels in each class. Nothing is stored."""
    maximum, vertices = context.bound(bounds.DEDUP_VERTICES), sum(_size(drawing) for drawing in request.drawings)
    with within("drawings"):
        if maximum is not None and vertices > maximum:
            raise Fault(f"the total exceeds the limit of {maximum:,} vertices")
        with context.search() as budget:
            drawings: list[Drawing] = []
            for drawing in request.drawings:  # each check takes milliseconds, which count towards the search time
                budget.check()
                with within(len(drawings)):
                    drawings.append(drawing.read(context))
            catalogue = context.catalogue if request.stored else None
            result = operations.lookup.dedup(catalogue, drawings, request.relation, budget=budget)
    return DrawingClasses(classes=list(result))


def _size(drawing: DrawingInput) -> int:
    return bounds.VERTICES if drawing.numbers is None else len(drawing.numbers)


COMPARE = Request(
    "POST /planarity/equivalence",
    "planarity equivalence",
    compare,
    lambda result, _request: lines.comparison(result, enumerate(result.matching or ()), "vertex"),
    DRAWINGS,
    tool=True,
)
LOOKUP = Request(
    "POST /planarity/levels/lookup",
    "planarity lookup",
    lookup,
    lambda result, _request: lines.matches(result, "matching", "no stored level is equivalent"),
    "planarity/levels",
    answers=matches_answer("EquivalentLevels", "planarity-level", stored=True),
    tool=True,
)
DEDUP = Request(
    "POST /planarity/levels/dedup",
    "planarity dedup",
    dedup,
    lambda result, _request: lines.classes(result.classes, "levels"),
    "planarity/levels",
)

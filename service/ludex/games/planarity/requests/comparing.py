"""Which drawings are the same under a relation: two compared, stored levels looked up, many sorted into classes."""

from typing import Annotated

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.planarity import operations
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity import equivalence
from ludex.games.planarity.identity.equivalence import RELATIONS_DESCRIPTION, DrawingComparison, Relation
from ludex.games.planarity.operations.lookup import DrawingClass
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.sources import DRAWINGS, SQUARE, DrawingArgument, GivenDrawing, drawing_of_text
from ludex.requests import text_answers as lines
from ludex.requests.answers import matches_answer
from ludex.requests.bounds import LIST_LIMIT_DEFAULT
from ludex.requests.fields import Answer, Argument, Limit, ServiceBounds, Timed, example
from ludex.requests.request import ExecutionContext, LookupResult, Request

_ALL = 2**31 - 2


class Related(Timed):
    """A relation between drawings."""

    relation: Annotated[Relation, Field(strict=False, description=RELATIONS_DESCRIPTION)] = Relation.SWAP


class ComparedDrawings(Related):
    """Two drawings, and the relation that they may stand in."""

    model_config = example(a=SQUARE, b=SQUARE, relation="swap")

    a: DrawingArgument
    b: DrawingArgument


class LevelLookup(GivenDrawing, Related):
    """A drawing, and the relation by which to look for it."""

    model_config = example(drawing=SQUARE, relation="swap")

    limit: Limit | None = Field(
        default=None, description="Maximum number of results.", json_schema_extra={"default": LIST_LIMIT_DEFAULT}
    )


class SeveralDrawings(Related):
    """Some drawings, and the relation under which they are compared."""

    model_config = example(drawings=[SQUARE, SQUARE], relation="swap")

    drawings: Annotated[
        list[GivenDrawing],
        Field(min_length=1),
        ServiceBounds(bounds.DEDUP_DRAWINGS),
        Argument("DRAWING...", "A file with a drawing a line; `-`: standard input.", drawing_of_text, each=True),
    ]
    stored: bool = Field(default=True, description="False: no stored levels are named.")


class ClassesOfDrawings(Answer):
    """The classes of some drawings, in the order of their first members; members count from 0."""

    classes: list[DrawingClass]


def compare(asked: ComparedDrawings, work: ExecutionContext) -> DrawingComparison:
    """Tell whether two drawings are equivalent, with a matching of their vertices or an invariant that differs.

    `matching` lists for vertex i of a its vertex of b; `reason` names an invariant that differs. Mirror images are
    equivalent under every relation.
    """
    with within("a"):
        a = asked.a.read(work)
    with within("b"):
        b = asked.b.read(work)
    with work.search():
        return equivalence.compare(a, b, asked.relation)


def lookup(asked: LevelLookup, work: ExecutionContext) -> LookupResult:
    """Find the stored levels that are equivalent to a drawing, each with a matching. Nothing is stored.

    By `swap` and `order-type` there is one at most.
    """
    drawing, limit = asked.read(work), asked.limit or work.bound(LIST_LIMIT_DEFAULT) or _ALL
    with work.search() as budget:
        found = operations.lookup.matching_levels(work.catalogue, drawing, asked.relation, limit=limit, budget=budget)
    return LookupResult(found.items, found.matchings, {"duplicate_of": None})


def dedup(asked: SeveralDrawings, work: ExecutionContext) -> ClassesOfDrawings:
    """Sort drawings into classes of equivalent ones, and name the stored levels of each. Nothing is stored."""
    most, vertices = work.bound(bounds.DEDUP_VERTICES), sum(_size(one) for one in asked.drawings)
    with within("drawings"):
        if most is not None and vertices > most:
            raise Fault(f"together they have more than {most:,} vertices")
        with work.search() as budget:
            drawings: list[Drawing] = []
            for one in asked.drawings:  # to check one takes milliseconds: this counts as searching
                budget.check()
                with within(len(drawings)):
                    drawings.append(one.read(work))
            catalogue = work.catalogue if asked.stored else None
            found = operations.lookup.dedup(catalogue, drawings, asked.relation, budget=budget)
    return ClassesOfDrawings(classes=list(found))


def _size(given: GivenDrawing) -> int:
    return bounds.VERTICES if given.numbers is None else len(given.numbers)


COMPARE = Request(
    "POST /planarity/equivalence",
    "planarity equivalence",
    compare,
    lambda found, _asked: lines.comparison(found, enumerate(found.matching or ()), "vertex"),
    DRAWINGS,
)
LOOKUP = Request(
    "POST /planarity/levels/lookup",
    "planarity lookup",
    lookup,
    lambda found, _asked: lines.matches(found, "matching", "no stored level is equivalent"),
    "planarity/levels",
    answers=matches_answer("EquivalentLevels", "planarity-level", stored=True),
)
DEDUP = Request(
    "POST /planarity/levels/dedup",
    "planarity dedup",
    dedup,
    lambda found, _asked: lines.classes(found.classes, "levels"),
    "planarity/levels",
)

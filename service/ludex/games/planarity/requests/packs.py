"""Requests that store packs of levels, look up the packs with given levels, and deduplicate packs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.planarity import operations
from ludex.games.planarity.requests import bounds
from ludex.requests import text_output as lines
from ludex.requests.bounds import DEDUP_POSITIONS, SLUG_CHARACTERS
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    Matching,
    NamedModel,
    OneOfModel,
    ResponseModel,
    ServiceBounds,
    TimeLimited,
    example,
    require_one,
)
from ludex.requests.inputs import known
from ludex.requests.request import ExecutionContext, LookupResult, Request, StoredResult, Stores
from ludex.requests.response_models import matches_answer, stored_answer
from ludex.requests.text_input import label_of_item

PackOrderName = Literal["grade", "given"]
_LEVELS = ["planarity-level-8-12-aaaaaaaaaaaaaaaa"]


class NewPack(NamedModel, OneOfModel):
    """A pack to store: its name, and either the labels of stored, graded levels or a job that stored them."""

    FORMS: ClassVar[Forms] = ((("levels",), ("job",)),)
    model_config = example(slug="my-pack", title="Mine", levels=_LEVELS)

    slug: Annotated[str, Field(min_length=1), ServiceBounds(SLUG_CHARACTERS), Argument("SLUG")] = Field(
        description="Unique name: lower-case letters and digits, in words joined by `-`."
    )
    levels: Annotated[
        Annotated[list[Label], Field(min_length=1), ServiceBounds(bounds.PACK_LEVELS)] | None,
        Argument("LEVEL...", "Labels of stored levels.", label_of_item, each=True),
    ] = Field(default=None, description="Labels of the levels of the pack.")
    job: Label | None = Field(
        default=None,
        description=(
            "Id of a job, instead of `levels`: the pack has the levels that the job stored, except levels "
            "without a grade."
        ),
    )
    order: PackOrderName = Field(
        default="grade", description="`grade`: order by grade and age; `given`: keep this order."
    )


def _pack_of_text(text: str) -> dict[str, Any]:
    """Parse a text into fields: the label or slug of a pack, or labels of levels separated by commas or spaces.

    >>> _pack_of_text("easy")
    {'label': 'easy'}
    """
    words = text.replace(",", " ").split()
    if len(words) == 1 and not words[0].startswith("planarity-level-"):
        return {"label": words[0]}
    return {"levels": words}


class PackInput(OneOfModel):
    """The levels of a pack in any order, or a stored pack."""

    FORMS: ClassVar[Forms] = ((("levels",), ("label",)),)

    levels: Annotated[
        Annotated[list[Label], Field(min_length=1), ServiceBounds(bounds.PACK_LEVELS)] | None,
        Argument("PACK", "A pack's slug or label, or level labels separated by commas.", _pack_of_text, merged=True),
    ] = Field(default=None, description="Labels of stored levels.")
    label: Annotated[Label | None, Hidden()] = Field(default=None, description="The label or slug of a stored pack.")

    def read(self, context: ExecutionContext) -> Sequence[str]:
        """Return the distinct labels of the levels. Raises Fault."""
        require_one(self, "levels", "label")
        if self.label is None:
            return list(dict.fromkeys(self.levels or ()))
        with known(("label",)):
            return operations.packs.labels_of_pack(context.catalogue, self.label)


class PackLookupRequest(PackInput, TimeLimited):
    """The levels of the packs to look up."""

    model_config = example(levels=_LEVELS)


class PackDedupRequest(TimeLimited):
    """Packs to sort into classes."""

    model_config = example(packs=[{"label": "easy"}, {"levels": _LEVELS}])

    packs: Annotated[
        list[PackInput],
        Field(min_length=1),
        ServiceBounds(DEDUP_POSITIONS),
        Argument("PACK...", "Slugs, labels, or labels of levels separated by commas.", _pack_of_text, each=True),
    ] = Field(description="The packs.")
    stored: bool = Field(default=True, description="Whether to list stored packs.")


class PackClass(ResponseModel):
    """Packs with the same levels."""

    members: list[int] = Field(description="Indices of the packs with the same levels, from 0.")
    matchings: list[Matching] = Field(
        description="`matchings[k][i]` is the place in members[k] of level i of members[0]."
    )
    packs: list[str] = Field(description="Labels of the stored packs with these levels.")


class PackClasses(ResponseModel):
    """Classes of packs, in the order of their first members."""

    classes: list[PackClass] = Field(description="The classes.")


def add_pack(request: NewPack, context: ExecutionContext) -> StoredResult:
    """Store a pack of stored levels.

    Returns 201 if the pack is new. If it is stored already, returns 200, and entry i of `matching` is the index, in the
    pack, of level i of the request or job. Returns 409 if the slug names another pack.
    """
    require_one(request, "levels", "job")
    title, order = request.title or request.slug, operations.packs.PackOrder(request.order)
    levels = request.levels or ()
    if request.job is not None:
        levels = operations.packs.labels_of_job(context.catalogue, request.job)
    result = operations.packs.create_pack(context.catalogue, request.slug, title, levels, request.description, order)
    return StoredResult(replace(result.stored, matching=result.places), shown=len(set(result.places)))


def _describe_addition(result: StoredResult, request: NewPack) -> Iterator[str]:
    yield f"{request.slug}: {result.shown} levels: {'stored' if result.stored.created else 'already stored'}"


def lookup(request: PackLookupRequest, context: ExecutionContext) -> LookupResult:
    """Find the stored packs that have exactly these levels. Nothing is stored."""
    levels = request.read(context)
    with context.search():
        result = operations.packs.packs_of_levels(context.catalogue, levels)
    return LookupResult([pack for pack, _ in result], [places for _, places in result])


def dedup(request: PackDedupRequest, context: ExecutionContext) -> PackClasses:
    """Sort packs into classes with the same levels, and list the stored packs in each class. Nothing is stored."""
    members: dict[frozenset[str], list[int]] = {}
    with within("packs"), context.search() as budget:
        packs = []
        for index, pack in enumerate(request.packs):
            budget.check()
            with within(index):
                packs.append(pack.read(context))
            members.setdefault(frozenset(packs[-1]), []).append(index)
        if context.bound(True) and sum(map(len, packs)) > DEDUP_POSITIONS * 10:
            raise Fault(f"the total exceeds the limit of {DEDUP_POSITIONS * 10:,} levels")
        classes = []
        for same in members.values():
            first = packs[same[0]]
            places = [{label: place for place, label in enumerate(packs[index])} for index in same]
            stored = (
                [level.label for level, _ in operations.packs.packs_of_levels(context.catalogue, first)]
                if request.stored
                else []
            )
            matchings = [[place[label] for label in first] for place in places]
            classes.append(PackClass(members=same, matchings=matchings, packs=stored))
    return PackClasses(classes=classes)


ADD_PACK = Request(
    "POST /planarity/packs",
    "planarity pack add",
    add_pack,
    _describe_addition,
    "planarity/packs",
    Stores.ALWAYS,
    stored_answer("planarity-pack"),
    problems=(409,),
)
LOOKUP_PACK = Request(
    "POST /planarity/packs/lookup",
    "",
    lookup,
    lambda result, _request: lines.matches(result, "places", "no stored pack has these levels"),
    "planarity/packs",
    answers=matches_answer("PacksOfLevels", "planarity-pack"),
)
DEDUP_PACKS = Request(
    "POST /planarity/packs/dedup",
    "",
    dedup,
    lambda result, _request: lines.classes(result.classes, "packs"),
    "planarity/packs",
)

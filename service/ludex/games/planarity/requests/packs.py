"""Packs of levels: one's own stored, those with the same levels looked up, several sorted into classes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.planarity import operations
from ludex.games.planarity.requests import bounds
from ludex.requests import text_answers as lines
from ludex.requests.answers import matches_answer, stored_answer
from ludex.requests.bounds import DEDUP_POSITIONS, SLUG_CHARACTERS
from ludex.requests.fields import (
    Answer,
    Argument,
    Forms,
    Hidden,
    Label,
    Matching,
    Named,
    OneOfModel,
    ServiceBounds,
    Timed,
    example,
    require_one,
)
from ludex.requests.request import ExecutionContext, LookupResult, Request, StoredResult, Stores
from ludex.requests.sources import known

PackOrderName = Literal["grade", "given"]
_LEVELS = ["planarity-level-8-12-aaaaaaaaaaaaaaaa"]


class NewPack(Named):
    """A pack to store: a name, and the labels of stored levels that have a grade."""

    model_config = example(slug="my-pack", title="Mine", levels=_LEVELS)

    slug: Annotated[str, Field(min_length=1), ServiceBounds(SLUG_CHARACTERS), Argument("SLUG")] = Field(
        description="Small letters and digits, in words joined by `-`."
    )
    levels: Annotated[
        list[Label],
        Field(min_length=1, description="The labels of its levels."),
        ServiceBounds(bounds.PACK_LEVELS),
        Argument("LEVEL...", "Labels of stored levels.", each=True),
    ]
    order: PackOrderName = Field(default="grade", description="By grade and then by age, or as they are given.")


def _pack_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: a label or slug of a pack, or labels of levels joined by commas or spaces.

    >>> _pack_of_text("easy")
    {'label': 'easy'}
    """
    words = text.replace(",", " ").split()
    if len(words) == 1 and not words[0].startswith("planarity-level-"):
        return {"label": words[0]}
    return {"levels": words}


class GivenPack(OneOfModel):
    """The levels of a pack, in any order: their labels, or a stored pack."""

    FORMS: ClassVar[Forms] = ((("levels",), ("label",)),)

    levels: Annotated[
        Annotated[list[Label], Field(min_length=1), ServiceBounds(bounds.PACK_LEVELS)] | None,
        Argument("PACK", "A pack's slug or label, or labels of levels joined by commas.", _pack_of_text, merged=True),
    ] = Field(default=None, description="Labels of stored levels.")
    label: Annotated[Label | None, Hidden()] = Field(default=None, description="The label or slug of a stored pack.")

    def read(self, work: ExecutionContext) -> Sequence[str]:
        """Return the labels of the levels, each once. Raises Fault."""
        require_one(self, "levels", "label")
        if self.label is None:
            return list(dict.fromkeys(self.levels or ()))
        with known(("label",)):
            return operations.packs.labels_of_pack(work.catalogue, self.label)


class PackLookup(GivenPack, Timed):
    """The levels that the packs have which are looked for."""

    model_config = example(levels=_LEVELS)


class SeveralPacks(Timed):
    """Some packs."""

    model_config = example(packs=[{"label": "easy"}, {"levels": _LEVELS}])

    packs: Annotated[
        list[GivenPack],
        Field(min_length=1),
        ServiceBounds(DEDUP_POSITIONS),
        Argument("PACK...", "Slugs, labels, or labels of levels joined by commas.", _pack_of_text, each=True),
    ]
    stored: bool = Field(default=True, description="False: no stored packs are named.")


class PackClass(Answer):
    """Packs with the same levels."""

    members: list[int] = Field(description="The indices of those with the same levels, from 0.")
    matchings: list[Matching] = Field(
        description="`matchings[k][i]`: of members[k] the place of level i of members[0]."
    )
    packs: list[str] = Field(description="The labels of the stored packs with these levels.")


class PackClasses(Answer):
    """The classes of some packs, in the order of their first members."""

    classes: list[PackClass]


def add_pack(asked: NewPack, work: ExecutionContext) -> StoredResult:
    """Store a pack of your own, of stored levels.

    201 if it is new, 200 if it is stored already: `matching` gives then for each level of the request its place
    in the pack. 409 if its slug names another pack.
    """
    title, order = asked.title or asked.slug, operations.packs.PackOrder(asked.order)
    made = operations.packs.create_pack(work.catalogue, asked.slug, title, asked.levels, asked.description, order)
    return StoredResult(replace(made.stored, matching=made.places), shown=len(set(made.places)))


def _pack_added(made: StoredResult, asked: NewPack) -> Iterator[str]:
    yield f"{asked.slug}: {made.shown} levels: {'stored' if made.stored.created else 'known before'}"


def lookup(asked: PackLookup, work: ExecutionContext) -> LookupResult:
    """Find the stored packs that have these levels and no others. Nothing is stored."""
    levels = asked.read(work)
    with work.search():
        found = operations.packs.packs_of_levels(work.catalogue, levels)
    return LookupResult([one for one, _ in found], [places for _, places in found])


def dedup(asked: SeveralPacks, work: ExecutionContext) -> PackClasses:
    """Sort packs into classes of those with the same levels, and name the stored ones of each. Nothing is stored."""
    members: dict[frozenset[str], list[int]] = {}
    with within("packs"), work.search() as budget:
        given = []
        for index, one in enumerate(asked.packs):
            budget.check()
            with within(index):
                given.append(one.read(work))
            members.setdefault(frozenset(given[-1]), []).append(index)
        if work.bound(True) and sum(map(len, given)) > DEDUP_POSITIONS * 10:
            raise Fault(f"together they have more than {DEDUP_POSITIONS * 10:,} levels")
        classes = []
        for same in members.values():
            first = given[same[0]]
            places = [{label: place for place, label in enumerate(given[index])} for index in same]
            stored = (
                [one.label for one, _ in operations.packs.packs_of_levels(work.catalogue, first)]
                if asked.stored
                else []
            )
            matchings = [[place[label] for label in first] for place in places]
            classes.append(PackClass(members=same, matchings=matchings, packs=stored))
    return PackClasses(classes=classes)


ADD_PACK = Request(
    "POST /planarity/packs",
    "planarity pack add",
    add_pack,
    _pack_added,
    "planarity/packs",
    Stores.ALWAYS,
    stored_answer("planarity-pack"),
    problems=(409,),
)
LOOKUP_PACK = Request(
    "POST /planarity/packs/lookup",
    "",
    lookup,
    lambda found, _asked: lines.matches(found, "places", "no stored pack has these levels"),
    "planarity/packs",
    answers=matches_answer("PacksOfLevels", "planarity-pack"),
)
DEDUP_PACKS = Request(
    "POST /planarity/packs/dedup",
    "",
    dedup,
    lambda found, _asked: lines.classes(found.classes, "packs"),
    "planarity/packs",
)

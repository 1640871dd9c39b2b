"""Packs: named lists of levels, ordered by grade, that a game can ship on; and the next level after a given one."""

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.collections import LabelPath, mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Duplicate, Label, Request
from ludex.api.paging import decode_cursor, encode_cursor, fingerprint, link_header, page_url
from ludex.api.parameters import Parameters
from ludex.api.planarity import PREFIX
from ludex.api.planarity.levels import Level
from ludex.api.planarity.levels import show as show_level
from ludex.api.problems import ProblemError, malformed, not_found, refused
from ludex.api.routes import RESERVED, Routes, reply
from ludex.api.service import require_storing, service
from ludex.catalogue.listing import ListingError
from ludex.catalogue.planarity.levels import LEVELS, StoredLevel, next_level
from ludex.catalogue.planarity.packs import (
    PACKS,
    PackError,
    PackExists,
    PackProtected,
    StoredPack,
    UnknownPack,
    create_pack,
    delete_pack,
    pack_labels,
)

routes = Routes("planarity-packs", tag="Planarity packs", about="Levels in the order to play them.", prefix=PREFIX)

PATH = f"{PREFIX}/packs"


class Pack(Answer):
    """A pack, without its levels."""

    slug: str
    url: str
    title: str
    description: str
    levels: int = Field(description="How many.")
    least_grade: int | None
    greatest_grade: int | None
    starting: bool = Field(description="True: of the starting catalogue, which stays.")


class StoredPackAnswer(Pack):
    """A pack that a request stored."""

    duplicate_of: Duplicate | None = Field(
        description="Null where the pack is new; `matching` gives for each level of the request its place in the pack."
    )


class NewPack(Request):
    """A pack to store: a name, and the labels of stored levels that have a grade."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"slug": "my-pack", "title": "Mine", "levels": ["level-8-12-aaaaaaaaaaaaaaaa"]}]
        }
    )

    slug: str = Field(
        min_length=1,
        max_length=bounds.SLUG_CHARACTERS,
        description="Small letters and digits, in words joined by `-`.",
    )
    title: str = Field(min_length=1, max_length=bounds.TITLE_CHARACTERS)
    description: str = Field(default="", max_length=bounds.DESCRIPTION_CHARACTERS)
    levels: list[Label] = Field(min_length=1, max_length=bounds.PACK_LEVELS, description="They are ordered by grade.")


class PackPageQuery(Parameters):
    """Which page of the levels of a pack."""

    limit: int = Field(default=bounds.LIST_LIMIT_DEFAULT, ge=1, le=bounds.LIST_LIMIT)
    cursor: str | None = Field(default=None, max_length=bounds.CURSOR_CHARACTERS)


class LevelsOfPack(Answer):
    """A page of the levels of a pack, by grade and then by age."""

    items: list[Level]
    next: str | None = Field(description="The address of the next page, null at the end.")
    count: int
    count_exact: bool


class AfterQuery(Parameters):
    """After which level."""

    after: str | None = Field(
        default=None, min_length=1, max_length=bounds.LABEL_CHARACTERS, description="Not given: the first one."
    )


class NextLevel(Answer):
    """The level that comes next, by grade and then by age; null after the last."""

    level: Level | None


def _fields(stored: StoredPack) -> dict[str, object]:
    return {
        "slug": stored.slug,
        "url": f"{PATH}/{stored.slug}",
        "title": stored.title,
        "description": stored.description,
        "levels": stored.levels,
        "least_grade": stored.least_grade,
        "greatest_grade": stored.greatest_grade,
        "starting": stored.starting,
    }


def show(stored: StoredPack) -> Pack:
    """Return the answer of a pack."""
    return Pack.model_validate(_fields(stored))


KIND = Kind(PACKS, "packs", "pack", Pack, show)
mount(routes, KIND)


@routes.get("/packs/<label:label>/levels", LevelsOfPack)
def levels_of_pack(path: LabelPath, query: PackPageQuery) -> Response:
    """List the levels of a pack in the order to play them."""
    of = fingerprint(["pack", path.label])
    after = None if query.cursor is None else decode_cursor(query.cursor, of, (int, int))
    filters = {"pack": path.label}
    with service().catalogue.reading() as session:
        KIND.load(session, path.label)
        try:
            page = LEVELS.page(session, filters, "grade", after=after, limit=query.limit)
        except ListingError as error:
            raise malformed(error.message, "/cursor") from None
        count = LEVELS.count(session, filters)
    address, parameters = f"{PATH}/{path.label}/levels", {"limit": str(query.limit)}
    following = None if page.after is None else page_url(address, parameters, encode_cursor(page.after, of))
    answer = LevelsOfPack(
        items=[show_level(level) for level in page.items], next=following, count=count.count, count_exact=count.exact
    )
    return reply(answer, headers=link_header(page_url(address, parameters), following))


@routes.get("/packs/<label:label>/next", NextLevel, problems=(422,))
def next_of_pack(path: LabelPath, query: AfterQuery) -> NextLevel:
    """Show the first level of a pack, or the one that comes after a given level."""
    with service().catalogue.reading() as session:
        KIND.load(session, path.label)
        after: StoredLevel | None = None
        if query.after is not None:
            after = LEVELS.by_label(session, query.after)
            if after is None:
                raise refused("/after", f"there is no level with the label {query.after!r}")
        found = next_level(session, after, {"pack": path.label})
    return NextLevel(level=None if found is None else show_level(found))


@routes.post("/packs", {201: StoredPackAnswer, 200: StoredPackAnswer}, problems=(403, 409, 422))
def store_own_pack(body: NewPack) -> Response:
    """Store a pack of your own, of stored levels.

    201 where it is new, 200 where it is stored already; 409 where its slug names another pack.
    """
    require_storing()
    if body.slug in RESERVED:
        raise refused("/slug", f"{body.slug} stands for something else in addresses")
    _require_graded(body.levels)
    try:
        with service().catalogue.writing() as session:
            created = create_pack(session, body.slug, body.title, body.description, body.levels).created
    except PackExists as error:
        raise ProblemError(409, str(error), errors=[("/slug", str(error))]) from None
    except PackError as error:
        raise refused("/slug" if "slug" in str(error) else "/title", str(error)) from None
    with service().catalogue.reading() as session:
        stored = KIND.load(session, body.slug)
        places = {label: place for place, label in enumerate(pack_labels(session, body.slug))}
    duplicate = Duplicate(relation="same-levels", matching=[places[label] for label in body.levels])
    answer = StoredPackAnswer.model_validate(_fields(stored) | {"duplicate_of": None if created else duplicate})
    return reply(answer, 201, {"Location": answer.url}) if created else reply(answer)


def _require_graded(labels: list[str]) -> None:
    with service().catalogue.reading() as session:
        found = LEVELS.by_labels(session, labels)
    for index, label in enumerate(labels):
        if label not in found:
            raise refused(f"/levels/{index}", f"there is no level with the label {label!r}")
        if found[label].grade is None:
            raise refused(f"/levels/{index}", f"{label} has no grade: only solved levels can be ordered")


@routes.delete("/packs/<label:label>", problems=(403, 409))
def delete_own_pack(path: LabelPath) -> Response:
    """Delete a pack of your own; its levels stay.

    The packs of the starting catalogue cannot be deleted: 409.
    """
    require_storing()
    try:
        with service().catalogue.writing() as session:
            delete_pack(session, path.label)
    except UnknownPack:
        raise not_found(f"pack {path.label!r}") from None
    except PackProtected as error:
        raise ProblemError(409, str(error)) from None
    return Response(status=204)

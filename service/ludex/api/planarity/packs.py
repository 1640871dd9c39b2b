"""Packs: storing one, its levels in the order to play them, and the next level after a given one."""

from dataclasses import replace

from flask import Response
from pydantic import Field

from ludex.api.collections import kind_page
from ludex.api.objects import stored_reply
from ludex.api.planarity import bounds
from ludex.api.planarity.drawings import example
from ludex.api.planarity.levels import NextLevel, reply_next
from ludex.api.problems import ProblemError, json_pointer, refused
from ludex.api.routes import routes_of
from ludex.api.service import require_storing, service
from ludex.catalogue.kinds.planarity import LEVEL, PACK
from ludex.catalogue.reading import find
from ludex.operations.planarity.packs import PackError, PackExists, create_pack
from ludex.requests.answers import page_answer, stored_answer
from ludex.requests.bounds import DESCRIPTION_CHARACTERS, SLUG_CHARACTERS, TITLE_CHARACTERS
from ludex.requests.fields import Label, LabelPath, PageQuery, Parameters, Request

routes = routes_of(PACK)


class NewPack(Request):
    """A pack to store: a name, and the labels of stored levels that have a grade."""

    model_config = example(slug="my-pack", title="Mine", levels=["planarity-level-8-12-aaaaaaaaaaaaaaaa"])

    slug: str = Field(
        min_length=1, max_length=SLUG_CHARACTERS, description="Small letters and digits, in words joined by `-`."
    )
    title: str = Field(min_length=1, max_length=TITLE_CHARACTERS)
    description: str = Field(default="", max_length=DESCRIPTION_CHARACTERS)
    levels: list[Label] = Field(min_length=1, max_length=bounds.PACK_LEVELS, description="They are ordered by grade.")


class AfterQuery(Parameters):
    """After which level."""

    after: Label | None = Field(default=None, description="The label of a level; not given: the first one.")


@routes.post("/packs", dict.fromkeys((201, 200), stored_answer(PACK)), problems=(403, 409, 422))
def store_own_pack(body: NewPack) -> Response:
    """Store a pack of your own, of stored levels.

    201 where it is new, 200 where it is stored already: `matching` gives then for each level of the request its place
    in the pack. 409 where its slug names another pack.
    """
    require_storing()
    try:
        made = create_pack(service().catalogue, body.slug, body.title, body.levels, body.description)
    except PackExists as error:
        raise ProblemError(409, error.message, errors=[(json_pointer(error.place), error.message)]) from None
    except PackError as error:
        raise refused(json_pointer(error.place), error.message) from None
    return stored_reply(replace(made.stored, matching=made.places))


@routes.get("/packs/<label:label>/levels", page_answer(LEVEL))
def levels_of_pack(path: LabelPath, query: PageQuery) -> Response:
    """List the levels of a pack in the order to play them."""
    with service().catalogue.reading() as reader:
        pack = find(reader, path.label, PACK)
    return kind_page(LEVEL, {"pack": pack.label}, query, "grade")


@routes.get("/packs/<label:label>/next", NextLevel, problems=(422,))
def next_of_pack(path: LabelPath, query: AfterQuery) -> Response:
    """Show the first level of a pack, or the one that comes after a given level."""
    return reply_next(query.after, path.label, "/after")

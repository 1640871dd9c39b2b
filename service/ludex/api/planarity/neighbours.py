"""The neighbours of a level, and the level to play after it."""

from typing import Literal

from flask import Response
from pydantic import Field

from ludex.api import bounds
from ludex.api.collections import LabelPath
from ludex.api.models import Answer
from ludex.api.paging import decode_cursor, encode_cursor, fingerprint, link_header, page_url
from ludex.api.parameters import Parameters
from ludex.api.planarity.levels import KIND, Level, level_url, routes, show
from ludex.api.planarity.packs import KIND as PACK_KIND
from ludex.api.planarity.packs import NextLevel
from ludex.api.problems import refused
from ludex.api.routes import reply
from ludex.api.service import service
from ludex.catalogue.planarity.levels import next_level
from ludex.catalogue.planarity.lookup import Nearness, neighbours


class NeighboursQuery(Parameters):
    """What the neighbours share, and which page of them."""

    relation: Literal["graph", "order-type", "state-space"] = Field(
        default="state-space",
        description="`state-space`: the same graph and, for a connected one, the same x-type: either is an "
        "arrangement of the other.",
    )
    limit: int = Field(default=bounds.LIST_LIMIT_DEFAULT, ge=1, le=bounds.LIST_LIMIT)
    cursor: str | None = Field(default=None, max_length=bounds.CURSOR_CHARACTERS)


class Neighbours(Answer):
    """A page of the other levels that share something with a level, the oldest first."""

    items: list[Level]
    next: str | None = Field(description="The address of the next page, null at the end.")


class PackQuery(Parameters):
    """Of which pack."""

    pack: str | None = Field(
        default=None, min_length=1, max_length=bounds.LABEL_CHARACTERS, description="Not given: of all levels."
    )


@routes.get("/levels/<label:label>/neighbours", Neighbours)
def neighbours_of_level(path: LabelPath, query: NeighboursQuery) -> Response:
    """List the other levels with the same graph, order type or state space."""
    of = fingerprint(["neighbours", path.label, query.relation])
    after = None if query.cursor is None else decode_cursor(query.cursor, of, (int,))
    with service().catalogue.reading() as session:
        level = KIND.load(session, path.label)
        page = neighbours(session, level, Nearness(query.relation), after, query.limit)
    address = f"{level_url(path.label)}/neighbours"
    parameters = {"relation": query.relation, "limit": str(query.limit)}
    following = None if page.after is None else page_url(address, parameters, encode_cursor(page.after, of))
    answer = Neighbours(items=[show(one) for one in page.items], next=following)
    return reply(answer, headers=link_header(page_url(address, parameters), following))


@routes.get("/levels/<label:label>/next", NextLevel, problems=(422,))
def next_after_level(path: LabelPath, query: PackQuery) -> NextLevel:
    """Show the level that comes after this one by grade, of a pack or of all levels; null after the last."""
    with service().catalogue.reading() as session:
        level = KIND.load(session, path.label)
        if query.pack is not None and PACK_KIND.collection.by_label(session, query.pack) is None:
            raise refused("/pack", f"there is no pack {query.pack!r}")
        found = next_level(session, level, None if query.pack is None else {"pack": query.pack})
    return NextLevel(level=None if found is None else show(found))

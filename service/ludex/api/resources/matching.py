"""Patterns of objects and links, matched in the catalogue."""

import json
from typing import Annotated, Any

from flask import Response
from pydantic import Field

from ludex.api.middleware.problems import ProblemError, json_pointer, malformed
from ludex.api.routing.paging import After, Part, page_reply
from ludex.api.routing.responses import PREFIX
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.graph.following import SECONDS
from ludex.catalogue.graph.matching import Matches, Place, match
from ludex.catalogue.graph.patterns import MOST_NAMES, MOST_PATTERN_LINKS, PatternError, read_pattern
from ludex.catalogue.lists.listing import Count
from ludex.requests import bounds
from ludex.requests.answers import page_of
from ludex.requests.fields import Cursor, Label, Limit, PageQuery, Parameters, RequestModel

routes = Routes(tag="The graph", about="The catalogue as a graph of objects and relations.", prefix=PREFIX)

Name = Annotated[str, Field(min_length=1, max_length=64)]


class PatternNode(RequestModel):
    """An object of a pattern."""

    kind: Label
    where: dict[str, Any] = Field(
        default_factory=dict,
        description="Conditions on its facts, or any filter of the kind's list: a value, a list of values of which it "
        'has one, or {"min": number, "max": number}.',
    )
    label: Label | None = Field(default=None, description="Which one it is.")


class Pattern(RequestModel):
    """Objects by names of your own, and links: name, relation under either of its names, name."""

    nodes: dict[Name, PatternNode] = Field(min_length=1, max_length=MOST_NAMES)
    links: list[Annotated[list[Name], Field(min_length=3, max_length=3)]] = Field(
        default_factory=list, max_length=MOST_PATTERN_LINKS
    )
    limit: Limit = Field(default=bounds.LIST_LIMIT_DEFAULT, description="At most this many.")


class MatchQuery(Parameters):
    """Which page of the matches."""

    cursor: Cursor | None = Field(default=None, description="What `next` holds: send the same pattern there.")


_WHOLE = (bool, Field(description="False if the time ended before the page was full; `next` goes on."))


@routes.post("/match", {200: page_of(dict[str, str], "Match", complete=_WHOLE)}, problems=(422, 503))
def match_pattern(query: MatchQuery, body: Pattern) -> Response:
    """Find all ways to choose objects for the names of a pattern so that every condition and link holds.

    Different names are different objects; parallel links make no further match. `count` is how many this page has, and
    not exact while there are more; `next` is the address to which the same pattern is sent for them.
    """
    nodes = {name: one.model_dump() for name, one in body.nodes.items()}

    def read(after: After | None, limit: int) -> Part:
        with (
            search("graph", SECONDS, "ludex graph match") as budget,
            service().catalogue.reading() as reader,
        ):
            pattern = read_pattern(reader, nodes, body.links)
            found = match(reader, pattern, after=_place(after), limit=limit, budget=budget)
        return _part(found)

    of = ["match", json.dumps([nodes, body.links], sort_keys=True, default=str)]
    try:
        return page_reply(PageQuery(limit=body.limit, cursor=query.cursor), of, read)
    except PatternError as error:
        raise ProblemError(422, str(error), errors=[(json_pointer(error.place), error.message)]) from None


def _part(found: Matches) -> Part:
    items = [{name: node.label for name, node in one.items()} for one in found.items]
    count = Count(len(items), found.after is None)
    if found.after is None:
        return Part(items, None, count, {"complete": found.complete})
    return Part(items, (*found.after.order, -1, *found.after.row), count, {"complete": found.complete})


def _place(after: After | None) -> Place | None:
    """Read a place from a sort key: the order of the names, -1, and the ids of a match or of its beginning."""
    if after is None:
        return None
    numbers = [one for one in after if type(one) is int and -1 <= one < 2**63]
    if len(numbers) < len(after) or numbers.count(-1) != 1:
        raise malformed("is not a cursor of these matches; take it from `next`", "/cursor")
    middle = numbers.index(-1)
    order, row = tuple(numbers[:middle]), tuple(numbers[middle + 1 :])
    if sorted(order) != list(range(len(order))) or not 1 <= len(row) <= len(order):
        raise malformed("is not a cursor of these matches; take it from `next`", "/cursor")
    return Place(order, row)

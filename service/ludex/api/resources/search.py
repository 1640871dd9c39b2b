"""The route for searching: objects by name, lists by phrase, and pages by their text."""

from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import urlencode

from flask import Response
from pydantic import Field

from ludex.api.middleware.problems import refused
from ludex.api.routing.cursors import decode_cursor, encode_cursor, list_digest, whole_numbers
from ludex.api.routing.responses import PREFIX, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.search.searching import MAX_CHARACTERS, SearchAnswer, search_everything
from ludex.engine.budget import Budget
from ludex.requests.bounds import SEARCH_LIMIT_DEFAULT
from ludex.requests.fields import Cursor, Limit, Parameters, ResponseModel

SECONDS = 5.0
"""The time limit for computing the canonical form of a position that is entered as text."""

routes = Routes(tag="Search", about="Objects, lists and pages by names, phrases and words.", prefix=PREFIX)


class SearchQuery(Parameters):
    """The text to search for, and a page of the results."""

    q: str = Field(
        max_length=MAX_CHARACTERS,
        description="A label or its beginning, a slug, the name of a graph such as `K5`, a position in a notation, a "
        "phrase such as `levels with 6 swaps`, or words.",
    )
    limit: Limit = Field(default=SEARCH_LIMIT_DEFAULT, description="Maximum number of items.")
    cursor: Cursor | None = Field(default=None, description="Position in the results, from `next`.")


class SearchItem(ResponseModel):
    """A result of a search."""

    label: str | None = Field(description="Label of the object; null if the result is a page or another search.")
    kind: str = Field(
        description="Kind of the object. For other results, `page`, `list`, `glossary`, `documentation` or "
        "`suggestion` (a similar search that has results)."
    )
    title: str = Field(description="Title of the object or page.")
    url: str = Field(description="URL path of the object in the API, or of the page.")


class UnderstoodItem(ResponseModel):
    """An interpretation of the text as a list or as a single object."""

    kind: str = Field(description="Kind of the objects.")
    filters: dict[str, int | bool | str] = Field(
        description=(
            "Filters for the list of this kind, in the form that the list accepts. Empty if the text describes one "
            "object, all objects of the kind, or a query that is not a conjunction of filters."
        )
    )
    query: str = Field(description="The list in the query language; empty for a single object.")
    text: str = Field(description="The interpretation, and the words that were not understood.")
    url: str = Field(
        description="URL path of the list in the API, of the object, or of a page to draw an object that is not stored."
    )


class SearchPage(ResponseModel):
    """A page of results, best first."""

    items: list[SearchItem] = Field(description="The results of this page.")
    understood: list[UnderstoodItem] = Field(description="The interpretations of the text, most likely first.")
    next: str | None = Field(description="URL path of the next page; null on the last page.")


@routes.get("/search", SearchPage, problems=(422, 503), holds_slot=True, tool=True)
def search_for_text(query: SearchQuery) -> Response:
    """Search objects, lists, the glossary, the documentation and other pages.

    Phrases such as `planar graphs on 7 vertices without triangles` become filters of lists. The first results are
    objects whose name is the text, then objects that a phrase describes, then pages that contain the words of the text.
    Graph names, such as `K2,3` or `Petersen`, find the stored graph regardless of how its vertices are numbered. If
    there are no results, a similar search that has results is suggested.
    """
    digest = list_digest(["search", query.q])
    after = (0, 0) if query.cursor is None else whole_numbers(decode_cursor(query.cursor, digest), 2)
    answer = search_everything(service().catalogue, query.q, _budget, limit=query.limit, after=after)
    if answer.faults and not answer.items:
        raise refused("/q", answer.faults[0])
    return reply(_members(answer, query, digest))


def _budget() -> AbstractContextManager[Budget]:
    return search("search", SECONDS, "ludex search")


def _members(answer: SearchAnswer, query: SearchQuery, digest: str) -> dict[str, Any]:
    following = None
    if answer.after is not None:
        cursor = encode_cursor(answer.after, digest)
        following = f"{PREFIX}/search?{urlencode({'q': query.q, 'limit': query.limit, 'cursor': cursor})}"
    return {
        "items": [{name: getattr(item, name) for name in SearchItem.model_fields} for item in answer.items],
        "understood": [
            {name: getattr(reading, name) for name in UnderstoodItem.model_fields} for reading in answer.understood
        ],
        "next": following,
    }

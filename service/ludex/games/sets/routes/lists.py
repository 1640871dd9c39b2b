"""Lists of what is stored: the sets of a position, statistics of random cards, numbers of caps."""

from collections.abc import Sequence
from typing import Annotated, Any

from flask import Response
from pydantic import Field

from ludex.api.resources.collections import linked_page
from ludex.api.routing.paging import page_reply, slice_of
from ludex.api.routing.responses import PREFIX
from ludex.api.routing.routes import Routes, object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.objects.reading import find
from ludex.games.sets.kinds import CAP, FOUND_SET, POSITION
from ludex.games.sets.operations.statistics import all_cap_counts, stored_statistics
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.sources import STATISTICS, Properties, Values
from ludex.games.sets.study.cap_counts import CapCount
from ludex.games.sets.study.no_set_probability import NoSetStatistic
from ludex.requests.answers import page_answer, page_of
from ludex.requests.fields import LabelPath, PageQuery, ServiceBounds

_positions, _caps = routes_of(POSITION), routes_of(CAP)
_statistics = Routes(tag=STATISTICS.tag, about=STATISTICS.about, prefix=PREFIX)
ROUTES = (_positions, _statistics, _caps)

_Cards = Annotated[int, Field(ge=0, description="How many cards."), ServiceBounds(bounds.SET_DECK)]
_Samples = Annotated[int, Field(ge=0, description="How many draws were tried."), ServiceBounds(bounds.SET_SAMPLES)]


class StatisticsQuery(PageQuery):
    """Of which decks and draws, and which page."""

    properties: Properties | None = None
    values: Values | None = None
    n: _Cards | None = None
    min_n: _Cards | None = None
    max_n: _Cards | None = None
    exact: bool | None = None
    min_samples: _Samples | None = None
    max_samples: _Samples | None = None


class CapCountsQuery(PageQuery):
    """Of which decks and sizes, and which page."""

    properties: Properties | None = None
    values: Values | None = None
    size: _Cards | None = None
    min_size: _Cards | None = None
    max_size: _Cards | None = None


@_positions.get(object_rule(POSITION, "/sets"), page_answer(FOUND_SET))
def sets_of_position(path: LabelPath, query: PageQuery) -> Response:
    """List the sets that were found in a position, the oldest first.

    Only those that a request or the starting catalogue looked for; POST /sets/solve finds all of them.
    """
    with service().catalogue.reading() as reader:
        position = find(reader, path.label, POSITION)
    return linked_page(position.id, "contains", FOUND_SET, query)


@_statistics.get("/sets/statistics", page_of(NoSetStatistic))
def list_statistics(query: StatisticsQuery) -> Response:
    """List the stored statistics, the oldest first."""
    known = stored_statistics(service().catalogue)
    return _page(query, "statistics", [NoSetStatistic.of(*one) for one in known])


@_caps.get("/caps/counts", page_of(CapCount))
def cap_counts(query: CapCountsQuery) -> Response:
    """List how many caps of each size the decks have whose caps are counted, by values, properties and size."""
    every = all_cap_counts(service().catalogue)
    return _page(query, "cap-counts", [row for one in every for row in one.sizes])


def _page(query: PageQuery, name: str, rows: Sequence[Any]) -> Response:
    """Return a page of rows that are all at hand, those that have what the other fields of the query ask for.

    `min_` and `max_` before the name of a field ask for a number that is at least, or at most, so large.
    """
    given = ((field, value) for field, value in query if field not in PageQuery.model_fields and value is not None)
    asked = sorted(given)
    found = [row for row in rows if all(_has(row, field, value) for field, value in asked)]
    return page_reply(query, [name, *asked], lambda after, limit: slice_of(found, after, limit))


def _has(row: object, field: str, asked: int) -> bool:
    bound, _, name = field.partition("_")
    own = getattr(row, name or field)
    if own is None or bound not in ("min", "max"):
        return bool(own == asked)
    return bool(own >= asked if bound == "min" else own <= asked)

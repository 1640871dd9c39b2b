"""The routes of SET: the declared requests, and the lists of stored sets, statistics and cap counts."""

from collections.abc import Sequence
from typing import Annotated, Any

from flask import Response
from pydantic import Field

from ludex.api.resources.imports import import_of
from ludex.api.routing.cursors import page_reply, slice_of
from ludex.api.routing.request_routes import routes_of_requests
from ludex.api.routing.responses import PREFIX
from ludex.api.routing.routes import Routes, routes_of
from ludex.api.service import service
from ludex.catalogue.lists.filters import parse_range
from ludex.games.sets.kinds import CAP, POSITION
from ludex.games.sets.operations.decks import all_cap_counts, stored_statistics
from ludex.games.sets.requests import REQUESTS, bounds
from ludex.games.sets.requests.bounds import BOUNDS
from ludex.games.sets.requests.inputs import STATISTICS, Properties, Values
from ludex.games.sets.requests.solving import POSITIONS
from ludex.games.sets.study.cap_counts import CapCount
from ludex.games.sets.study.no_set_probability import NoSetStatistic
from ludex.requests.fields import PageQuery, ServiceBounds
from ludex.requests.kind_lists import NumberOrRange
from ludex.requests.response_models import page_of

__all__ = ["BOUNDS", "subjects"]

_caps = routes_of(CAP)
_statistics = Routes(tag=STATISTICS.tag, about=STATISTICS.about, prefix=PREFIX)
ROUTES = (_statistics, _caps)

_Cards = Annotated[int, Field(ge=0, description="Number of cards."), ServiceBounds(bounds.SET_DECK)]
_Samples = Annotated[int, Field(ge=0, description="Number of sampled draws."), ServiceBounds(bounds.SET_SAMPLES)]
_CardsRange = Annotated[int | str, Field(description="Number of cards, or a range."), NumberOrRange(bounds.SET_DECK)]
_SamplesRange = Annotated[
    int | str, Field(description="Number of sampled draws, or a range."), NumberOrRange(bounds.SET_SAMPLES)
]


class StatisticsQuery(PageQuery):
    """A page of statistics, with filters."""

    properties: Properties | None = Field(default=None, description="Only decks with this number of properties.")
    values: Values | None = Field(default=None, description="Only decks with this number of values.")
    n: _CardsRange | None = Field(default=None, description="Number of cards, or a range such as `4..9`.")
    min_n: _Cards | None = Field(default=None, description="Minimum number of cards.")
    max_n: _Cards | None = Field(default=None, description="Maximum number of cards.")
    exact: bool | None = Field(default=None, description="True: only exact numbers; false: only estimates.")
    samples: _SamplesRange | None = Field(default=None, description="Number of sampled draws, or a range.")
    min_samples: _Samples | None = Field(default=None, description="Minimum number of sampled draws.")
    max_samples: _Samples | None = Field(default=None, description="Maximum number of sampled draws.")


class CapCountsQuery(PageQuery):
    """A page of cap counts, with filters."""

    properties: Properties | None = Field(default=None, description="Only decks with this number of properties.")
    values: Values | None = Field(default=None, description="Only decks with this number of values.")
    size: _CardsRange | None = Field(default=None, description="Size of the caps, or a range such as `4..9`.")
    min_size: _Cards | None = Field(default=None, description="Minimum size of the caps.")
    max_size: _Cards | None = Field(default=None, description="Maximum size of the caps.")


@_statistics.get("/sets/statistics", page_of(NoSetStatistic))
def list_statistics(query: StatisticsQuery) -> Response:
    """List the stored statistics of random cards, oldest first."""
    known = stored_statistics(service().catalogue)
    return _page(query, "statistics", [NoSetStatistic.of(*statistic) for statistic in known])


@_caps.get("/caps/counts", page_of(CapCount))
def cap_counts(query: CapCountsQuery) -> Response:
    """List the stored numbers of caps by values, properties and size."""
    every = all_cap_counts(service().catalogue)
    return _page(query, "cap-counts", [row for counts in every for row in counts.sizes])


def _page(query: PageQuery, name: str, rows: Sequence[Any]) -> Response:
    """Return a page of the rows that match the filters in a query.

    The filters `min_FIELD` and `max_FIELD` are bounds on the value of FIELD.
    """
    filters = [(field, value) for field, value in query if field not in PageQuery.model_fields and value is not None]
    matching = [row for row in rows if all(_matches(row, field, value) for field, value in filters)]
    return page_reply(query, [name, *sorted(filters)], lambda after, limit: slice_of(matching, after, limit))


def _matches(row: object, field: str, wanted: int | str) -> bool:
    """Return whether the value of a row equals the requested value, or is within the requested range."""
    prefix, _, name = field.partition("_")
    value = getattr(row, name or field)
    ends = parse_range(wanted) if isinstance(wanted, str) else None
    if prefix in ("min", "max"):
        ends = (int(wanted), None) if prefix == "min" else (None, int(wanted))
    if ends is None or value is None:
        return bool(value == wanted)
    least, greatest = ends
    return (least is None or value >= least) and (greatest is None or value <= greatest)


def subjects() -> tuple[Routes, ...]:
    """Return the routes in the order of the documentation."""
    return (*routes_of_requests(REQUESTS), import_of(POSITIONS, POSITION), *ROUTES)

"""`POST /swish/positions`, and the swishes that were found in a stored position."""

from typing import Literal

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds as shared
from ludex.api.addresses import list_rule, object_rule
from ludex.api.answers import page_of, stored_answer
from ludex.api.models import Answer, Label, LabelPath, Matching, PageQuery, Timed
from ludex.api.objects import stored_reply
from ludex.api.paging import After, Part, page_reply, whole_numbers
from ludex.api.routes import routes_of
from ludex.api.service import require_storing, service
from ludex.api.swish import bounds
from ludex.api.swish.sources import FoundLimit, GivenCards, search
from ludex.catalogue.kinds.swish import POSITION
from ludex.catalogue.listing import Count
from ludex.operations.swish.positions import Find, store_position, swishes_in_position
from ludex.swish.written import FoundSwish, PlacedCard, written

routes = routes_of(POSITION)


class NewPosition(GivenCards, Timed):
    """The cards of a position, and what to look for among them."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"cards": ["*o./.../.../...", "o*./.../.../..."], "find": "largest"}]}
    )

    find: Literal["any", "largest", "all"] | None = Field(
        default=None, description="What to find and store with the position."
    )
    limit: FoundLimit = bounds.FOUND_ITEMS_DEFAULT


class FoundSwishes(Answer):
    """The swishes that were looked for, by the request's indices."""

    swishes: list[FoundSwish]
    complete: bool = Field(description="For `largest`: proved; for `all`: there are no others; for `any`: true.")


class FoundInPosition(Answer):
    """A stored swish, laid with the canonical cards of the position."""

    label: Label
    size: int
    cards: list[PlacedCard]


_STORED = stored_answer(
    POSITION,
    matching=(Matching, Field(description="For card i of the request, its index in `cards`.")),
    found=(FoundSwishes | None, Field(description="What `find` asked for.")),
)


@routes.post(list_rule(POSITION), {201: _STORED, 200: _STORED}, problems=(403, 422, 503))
def store_one(body: NewPosition) -> Response:
    """Store a position with its hypergraph, and with what `find` asks for.

    201 where it is new, 200 where the same cards are stored already, in whatever order and configurations.
    """
    require_storing()
    position = body.position()
    find = None if body.find is None else Find(body.find)
    with search("position", body.time_limit, "add") as budget:
        done = store_position(
            service().catalogue,
            position,
            budget,
            find,
            limit=body.limit,
            code_characters=bounds.STORED_CODE_BYTES,
        )
    found = FoundSwishes(swishes=written(done.swishes, position), complete=done.complete)
    return stored_reply(done.stored, matching=list(done.matching), found=found if find else None)


@routes.get(object_rule(POSITION, "/swishes"), page_of(FoundInPosition, "SwishesInPosition"))
def swishes_of_position(path: LabelPath, query: PageQuery) -> Response:
    """List the swishes that were found in a position, with the configurations of its cards.

    Only those that a request or the starting catalogue looked for; POST /swish/solve finds all of them.
    """

    def read(after: After | None, limit: int) -> Part:
        start = None if after is None else whole_numbers(after, 1)[0]
        # A card of a swish is written twice here, and once in its document.
        most_bytes = shared.PAGE_BYTES // 2
        found = swishes_in_position(service().catalogue, path.label, start, limit, most_bytes=most_bytes)
        swishes = written((swish for _, swish in found.items), found.position)
        items = [
            FoundInPosition(label=label, size=swish.size, cards=list(swish.cards))
            for (label, _), swish in zip(found.items, swishes, strict=True)
        ]
        return Part(items, None if found.after is None else (found.after,), Count(found.count, True))

    return page_reply(query, [POSITION.name, path.label, "swishes"], read)

"""The swishes that were found in a stored position."""

from flask import Response

from ludex.api.routing.paging import After, Part, page_reply, whole_numbers
from ludex.api.routing.routes import object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.lists.listing import Count
from ludex.games.swish.kinds import POSITION
from ludex.games.swish.operations.positions import swishes_in_position
from ludex.games.swish.serialization import PlacedCard, swish_responses
from ludex.requests import bounds as shared
from ludex.requests.answers import page_of
from ludex.requests.fields import Answer, Label, LabelPath, PageQuery

routes = routes_of(POSITION)


class FoundInPosition(Answer):
    """A stored swish, laid with the canonical cards of the position."""

    label: Label
    size: int
    cards: list[PlacedCard]


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
        swishes = swish_responses((swish for _, swish in found.items), found.position)
        items = [
            FoundInPosition(label=label, size=swish.size, cards=list(swish.cards))
            for (label, _), swish in zip(found.items, swishes, strict=True)
        ]
        return Part(items, None if found.after is None else (found.after,), Count(found.count, True))

    return page_reply(query, [POSITION.name, path.label, "swishes"], read)

"""Stored positions: how they are shown, drawn and listed."""

from pydantic import Field
from sqlalchemy.orm import Session

from ludex.api import bounds
from ludex.api.collections import LabelPath, mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer
from ludex.api.paging import decode_cursor, encode_cursor, fingerprint, page_url
from ludex.api.parameters import Parameters
from ludex.api.routes import Routes
from ludex.api.service import service
from ludex.api.swish import PREFIX
from ludex.api.swish.stacks import FoundSwish, found_swish
from ludex.catalogue.swish.positions import POSITIONS, StoredPosition
from ludex.catalogue.swish.swishes import swishes_in_position
from ludex.pictures import svg_position
from ludex.swish.found import Swish

routes = Routes("swish-positions", tag="SWISH positions", about="Cards on the table, stored once each.", prefix=PREFIX)

PATH = f"{PREFIX}/positions"


class LargestOfPosition(Answer):
    """The largest swish of a position, as far as it is known. Size 0: there is none."""

    size: int
    proved: bool
    swish: str | None = Field(description="The label of one.")


class Position(Answer):
    """A position: its canonical cards in order."""

    label: str
    url: str
    symmetry: str
    height: int
    width: int
    size: int = Field(description="How many cards, copies counted.")
    distinct_cards: int
    cards: list[str]
    hypergraph: str | None = Field(
        description="The label of its hypergraph, null where a card is not one point and one circle."
    )
    largest: LargestOfPosition | None


class FoundInPosition(FoundSwish):
    """A stored swish, laid with the canonical cards of the position."""

    label: str


class SwishesInPosition(Answer):
    """A page of the swishes that were found in a position."""

    items: list[FoundInPosition]
    next: str | None


class PageQuery(Parameters):
    """Which page."""

    limit: int = Field(default=bounds.LIST_LIMIT_DEFAULT, ge=1, le=bounds.LIST_LIMIT)
    cursor: str | None = Field(default=None, max_length=bounds.CURSOR_CHARACTERS)


def position_fields(stored: StoredPosition) -> dict[str, object]:
    """Return the fields of the answer of a stored position."""
    largest = stored.largest
    return {
        "label": stored.label,
        "url": f"{PATH}/{stored.label}",
        "symmetry": stored.symmetry,
        "height": stored.height,
        "width": stored.width,
        "size": len(stored.codes),
        "distinct_cards": stored.distinct_cards,
        "cards": list(stored.codes),
        "hypergraph": stored.hypergraph,
        "largest": None
        if largest is None
        else LargestOfPosition(size=largest.size, proved=largest.proved, swish=largest.swish),
    }


def show(stored: StoredPosition) -> Position:
    """Return the answer of a stored position."""
    return Position.model_validate(position_fields(stored))


def _draw(_session: Session, stored: StoredPosition) -> str:
    return svg_position(stored.position)


KIND = Kind(
    POSITIONS,
    "positions",
    "position",
    Position,
    show,
    draw=_draw,
    names={"cards": "size", "largest": "largest_size"},
)
mount(routes, KIND)


@routes.get("/positions/<label:label>/swishes", SwishesInPosition)
def swishes_of_position(path: LabelPath, query: PageQuery) -> SwishesInPosition:
    """List the swishes that were found in a position, with the configurations of its cards.

    Only those that a request or the starting catalogue looked for; POST /swish/solve finds all of them.
    """
    of = fingerprint([path.label])
    with service().catalogue.reading() as session:
        stored = KIND.load(session, path.label)
        after = None if query.cursor is None else int(decode_cursor(query.cursor, of, (int,))[0] or 0)
        found = swishes_in_position(session, stored.id, after, query.limit + 1)
    position = stored.position
    items = [
        FoundInPosition(
            label=swish.label,
            **dict(found_swish(Swish(tuple(sorted(cards, key=lambda placed: placed.index))), position)),
        )
        for swish, cards in found[: query.limit]
    ]
    more = len(found) > query.limit
    cursor = encode_cursor((found[query.limit - 1][0].id,), of) if more else None
    address = page_url(f"{PATH}/{path.label}/swishes", {"limit": str(query.limit)}, cursor)
    return SwishesInPosition(items=items, next=None if cursor is None else address)

"""Stored positions: how they are shown, drawn and listed, and the sets that were found in them."""

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
from ludex.api.sets import PREFIX
from ludex.api.sets.found_sets import FoundSet
from ludex.api.sets.found_sets import show as show_set
from ludex.catalogue.sets.found_sets import sets_in_position
from ludex.catalogue.sets.positions import POSITIONS, StoredPosition
from ludex.pictures import set_table_svg

routes = Routes(
    "set-positions",
    tag="SET positions",
    about="Cards on the table, stored once up to the symmetries that keep sets.",
    prefix=PREFIX,
)

PATH = f"{PREFIX}/positions"


class SetPosition(Answer):
    """A position: the cards of its class that were stored first."""

    label: str
    url: str
    properties: int
    values: int
    size: int = Field(description="How many cards.")
    cards: list[str]
    sets: int | None = Field(description="How many sets are among them; null where it is not known.")
    has_set: bool | None = Field(description="Whether there is a set; null where it is not known.")


class SetsInPosition(Answer):
    """A page of the sets that were found in a position."""

    items: list[FoundSet]
    next: str | None = Field(description="The address of the next page, null at the end.")


class SetsInPositionQuery(Parameters):
    """Which page."""

    limit: int = Field(default=bounds.LIST_LIMIT_DEFAULT, ge=1, le=bounds.LIST_LIMIT)
    cursor: str | None = Field(default=None, max_length=bounds.CURSOR_CHARACTERS)


def position_fields(stored: StoredPosition) -> dict[str, object]:
    """Return the fields of the answer of a stored position."""
    return {
        "label": stored.label,
        "url": f"{PATH}/{stored.label}",
        "properties": stored.properties,
        "values": stored.values,
        "size": stored.cards,
        "cards": list(stored.codes),
        "sets": stored.sets,
        "has_set": stored.has_set,
    }


def show(stored: StoredPosition) -> SetPosition:
    """Return the answer of a stored position."""
    return SetPosition.model_validate(position_fields(stored))


def _draw(_session: Session, stored: StoredPosition) -> str:
    return set_table_svg(stored.position)


KIND = Kind(
    POSITIONS,
    "positions",
    "position",
    SetPosition,
    show,
    draw=_draw,
    names={"cards": "size", "set": "found_set"},
    title="SetPositions",
)
mount(routes, KIND)


@routes.get("/positions/<label:label>/sets", SetsInPosition)
def sets_of_position(path: LabelPath, query: SetsInPositionQuery) -> SetsInPosition:
    """List the sets that were found in a position, in the order in which they were stored.

    Only those that a request or the starting catalogue looked for; POST /sets/solve finds all of them.
    """
    of = fingerprint(["sets", path.label])
    with service().catalogue.reading() as session:
        stored = KIND.load(session, path.label)
        after = None if query.cursor is None else int(decode_cursor(query.cursor, of, (int,))[0] or 0)
        found = sets_in_position(session, stored.id, after, query.limit + 1)
    more = len(found) > query.limit
    cursor = encode_cursor((found[query.limit - 1].id,), of) if more else None
    address = page_url(f"{PATH}/{path.label}/sets", {"limit": str(query.limit)}, cursor)
    return SetsInPosition(
        items=[show_set(one) for one in found[: query.limit]], next=None if cursor is None else address
    )

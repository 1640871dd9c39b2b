"""The requests of the game. Each is a route, a command, a method of `ludex.Catalogue` and of the client."""

from typing import Annotated, Any

from pydantic import Field

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import as_shown, store
from ludex.engine.faults import Fault
from ludex.requests.declaration import request
from ludex.requests.fields import Argument, ServiceBounds
from ludex.requests.results import OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex_lightsout.kinds import POSITION
from ludex_lightsout.position import MAX_SIDE, Position, PositionError

_Rows = Annotated[
    str,
    Field(min_length=1),
    ServiceBounds(MAX_SIDE * (MAX_SIDE + 1)),
    Argument("ROWS", "Rows such as *../.../..*, in which `*` is a lamp that is on."),
]


@request(
    "POST /lightsout/positions",
    command="lightsout add ROWS",
    subject="lightsout/positions",
    writes="store",
    text=lambda found: [f"{found.label}: {'impossible' if found['presses'] is None else found['presses']}"],
    lacks={"tool": "a tool stores nothing"},
    example={"rows": "*../.../..*"},
)
def add(catalogue: Session, rows: _Rows) -> Annotated[StoredObject, OfKind(POSITION.name)]:
    """Store a position with the fewest presses that turn all lamps off.

    Returns 201 if the position is new, and 200 if an image of it is stored already.

    Parameters
    ----------
    rows
        The rows of the board, joined by `/`: `*` for a lamp that is on, `.` for one that is off.
    """
    try:
        entry = prepare(POSITION, Position.parse(rows))
    except PositionError as error:
        raise Fault(str(error), ("rows",)) from None
    with catalogue.store.writing() as writer:
        stored = as_shown(writer, store(writer, entry))
    return StoredObject.of(catalogue, stored)


REQUESTS: tuple[Any, ...] = (add,)

"""What is stored: positions up to the symmetries of the board, and claims about the fewest presses."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Sense, Statement, of_document
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.catalogue.kinds.registry import GameKinds
from ludex.engine.budget import Budget
from ludex.engine.evidence import Evidence
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex_lightsout.position import Cell, Position, position_svg


class PositionDocument(Document):
    """A position: the first stored one of its images under the symmetries of the board."""

    kind: Literal["lightsout-position"] = "lightsout-position"
    rows: str = Field(description="The rows of the board, `*` for a lamp that is on and `.` for one that is off.")
    side: Annotated[int, Fact()] = Field(description="Number of lamps in a row.")
    lit: Annotated[int, Fact()] = Field(description="Number of lamps that are on.")
    presses: Annotated[int | None, Fact()] = Field(
        description="Fewest presses that turn all lamps off; null if no presses do."
    )
    solution: list[Cell] | None = Field(description="The lamps to press, each as a row and a column from 0.")


def _identify(position: Position, _budget: Budget) -> Identity:
    key = content_key("lightsout-position", position.canonical().encode())
    return Identity(key, (f"{position.side}x{position.side}", len(position.lit)))


def _write(position: Position, named: LabelledIdentity) -> ObjectContent[PositionDocument]:
    solution = position.presses()
    document = PositionDocument.of(
        named.label,
        position,
        rows=str(position),
        lit=len(position.lit),
        presses=None if solution is None else len(solution),
        solution=None if solution is None else list(solution),
    )
    if solution is None:
        return ObjectContent(document)
    claim = FEWEST_PRESSES.claim(
        len(solution),
        lower=len(solution),
        upper=len(solution),
        method="all choices of presses in the first row",
        certificate={"presses": [list(cell) for cell in solution]},
    )
    return ObjectContent(document, [], [claim])


POSITION: Kind[Position, PositionDocument] = Kind(
    name="lightsout-position",
    address="lightsout/positions",
    model=PositionDocument,
    identify=_identify,
    write=_write,
    read=lambda document, _claims: Position.parse(document.rows),
    view=View(
        "Lamps on a square board, up to the symmetries of the board.",
        picture=lambda document: position_svg(Position.parse(document.rows)),
        texts={"rows": lambda document: document.rows},
    ),
)
FEWEST_PRESSES = Statement(
    name="lightsout.fewest-presses",
    about="The fewest presses that turn all lamps off, with such presses.",
    sense=Sense.LEAST,
    check=of_document,
    verification_method="the presses are computed again",
    evidence=lambda _claim: Evidence.RECOMPUTED,
)
GAME = GameKinds(title="Lights Out", kinds=(POSITION,), relations=(), statements=(FEWEST_PRESSES,))

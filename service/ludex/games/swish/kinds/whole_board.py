"""Boards: all cards of one point and one circle, identified by size and symmetry, with closed forms as claims."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.swish import pictures
from ludex.games.swish.card import Symmetry
from ludex.games.swish.kinds.statements import claim_board
from ludex.games.swish.position import Position
from ludex.games.swish.study.boards import BoardFacts, board_facts, closed_form_faults, construction

TAG = "board"
MAX_LISTED_CELLS = 64


class BoardDocument(Document):
    """A board: all its different cards of one point and one circle, with closed forms for their no-swish sets."""

    kind: Literal["swish-board"] = "swish-board"
    symmetry: Annotated[Symmetry, Fact()] = Field(
        description="How cards may be placed: flipped only, or also turned by 90 degrees."
    )
    height: Annotated[int, Fact()] = Field(description="Number of rows of the board.")
    width: Annotated[int, Fact()] = Field(description="Number of columns of the board.")
    cards: Annotated[int, Fact()] = Field(description="Number of different cards.")
    largest_no_swish_set: Annotated[int, Fact()] = Field(description="The most cards without a swish.")
    maximum_sets: Annotated[int, Fact(natural=True)] = Field(description="Number of no-swish sets of this size.")
    construction: list[str] | None = Field(
        description=f"One of these sets, for boards of at most {MAX_LISTED_CELLS} cells."
    )


def _identify(board: BoardFacts, _budget: Budget) -> Identity:
    sides = f"{board.height}x{board.width}"
    key = content_key(TAG, f"{board.symmetry} {sides}".encode("ascii"))
    return Identity(key, (sides,) if board.symmetry is Symmetry.RECTANGLE else (sides, str(board.symmetry)))


def _write(board: BoardFacts, named: LabelledIdentity) -> ObjectContent[BoardDocument]:
    listed = None
    if board.height * board.width <= MAX_LISTED_CELLS:
        listed = [str(card) for card in construction(board.height, board.width, board.symmetry)]
    document = BoardDocument(
        label=named.label,
        symmetry=board.symmetry,
        height=board.height,
        width=board.width,
        cards=board.cards,
        largest_no_swish_set=board.largest_no_swish_set,
        maximum_sets=board.maximum_sets,
        construction=listed,
    )
    return ObjectContent(document, (), claim_board(board))


def _read(document: BoardDocument, _claims: Sequence[Claim]) -> BoardFacts:
    """Compute the closed forms again. A document with other values differs from the one written from them."""
    return board_facts(document.height, document.width, document.symmetry)


def _check(board: BoardFacts, _budget: Budget) -> Iterator[str]:
    return closed_form_faults(board)


def _picture(document: BoardDocument) -> str:
    from ludex.pictures.svg import PictureTooLarge

    if not document.construction:
        raise PictureTooLarge(f"only boards of 2 to {MAX_LISTED_CELLS} cells have a picture")
    return pictures.cards.svg_position(Position.from_codes(document.construction, document.symmetry))


BOARD = Kind(
    name="swish-board",
    address="swish/whole-boards",
    model=BoardDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        "All cards of one point and one circle on a board, with closed forms for no-swish sets.",
        duplicate_relation="same-board",
        picture=_picture,
        long=frozenset({"construction"}),
    ),
    check=_check,
)

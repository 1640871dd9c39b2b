"""The kinds of peg solitaire: boards, and positions up to the symmetries of their board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim, Sense, Statement, of_document
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, Naming, NewLink, ObjectContent, View, prepare
from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.kinds.relation import Relation
from ludex.catalogue.kinds.vocabulary import Phrase, Vocabulary
from ludex.engine.budget import Budget
from ludex.engine.evidence import Evidence
from ludex.engine.fact import DocumentPart, Fact
from ludex.engine.keys import content_key
from peg_solitaire.pictures import position_svg
from peg_solitaire.position import SYMMETRIES, Jump, Position, canonical, cells
from peg_solitaire.solving import Bound, Solution, solution_faults


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position as the catalogue stores it: with a title, and with a solution if it was solved."""

    position: Position
    solution: Solution | None = None
    title: str = ""


class BoardDocument(Document):
    """A square board."""

    kind: Literal["solitaire-board"] = "solitaire-board"
    side: Annotated[int, Fact()] = Field(description="Number of cells in a row.")
    cells: Annotated[int, Fact()] = Field(description="Number of cells.")


class Outcome(DocumentPart):
    """What is known of the pegs that jumps leave; all but `proved` are null if the position was not solved."""

    fewest: Annotated[int | None, Fact()] = Field(description="The fewest pegs that jumps are known to leave.")
    lower: int | None = Field(description="No jumps leave fewer pegs than this.")
    bound: Bound | None = Field(description="How `lower` is proved: by `parity`, or by a `search` of all positions.")
    proved: Annotated[bool, Fact()] = Field(description="Whether no jumps leave fewer pegs.")


class PositionDocument(Document):
    """A position: the first stored one of its images under the symmetries of the board."""

    kind: Literal["solitaire-position"] = "solitaire-position"
    rows: str = Field(description="The rows of the board, `*` for a peg and `.` for an empty cell.")
    title: str = Field(description="The title, empty if it has none.")
    pegs: Annotated[int, Fact(synonyms=("marbles",))] = Field(description="Number of pegs.")
    jumps: Annotated[int, Fact()] = Field(description="Number of possible jumps.")
    outcome: Outcome
    board: str = Field(description="The label of its board.")
    solution: list[Jump] | None = Field(description="Jumps, each from a cell to a cell, that leave the fewest pegs.")


def _write_board(side: int, named: LabelledIdentity) -> ObjectContent[BoardDocument]:
    return ObjectContent(BoardDocument(label=named.label, side=side, cells=side * side))


def _identify_position(known: KnownPosition, _budget: Budget) -> Identity:
    form, order = canonical(known.position)
    key = content_key("solitaire-position", str(form).encode())
    return Identity(key, (f"{form.side}x{form.side}", len(form.pegs)), order)


def _write_position(known: KnownPosition, named: LabelledIdentity) -> ObjectContent[PositionDocument]:
    position, solution = known.position, known.solution
    board = prepare(BOARD, position.side)
    document = PositionDocument(
        label=named.label,
        rows=str(position),
        title=known.title,
        pegs=len(position.pegs),
        jumps=len(list(position.jumps())),
        outcome=_write_outcome(solution),
        board=board.label,
        solution=None if solution is None else list(solution.jumps),
    )
    claims = [] if solution is None else [_claim(solution)]
    return ObjectContent(document, [NewLink("stands-on", board)], claims)


def _write_outcome(solution: Solution | None) -> Outcome:
    if solution is None:
        return Outcome(fewest=None, lower=None, bound=None, proved=False)
    return Outcome(fewest=solution.pegs, lower=solution.lower, bound=solution.bound, proved=solution.proved)


def _claim(solution: Solution) -> Claim:
    """Return the claim about a solution. The certificate has the jumps, and how the lower bound is proved."""
    jumps = [[list(start), list(end)] for start, end in solution.jumps]
    return FEWEST_PEGS.claim(
        solution.pegs,
        lower=solution.lower,
        upper=solution.pegs,
        proved=solution.proved,
        method="depth-first search",
        certificate={"jumps": jumps, "bound": str(solution.bound)},
    )


def _evidence(claim: Claim) -> Evidence:
    return Evidence.CERTIFICATE if claim.certificate["bound"] == "parity" else Evidence.RECOMPUTED


def _read_position(document: PositionDocument, _claims: Sequence[Claim]) -> KnownPosition:
    outcome, solution = document.outcome, None
    if not (document.solution is None or outcome.fewest is None or outcome.lower is None or outcome.bound is None):
        solution = Solution(outcome.fewest, tuple(document.solution), outcome.lower, outcome.bound)
    return KnownPosition(Position.parse(document.rows), solution, document.title)


def _check_position(known: KnownPosition, budget: Budget) -> Iterator[str]:
    if known.solution is not None:
        yield from solution_faults(known.position, known.solution, budget)


def _merge_positions(stored: KnownPosition, new: KnownPosition, _matching: tuple[int, ...]) -> KnownPosition | None:
    """Return the stored position with the solution of the new position if that solution is better."""
    if new.solution is None or (stored.solution is not None and not _is_better(new.solution, stored.solution)):
        return None
    symmetry = next(symmetry for symmetry in SYMMETRIES if new.position.image(symmetry) == stored.position)
    side = stored.position.side
    jumps = tuple((symmetry(side, start), symmetry(side, end)) for start, end in new.solution.jumps)
    return replace(stored, solution=replace(new.solution, jumps=jumps))


def _is_better(new: Solution, stored: Solution) -> bool:
    return (new.proved, -new.pegs) > (stored.proved, -stored.pegs)


def built_in_position(slug: str) -> KnownPosition | None:
    """Return the built-in position `full-3` or `full-5`, in which every cell except the centre has a peg."""
    if slug not in ("full-3", "full-5"):
        return None
    side = int(slug[-1])
    position = Position(side, frozenset(cells(side)) - {(side // 2, side // 2)})
    return KnownPosition(position, title=f"All but the centre of {side} x {side}")


def _reserved(slug: str, known: KnownPosition) -> str | None:
    built_in = built_in_position(slug)
    if built_in is None or canonical(built_in.position)[0] == canonical(known.position)[0]:
        return None
    return f"{slug} is reserved for a built-in position"


BOARD: Kind[int, BoardDocument] = Kind(
    name="solitaire-board",
    address="solitaire/boards",
    model=BoardDocument,
    identify=lambda side, _budget: Identity(content_key("solitaire-board", str(side).encode()), (f"{side}x{side}",)),
    write=_write_board,
    read=lambda document, _claims: document.side,
    view=View("Square boards."),
)
POSITION: Kind[KnownPosition, PositionDocument] = Kind(
    name="solitaire-position",
    address="solitaire/positions",
    model=PositionDocument,
    identify=_identify_position,
    write=_write_position,
    read=_read_position,
    view=View(
        "Pegs on a board, up to the symmetries of the board.",
        duplicate_relation="same-pegs",
        picture=lambda document: position_svg(Position.parse(document.rows)),
        texts={"rows": lambda document: document.rows},
        long=frozenset({"solution"}),
    ),
    check=_check_position,
    merge=_merge_positions,
    naming=Naming(built_in=built_in_position, reserved=_reserved),
)
STANDS_ON = Relation(
    name="stands-on",
    inverse="carries",
    sources=("solitaire-position",),
    targets=("solitaire-board",),
    about="The board of a position.",
    column="board",
    counted=True,
)
FEWEST_PEGS = Statement(
    name="solitaire.fewest-pegs",
    about="The fewest pegs that jumps can leave of a position, with such jumps.",
    sense=Sense.LEAST,
    check=of_document,
    verification_method="the jumps are made, and the lower bound is computed anew",
    evidence=_evidence,
)
VOCABULARY = Vocabulary(
    phrases=(
        Phrase(("solved",), "fewest:1 proved", (POSITION.name,)),
        Phrase(("stuck", "without jump"), "jumps:0", (POSITION.name,)),
    )
)
GAME = GameKinds(
    title="Peg solitaire",
    kinds=(BOARD, POSITION),
    relations=(STANDS_ON,),
    statements=(FEWEST_PEGS,),
    vocabulary=VOCABULARY,
)

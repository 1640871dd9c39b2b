"""The kinds of peg solitaire: boards, and positions up to the symmetries of their board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim, Sense, Statement
from ludex.catalogue.kinds.document import Document, Part
from ludex.catalogue.kinds.kind import Identity, Kind, Linked, Named, Naming, View, Written, prepare
from ludex.catalogue.kinds.registry import Game
from ludex.catalogue.kinds.relation import Relation
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from tests.fourth_game.pictures import position_svg
from tests.fourth_game.solitaire import SYMMETRIES, Jump, Position, PositionError, Solution, canonical, solve


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as it is stored: its title, its solution where one was looked for."""

    position: Position
    solution: Solution | None = None
    title: str = ""


class BoardDocument(Document):
    """A board."""

    kind: Literal["solitaire-board"] = "solitaire-board"
    side: Annotated[int, Fact()] = Field(description="How many cells it has in a row.")
    cells: Annotated[int, Fact()]


class Outcome(Part):
    """What is known of the ends of a position."""

    fewest: Annotated[int | None, Fact()] = Field(description="The fewest pegs that jumps leave; null: not looked for.")
    proved: Annotated[bool, Fact()]


class PositionDocument(Document):
    """A position: the first one stored of its eight images."""

    kind: Literal["solitaire-position"] = "solitaire-position"
    rows: str
    title: str
    pegs: Annotated[int, Fact()]
    jumps: Annotated[int, Fact()] = Field(description="How many can be made.")
    outcome: Outcome
    board: str = Field(description="The label of its board.")
    solution: list[list[list[int]]] | None = Field(description="Jumps that leave the fewest pegs.")


def _write_board(side: int, named: Named) -> Written[BoardDocument]:
    return Written(BoardDocument(label=named.label, side=side, cells=side * side))


def _identify_position(puzzle: Puzzle, _budget: Budget) -> Identity:
    form, order = canonical(puzzle.position)
    key = content_key("solitaire-position", str(form).encode())
    return Identity(key, (f"{form.side}x{form.side}", len(form.pegs)), order)


def _write_position(puzzle: Puzzle, named: Named) -> Written[PositionDocument]:
    position, solution = puzzle.position, puzzle.solution
    board = prepare(BOARD, position.side)
    document = PositionDocument(
        label=named.label,
        rows=str(position),
        title=puzzle.title,
        pegs=len(position.pegs),
        jumps=len(list(position.jumps())),
        outcome=Outcome(fewest=solution and solution.fewest, proved=solution is not None and solution.proved),
        board=board.label,
        solution=None if solution is None else [[list(start), list(end)] for start, end in solution.jumps],
    )
    claims = [] if solution is None else [_claim(solution)]
    return Written(document, [Linked("stands-on", board)], claims)


def _claim(solution: Solution) -> Claim:
    return Claim(
        "solitaire.fewest-pegs",
        value=solution.fewest,
        proved=solution.proved,
        method="search",
        upper=solution.fewest,
    )


def _read_position(document: PositionDocument, _claims: Sequence[Claim]) -> Puzzle:
    solution = None
    if document.solution is not None and document.outcome.fewest is not None:
        jumps = tuple(_jump(one) for one in document.solution)
        solution = Solution(document.outcome.fewest, jumps, document.outcome.proved)
    return Puzzle(Position.read(document.rows), solution, document.title)


def _jump(cells: list[list[int]]) -> Jump:
    start, end = ((row, column) for row, column in cells)
    return start, end


def _check_position(puzzle: Puzzle, budget: Budget) -> Iterator[str]:
    if puzzle.solution is None:
        return
    now = puzzle.position
    try:
        for jump in puzzle.solution.jumps:
            now = now.after(jump)
    except PositionError as error:
        yield str(error)
    if len(now.pegs) != puzzle.solution.fewest:
        yield f"its solution leaves {len(now.pegs)} pegs, not {puzzle.solution.fewest}"
    elif puzzle.solution.proved and solve(puzzle.position, budget).fewest < puzzle.solution.fewest:
        yield "fewer pegs can be left"


def _merge_positions(stored: Puzzle, new: Puzzle, _matching: tuple[int, ...]) -> Puzzle | None:
    if new.solution is None or (stored.solution is not None and stored.solution.proved >= new.solution.proved):
        return None
    symmetry = next(one for one in SYMMETRIES if new.position.moved(one) == stored.position)
    side = stored.position.side
    jumps = tuple((symmetry(side, start), symmetry(side, end)) for start, end in new.solution.jumps)
    return replace(stored, solution=replace(new.solution, jumps=jumps))


def central_hole(slug: str) -> Puzzle | None:
    """Return the position called `full-3`, `full-5`: every cell has a peg but the one in the middle."""
    if slug not in ("full-3", "full-5"):
        return None
    side = int(slug[-1])
    every = frozenset((row, column) for row in range(side) for column in range(side))
    return Puzzle(Position(side, every - {(side // 2, side // 2)}), title=f"All but the middle of {side} x {side}")


def _kept(slug: str, puzzle: Puzzle) -> str | None:
    built_in = central_hole(slug)
    kept = built_in is not None and canonical(built_in.position)[0] != canonical(puzzle.position)[0]
    return f"{slug} is kept for a built-in position" if kept else None


BOARD: Kind[int, BoardDocument] = Kind(
    name="solitaire-board",
    number=91,
    address="solitaire/boards",
    model=BoardDocument,
    identify=lambda side, _budget: Identity(content_key("solitaire-board", str(side).encode()), (f"{side}x{side}",)),
    write=_write_board,
    read=lambda document, _claims: document.side,
    view=View("Square boards."),
)
POSITION: Kind[Puzzle, PositionDocument] = Kind(
    name="solitaire-position",
    number=92,
    address="solitaire/positions",
    model=PositionDocument,
    identify=_identify_position,
    write=_write_position,
    read=_read_position,
    view=View(
        "Pegs on a board, up to the symmetries of the board.",
        same="same-pegs",
        picture=lambda document: position_svg(Position.read(document.rows)),
        texts={"rows": lambda document: document.rows},
        long=frozenset({"solution"}),
    ),
    check=_check_position,
    merge=_merge_positions,
    naming=Naming(built_in=central_hole, reserved=_kept),
)
GAME = Game(
    name="solitaire",
    title="Peg solitaire",
    kinds=(BOARD, POSITION),
    relations=(
        Relation(
            "stands-on",
            91,
            "carries",
            sources=("solitaire-position",),
            targets=("solitaire-board",),
            about="The board of a position.",
            column="board",
            counted=True,
        ),
    ),
    statements=(
        Statement("solitaire.fewest-pegs", 91, "The fewest pegs that jumps can leave of a position.", Sense.LEAST),
    ),
)

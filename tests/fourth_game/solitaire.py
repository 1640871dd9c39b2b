"""Peg solitaire on a square board: positions, their eight symmetries, the fewest pegs that jumps can leave."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from ludex.engine.budget import Budget

Cell = tuple[int, int]
Jump = tuple[Cell, Cell]

MAX_SIDE = 5


class PositionError(ValueError):
    """A text that is no position."""


@dataclass(frozen=True, slots=True)
class Position:
    """Pegs on a square board of a side; cells are (row, column), from 0.

    >>> Position.read("**./.../..*")
    Position(side=3, pegs=frozenset({(0, 1), (2, 2), (0, 0)}))
    """

    side: int
    pegs: frozenset[Cell]

    @classmethod
    def read(cls, text: str) -> "Position":
        """Read the rows of a board, `*` a peg and `.` a hole. Raises PositionError."""
        rows = text.split("/")
        if not 2 <= len(rows) <= MAX_SIDE or any(len(row) != len(rows) for row in rows):
            raise PositionError(f"a board has 2 to {MAX_SIDE} rows, each as long as there are rows")
        if set(text) - set("*./") or "*" not in text:
            raise PositionError("a position has `*` for pegs, one at least, and `.` for holes")
        cells = product(range(len(rows)), repeat=2)
        return cls(len(rows), frozenset((row, column) for row, column in cells if rows[row][column] == "*"))

    def __str__(self) -> str:
        cells = range(self.side)
        return "/".join("".join("*" if (row, column) in self.pegs else "." for column in cells) for row in cells)

    def moved(self, symmetry: Callable[[int, Cell], Cell]) -> "Position":
        """Return the image under a symmetry of the board."""
        return Position(self.side, frozenset(symmetry(self.side, peg) for peg in self.pegs))

    def jumps(self) -> Iterator[Jump]:
        """Yield the jumps that can be made: from where to where, over a peg that is taken."""
        for row, column in sorted(self.pegs):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if over in self.pegs and to not in self.pegs and min(to) >= 0 and max(to) < self.side:
                    yield (row, column), to

    def after(self, jump: Jump) -> "Position":
        """Return the position after a jump. Raises PositionError where it cannot be made."""
        if jump not in self.jumps():
            raise PositionError(f"no peg can jump from {jump[0]} to {jump[1]}")
        start, end = jump
        over = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        return Position(self.side, self.pegs - {start, over} | {end})


def _symmetry(transposed: bool, down: bool, right: bool) -> Callable[[int, Cell], Cell]:
    def image(side: int, cell: Cell) -> Cell:
        row, column = cell[::-1] if transposed else cell
        return (side - 1 - row if down else row), (side - 1 - column if right else column)

    return image


SYMMETRIES = tuple(_symmetry(*choice) for choice in product((False, True), repeat=3))


def canonical(position: Position) -> tuple[Position, tuple[int, ...]]:
    """Return the least image of a position, and for each of its pegs, as they are read, the number of its image."""
    symmetry = min(SYMMETRIES, key=lambda one: str(position.moved(one)))
    form = position.moved(symmetry)
    numbers = {peg: number for number, peg in enumerate(sorted(form.pegs))}
    return form, tuple(numbers[symmetry(position.side, peg)] for peg in sorted(position.pegs))


@dataclass(frozen=True, slots=True)
class Solution:
    """The fewest pegs that jumps can leave, and such jumps; proved where the search came to its end."""

    fewest: int
    jumps: tuple[Jump, ...]
    proved: bool


def solve(position: Position, budget: Budget) -> Solution:
    """Search every sequence of jumps; once the budget is used up, the best one found so far is returned."""
    best: list[tuple[Jump, ...]] = [()]
    seen: set[frozenset[Cell]] = set()

    def search(now: Position, made: tuple[Jump, ...]) -> bool:
        if budget.exhausted():
            return False
        if len(made) > len(best[0]):
            best[0] = made
        if now.pegs in seen:
            return True
        seen.add(now.pegs)
        return all(search(now.after(jump), (*made, jump)) for jump in now.jumps())

    proved = search(position, ())
    return Solution(len(position.pegs) - len(best[0]), best[0], proved)

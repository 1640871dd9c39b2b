"""Positions on square boards, their eight symmetries, and canonical forms."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from ludex.graphs.canonical import Difference, InvariantDifference, difference_of_forms

Cell = tuple[int, int]
Jump = tuple[Cell, Cell]
Symmetry = Callable[[int, Cell], Cell]
"""A function that returns the image of a cell, given the side of the board and the cell."""

MIN_SIDE, MAX_SIDE = 2, 5


def cells(side: int) -> list[Cell]:
    """Return the cells of a board in reading order."""
    return [(row, column) for row in range(side) for column in range(side)]


class PositionError(ValueError):
    """A text that is not a position, or a jump that a position does not allow."""


@dataclass(frozen=True, slots=True)
class Position:
    """Pegs on a square board. A cell is (row, column), counted from 0.

    >>> position = Position.parse("**./.../...")
    >>> sorted(position.pegs), list(position.jumps())
    ([(0, 0), (0, 1)], [((0, 0), (0, 2))])
    """

    side: int
    pegs: frozenset[Cell]

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Parse a position: rows joined by `/`, with `*` for a peg and `.` for an empty cell.

        Raises PositionError, which names the place.
        """
        rows = text.split("/")
        side = len(rows)
        if not MIN_SIDE <= side <= MAX_SIDE:
            raise PositionError(f"a board has {MIN_SIDE} to {MAX_SIDE} rows, not {side}")
        for number, row in enumerate(rows, start=1):
            if len(row) != side:
                raise PositionError(f"row {number} has length {len(row)}; each row of this board has length {side}")
            if set(row) - set("*."):
                raise PositionError(f"row {number}, {row!r}: write `*` for a peg and `.` for an empty cell")
        if "*" not in text:
            raise PositionError("the board is empty; a position has at least one peg")
        return cls(side, frozenset((row, column) for row, column in cells(side) if rows[row][column] == "*"))

    def __str__(self) -> str:
        numbers = range(self.side)
        return "/".join("".join("*" if (row, column) in self.pegs else "." for column in numbers) for row in numbers)

    def image(self, symmetry: Symmetry) -> "Position":
        """Return the image under a symmetry of the board."""
        return Position(self.side, frozenset(symmetry(self.side, peg) for peg in self.pegs))

    def jumps(self) -> Iterator[Jump]:
        """Yield the possible jumps, each as the cells where it starts and ends."""
        for row, column in sorted(self.pegs):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if over in self.pegs and end not in self.pegs and min(end) >= 0 and max(end) < self.side:
                    yield (row, column), end

    def after(self, *jumps: Jump) -> "Position":
        """Return the position after a sequence of jumps. Raises PositionError if a jump is not possible."""
        position = self
        for jump in jumps:
            if jump not in position.jumps():
                raise PositionError(f"no peg can jump from {jump[0]} to {jump[1]}")
            start, end = jump
            position = Position(position.side, position.pegs - {start, middle(start, end)} | {end})
        return position


def middle(start: Cell, end: Cell) -> Cell:
    """Return the cell that a jump passes over."""
    return (start[0] + end[0]) // 2, (start[1] + end[1]) // 2


def describe_pegs(number: int) -> str:
    """Return a number of pegs in words: `1 peg`, `2 pegs`."""
    return f"{number} peg" if number == 1 else f"{number} pegs"


def describe_jump(jump: Jump) -> str:
    """Return a jump in words, with rows and columns counted from 1.

    >>> describe_jump(((0, 0), (0, 2)))
    'row 1, column 1 to row 1, column 3'
    """
    return " to ".join(f"row {row + 1}, column {column + 1}" for row, column in jump)


def _symmetry(transposed: bool, flipped_down: bool, flipped_right: bool) -> Symmetry:
    def image(side: int, cell: Cell) -> Cell:
        row, column = cell[::-1] if transposed else cell
        return (side - 1 - row if flipped_down else row), (side - 1 - column if flipped_right else column)

    return image


SYMMETRIES = tuple(_symmetry(*choice) for choice in product((False, True), repeat=3))
"""The symmetries of a square, the identity first."""


def canonical(position: Position) -> tuple[Position, tuple[int, ...]]:
    """Return the canonical form of a position, and the number of each peg in this form.

    The canonical form is the image with the least text. Pegs are numbered in reading order.
    """
    symmetry = min(SYMMETRIES, key=lambda symmetry: str(position.image(symmetry)))
    form = position.image(symmetry)
    numbers = {peg: number for number, peg in enumerate(sorted(form.pegs))}
    return form, tuple(numbers[symmetry(position.side, peg)] for peg in sorted(position.pegs))


@dataclass(frozen=True, slots=True)
class PositionComparison:
    """Whether a symmetry of the board maps one position to another.

    `matching` lists, for each peg of the first position, the corresponding peg of the second position. If there is no
    such symmetry, `difference` states a property in which the positions differ.
    """

    equivalent: bool
    matching: tuple[int, ...] | None
    reason: str
    difference: Difference | None = None


def compare(a: Position, b: Position) -> PositionComparison:
    """Compare two positions up to the symmetries of the board.

    >>> compare(Position.parse("**./.../..."), Position.parse("..*/..*/...")).matching
    (0, 1)
    """
    for name, invariants in {"side": (a.side, b.side), "pegs": (len(a.pegs), len(b.pegs))}.items():
        if invariants[0] != invariants[1]:
            difference = InvariantDifference(name, *invariants)
            return PositionComparison(False, None, difference.describe(), difference)
    (form, order), (other, other_order) = canonical(a), canonical(b)
    if form != other:
        forms = difference_of_forms("position", str(form).encode(), str(other).encode())
        return PositionComparison(False, None, forms.describe(), forms)
    matching = tuple(map(other_order.index, order))
    return PositionComparison(True, matching, "a symmetry of the board takes one to the other")

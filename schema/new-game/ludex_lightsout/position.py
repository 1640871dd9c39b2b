"""The rules: positions, their symmetries, and the fewest presses that turn all lamps off."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

Cell = tuple[int, int]
MAX_SIDE = 4


class PositionError(ValueError):
    """A text that is not a position."""


@dataclass(frozen=True, slots=True)
class Position:
    """A square board and the lamps that are on. A cell is (row, column), counted from 0.

    >>> position = Position.parse("*./..")
    >>> str(position.after([(0, 0)])), position.presses()
    ('.*/*.', ((0, 0), (0, 1), (1, 0)))
    """

    side: int
    lit: frozenset[Cell]

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Parse rows joined by `/`: `*` is a lamp that is on, and `.` one that is off. Raises PositionError."""
        rows = text.split("/")
        if not 1 <= len(rows) <= MAX_SIDE:
            raise PositionError(f"a board has 1 to {MAX_SIDE} rows, not {len(rows)}")
        for number, row in enumerate(rows, start=1):
            if len(row) != len(rows) or set(row) - set("*."):
                raise PositionError(f"row {number} must have {len(rows)} characters, each `*` or `.`")
        cells = product(range(len(rows)), repeat=2)
        return cls(len(rows), frozenset((row, column) for row, column in cells if rows[row][column] == "*"))

    def __str__(self) -> str:
        side = range(self.side)
        return "/".join("".join("*" if (row, column) in self.lit else "." for column in side) for row in side)

    def after(self, presses: Iterable[Cell]) -> "Position":
        """Return the position after some presses, whose order does not matter."""
        lit = set(self.lit)
        for row, column in presses:
            cells = [(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            lit ^= {cell for cell in cells if 0 <= min(cell) <= max(cell) < self.side}
        return Position(self.side, frozenset(lit))

    def canonical(self) -> str:
        """Return the least text among the images of the position under the eight symmetries of the board."""
        rows, images = str(self).split("/"), []
        for image in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
            for flipped in (image, image[::-1]):
                images += ["/".join(flipped), "/".join(row[::-1] for row in flipped)]
        return min(images)

    def presses(self) -> tuple[Cell, ...] | None:
        """Return the fewest presses that turn all lamps off, or None if no presses do.

        Each choice of presses in the first row determines the others: a lamp that is on in a row can be turned off only
        by the press below it.
        """
        solutions = []
        for first in product((False, True), repeat=self.side):
            chosen = [(0, column) for column in range(self.side) if first[column]]
            position = self.after(chosen)
            for row in range(1, self.side):
                below = [(row, column) for column in range(self.side) if (row - 1, column) in position.lit]
                chosen += below
                position = position.after(below)
            if not position.lit:
                solutions.append(tuple(chosen))
        return min(solutions, key=len, default=None)


def position_svg(position: Position) -> str:
    """Return a picture of a position as SVG."""
    cells = product(range(position.side), repeat=2)
    lamps = "".join(
        f'<circle cx="{column + 0.5}" cy="{row + 0.5}" r=".4" stroke="gray" stroke-width=".05" '
        f'fill="{"#f5b301" if (row, column) in position.lit else "none"}"/>'
        for row, column in cells
    )
    size = f'viewBox="0 0 {position.side} {position.side}" width="{48 * position.side}" height="{48 * position.side}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>{len(position.lit)} lamps</title>{lamps}</svg>'

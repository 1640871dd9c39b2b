"""The fewest pegs that jumps can leave: an exact search, and a lower bound without a search."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from ludex.engine.budget import Budget, Unchecked
from peg_solitaire.position import SYMMETRIES, Cell, Jump, Position, PositionError, cells, middle

_CHECK_INTERVAL = 256
_BYTES_PER_POSITION = 100


class Bound(StrEnum):
    """How a lower bound on the number of pegs is proved."""

    PARITY = "parity"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Solution:
    """Jumps that leave few pegs, and a lower bound: no jumps leave fewer than `lower` pegs."""

    pegs: int
    jumps: tuple[Jump, ...]
    lower: int
    bound: Bound

    @property
    def proved(self) -> bool:
        """Return whether it is proved that no jumps leave fewer pegs."""
        return self.pegs == self.lower


def parity_class(position: Position) -> tuple[bool, ...]:
    """Return an invariant of jumps: which numbers of pegs on diagonals of three colours have the same parity.

    Colour the diagonals of one direction with three colours in turn, and count the pegs on cells of each colour. The
    three cells of a jump have different colours, so a jump changes the parity of all three numbers. Parities that are
    equal therefore remain equal.
    """
    found = []
    for direction in (1, -1):
        numbers = [0, 0, 0]
        for row, column in position.pegs:
            numbers[(row + direction * column) % 3] += 1
        found += [(numbers[0] + numbers[1]) % 2 == 0, (numbers[1] + numbers[2]) % 2 == 0]
    return tuple(found)


def parity_bound(position: Position) -> int:
    """Return a lower bound on the number of pegs: 1 if a single peg has the parity class of the position, else 2.

    >>> parity_bound(Position.parse("**./.../...")), parity_bound(Position.parse("*../..*/..."))
    (1, 2)
    """
    single = {parity_class(Position(position.side, frozenset([cell]))) for cell in cells(position.side)}
    return 1 if parity_class(position) in single else 2


def solve(position: Position, budget: Budget | None = None) -> Solution:
    """Return jumps that leave the fewest pegs.

    The search visits each position once up to symmetry, and ends early if it reaches the bound of the parity classes.
    If the budget is exhausted, the result is the best solution found, with that bound.
    """
    budget = budget or Budget()
    lower = parity_bound(position)
    jumps, complete = _search(position, lower, budget)
    pegs = len(position.pegs) - len(jumps)
    if complete and pegs > lower:
        return Solution(pegs, jumps, pegs, Bound.SEARCH)
    return Solution(pegs, jumps, lower, Bound.PARITY)


def solution_faults(position: Position, solution: Solution, budget: Budget) -> Iterator[str]:
    """Yield the errors of a solution, and an Unchecked for each check that exceeded the budget."""
    try:
        left = len(position.after(*solution.jumps).pegs)
    except PositionError as error:
        yield str(error)
        return
    if left != solution.pegs:
        yield f"its solution leaves {left} pegs, not {solution.pegs}"
    if solution.bound is Bound.PARITY:
        if solution.lower > parity_bound(position):
            yield f"the parity class does not exclude fewer than {solution.lower} pegs"
        return
    found = solve(position, budget)
    if found.pegs < solution.lower:
        yield f"jumps can leave {found.pegs} pegs, fewer than {solution.lower}"
    elif not found.proved:
        yield Unchecked("the time did not suffice to search for fewer pegs")


def _search(position: Position, enough: int, budget: Budget) -> tuple[tuple[Jump, ...], bool]:
    """Return the longest sequence of jumps that was found, and whether the search was completed.

    A position is a number with a bit for each cell, so that comparing positions and computing images is fast. The
    search ends at a position with `enough` pegs.
    """
    side = position.side
    longest: tuple[Jump, ...] = ()
    visited: set[int] = set()
    stack = [(sum(1 << _number(side, peg) for peg in position.pegs), longest)]
    while stack and not (len(visited) % _CHECK_INTERVAL == 0 and budget.exhausted()):
        pegs, jumps = stack.pop()
        form = min(low[pegs & 0xFFF] | high[pegs >> 12] for low, high in _images(side))
        if form in visited:
            continue
        visited.add(form)
        budget.hold(len(visited) * _BYTES_PER_POSITION)
        if len(jumps) > len(longest):
            longest = jumps
        if pegs.bit_count() <= enough:
            stack.clear()
            break
        for removed, end, jump in _moves(side):
            if pegs & removed == removed and not pegs & end:
                stack.append((pegs & ~removed | end, (*jumps, jump)))
    budget.count(len(visited))
    return longest, not stack


def _number(side: int, cell: Cell) -> int:
    return cell[0] * side + cell[1]


@cache
def _moves(side: int) -> list[tuple[int, int, Jump]]:
    """Return the jumps of a board, each with the bits of the cells that it empties and of the cell that it fills."""
    full = frozenset(cells(side))
    moves = []
    for end in cells(side):
        for start, _ in Position(side, full - {end}).jumps():
            removed = 1 << _number(side, start) | 1 << _number(side, middle(start, end))
            moves.append((removed, 1 << _number(side, end), (start, end)))
    return moves


@cache
def _images(side: int) -> list[tuple[list[int], list[int]]]:
    """Return, for each symmetry, the images of all sets of the first twelve cells and of the other cells."""
    tables = []
    for symmetry in SYMMETRIES:
        bits = [1 << _number(side, symmetry(side, cell)) for cell in cells(side)]
        tables.append((_unions(bits[:12]), _unions(bits[12:])))
    return tables


def _unions(bits: list[int]) -> list[int]:
    """Return the union of every set of the given bits. The index of a set has a bit for each member of the set."""
    unions = [0]
    for bit in bits:
        unions += [union | bit for union in unions]
    return unions

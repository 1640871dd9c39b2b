"""The fewest pegs by the obvious method: every sequence of jumps is tried, with no symmetry and no bound."""

from functools import cache
from itertools import product

Pegs = frozenset[tuple[int, int]]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def fewest_pegs(side: int, pegs: Pegs) -> int:
    """Return the fewest pegs that jumps can leave."""

    @cache
    def fewest(pegs: Pegs) -> int:
        return min((fewest(following) for following in positions_after(pegs, side)), default=len(pegs))

    return fewest(pegs)


def positions_after(pegs: Pegs, side: int) -> list[Pegs]:
    """Return the positions that one jump leads to."""
    found = []
    for (row, column), (down, right) in product(pegs, STEPS):
        over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if over in pegs and end not in pegs and end[0] in range(side) and end[1] in range(side):
            found.append(pegs - {(row, column), over} | {end})
    return found

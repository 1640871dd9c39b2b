"""The search for point sets with small coordinates, one of each order type of 3 to 8 points.

The search goes through square grids of increasing size. In each grid, the search moves single points of the known sets.
The lines through the other points divide the plane into cells, and the point is moved to every cell that contains a
grid point. The search in a grid ends when no new order type is found. Each order type is recorded in the smallest grid
in which the search finds it.

Source: A. Pilz and E. Welzl, "Order on order types", SoCG 2015, for moves of a point across one line at a time.
"""

import json
from collections.abc import Iterator
from itertools import combinations
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.identity.order_type import canonical_order_type
from ludex.games.planarity.making.point_sets import COLLECTED, ORDER_TYPES
from ludex.games.planarity.points import Points, PointsError

SEED = 0
"""The seed of the recorded collection."""

_GROWTH = 8
_STARTS = 50


def collection_text(seed: int = SEED, budget: Budget | None = None) -> str:
    """Search for the collection, and return the text of its file: JSON with one line for each number of points.

    `budget` limits the search (None: no limits). Raises BudgetExhausted when the budget ends. Cost: minutes.
    """
    lines = []
    for n in range(COLLECTED[0], COLLECTED[1] + 1):
        point_sets = json.dumps(find_small_order_types(n, seed, budget), separators=(",", ":"))
        lines.append(f'"{n}": {point_sets}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def find_small_order_types(n: int, seed: int = SEED, budget: Budget | None = None) -> list[Points]:
    """Search for a point set of each order type of `n` points (3 to 8) in a small grid, and return these point sets.

    The sets are sorted by canonical form, and the points of each set are in canonical order. The result depends only on
    `n` and `seed`. `budget` limits the search (None: no limits). Raises PointsError for other `n`, and BudgetExhausted
    if the budget ends. Cost: a second for n up to 6, some seconds for n = 7, minutes for n = 8.

    >>> [len(find_small_order_types(n)) for n in (3, 4, 5)]
    [1, 2, 3]
    """
    if not COLLECTED[0] <= n <= COLLECTED[1]:
        raise PointsError(f"the search supports {COLLECTED[0]} to {COLLECTED[1]} points, not {n}")
    budget, numbers = budget or Budget(), RandomNumbers(seed)
    found: dict[bytes, Points] = {}
    side = 1
    while len(found) < ORDER_TYPES[n]:
        _search_grid(n, side, found, numbers, budget)
        side += 1 + side // _GROWTH
    return [_numbered(found[form]) for form in sorted(found)]


def _numbered(points: Points) -> Points:
    """Return the points in canonical order."""
    numbers = canonical_order_type(points).order
    return tuple(points[numbers.index(number)] for number in range(len(points)))


def _search_grid(n: int, side: int, found: dict[bytes, Points], numbers: RandomNumbers, budget: Budget) -> None:
    """Search the grid from 0 to `side`, and add the order types that occur there to the order types in `found`."""
    grid = _Grid(side)
    pending = list(found.values())
    if not pending:
        pending = list(_random_sets(n, grid, numbers))
        found |= {canonical_order_type(points).form: points for points in pending}
    while pending:
        budget.check()
        budget.report(len(found), ORDER_TYPES[n], f"order types of {n} points in a grid of side {side}")
        points = pending.pop(numbers.below(len(pending)))
        for _ in range(n):
            rest = points[1:]
            cells = grid.cells(rest, numbers)
            for cell in cells:
                larger = (*rest, cell)
                form = canonical_order_type(larger).form
                if form not in found:
                    found[form] = larger
                    pending.append(larger)
                    if len(found) == ORDER_TYPES[n]:
                        return
            # Before the next point is moved, this point moves to a random cell. The order type stays the same or
            # becomes a similar order type.
            points = (*rest, cells[numbers.below(len(cells))])


def _random_sets(n: int, grid: "_Grid", numbers: RandomNumbers) -> Iterator[Points]:
    """Make several attempts to place `n` random points one after another, and yield the complete point sets."""
    for _ in range(_STARTS):
        points: Points = ()
        while len(points) < n and (cells := grid.cells(points, numbers)):
            points = (*points, cells[numbers.below(len(cells))])
        if len(points) == n:
            yield points


class _Grid:
    """The points of a square grid, from 0 to `side` in both coordinates."""

    def __init__(self, side: int) -> None:
        self.size = (side + 1) ** 2
        self.x, self.y = (axis.ravel() for axis in np.divmod(np.arange(self.size), side + 1))

    def cells(self, points: Points, numbers: RandomNumbers) -> list[tuple[int, int]]:
        """Return a random grid point in each cell. The cells are formed by the lines through any two of the `points`.

        Cells without a grid point are left out. If there is at most one point, the result is a single grid point.
        """
        order = self._shuffled(numbers)
        x, y = self.x[order], self.y[order]
        sides = np.zeros(self.size, np.int64)
        free = np.ones(self.size, np.bool_)
        for a, b in points:
            free &= (x != a) | (y != b)
        for place, ((ax, ay), (bx, by)) in enumerate(combinations(points, 2)):
            turns: NDArray[Any] = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            free &= turns != 0
            sides |= (turns > 0).astype(np.int64) << place
        _, first = np.unique(sides[free], return_index=True)
        return list(zip(x[free][first].tolist(), y[free][first].tolist(), strict=True))

    def _shuffled(self, numbers: RandomNumbers) -> NDArray[Any]:
        """Return the indices of all grid points in a random order: an arithmetic progression modulo the grid's size."""
        start, step = numbers.below(self.size), 1 + numbers.below(self.size)
        while gcd(step, self.size) > 1:
            step = 1 + numbers.below(self.size)
        return (start + step * np.arange(self.size)) % self.size

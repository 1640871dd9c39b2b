"""Point sets of every order type, found by moving single points of sets that are known already.

Rare order types hardly occur among random points. From a set of a similar type one moved point reaches them. The
numbers of order types up to reflection are known: O. Aichholzer, F. Aurenhammer, H. Krasser, "Enumerating order types
for small point sets with applications", Order 19 (2002).
"""

from itertools import combinations

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.identity.order_type import canonical_order_type
from ludex.games.planarity.points import MAX_POINTS, Points, PointsError, orientation

GRID = 10_000
"""The points lie on a grid of 0 to 10,000 both ways."""

ORDER_TYPES = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 16, 7: 135, 8: 3315}
"""How many order types of n points there are, up to reflection."""

_LAST = 100


def order_types_found(n: int, seed: int = 0, steps: int = 1_000_000, budget: Budget | None = None) -> list[Points]:
    """Return a point set of each order type of `n` points that is found within `steps` moves of a point.

    If the number of order types is known (n <= 8), the search ends once all are found. Of the sets of an order type
    that were met, the one whose smallest triangle is largest is kept. The sets are sorted by canonical form, and are
    the same for equal `seed`. `budget` limits the search (None: no limits). Raises PointsError for n outside 1 to 64,
    and BudgetExhausted. Cost: n = 7 in about a second, n = 8 in a minute.

    >>> [len(order_types_found(n)) for n in range(1, 6)]
    [1, 1, 1, 2, 3]
    """
    if not 1 <= n <= MAX_POINTS:
        raise PointsError(f"{n} points, 1 to {MAX_POINTS} are allowed")
    budget, numbers = budget or Budget(), RandomNumbers(seed)
    points = _random_points(n, numbers)
    form = canonical_order_type(points).form
    known, best = [form], {form: (_least_area(points), points)}
    for step in range(steps):
        if len(known) == ORDER_TYPES.get(n):
            break
        if step % 256 == 0:
            budget.check()
            budget.report(len(known), ORDER_TYPES.get(n), "order types")
        # Half the time, start from one of those found last: they are rare, and so are their neighbours.
        window = min(len(known), _LAST) if numbers.below(2) else len(known)
        points = best[known[-1 - numbers.below(window)]][1]
        moved = numbers.below(n)
        points = _moved(points, moved, numbers)
        # All triangles without the moved point are those of a set that is known already.
        area = _least_area_at(points, moved)
        if not area:
            continue
        form = canonical_order_type(points).form
        if form not in best:
            known.append(form)
            best[form] = _least_area(points), points
        elif area > best[form][0] and (area := _least_area(points)) > best[form][0]:
            best[form] = area, points
    return [best[form][1] for form in sorted(best)]


def representatives(n: int, budget: Budget | None = None) -> list[Points]:
    """Return one point set of every order type of `n` points, 1 to 8, up to reflection: always the same ones.

    `budget` limits the search (None: no limits). Raises PointsError for more points, and BudgetExhausted. Cost: that of
    :func:`order_types_found`.

    >>> len(representatives(4))
    2
    """
    if n not in ORDER_TYPES:
        raise PointsError(f"all order types are listed for 1 to {max(ORDER_TYPES)} points, not {n}")
    found = order_types_found(n, budget=budget)
    if len(found) < ORDER_TYPES[n]:
        raise PointsError(f"{len(found)} of the {ORDER_TYPES[n]} order types of {n} points were found")
    return found


def _random_points(n: int, numbers: RandomNumbers) -> Points:
    points: Points = ()
    while len(points) < n:
        points += ((numbers.below(GRID + 1), numbers.below(GRID + 1)),)
        if not _least_area(points):
            points = points[:-1]
    return points


def _moved(points: Points, moved: int, numbers: RandomNumbers) -> Points:
    """Move a point to a random place on the grid within a square around it, of one of several sizes at random."""
    reach = GRID >> numbers.below(7)
    x, y = (min(max(c + numbers.below(2 * reach + 1) - reach, 0), GRID) for c in points[moved])
    return (*points[:moved], (x, y), *points[moved + 1 :])


def _least_area(points: Points) -> int:
    """Return twice the area of the smallest triangle; 0 if three points are on a line or two are the same.

    For fewer than three points it is 1 if they are different.
    """
    if len(points) < 3:
        return int(len(set(points)) == len(points))
    return min(abs(orientation(*triple)) for triple in combinations(points, 3))


def _least_area_at(points: Points, at: int) -> int:
    """Return twice the area of the smallest triangle with the point `at`; 0 if three points are on a line.

    For fewer than three points it is as :func:`_least_area`.
    """
    if len(points) < 3:
        return _least_area(points)
    x, y = points[at]
    others = [(u - x, v - y) for u, v in (*points[:at], *points[at + 1 :])]
    return min(abs(a * d - b * c) for (a, b), (c, d) in combinations(others, 2))

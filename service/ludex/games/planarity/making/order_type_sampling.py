"""A search for point sets of every order type, which moves single points of known sets.

Random points hardly ever have a rare order type. But moving one point of a set with a similar order type can lead to
the rare order type. The numbers of order types up to reflection are known: O. Aichholzer, F. Aurenhammer, H. Krasser,
"Enumerating order types for small point sets with applications", Order 19 (2002).
"""

from itertools import combinations

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.identity.order_type import canonical_order_type
from ludex.games.planarity.points import MAX_POINTS, Points, PointsError, orientation

GRID = 10_000
"""The largest coordinate of the points. The points lie on a square grid that starts at 0."""

ORDER_TYPES = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 16, 7: 135, 8: 3315}
"""The number of order types of n points, up to reflection."""

_LAST = 100


def find_order_types(n: int, seed: int = 0, steps: int = 1_000_000, budget: Budget | None = None) -> list[Points]:
    """Return a point set for each order type of `n` points that is found within `steps` moves of a point.

    If the number of order types is known (n <= 8), the search ends as soon as all order types are found. Among the
    point sets of an order type, the search keeps the set whose smallest triangle is largest. The sets are sorted by
    canonical form and depend only on `n`, `seed` and `steps`. `budget` limits the search (None: no limits). Raises
    PointsError if n is not in the range 1 to 128, and BudgetExhausted if the budget ends. Cost: about a second for
    n = 7, a minute for n = 8.

    >>> [len(find_order_types(n)) for n in range(1, 6)]
    [1, 1, 1, 2, 3]
    """
    if not 1 <= n <= MAX_POINTS:
        raise PointsError(f"{n} points given; 1 to {MAX_POINTS} are allowed")
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
        # Half the time, start from one of the latest finds. The latest order types are rare, and so are their
        # neighbours.
        window = min(len(known), _LAST) if numbers.below(2) else len(known)
        points = best[known[-1 - numbers.below(window)]][1]
        moved = numbers.below(n)
        points = _move_point(points, moved, numbers)
        # Triangles without the moved point also occur in the known set, so they need no check.
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
    """Return one point set for every order type of `n` points (1 to 8), up to reflection.

    The result is always the same. `budget` limits the search (None: no limits). Raises PointsError for other `n`, and
    BudgetExhausted if the budget ends. The cost is that of :func:`find_order_types`.

    >>> len(representatives(4))
    2
    """
    if n not in ORDER_TYPES:
        raise PointsError(f"order types can be listed for 1 to {max(ORDER_TYPES)} points, not {n}")
    point_sets = find_order_types(n, budget=budget)
    if len(point_sets) < ORDER_TYPES[n]:
        raise PointsError(f"only {len(point_sets)} of the {ORDER_TYPES[n]} order types of {n} points were found")
    return point_sets


def _random_points(n: int, numbers: RandomNumbers) -> Points:
    points: Points = ()
    while len(points) < n:
        points += ((numbers.below(GRID + 1), numbers.below(GRID + 1)),)
        if not _least_area(points):
            points = points[:-1]
    return points


def _move_point(points: Points, moved: int, numbers: RandomNumbers) -> Points:
    """Move a point to a random grid point in a square of random size around the point."""
    reach = GRID >> numbers.below(7)
    x, y = (min(max(c + numbers.below(2 * reach + 1) - reach, 0), GRID) for c in points[moved])
    return (*points[:moved], (x, y), *points[moved + 1 :])


def _least_area(points: Points) -> int:
    """Return twice the area of the smallest triangle, or 0 if three points are collinear or two coincide.

    For fewer than three points, return 1 if they are distinct.
    """
    if len(points) < 3:
        return int(len(set(points)) == len(points))
    return min(abs(orientation(*triple)) for triple in combinations(points, 3))


def _least_area_at(points: Points, at: int) -> int:
    """Return twice the area of the smallest triangle with corner `at`, or 0 if three points are collinear.

    For fewer than three points, see :func:`_least_area`.
    """
    if len(points) < 3:
        return _least_area(points)
    x, y = points[at]
    others = [(u - x, v - y) for u, v in (*points[:at], *points[at + 1 :])]
    return min(abs(a * d - b * c) for (a, b), (c, d) in combinations(others, 2))

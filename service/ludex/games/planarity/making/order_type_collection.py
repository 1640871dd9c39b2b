"""Point sets with small coordinates for all order types of 3 to 8 points: the recorded collection.

The collection is stored in the file ``order_types.json.gz``, which ``scripts/make-order-types`` regenerates. The module
:mod:`ludex.games.planarity.study.abstract_order_types` shows that the collection is complete.
"""

import gzip
import json
from functools import cache
from importlib.resources import files

from ludex.games.planarity.identity.order_type import canonical_x_type
from ludex.games.planarity.points import Points, PointsError

COLLECTED = (3, 8)
"""The smallest and the largest number of points of the recorded order types."""

DATA = "order_types.json.gz"


def collected_order_types(n: int) -> tuple[Points, ...]:
    """Return one point set of each order type of `n` points (3 to 8), up to reflection, with small coordinates.

    The sets are sorted by canonical form, and the points of each set are in canonical order. Raises PointsError for
    other numbers of points.

    >>> collected_order_types(4)
    (((0, 1), (1, 0), (1, 1), (2, 2)), ((0, 0), (1, 0), (1, 1), (0, 1)))
    """
    if not COLLECTED[0] <= n <= COLLECTED[1]:
        raise PointsError(f"order types are recorded for {COLLECTED[0]} to {COLLECTED[1]} points, not {n}")
    return _collection()[n]


def x_type_sets(n: int) -> tuple[Points, ...]:
    """Return one point set for each x-type of `n` points, chosen from the :func:`collected_order_types`.

    >>> len(x_type_sets(6))
    15
    """
    point_sets: dict[bytes, Points] = {}
    for points in collected_order_types(n):
        point_sets.setdefault(canonical_x_type(points).form, points)
    return tuple(point_sets.values())


@cache
def _collection() -> dict[int, tuple[Points, ...]]:
    text = gzip.decompress(files(__package__).joinpath(DATA).read_bytes())
    return {
        int(n): tuple(tuple((x, y) for x, y in points) for points in point_sets)
        for n, point_sets in json.loads(text).items()
    }

"""x-types (crossing types): which segments between the points of a set cross, and their canonical form.

Two point sets have the same x-type if some matching of their points keeps which of these segments cross. Equal order
types have equal x-types, but not the other way round. Source: A. Pilz and E. Welzl, "Order on order types", SoCG 2015.
"""

from collections.abc import Sequence

from ludex.games.planarity.identity.canonical import Canonical
from ludex.games.planarity.identity.rotation_system import least_form
from ludex.games.planarity.points import Point

X_TYPE = "xtype"
"""What is hashed before the canonical form. It never changes."""


def canonical_x_type(points: Sequence[Point]) -> Canonical:
    """Return the canonical form of the x-type of 1 to 64 `points` in general position.

    The crossings are the same information as the rotation system up to reflection. Fewer than four points have no
    crossings. Cost: 2n(n - 1) labellings of at most O(n^2) each.

    >>> kite, twisted = [(0, 0), (8, 0), (3, 9), (4, 3)], [(4, 3), (0, 0), (3, 9), (8, 0)]
    >>> canonical_x_type(kite).form == canonical_x_type(twisted).form
    True
    """
    n = len(points)
    if n < 4:
        return Canonical(bytes((n,)), tuple(range(n)))
    least = least_form(points, (), most_orders=1)
    return Canonical(least.form, least.orders[0])

"""x-types (crossing types): which segments between the points of a set cross. Canonical form, key and label.

Two point sets have the same x-type where some matching of their points keeps which of these segments cross. Equal
order types have equal x-types, not the other way round. Source: A. Pilz and E. Welzl, "Order on order types", SoCG
2015.
"""

from collections.abc import Sequence

from ludex.labels import content_key, label
from ludex.planarity.canonical import CanonicalPoints
from ludex.planarity.points import Point
from ludex.planarity.rotation_system import least_form


def canonical_x_type(points: Sequence[Point]) -> CanonicalPoints:
    """Return the canonical form of the x-type of 1 to 64 points in general position.

    The crossings are the same information as the rotation system up to reflection. Fewer than four points have no
    crossings. Cost: 2n(n - 1) labellings, O(n^2) each at most.

    >>> kite, twisted = [(0, 0), (8, 0), (3, 9), (4, 3)], [(4, 3), (0, 0), (3, 9), (8, 0)]
    >>> canonical_x_type(kite).form == canonical_x_type(twisted).form
    True
    """
    n = len(points)
    if n < 4:
        return CanonicalPoints(bytes((n,)), tuple(range(n)))
    least = least_form(points, (), most_orders=1)
    return CanonicalPoints(least.form, least.orders[0])


def x_type_key(points: Sequence[Point]) -> bytes:
    """Return the key of an x-type."""
    return content_key("xtype", canonical_x_type(points).form)


def x_type_label(points: Sequence[Point]) -> str:
    """Return the label of an x-type: kind, points, hash.

    >>> x_type_label([(0, 0), (1, 0), (0, 1)])[:7]
    'xtype-3'
    """
    return label("xtype", (len(points),), x_type_key(points))

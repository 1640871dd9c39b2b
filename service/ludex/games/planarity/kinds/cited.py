"""Numbers of order types from the literature."""

from ludex.catalogue.claims.cited import CitedClaim

_ENUMERATION = (
    "O. Aichholzer, F. Aurenhammer, H. Krasser: Enumerating order types for small point sets with applications. "
    "Order 19 (2002), 265-281.",
    "10.1023/A:1021231927255",
)
_EXTENSION = (
    "O. Aichholzer, H. Krasser: Abstract order type extension and new results on the rectilinear crossing number. "
    "Computational Geometry 36 (2007), 2-15.",
    "10.1016/j.comgeo.2005.07.005",
)
_ORDER_TYPES = (1, 1, 1, 2, 3, 16, 135, 3315, 158_817, 14_309_547, 2_334_512_907)
_ENUMERATED = 10

CITED = tuple(
    CitedClaim(
        statement="planarity.order-type-count",
        about="The number of order types of n points in general position, up to reflection.",
        parameters={"points": n},
        value=count,
        reference=reference,
        doi=doi,
        oeis="A063666",
    )
    for n, count in enumerate(_ORDER_TYPES, 1)
    for reference, doi in [_ENUMERATION if n <= _ENUMERATED else _EXTENSION]
)

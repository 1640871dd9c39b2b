"""Order types of point sets, up to reflection: which triples of points turn left."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claim import Claim
from ludex.catalogue.document import Document, Fact
from ludex.catalogue.kind import Identity, Kind, Linked, Named, View, Written, prepare
from ludex.catalogue.kinds.planarity.drawn import Pairs, points_picture
from ludex.catalogue.kinds.planarity.x_type import X_TYPE
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.planarity.identity.keys import ORDER_TYPE as TAG
from ludex.planarity.identity.order_type import canonical_order_type
from ludex.planarity.points import Points, hull, require_general_position


class OrderTypeDocument(Document):
    """An order type, and the first point set stored that has it."""

    kind: Literal["planarity-order-type"] = "planarity-order-type"
    points: Annotated[int, Fact()]
    hull: Annotated[int, Fact()] = Field(description="How many points the convex hull has.")
    x_type: str = Field(description="The label of its x-type.")
    representative: Pairs = Field(description="The first point set stored that has it.")


def _identify(points: Points, _budget: Budget) -> Identity:
    canonical = canonical_order_type(points)
    return Identity(content_key(TAG, canonical.form), (len(points), len(hull(points))), canonical.order)


def _write(points: Points, named: Named) -> Written[OrderTypeDocument]:
    x_type = prepare(X_TYPE, points)
    document = OrderTypeDocument(
        label=named.label,
        points=len(points),
        hull=len(hull(points)),
        x_type=x_type.label,
        representative=list(points),
    )
    return Written(document, [Linked("has-x-type", x_type)])


def _read(document: OrderTypeDocument, _claims: Sequence[Claim]) -> Points:
    require_general_position(document.representative)
    return tuple(document.representative)


ORDER_TYPE = Kind(
    name="planarity-order-type",
    number=43,
    address="planarity/order-types",
    model=OrderTypeDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="Which triples of points turn left, up to reflection.",
        same="point-set",
        picture=lambda document: points_picture(document.representative),
    ),
    formerly="ordertype",
)

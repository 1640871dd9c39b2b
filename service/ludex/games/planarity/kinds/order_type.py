"""Order types of point sets (which triples turn left, up to reflection) and x-types (which segments cross)."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, NewLink, ObjectContent, View, prepare
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.planarity.document_parts import HULL, Pairs, points_picture
from ludex.games.planarity.identity.order_type import ORDER_TYPE as ORDER_TYPE_TAG
from ludex.games.planarity.identity.order_type import X_TYPE as X_TYPE_TAG
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_x_type
from ludex.games.planarity.points import Points, hull, require_general_position


class XTypeDocument(Document):
    """An x-type, represented by its first stored point set."""

    kind: Literal["planarity-x-type"] = "planarity-x-type"
    points: Annotated[int, Fact()] = Field(description="Number of points.")
    representative: Pairs = Field(description="First stored point set of this class.")


class OrderTypeDocument(Document):
    """An order type, represented by its first stored point set."""

    kind: Literal["planarity-order-type"] = "planarity-order-type"
    points: Annotated[int, Fact()] = Field(description="Number of points.")
    hull: Annotated[int, Fact(title="points on the hull", synonyms=HULL)] = Field(
        description="Number of points on the convex hull."
    )
    x_type: str = Field(description="Label of the x-type of the points.")
    representative: Pairs = Field(description="First stored point set of this class.")


def _identify_x_type(points: Points, _budget: Budget) -> Identity:
    canonical = canonical_x_type(points)
    return Identity(content_key(X_TYPE_TAG, canonical.form), (len(points),), canonical.order)


def _write_x_type(points: Points, named: LabelledIdentity) -> ObjectContent[XTypeDocument]:
    return ObjectContent(XTypeDocument(label=named.label, points=len(points), representative=list(points)))


def _identify(points: Points, _budget: Budget) -> Identity:
    canonical = canonical_order_type(points)
    return Identity(content_key(ORDER_TYPE_TAG, canonical.form), (len(points), len(hull(points))), canonical.order)


def _write(points: Points, named: LabelledIdentity) -> ObjectContent[OrderTypeDocument]:
    x_type = prepare(X_TYPE, points)
    document = OrderTypeDocument(
        label=named.label,
        points=len(points),
        hull=len(hull(points)),
        x_type=x_type.label,
        representative=list(points),
    )
    return ObjectContent(document, [NewLink("has-x-type", x_type)])


def _read(document: XTypeDocument | OrderTypeDocument, _claims: Sequence[Claim]) -> Points:
    require_general_position(document.representative)
    return tuple(document.representative)


X_TYPE = Kind(
    name="planarity-x-type",
    address="planarity/x-types",
    model=XTypeDocument,
    identify=_identify_x_type,
    write=_write_x_type,
    read=_read,
    view=View(
        about="Classes of point sets in which the same segments cross.",
        name="X-type of {} points",
        duplicate_relation="x-type",
        picture=lambda document: points_picture(document.representative),
    ),
    called="x-type",
)
ORDER_TYPE = Kind(
    name="planarity-order-type",
    address="planarity/order-types",
    model=OrderTypeDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="Classes of point sets in which the same triples turn left, up to reflection.",
        name="Order type of {} points, {} on the hull",
        duplicate_relation="point-set",
        picture=lambda document: points_picture(document.representative),
    ),
)

"""x-types of point sets: which segments between the points cross."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claim import Claim
from ludex.catalogue.document import Document, Fact
from ludex.catalogue.kind import Identity, Kind, Named, View, Written
from ludex.catalogue.kinds.planarity.drawn import Pairs, points_picture
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.planarity.identity.keys import X_TYPE as TAG
from ludex.planarity.identity.x_type import canonical_x_type
from ludex.planarity.points import Points, require_general_position


class XTypeDocument(Document):
    """An x-type, and the first point set stored that has it."""

    kind: Literal["planarity-x-type"] = "planarity-x-type"
    points: Annotated[int, Fact()]
    representative: Pairs = Field(description="The first point set stored that has it.")


def _identify(points: Points, _budget: Budget) -> Identity:
    canonical = canonical_x_type(points)
    return Identity(content_key(TAG, canonical.form), (len(points),), canonical.order)


def _write(points: Points, named: Named) -> Written[XTypeDocument]:
    return Written(XTypeDocument(label=named.label, points=len(points), representative=list(points)))


def _read(document: XTypeDocument, _claims: Sequence[Claim]) -> Points:
    require_general_position(document.representative)
    return tuple(document.representative)


X_TYPE = Kind(
    name="planarity-x-type",
    number=42,
    address="planarity/x-types",
    model=XTypeDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="Which segments between points cross.",
        same="x-type",
        picture=lambda document: points_picture(document.representative),
    ),
    formerly="xtype",
)

"""Order types and x-types of point sets: identifying one, and those that are stored."""

from flask import Response
from pydantic import ConfigDict, Field
from sqlalchemy.orm import Session

from ludex.api.collections import mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Duplicate, Matching, Timed
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import PointsIn, pairs
from ludex.api.planarity.searching import search
from ludex.api.routes import Routes, reply
from ludex.api.service import service
from ludex.catalogue.planarity.order_types import (
    ORDER_TYPES,
    X_TYPES,
    StoredOrderType,
    StoredXType,
    representative_matching,
    store_order_type,
)
from ludex.catalogue.planarity.preparing import PreparedPoints, prepare_points
from ludex.pictures.drawings import point_set_svg

routes = Routes(
    "planarity-order-types",
    tag="Planarity order types",
    about="Which triples of points turn left (order type, up to reflection) and which segments cross (x-type).",
    prefix=PREFIX,
)

PATH = f"{PREFIX}/order-types"


class OrderType(Answer):
    """An order type, and the first point set stored that has it."""

    label: str
    url: str
    points: int
    hull: int
    x_type: str
    representative: list[list[int]]
    levels: int = Field(description="How many stored levels have it.")


class XType(Answer):
    """An x-type, and the first point set stored that has it."""

    label: str
    url: str
    points: int
    representative: list[list[int]]
    order_types: int = Field(description="How many stored order types have it.")
    hulls: list[int] = Field(description="How many points the hulls of these have, rising.")


class Identify(PointsIn, Timed):
    """Points in general position."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"points": [[0, 0], [4, 1], [2, 5], [2, 2], [9, 8]]}]})


class Identified(Answer):
    """The order type of the request's points."""

    label: str
    url: str | None = Field(description="Null where it is not stored.")
    x_type: str
    points: int
    hull: int
    representative: list[list[int]] | None = Field(description="The stored point set that has it.")
    matching: Matching | None = Field(
        description="For point i of the request, its point of the stored representative; null where it is not stored."
    )
    duplicate_of: Duplicate | None = Field(description="Null where the order type was not stored before.")


def show(stored: StoredOrderType) -> OrderType:
    """Return the answer of a stored order type."""
    return OrderType(
        label=stored.label,
        url=f"{PATH}/{stored.label}",
        points=stored.points,
        hull=stored.hull,
        x_type=stored.x_type,
        representative=pairs(stored.representative),
        levels=stored.levels,
    )


def show_x_type(stored: StoredXType) -> XType:
    """Return the answer of a stored x-type."""
    return XType(
        label=stored.label,
        url=f"{PREFIX}/x-types/{stored.label}",
        points=stored.points,
        representative=pairs(stored.representative),
        order_types=stored.order_types,
        hulls=list(stored.hulls),
    )


def _draw(_session: Session, stored: StoredOrderType | StoredXType) -> str:
    return point_set_svg(stored.representative)


KIND = Kind(ORDER_TYPES, "order-types", "order type", OrderType, show, draw=_draw)
X_KIND = Kind(X_TYPES, "x-types", "x-type", XType, show_x_type, draw=_draw)
mount(routes, KIND)
mount(routes, X_KIND)


@routes.post("/order-types", {201: Identified, 200: Identified}, problems=(422, 503))
def identify(body: Identify) -> Response:
    """Identify the order type of points, up to reflection, and store it.

    201 where it is new, with these points as its representative; 200 where it is stored already. A read-only service
    identifies it all the same, and stores nothing.
    """
    points = body.point_set()
    with search("order-type", body.time_limit, "order-type"):
        prepared = prepare_points(points)
    created = False
    if service().stores:
        with service().catalogue.writing() as session:
            created = store_order_type(session, prepared).created
    with service().catalogue.reading() as session:
        answer = show_identified(prepared, ORDER_TYPES.by_label(session, prepared.label), created)
    return reply(answer, 201, {"Location": answer.url or ""}) if created else reply(answer)


def show_identified(prepared: PreparedPoints, stored: StoredOrderType | None, created: bool) -> Identified:
    """Return the answer that identifies points, with what is stored of their order type."""
    matching = None if stored is None else list(representative_matching(prepared, stored.representative))
    known = matching is not None and not created
    return Identified(
        label=prepared.label,
        url=None if stored is None else f"{PATH}/{stored.label}",
        x_type=prepared.x_label,
        points=len(prepared.points),
        hull=prepared.hull,
        representative=None if stored is None else pairs(stored.representative),
        matching=matching,
        duplicate_of=Duplicate(relation="point-set", matching=matching or []) if known else None,
    )

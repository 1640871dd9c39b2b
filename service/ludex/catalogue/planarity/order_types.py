"""Stored order types and x-types of point sets. Each shows the first point set stored that has it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.planarity.preparing import PreparedPoints
from ludex.catalogue.storing import Stored, chunks, store_many
from ludex.catalogue.tables import LevelRow, OrderTypeRow, XTypeRow
from ludex.graphs.isomorphism import through
from ludex.planarity.identity.order_type import canonical_order_type
from ludex.planarity.points import Points


@dataclass(frozen=True, slots=True)
class StoredOrderType:
    """A stored order type: a point set that has it, the label of its x-type, and how many stored levels have it."""

    id: int
    label: str
    points: int
    hull: int
    representative: Points
    x_type: str
    levels: int


@dataclass(frozen=True, slots=True)
class StoredXType:
    """A stored x-type: a point set that has it, how many stored order types have it, and their hulls, ascending."""

    id: int
    label: str
    points: int
    representative: Points
    order_types: int
    hulls: tuple[int, ...]


def store_order_types(session: Session, point_sets: Iterable[PreparedPoints]) -> dict[bytes, Stored[OrderTypeRow]]:
    """Store the order types of point sets, with their x-types, in bulk; return the row of each by its key.

    The first point set of a key is the one that is shown.
    """
    first: dict[bytes, PreparedPoints] = {}
    first_of_x: dict[bytes, PreparedPoints] = {}
    for points in point_sets:
        first.setdefault(points.key, points)
        first_of_x.setdefault(points.x_key, points)
    x_types = store_many(session, XTypeRow, [_x_values(points) for points in first_of_x.values()], keep_order=True)
    rows = [_values(points, x_types[points.x_key].row.id) for points in first.values()]
    return store_many(session, OrderTypeRow, rows, keep_order=True)


def store_order_type(session: Session, points: PreparedPoints) -> Stored[OrderTypeRow]:
    """Store the order type of a point set, with its x-type."""
    return store_order_types(session, [points])[points.key]


def representative_matching(points: PreparedPoints, representative: Points) -> tuple[int, ...]:
    """Return, for each point, the point of the stored representative of its order type that it matches."""
    return through(points.order, canonical_order_type(representative).order)


def _x_values(points: PreparedPoints) -> dict[str, Any]:
    return {
        "key": points.x_key,
        "label": points.x_label,
        "form": points.x_form,
        "points": len(points.points),
        "representative": [list(point) for point in points.points],
    }


def _values(points: PreparedPoints, x_type: int) -> dict[str, Any]:
    return {
        "key": points.key,
        "label": points.label,
        "form": points.form,
        "points": len(points.points),
        "hull": points.hull,
        "representative": [list(point) for point in points.points],
        "x_type_id": x_type,
    }


def read_points(numbers: Sequence[Sequence[int]]) -> Points:
    """Return the points that a row holds."""
    return tuple((x, y) for x, y in numbers)


def _load(session: Session, rows: Sequence[OrderTypeRow]) -> list[StoredOrderType]:
    x_types: dict[int, str] = {}
    levels: dict[int, int] = {}
    for part in chunks(rows):
        labels = select(XTypeRow.id, XTypeRow.label).where(XTypeRow.id.in_({row.x_type_id for row in part}))
        x_types |= dict(session.execute(labels).all())
        counted = select(LevelRow.order_type_id, func.count()).where(
            LevelRow.order_type_id.in_([row.id for row in part])
        )
        levels |= dict(session.execute(counted.group_by(LevelRow.order_type_id)).all())
    return [
        StoredOrderType(
            id=row.id,
            label=row.label,
            points=row.points,
            hull=row.hull,
            representative=read_points(row.representative),
            x_type=x_types[row.x_type_id],
            levels=levels.get(row.id, 0),
        )
        for row in rows
    ]


def _load_x_types(session: Session, rows: Sequence[XTypeRow]) -> list[StoredXType]:
    hulls: dict[int, dict[int, int]] = {row.id: {} for row in rows}
    for part in chunks([row.id for row in rows]):
        counted = (
            select(OrderTypeRow.x_type_id, OrderTypeRow.hull, func.count())
            .where(OrderTypeRow.x_type_id.in_(part))
            .group_by(OrderTypeRow.x_type_id, OrderTypeRow.hull)
        )
        for x_type, hull, count in session.execute(counted):
            hulls[x_type][hull] = count
    return [
        StoredXType(
            id=row.id,
            label=row.label,
            points=row.points,
            representative=read_points(row.representative),
            order_types=sum(hulls[row.id].values()),
            hulls=tuple(sorted(hulls[row.id])),
        )
        for row in rows
    ]


def _with_x_type(label: str) -> ColumnElement[bool]:
    return OrderTypeRow.x_type_id.in_(select(XTypeRow.id).where(XTypeRow.label == label))


def _of_level(label: str) -> ColumnElement[bool]:
    return OrderTypeRow.id.in_(select(LevelRow.order_type_id).where(LevelRow.label == label))


def _of_order_type(label: str) -> ColumnElement[bool]:
    return XTypeRow.id.in_(select(OrderTypeRow.x_type_id).where(OrderTypeRow.label == label))


ORDER_TYPES: Collection[OrderTypeRow, StoredOrderType] = Collection(
    name="order types",
    model=OrderTypeRow,
    load=_load,
    equal={"points": OrderTypeRow.points, "hull": OrderTypeRow.hull},
    ranges={"points": OrderTypeRow.points, "hull": OrderTypeRow.hull},
    related={"x_type": _with_x_type, "level": _of_level},
    sorts={"points": OrderTypeRow.points, "hull": OrderTypeRow.hull},
)

X_TYPES: Collection[XTypeRow, StoredXType] = Collection(
    name="x-types",
    model=XTypeRow,
    load=_load_x_types,
    equal={"points": XTypeRow.points},
    ranges={"points": XTypeRow.points},
    related={"order_type": _of_order_type},
    sorts={"points": XTypeRow.points},
)

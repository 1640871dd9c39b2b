"""Filters that levels and classes of the census share: by the graph, the order type and the x-type of their drawing."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, select

from ludex.catalogue.tables import CensusClassRow, GraphRow, LevelRow, OrderTypeRow, XTypeRow

Drawn = type[LevelRow] | type[CensusClassRow]
Related = Mapping[str, Callable[[Any], ColumnElement[bool]]]


def with_graph(row: Drawn) -> Callable[[Select[Any]], Select[Any]]:
    """Return what joins the graph to a statement about drawings.

    An outer join: the list is walked in its own order, and where nothing of the graph is asked for it costs nothing.
    """
    return lambda statement: statement.outerjoin(GraphRow, GraphRow.id == row.graph_id)


def related_to(row: Drawn) -> Related:
    """Return the conditions that a drawing has the graph, the order type, the x-type with a label."""

    def of_graph(label: str) -> ColumnElement[bool]:
        return row.graph_id == select(GraphRow.id).where(GraphRow.label == label).scalar_subquery()

    def of_order_type(label: str) -> ColumnElement[bool]:
        return row.order_type_id == select(OrderTypeRow.id).where(OrderTypeRow.label == label).scalar_subquery()

    def of_x_type(label: str) -> ColumnElement[bool]:
        return row.order_type_id.in_(select(OrderTypeRow.id).join(XTypeRow).where(XTypeRow.label == label))

    return {"graph": of_graph, "order_type": of_order_type, "x_type": of_x_type}

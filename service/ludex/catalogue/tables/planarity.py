"""The tables of Swap Planarity: level -> graph, level -> order type -> x-type; packs of levels; the census.

A level is a class of swap-equivalent drawings. It shows the first drawing stored: `hull`, `delta`, the order type and
the vertices of `swaps` are of that drawing, all other numbers of the class. `min_swaps` is null where no plane drawing
can be reached (`proved`) or none is known.
"""

from typing import Any

from sqlalchemy import CheckConstraint, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column, synonym

from ludex.catalogue.tables.base import Base, Id, Json, Keyed, Natural, owned, shared


class GraphRow(Keyed, Base):
    """A graph up to isomorphism: its canonical form, as graph6 too, and its invariants.

    `degrees` are joined by commas, falling: "3,2,2,1". `girth` is null for a forest.
    """

    __tablename__ = "graph"

    form: Mapped[bytes] = mapped_column(LargeBinary)
    graph6: Mapped[str] = mapped_column(String)
    vertices: Mapped[int]
    edges: Mapped[int]
    degrees: Mapped[str] = mapped_column(String)
    min_degree: Mapped[int]
    max_degree: Mapped[int]
    components: Mapped[int]
    connected: Mapped[bool]
    planar: Mapped[bool]
    outerplanar: Mapped[bool]
    tree: Mapped[bool]
    forest: Mapped[bool]
    bipartite: Mapped[bool]
    girth: Mapped[int | None]
    automorphisms: Mapped[int] = mapped_column(Natural)

    __table_args__ = (
        Index(None, "vertices", "edges", "id"),
        Index(None, "edges", "id"),
        Index(None, "degrees", "id"),
        Index(None, "automorphisms", "id"),
    )


class XTypeRow(Keyed, Base):
    """An x-type: which segments between points cross; and the first point set stored that has it."""

    __tablename__ = "x_type"

    form: Mapped[bytes] = mapped_column(LargeBinary)
    points: Mapped[int]
    representative: Mapped[list[list[int]]] = mapped_column(Json)

    __table_args__ = (Index(None, "points", "id"),)


class OrderTypeRow(Keyed, Base):
    """An order type up to reflection, and the first point set stored that has it."""

    __tablename__ = "order_type"

    form: Mapped[bytes] = mapped_column(LargeBinary)
    points: Mapped[int]
    hull: Mapped[int]
    representative: Mapped[list[list[int]]] = mapped_column(Json)
    x_type_id: Mapped[int] = mapped_column(shared("x_type.id"))

    __table_args__ = (
        Index(None, "points", "hull", "id"),
        Index(None, "hull", "id"),
        Index(None, "x_type_id", "id"),
    )


class LevelRow(Keyed, Base):
    """A level: a drawing as {"points", "edges"}, what is known of its solutions, and where it comes from.

    `delta` counts units of 0.0001 of the side of the drawing's bounding square. `lower_bound` is proved; `swaps` is a
    solution of `min_swaps` swaps. From `arrangements` to `independent_swaps` all are of the optimal solutions, null
    where these are not known.
    """

    __tablename__ = "level"

    drawing: Mapped[dict[str, Any]] = mapped_column(Json)
    vertices: Mapped[int]
    edges: Mapped[int]
    crossings: Mapped[int]
    hull: Mapped[int]
    delta: Mapped[int]
    min_swaps: Mapped[int | None]
    proved: Mapped[bool]
    lower_bound: Mapped[int]
    reason: Mapped[str] = mapped_column(String)
    swaps: Mapped[list[list[int]] | None] = mapped_column(Json)
    arrangements: Mapped[int | None] = mapped_column(Natural)
    sequences: Mapped[int | None] = mapped_column(Natural)
    orders: Mapped[int | None] = mapped_column(Natural)
    crossings_must_rise: Mapped[bool | None]
    steepest_descent: Mapped[bool | None]
    independent_swaps: Mapped[int | None]
    grade: Mapped[int | None]
    graph_id: Mapped[int] = mapped_column(shared("graph.id"))
    order_type_id: Mapped[int] = mapped_column(shared("order_type.id"))
    provenance: Mapped[dict[str, Any]] = mapped_column(Json)
    source: Mapped[str] = mapped_column(String)
    starting: Mapped[bool]

    __table_args__ = (
        CheckConstraint("(min_swaps IS NULL) = (swaps IS NULL)", name="swaps"),
        CheckConstraint(
            "grade IS NULL OR (proved AND arrangements IS NOT NULL AND sequences IS NOT NULL)", name="grade"
        ),
        Index(None, "vertices", "id"),
        Index(None, "vertices", "edges", "min_swaps", "id"),
        Index(None, "edges", "id"),
        Index(None, "crossings", "id"),
        Index(None, "hull", "id"),
        Index(None, "delta", "id"),
        Index(None, "min_swaps", "proved", "id"),
        Index(None, "proved", "id"),
        Index(None, "grade", "id"),
        Index(None, "graph_id", "id"),
        Index(None, "order_type_id", "id"),
        Index(None, "source", "id"),
    )


class PackRow(Base):
    """A pack: a named list of levels, ordered by grade. `starting`: it is of the starting catalogue, and stays."""

    __tablename__ = "pack"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    slug: Mapped[str] = mapped_column(String, unique=True)
    title: Mapped[str] = mapped_column(String)
    description: Mapped[str] = mapped_column(String)
    starting: Mapped[bool]

    # A pack is called by its slug; the lists of stored objects ask for labels.
    label: Mapped[str] = synonym("slug")


class PackLevelRow(Base):
    """A level of a pack; its place follows from its grade, then from its age."""

    __tablename__ = "pack_level"

    pack_id: Mapped[int] = mapped_column(owned("pack.id"), primary_key=True)
    level_id: Mapped[int] = mapped_column(shared("level.id"), primary_key=True)

    __table_args__ = (Index(None, "level_id", "pack_id"),)


class CensusClassRow(Keyed, Base):
    """A class of swap-equivalent drawings from the census of all connected graphs on few points; all of it proved."""

    __tablename__ = "census_class"

    drawing: Mapped[dict[str, Any]] = mapped_column(Json)
    vertices: Mapped[int]
    edges: Mapped[int]
    crossings: Mapped[int]
    min_swaps: Mapped[int | None]
    arrangements: Mapped[int | None] = mapped_column(Natural)
    sequences: Mapped[int | None] = mapped_column(Natural)
    graph_id: Mapped[int] = mapped_column(shared("graph.id"))
    order_type_id: Mapped[int] = mapped_column(shared("order_type.id"))

    __table_args__ = (
        Index(None, "vertices", "edges", "id"),
        Index(None, "edges", "id"),
        Index(None, "crossings", "id"),
        Index(None, "min_swaps", "id"),
        Index(None, "graph_id", "id"),
        Index(None, "order_type_id", "id"),
    )

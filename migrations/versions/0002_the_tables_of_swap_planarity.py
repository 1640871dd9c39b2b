"""The tables of Swap Planarity.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _json() -> sa.JSON:
    return sa.JSON(none_as_null=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "x_type",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("form", sa.LargeBinary(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("representative", _json(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_x_type")),
        sa.UniqueConstraint("key", name=op.f("uq_x_type_key")),
        sa.UniqueConstraint("label", name=op.f("uq_x_type_label")),
    )
    op.create_index("ix_x_type_points_id", "x_type", ["points", "id"])

    op.create_table(
        "graph",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("form", sa.LargeBinary(), nullable=False),
        sa.Column("graph6", sa.String(), nullable=False),
        sa.Column("vertices", sa.Integer(), nullable=False),
        sa.Column("edges", sa.Integer(), nullable=False),
        sa.Column("degrees", sa.String(), nullable=False),
        sa.Column("min_degree", sa.Integer(), nullable=False),
        sa.Column("max_degree", sa.Integer(), nullable=False),
        sa.Column("components", sa.Integer(), nullable=False),
        sa.Column("connected", sa.Boolean(), nullable=False),
        sa.Column("planar", sa.Boolean(), nullable=False),
        sa.Column("outerplanar", sa.Boolean(), nullable=False),
        sa.Column("tree", sa.Boolean(), nullable=False),
        sa.Column("forest", sa.Boolean(), nullable=False),
        sa.Column("bipartite", sa.Boolean(), nullable=False),
        sa.Column("girth", sa.Integer(), nullable=True),
        sa.Column("automorphisms", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_graph")),
        sa.UniqueConstraint("key", name=op.f("uq_graph_key")),
        sa.UniqueConstraint("label", name=op.f("uq_graph_label")),
    )
    op.create_index("ix_graph_automorphisms_id", "graph", ["automorphisms", "id"])
    op.create_index("ix_graph_degrees_id", "graph", ["degrees", "id"])
    op.create_index("ix_graph_edges_id", "graph", ["edges", "id"])
    op.create_index("ix_graph_vertices_edges_id", "graph", ["vertices", "edges", "id"])

    op.create_table(
        "order_type",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("form", sa.LargeBinary(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("hull", sa.Integer(), nullable=False),
        sa.Column("representative", _json(), nullable=False),
        sa.Column("x_type_id", _id(), nullable=False),
        sa.ForeignKeyConstraint(
            ["x_type_id"], ["x_type.id"], name=op.f("fk_order_type_x_type_id"), ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_type")),
        sa.UniqueConstraint("key", name=op.f("uq_order_type_key")),
        sa.UniqueConstraint("label", name=op.f("uq_order_type_label")),
    )
    op.create_index("ix_order_type_hull_id", "order_type", ["hull", "id"])
    op.create_index("ix_order_type_points_hull_id", "order_type", ["points", "hull", "id"])
    op.create_index("ix_order_type_x_type_id_id", "order_type", ["x_type_id", "id"])

    op.create_table(
        "level",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("drawing", _json(), nullable=False),
        sa.Column("vertices", sa.Integer(), nullable=False),
        sa.Column("edges", sa.Integer(), nullable=False),
        sa.Column("crossings", sa.Integer(), nullable=False),
        sa.Column("hull", sa.Integer(), nullable=False),
        sa.Column("delta", sa.Integer(), nullable=False),
        sa.Column("min_swaps", sa.Integer(), nullable=True),
        sa.Column("proved", sa.Boolean(), nullable=False),
        sa.Column("lower_bound", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("swaps", _json(), nullable=True),
        sa.Column("arrangements", sa.String(), nullable=True),
        sa.Column("sequences", sa.String(), nullable=True),
        sa.Column("orders", sa.String(), nullable=True),
        sa.Column("crossings_must_rise", sa.Boolean(), nullable=True),
        sa.Column("steepest_descent", sa.Boolean(), nullable=True),
        sa.Column("independent_swaps", sa.Integer(), nullable=True),
        sa.Column("grade", sa.Integer(), nullable=True),
        sa.Column("graph_id", _id(), nullable=False),
        sa.Column("order_type_id", _id(), nullable=False),
        sa.Column("provenance", _json(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("starting", sa.Boolean(), nullable=False),
        sa.CheckConstraint("(min_swaps IS NULL) = (swaps IS NULL)", name=op.f("ck_level_swaps")),
        sa.CheckConstraint(
            "grade IS NULL OR (proved AND arrangements IS NOT NULL AND sequences IS NOT NULL)",
            name=op.f("ck_level_grade"),
        ),
        sa.ForeignKeyConstraint(["graph_id"], ["graph.id"], name=op.f("fk_level_graph_id"), ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(
            ["order_type_id"], ["order_type.id"], name=op.f("fk_level_order_type_id"), ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_level")),
        sa.UniqueConstraint("key", name=op.f("uq_level_key")),
        sa.UniqueConstraint("label", name=op.f("uq_level_label")),
    )
    op.create_index("ix_level_crossings_id", "level", ["crossings", "id"])
    op.create_index("ix_level_delta_id", "level", ["delta", "id"])
    op.create_index("ix_level_edges_id", "level", ["edges", "id"])
    op.create_index("ix_level_grade_id", "level", ["grade", "id"])
    op.create_index("ix_level_graph_id_id", "level", ["graph_id", "id"])
    op.create_index("ix_level_hull_id", "level", ["hull", "id"])
    op.create_index("ix_level_min_swaps_proved_id", "level", ["min_swaps", "proved", "id"])
    op.create_index("ix_level_order_type_id_id", "level", ["order_type_id", "id"])
    op.create_index("ix_level_proved_id", "level", ["proved", "id"])
    op.create_index("ix_level_source_id", "level", ["source", "id"])
    op.create_index("ix_level_vertices_edges_min_swaps_id", "level", ["vertices", "edges", "min_swaps", "id"])
    op.create_index("ix_level_vertices_id", "level", ["vertices", "id"])

    op.create_table(
        "pack",
        sa.Column("id", _id(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("starting", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pack")),
        sa.UniqueConstraint("slug", name=op.f("uq_pack_slug")),
    )

    op.create_table(
        "pack_level",
        sa.Column("pack_id", _id(), nullable=False),
        sa.Column("level_id", _id(), nullable=False),
        sa.ForeignKeyConstraint(["level_id"], ["level.id"], name=op.f("fk_pack_level_level_id"), ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["pack_id"], ["pack.id"], name=op.f("fk_pack_level_pack_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("pack_id", "level_id", name=op.f("pk_pack_level")),
    )
    op.create_index("ix_pack_level_level_id_pack_id", "pack_level", ["level_id", "pack_id"])

    op.create_table(
        "census_class",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("drawing", _json(), nullable=False),
        sa.Column("vertices", sa.Integer(), nullable=False),
        sa.Column("edges", sa.Integer(), nullable=False),
        sa.Column("crossings", sa.Integer(), nullable=False),
        sa.Column("min_swaps", sa.Integer(), nullable=True),
        sa.Column("arrangements", sa.String(), nullable=True),
        sa.Column("sequences", sa.String(), nullable=True),
        sa.Column("graph_id", _id(), nullable=False),
        sa.Column("order_type_id", _id(), nullable=False),
        sa.ForeignKeyConstraint(["graph_id"], ["graph.id"], name=op.f("fk_census_class_graph_id"), ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(
            ["order_type_id"], ["order_type.id"], name=op.f("fk_census_class_order_type_id"), ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_census_class")),
        sa.UniqueConstraint("key", name=op.f("uq_census_class_key")),
        sa.UniqueConstraint("label", name=op.f("uq_census_class_label")),
    )
    op.create_index("ix_census_class_crossings_id", "census_class", ["crossings", "id"])
    op.create_index("ix_census_class_edges_id", "census_class", ["edges", "id"])
    op.create_index("ix_census_class_graph_id_id", "census_class", ["graph_id", "id"])
    op.create_index("ix_census_class_min_swaps_id", "census_class", ["min_swaps", "id"])
    op.create_index("ix_census_class_order_type_id_id", "census_class", ["order_type_id", "id"])
    op.create_index("ix_census_class_vertices_edges_id", "census_class", ["vertices", "edges", "id"])


def downgrade() -> None:
    """Drop the tables, those that refer to others first."""
    for table in ("census_class", "pack_level", "pack", "level", "order_type", "graph", "x_type"):
        op.drop_table(table)

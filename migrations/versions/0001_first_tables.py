"""The tables of every catalogue: nodes with their documents, links, claims and aliases."""

import sqlalchemy as sa
from alembic import op

from ludex.catalogue.storage.views import platform_views

revision = "0001_a7383d68"
down_revision = None
branch_labels = ("ludex",)
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
"""Texts that are sorted by code points on both databases."""


def upgrade() -> None:
    """Create the tables, their indexes, and the views."""
    create_objects()
    create_results()
    create_columns()
    create_access()
    for view in platform_views(op.get_context().dialect).values():
        op.execute(view)


def create_objects() -> None:
    """Create the tables of numbers, nodes, documents, links, aliases, annotations and deleted objects."""
    op.create_table(
        "name_number",
        sa.Column("category", TEXT, primary_key=True),
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("number", sa.SmallInteger, nullable=False),
        sa.Column("inverse", sa.String),
        sa.Column("derived", sa.Boolean),
        sa.Column("owned_by_target", sa.Boolean),
        sa.UniqueConstraint("category", "number"),
    )
    op.create_table(
        "node",
        sa.Column("id", ID, primary_key=True),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("built_in", sa.Boolean, nullable=False),
    )
    op.create_index("ix_node_hash", "node", [sa.text('substr("key", 2, 10)')], unique=True)
    op.create_table(
        "document",
        node_id("node", primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("rest", sa.LargeBinary),
    )
    op.create_table(
        "link",
        node_id("source", primary_key=True),
        sa.Column("relation", sa.SmallInteger, primary_key=True, autoincrement=False),
        node_id("target", primary_key=True),
        sa.Column("place", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("detail", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_link_target_relation_source", "link", ["target", "relation", "source"])
    op.create_table(
        "alias",
        sa.Column("id", ID, primary_key=True),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("slug", TEXT, nullable=False),
        node_id("node", nullable=False),
        sa.Column("built_in", sa.Boolean, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("kind", "slug"),
    )
    op.create_index("ix_alias_node", "alias", ["node"])
    op.create_index("ix_alias_slug", "alias", ["slug"])
    op.create_table(
        "annotation",
        node_id("node", primary_key=True, autoincrement=False),
        sa.Column("title", sa.Text),
        sa.Column("tags", sa.String, nullable=False),
        sa.Column("note", sa.Text),
        sa.Column("data", sa.Text),
    )
    op.create_index("ix_annotation_title", "annotation", [sa.text("substr(title, 1, 200)")])
    op.create_table(
        "tag",
        sa.Column("tag", TEXT, primary_key=True),
        node_id("node", primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tag_node", "tag", ["node"])
    op.create_table(
        "trash",
        sa.Column("id", ID, primary_key=True),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("deleted", TEXT, nullable=False),
        sa.Column("replaced_by", TEXT),
        sa.Column("owner", TEXT),
        sa.Column("lines", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_trash_label", "trash", ["label"])
    op.create_index("ix_trash_deleted", "trash", ["deleted"])
    op.create_table("redirect", sa.Column("label", TEXT, primary_key=True), node_id("target", nullable=False))
    op.create_index("ix_redirect_target", "redirect", ["target"])
    op.create_table(
        "daily_calendar",
        sa.Column("game", TEXT, primary_key=True),
        sa.Column("first", TEXT, primary_key=True),
        sa.Column("start", TEXT, nullable=False),
        sa.Column("pack", TEXT),
        sa.Column("order", sa.String, nullable=False),
        sa.Column("labels", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "daily_day",
        sa.Column("game", TEXT, primary_key=True),
        sa.Column("day", TEXT, primary_key=True),
        sa.Column("label", TEXT, nullable=False),
    )


def create_results() -> None:
    """Create the tables of claims, of unchecked objects and of the starting catalogues that were stored."""
    op.create_table(
        "claim",
        sa.Column("id", ID, primary_key=True),
        node_id("subject", nullable=False),
        sa.Column("statement", sa.SmallInteger, nullable=False),
        sa.Column("parameters", sa.String, nullable=False),
        sa.Column("value", sa.Text),
        sa.Column("lower", sa.String),
        sa.Column("upper", sa.String),
        sa.Column("proved", sa.Boolean, nullable=False),
        sa.Column("evidence", sa.String),
        sa.Column("method", sa.LargeBinary, nullable=False),
        sa.Column("certificate", sa.LargeBinary),
        sa.Column("engine", sa.String, nullable=False),
        sa.Column("search_nodes", sa.BigInteger),
        sa.Column("seconds", sa.Float),
        sa.Column("checked", sa.String),
        sa.Column("checked_by", sa.String),
        sa.Column("provenance_checksum", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("subject", "statement", "parameters"),
    )
    op.create_index("ix_claim_statement_id", "claim", ["statement", "id"])
    op.create_index("ix_claim_statement_proved_id", "claim", ["statement", "proved", "id"])
    op.create_index("ix_claim_evidence_statement_id", "claim", ["evidence", "statement", "id"])
    op.create_table("trusted", node_id("node", primary_key=True))
    op.create_table("verified", node_id("node", primary_key=True), sa.Column("at", sa.String, nullable=False))
    op.create_index("ix_verified_at", "verified", ["at"])
    op.create_table("starting_catalogue", sa.Column("version", sa.String, primary_key=True))


def create_columns() -> None:
    """Create the tables of counts, of changes, and of facts column by column, from which lists are answered."""
    op.create_table(
        "counter",
        sa.Column("counted", sa.String, primary_key=True),
        sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("count", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "change",
        sa.Column("id", ID, primary_key=True),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("node", ID, nullable=False),
    )
    op.create_index("ix_change_kind_id", "change", ["kind", "id"])
    op.create_index("ix_change_node", "change", ["node"])
    op.create_table(
        "segment",
        sa.Column("kind", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("first", ID, primary_key=True, autoincrement=False),
        sa.Column("last", ID, nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.Column("change", ID, nullable=False),
        sa.Column("form", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def create_access() -> None:
    """Create the tables of API keys, owners, objects of jobs and rate limits."""
    op.create_table(
        "api_key",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("owner", TEXT, nullable=False),
        sa.Column("scopes", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("expires", sa.String),
        sa.Column("revoked", sa.String),
    )
    op.create_table(
        "ownership",
        node_id("node", primary_key=True, autoincrement=False),
        sa.Column("owner", TEXT, nullable=False),
    )
    op.create_index("ix_ownership_owner", "ownership", ["owner"])
    op.create_table(
        "job_object",
        sa.Column("id", ID, primary_key=True),
        sa.Column("job", TEXT, nullable=False),
        node_id("node", nullable=False),
        sa.UniqueConstraint("node", "job"),
    )
    op.create_index("ix_job_object_job_id", "job_object", ["job", "id"])
    op.create_table(
        "rate",
        sa.Column("counted", sa.String, primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def node_id(name: str, **options: bool) -> sa.Column[int]:
    """Return a column that refers to a node."""
    return sa.Column(name, ID, sa.ForeignKey("node.id", ondelete="RESTRICT"), **options)


def downgrade() -> None:
    """Drop the views and the tables."""
    for view in platform_views(op.get_context().dialect):
        op.execute(f"DROP VIEW {view}")
    access, columns = "rate job_object ownership api_key", "segment change counter"
    people = "daily_day daily_calendar redirect trash tag annotation"
    objects = "trusted verified claim alias link document node name_number"
    for table in f"{access} {columns} starting_catalogue {people} {objects}".split():
        op.drop_table(table)

"""Facts column by column, what changed since, and kept counts: what lists of a million objects are answered from."""

import sqlalchemy as sa
from alembic import op

revision = "1003"
down_revision = "1002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables, and count what is there."""
    op.create_table(
        "tally",
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
    op.execute("INSERT INTO tally SELECT 'kind', kind, count(*) FROM node GROUP BY kind")
    op.execute("INSERT INTO tally SELECT 'relation', relation, count(*) FROM link GROUP BY relation")


def downgrade() -> None:
    """Take the tables away."""
    for table in ("segment", "change", "tally"):
        op.drop_table(table)

"""The hash of each node's key in a table of its own, so that PostgreSQL can partition the nodes by id."""

import sqlalchemy as sa
from alembic import context, op

from ludex.catalogue.storage.tables import partitions_of

revision = "0002_node_hash"
down_revision = "0001_a7383d68"
branch_labels = None
depends_on = None

STEPS, LEAST = 20, 1000
"""So many statements insert the hashes, in order, but each of them those of at least `LEAST` ids."""


def upgrade() -> None:
    """Create and fill the table, and then drop the index, so that readers of `node` wait only for the end."""
    op.create_table(
        "node_hash",
        sa.Column("hash", sa.LargeBinary(10), primary_key=True),
        sa.Column("node", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sqlite_with_rowid=False,
    )
    fill = sa.text(
        "INSERT INTO node_hash SELECT substr(key, 2, 10), id FROM node WHERE id > :after AND id <= :last ORDER BY 1"
    )
    newest = op.get_bind().scalar(sa.text("SELECT max(id) FROM node")) or 0
    size = max(newest // STEPS, LEAST)
    for after in range(0, newest, size):
        last = min(after + size, newest)
        op.get_bind().execute(fill, {"after": after, "last": last})
        context.config.attributes["progress"](last, newest)
    op.drop_index("ix_node_hash", "node")


def downgrade() -> None:
    """Index the nodes again. The index of a partitioned table cannot be unique."""
    unique = not partitions_of(op.get_bind())
    op.create_index("ix_node_hash", "node", [sa.text('substr("key", 2, 10)')], unique=unique)
    op.drop_table("node_hash")

"""Keys that may write, whose an object is, and how often something was done."""

import sqlalchemy as sa
from alembic import op

revision = "1006"
down_revision = "1005"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
WORDS = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "api_key",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("owner", WORDS, nullable=False),
        sa.Column("scopes", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("revoked", sa.String),
    )
    to_node = sa.ForeignKey("node.id", name="fk_possession_node", ondelete="RESTRICT")
    op.create_table(
        "possession",
        sa.Column("node", ID, to_node, primary_key=True, autoincrement=False),
        sa.Column("owner", WORDS, nullable=False),
    )
    op.create_index("ix_possession_owner", "possession", ["owner"])
    op.create_table(
        "rate",
        sa.Column("counted", sa.String, primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Take the tables away."""
    for table in ("rate", "possession", "api_key"):
        op.drop_table(table)

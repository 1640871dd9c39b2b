"""Objects that were taken over without a check are noted, until a verification finds that they hold."""

import sqlalchemy as sa
from alembic import op

revision = "1007"
down_revision = "1006"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table("trusted", sa.Column("node", ID, sa.ForeignKey("node.id", ondelete="RESTRICT"), primary_key=True))


def downgrade() -> None:
    """Take the table away."""
    op.drop_table("trusted")

"""Claims say by which second method they were checked, and are listed by statement and proof."""

import sqlalchemy as sa
from alembic import op

revision = "1002"
down_revision = "1001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and the index that lists of proved claims and their counts are read from."""
    op.add_column("claim", sa.Column("checked_by", sa.String))
    op.create_index("ix_claim_statement_proved_id", "claim", ["statement", "proved", "id"])


def downgrade() -> None:
    """Take both away."""
    op.drop_index("ix_claim_statement_proved_id", "claim")
    op.drop_column("claim", "checked_by")

"""The tables of peg solitaire: the facts of boards and positions."""

import sqlalchemy as sa
from alembic import op

revision = "solitaire_0001_first"
down_revision = None
branch_labels = ("solitaire",)
depends_on = "ludex"  # the tables of the platform

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "solitaire_board",
        sa.Column("node", ID, sa.ForeignKey("node.id", ondelete="RESTRICT"), primary_key=True),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("cells", sa.Integer, nullable=False),
    )
    op.create_table(
        "solitaire_position",
        sa.Column("node", ID, sa.ForeignKey("node.id", ondelete="RESTRICT"), primary_key=True),
        sa.Column("pegs", sa.Integer, nullable=False),
        sa.Column("jumps", sa.Integer, nullable=False),
        sa.Column("fewest", sa.Integer),
        sa.Column("proved", sa.Boolean),
        sa.Column("board", ID, sa.ForeignKey("node.id", ondelete="RESTRICT"), nullable=False),
    )
    op.create_index("ix_solitaire_position_board", "solitaire_position", ["board", "node"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("solitaire_position")
    op.drop_table("solitaire_board")

"""How many levels a pack has is its size: `levels` are lists of them."""

from alembic import op

revision = "1005"
down_revision = "1004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the column, and make its index again under its name."""
    _rename("levels", "size")


def downgrade() -> None:
    """Name it as it was."""
    _rename("size", "levels")


def _rename(old: str, new: str) -> None:
    op.drop_index(f"ix_planarity_pack_{old}", "planarity_pack")
    op.execute(f"ALTER TABLE planarity_pack RENAME COLUMN {old} TO {new}")
    op.create_index(f"ix_planarity_pack_{new}", "planarity_pack", [new, "node"])

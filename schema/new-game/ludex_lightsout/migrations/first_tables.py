"""The table of the facts of positions, and the SQL view of positions."""

from alembic import op

from ludex.catalogue.storage.tables import create_facts_table, create_kind_view, drop_view

revision = "lightsout_0001_first"
down_revision = None
branch_labels = ("lightsout",)
depends_on = "ludex"  # the tables of the platform

POSITION = "side:number lit:number presses:number?"


def upgrade() -> None:
    """Create the table and the view."""
    create_facts_table("lightsout_position", POSITION)
    create_kind_view("lightsout_positions", "lightsout_position", POSITION)


def downgrade() -> None:
    """Drop them."""
    drop_view("lightsout_positions")
    op.drop_table("lightsout_position")

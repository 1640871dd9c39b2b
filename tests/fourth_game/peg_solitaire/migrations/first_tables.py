"""The tables and views of peg solitaire: the facts of boards and positions."""

from alembic import op

from ludex.catalogue.storage.tables import create_facts_table, create_kind_view, drop_view

revision = "solitaire_0001_first"
down_revision = None
branch_labels = ("solitaire",)
depends_on = "ludex"  # the tables of the platform

BOARD = "side:number cells:number"
POSITION = "pegs:number jumps:number fewest:number? proved:truth? board:node"


def upgrade() -> None:
    """Create the tables, and the SQL views with which people and other programs can read them."""
    create_facts_table("solitaire_board", BOARD)
    create_kind_view("solitaire_boards", "solitaire_board", BOARD)
    create_facts_table("solitaire_position", POSITION)
    create_kind_view("solitaire_positions", "solitaire_position", POSITION)


def downgrade() -> None:
    """Drop them."""
    for name in ("position", "board"):
        drop_view(f"solitaire_{name}s")
        op.drop_table(f"solitaire_{name}")

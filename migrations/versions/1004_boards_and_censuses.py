"""Boards and censuses are objects of their own."""

import sqlalchemy as sa
from alembic import op

revision = "1004"
down_revision = "1003"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
WORDS = sa.String().with_variant(sa.String(collation="C"), "postgresql")
FACTS = {
    "swish_board": {
        "symmetry": WORDS,
        "height": sa.Integer,
        "width": sa.Integer,
        "cards": sa.Integer,
        "largest_no_swish_set": sa.Integer,
        "maximum_sets": sa.String,
    },
    "planarity_census": {"vertices": sa.Integer, "classes": sa.Integer, "largest_min_swaps": sa.Integer},
}
NULLABLE = {"largest_min_swaps"}


def upgrade() -> None:
    """Make the tables of their facts."""
    for table, facts in FACTS.items():
        to_node = sa.ForeignKey("node.id", name=f"fk_{table}_node", ondelete="RESTRICT")
        columns = [sa.Column(name, kind, nullable=name in NULLABLE) for name, kind in facts.items()]
        op.create_table(table, sa.Column("node", ID, to_node, primary_key=True), *columns)
        for name in facts:
            expression = f'coalesce("{name}", -1)' if name in NULLABLE else f'"{name}"'
            op.create_index(f"ix_{table}_{name}", table, [sa.text(expression), "node"])


def downgrade() -> None:
    """Take the tables away."""
    for table in FACTS:
        op.drop_table(table)

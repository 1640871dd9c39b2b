"""Facts column by column, what changed since, and kept counts: what lists of a million objects are answered from."""

import sqlalchemy as sa
from alembic import op

revision = "1003"
down_revision = "1002"
branch_labels = None
depends_on = None

# Texts that are sorted.
TEXTS = {
    "node": "label",
    "alias": "slug",
    "swish_card": "symmetry",
    "swish_deck": "symmetry title",
    "swish_position": "symmetry",
    "swish_swish": "symmetry",
    "swish_no_swish_set": "symmetry",
    "set_card": "code",
    "set_deck": "title",
    "set_game": "solver finished",
    "planarity_graph": "degrees",
    "planarity_level": "source",
    "planarity_pack": "slug title",
}

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
    set_collation('COLLATE "C"')
    op.execute("INSERT INTO tally SELECT 'kind', kind, count(*) FROM node GROUP BY kind")
    op.execute("INSERT INTO tally SELECT 'relation', relation, count(*) FROM link GROUP BY relation")


def set_collation(collation: str) -> None:
    """Let PostgreSQL order texts by a collation, as SQLite orders them: by code points."""
    if op.get_bind().dialect.name == "postgresql":
        for table, names in TEXTS.items():
            for name in names.split():
                op.execute(f'ALTER TABLE "{table}" ALTER COLUMN "{name}" TYPE varchar {collation}')


def downgrade() -> None:
    """Take the tables away."""
    set_collation('COLLATE "default"')
    for table in ("segment", "change", "tally"):
        op.drop_table(table)

"""Small rows: texts are packed, nodes are found by the hash that labels show, facts have no indexes."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa
from alembic import context, op

from ludex.catalogue.packing import pack, unpack

revision = "1008"
down_revision = "1007"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
WORDS = sa.String().with_variant(sa.String(collation="C"), "postgresql")
BATCH = 5000

# The facts that had indexes; `?` and `~`: numbers and naturals that may be unknown.
INDEXED = {
    "swish_card": "circles configurations height points symmetry width",
    "swish_deck": "distinct_cards height size symmetry title width",
    "swish_hypergraph": "arcs hypernodes nodes",
    "swish_position": "distinct_cards height largest_proved largest_size? size symmetry width",
    "swish_swish": "height size symmetry width",
    "swish_no_swish_set": "height size symmetry width",
    "swish_board": "cards height largest_no_swish_set maximum_sets symmetry width",
    "set_card": "properties values",
    "set_deck": "properties size title values",
    "set_position": "has_set properties sets~ size values",
    "set_found_set": "differing properties values",
    "set_cap": "complete largest properties proved size values",
    "set_game": "final_cards finished properties rounds sets values",
    "planarity_graph": "automorphisms degrees edges vertices",
    "planarity_x_type": "points",
    "planarity_order_type": "hull points",
    "planarity_level": "crossings edges grade? grid_delta hull min_swaps? proved source vertices",
    "planarity_census_class": "crossings edges min_swaps? vertices",
    "planarity_pack": "greatest_grade? least_grade? size slug title",
    "planarity_census": "classes largest_min_swaps? vertices",
}
LEAST = {"?": "-1", "~": "''"}
CLAIM_INDEXES = {
    "ix_claim_statement_id": ["statement", "id"],
    "ix_claim_statement_proved_id": ["statement", "proved", "id"],
}


def upgrade() -> None:
    """Drop what nothing is looked up by, and write nodes, documents, links and claims again, smaller."""
    for table, name, _ in fact_indexes():
        op.drop_index(name, table)
    op.drop_index("ix_node_kind_id", "node")
    if on_sqlite():
        remake("node", node_columns())
        remake("link", link_columns(), rowid=False)
        op.create_index("ix_link_target_relation_source", "link", ["target", "relation", "source"])
    else:
        op.drop_constraint("uq_node_key", "node")
        op.drop_constraint("uq_node_label", "node")
    op.create_index("ix_node_hash", "node", [sa.text('substr("key", 2, 10)')], unique=True)
    told = progress()
    rewrite("document", document_columns(packed=True), packed_document, told)
    rewrite("claim", claim_columns(packed=True), packed_claim, told)


def downgrade() -> None:
    """Write everything again as it was."""
    told = progress()
    rewrite("claim", claim_columns(packed=False), plain_claim, told)
    rewrite("document", document_columns(packed=False), plain_document, told)
    op.drop_index("ix_node_hash", "node")
    if on_sqlite():
        remake("node", [*node_columns(), *unique_of_nodes()])
        remake("link", link_columns())
        op.create_index("ix_link_target_relation_source", "link", ["target", "relation", "source"])
    else:
        op.create_unique_constraint("uq_node_key", "node", ["key"])
        op.create_unique_constraint("uq_node_label", "node", ["label"])
    op.create_index("ix_node_kind_id", "node", ["kind", "id"])
    for table, name, expression in fact_indexes():
        op.create_index(name, table, [sa.text(expression), "node"])


def fact_indexes() -> Iterator[tuple[str, str, str]]:
    """Yield the indexes of facts: the table, the name, what is indexed."""
    for table, facts in INDEXED.items():
        for one in facts.split():
            name = one.rstrip("?~")
            least = LEAST.get(one[len(name) :])
            yield table, f"ix_{table}_{name}", f'"{name}"' if least is None else f'coalesce("{name}", {least})'


def on_sqlite() -> bool:
    """Tell whether the database is SQLite, which makes a table again to change it."""
    return op.get_bind().dialect.name == "sqlite"


def remake(table: str, columns: Iterable[sa.schema.SchemaItem], *, rowid: bool = True) -> None:
    """Make a table of SQLite again with the same rows, in the order of its primary key; its indexes are gone then."""
    made = op.create_table(f"{table}_new", *columns, sqlite_with_rowid=rowid)
    key = ", ".join(f'"{one.name}"' for one in made.primary_key.columns)
    names = ", ".join(f'"{one.name}"' for one in made.columns)
    op.execute(f"INSERT INTO {table}_new ({names}) SELECT {names} FROM {table} ORDER BY {key}")
    op.drop_table(table)
    op.rename_table(f"{table}_new", table)


def rewrite(
    table: str,
    columns: Iterable[sa.schema.SchemaItem],
    changed: Callable[[dict[str, Any]], dict[str, Any]],
    told: Callable[[int], None],
) -> None:
    """Make a table again with its rows changed, some thousand at a time."""
    bind = op.get_bind()
    numbered = table == "claim"
    for name in CLAIM_INDEXES if numbered else ():
        op.drop_index(name, table)
    if not on_sqlite():
        # The names of keys and of what numbers rows are those of the database, not of the table.
        for constraint in ("pk_claim", "uq_claim_subject_statement_parameters") if numbered else ("pk_document",):
            op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {constraint} TO {constraint}_old")
        if numbered:
            op.execute("ALTER SEQUENCE claim_id_seq RENAME TO claim_id_seq_old")
    op.rename_table(table, f"{table}_old")
    made = op.create_table(table, *columns)
    rows = bind.execute(sa.text(f"SELECT * FROM {table}_old"), execution_options={"yield_per": BATCH})
    for part in rows.mappings().partitions():
        bind.execute(made.insert(), [changed(dict(row)) for row in part])
        told(len(part))
    op.drop_table(f"{table}_old")
    for name, names in CLAIM_INDEXES.items() if numbered else ():
        op.create_index(name, table, names)
    if numbered and not on_sqlite():
        op.execute("SELECT setval('claim_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM claim), false)")


def progress() -> Callable[[int], None]:
    """Return what is told of each rows written, and tells the caller of the migration of all."""
    report = context.config.attributes.get("progress")
    count = op.get_bind().scalar(sa.text("SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM claim)"))
    done = 0

    def told(more: int) -> None:
        nonlocal done
        done += more
        if report is not None:
            report(done, count)

    return told


def packed_document(row: dict[str, Any]) -> dict[str, Any]:
    """Return a document packed, without its digest, which nothing asks for."""
    del row["digest"]
    return row | {name: None if row[name] is None else pack(row[name]) for name in ("body", "rest")}


def plain_document(row: dict[str, Any]) -> dict[str, Any]:
    """Return a document as text, with its digest."""
    row |= {name: None if row[name] is None else unpack(row[name]) for name in ("body", "rest")}
    digest = blake2b(f"{row['body']}\n{row['rest'] or ''}".encode(), digest_size=16).hexdigest()
    return row | {"digest": digest}


def packed_claim(row: dict[str, Any]) -> dict[str, Any]:
    """Return a claim with what proves it packed."""
    return row | {name: None if row[name] is None else pack(row[name]) for name in ("method", "certificate")}


def plain_claim(row: dict[str, Any]) -> dict[str, Any]:
    """Return a claim with what proves it as text."""
    return row | {name: None if row[name] is None else unpack(row[name]) for name in ("method", "certificate")}


def refers(table: str, name: str, **options: bool) -> sa.Column[int]:
    """Return a column that refers to a node."""
    to_node = sa.ForeignKey("node.id", name=f"fk_{table}_{name}", ondelete="RESTRICT")
    return sa.Column(name, ID, to_node, **options)


def node_columns() -> list[sa.schema.SchemaItem]:
    """Return what the table of nodes has on either side of this migration."""
    return [
        sa.Column("id", ID),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", WORDS, nullable=False),
        sa.Column("starting", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_node"),
    ]


def unique_of_nodes() -> list[sa.schema.SchemaItem]:
    """Return what was unique of a node."""
    return [sa.UniqueConstraint("key", name="uq_node_key"), sa.UniqueConstraint("label", name="uq_node_label")]


def link_columns() -> list[sa.schema.SchemaItem]:
    """Return what the table of links has on either side of this migration."""
    return [
        refers("link", "source"),
        sa.Column("relation", sa.SmallInteger, autoincrement=False),
        refers("link", "target"),
        sa.Column("place", sa.BigInteger, autoincrement=False),
        sa.Column("detail", sa.Text),
        sa.PrimaryKeyConstraint("source", "relation", "target", "place", name="pk_link"),
    ]


def document_columns(*, packed: bool) -> list[sa.schema.SchemaItem]:
    """Return what the table of documents has."""
    text = sa.LargeBinary if packed else sa.Text
    digest = [] if packed else [sa.Column("digest", sa.String, nullable=False)]
    return [
        refers("document", "node"),
        sa.Column("form", sa.SmallInteger, nullable=False),
        *digest,
        sa.Column("body", text, nullable=False),
        sa.Column("rest", text),
        sa.PrimaryKeyConstraint("node", name="pk_document"),
    ]


def claim_columns(*, packed: bool) -> list[sa.schema.SchemaItem]:
    """Return what the table of claims has."""
    return [
        sa.Column("id", ID, nullable=False),
        refers("claim", "subject", nullable=False),
        sa.Column("statement", sa.SmallInteger, nullable=False),
        sa.Column("parameters", sa.String, nullable=False),
        sa.Column("value", sa.Text),
        sa.Column("lower", sa.String),
        sa.Column("upper", sa.String),
        sa.Column("proved", sa.Boolean, nullable=False),
        sa.Column("method", sa.LargeBinary if packed else sa.String, nullable=False),
        sa.Column("certificate", sa.LargeBinary if packed else sa.Text),
        sa.Column("engine", sa.String, nullable=False),
        sa.Column("search_nodes", sa.BigInteger),
        sa.Column("seconds", sa.Float),
        sa.Column("checked", sa.String),
        sa.Column("checked_by", sa.String),
        sa.PrimaryKeyConstraint("id", name="pk_claim"),
        sa.UniqueConstraint("subject", "statement", "parameters", name="uq_claim_subject_statement_parameters"),
    ]

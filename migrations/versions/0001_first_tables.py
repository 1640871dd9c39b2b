"""The tables of the catalogue: nodes with their documents, links, claims and names, and the facts of each kind."""

import sqlalchemy as sa
from alembic import op

revision = "0001_bcdef652"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TEXT = sa.String().with_variant(sa.String(collation="C"), "postgresql")
"""Texts that are sorted by code points on both databases."""

# The facts of each kind, with their types; `?` if a fact may be unknown. A `node` refers to another object.
FACTS = {
    "swish_card": "symmetry:text height:number width:number points:number circles:number configurations:number",
    "swish_deck": "symmetry:text height:number width:number size:number title:text distinct_cards:number",
    "swish_hypergraph": "nodes:number arcs:number hypernodes:number",
    "swish_position": (
        "symmetry:text height:number width:number size:number distinct_cards:number largest_size:number? "
        "largest_proved:truth?"
    ),
    "swish_swish": "symmetry:text height:number width:number size:number",
    "swish_no_swish_set": "symmetry:text height:number width:number size:number",
    "swish_board": (
        "symmetry:text height:number width:number cards:number largest_no_swish_set:number maximum_sets:natural"
    ),
    "set_card": "properties:number values:number code:text",
    "set_deck": "properties:number values:number title:text size:number",
    "set_position": "properties:number values:number size:number sets:natural? has_set:truth?",
    "set_found_set": "properties:number values:number differing:number",
    "set_cap": "properties:number values:number size:number complete:truth largest:truth proved:truth?",
    "set_game": (
        "properties:number values:number seed:natural sets_wanted:number? solver:text finished:text sets:number "
        "rounds:number final_cards:number"
    ),
    "planarity_graph": (
        "vertices:number edges:number degrees:text min_degree:number max_degree:number components:number "
        "connected:truth planar:truth outerplanar:truth tree:truth forest:truth bipartite:truth girth:number? "
        "automorphisms:natural"
    ),
    "planarity_x_type": "points:number",
    "planarity_order_type": "points:number hull:number x_type:node",
    "planarity_level": (
        "vertices:number edges:number crossings:number min_swaps:number? arrangements:natural? sequences:natural? "
        "hull:number grid_delta:number proved:truth reachable:truth? orders:natural? crossings_must_rise:truth? "
        "steepest_descent:truth? independent_swaps:number? grade:number? source:text graph:node order_type:node"
    ),
    "planarity_census_class": (
        "vertices:number edges:number crossings:number min_swaps:number? arrangements:natural? sequences:natural? "
        "graph:node order_type:node"
    ),
    "planarity_pack": "slug:text title:text size:number least_grade:number? greatest_grade:number?",
    "planarity_census": "vertices:number classes:number largest_min_swaps:number?",
}
TYPES = {"number": sa.Integer(), "natural": sa.String(), "text": TEXT, "truth": sa.Boolean()}


def upgrade() -> None:
    """Create the tables and their indexes."""
    create_objects()
    create_results()
    create_columns()
    create_access()
    for table, facts in FACTS.items():
        create_facts(table, facts)


def create_objects() -> None:
    """Create the tables of nodes, documents, links and names."""
    op.create_table(
        "node",
        sa.Column("id", ID, primary_key=True),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("starting", sa.Boolean, nullable=False),
    )
    op.create_index("ix_node_hash", "node", [sa.text('substr("key", 2, 10)')], unique=True)
    op.create_table(
        "document",
        node_id("node", primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("rest", sa.LargeBinary),
    )
    op.create_table(
        "link",
        node_id("source", primary_key=True),
        sa.Column("relation", sa.SmallInteger, primary_key=True, autoincrement=False),
        node_id("target", primary_key=True),
        sa.Column("place", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("detail", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_link_target_relation_source", "link", ["target", "relation", "source"])
    op.create_table(
        "alias",
        sa.Column("id", ID, primary_key=True),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("slug", TEXT, nullable=False),
        node_id("node", nullable=False),
        sa.Column("starting", sa.Boolean, nullable=False),
        sa.UniqueConstraint("kind", "slug"),
    )
    op.create_index("ix_alias_node", "alias", ["node"])
    op.create_index("ix_alias_slug", "alias", ["slug"])


def create_results() -> None:
    """Create the tables of claims, of unchecked objects and of the starting catalogues that were stored."""
    op.create_table(
        "claim",
        sa.Column("id", ID, primary_key=True),
        node_id("subject", nullable=False),
        sa.Column("statement", sa.SmallInteger, nullable=False),
        sa.Column("parameters", sa.String, nullable=False),
        sa.Column("value", sa.Text),
        sa.Column("lower", sa.String),
        sa.Column("upper", sa.String),
        sa.Column("proved", sa.Boolean, nullable=False),
        sa.Column("method", sa.LargeBinary, nullable=False),
        sa.Column("certificate", sa.LargeBinary),
        sa.Column("engine", sa.String, nullable=False),
        sa.Column("search_nodes", sa.BigInteger),
        sa.Column("seconds", sa.Float),
        sa.Column("checked", sa.String),
        sa.Column("checked_by", sa.String),
        sa.UniqueConstraint("subject", "statement", "parameters"),
    )
    op.create_index("ix_claim_statement_id", "claim", ["statement", "id"])
    op.create_index("ix_claim_statement_proved_id", "claim", ["statement", "proved", "id"])
    op.create_table("trusted", node_id("node", primary_key=True))
    op.create_table("starting_catalogue", sa.Column("version", sa.String, primary_key=True))


def create_columns() -> None:
    """Create the tables of counts, of changes, and of facts column by column, from which lists are answered."""
    op.create_table(
        "counter",
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


def create_access() -> None:
    """Create the tables of API keys, owners and rate limits."""
    op.create_table(
        "api_key",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("owner", TEXT, nullable=False),
        sa.Column("scopes", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("revoked", sa.String),
    )
    op.create_table(
        "ownership",
        node_id("node", primary_key=True, autoincrement=False),
        sa.Column("owner", TEXT, nullable=False),
    )
    op.create_index("ix_ownership_owner", "ownership", ["owner"])
    op.create_table(
        "rate",
        sa.Column("counted", sa.String, primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def create_facts(table: str, facts: str) -> None:
    """Create the table of the facts of a kind, with an index for each reference."""
    columns = [node_id("node", primary_key=True)]
    references = []
    for fact in facts.split():
        name, _, kind = fact.partition(":")
        if kind == "node":
            references.append(name)
            columns.append(node_id(name, nullable=False))
        else:
            columns.append(sa.Column(name, TYPES[kind.rstrip("?")], nullable=kind.endswith("?")))
    op.create_table(table, *columns)
    for name in references:
        op.create_index(f"ix_{table}_{name}", table, [name, "node"])


def node_id(name: str, **options: bool) -> sa.Column[int]:
    """Return a column that refers to a node."""
    return sa.Column(name, ID, sa.ForeignKey("node.id", ondelete="RESTRICT"), **options)


def downgrade() -> None:
    """Drop the tables."""
    others = "rate ownership api_key segment change counter starting_catalogue trusted claim alias link document node"
    for table in (*reversed(FACTS), *others.split()):
        op.drop_table(table)

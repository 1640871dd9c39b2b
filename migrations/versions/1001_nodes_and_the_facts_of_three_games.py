"""The first tables: nodes with their documents, links, claims and names, and the facts of the kinds of three games."""

import sqlalchemy as sa
from alembic import op

revision = "1001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# The facts of each kind: name and type, with `?` where it may be unknown and `-` where it has no index.
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
    "set_card": "properties:number values:number code:text-",
    "set_deck": "properties:number values:number title:text size:number",
    "set_position": "properties:number values:number size:number sets:natural? has_set:truth?",
    "set_found_set": "properties:number values:number differing:number",
    "set_cap": "properties:number values:number size:number complete:truth largest:truth proved:truth?",
    "set_game": (
        "properties:number values:number seed:natural- sets_wanted:number?- solver:text- finished:text "
        "sets:number rounds:number final_cards:number"
    ),
    "planarity_graph": (
        "vertices:number edges:number degrees:text min_degree:number- max_degree:number- components:number- "
        "connected:truth- planar:truth- outerplanar:truth- tree:truth- forest:truth- bipartite:truth- "
        "girth:number?- automorphisms:natural"
    ),
    "planarity_x_type": "points:number",
    "planarity_order_type": "points:number hull:number x_type:node",
    "planarity_level": (
        "vertices:number edges:number crossings:number min_swaps:number? arrangements:natural?- "
        "sequences:natural?- hull:number grid_delta:number proved:truth reachable:truth?- orders:natural?- "
        "crossings_must_rise:truth?- steepest_descent:truth?- independent_swaps:number?- grade:number? "
        "source:text graph:node order_type:node"
    ),
    "planarity_census_class": (
        "vertices:number edges:number crossings:number min_swaps:number? arrangements:natural?- "
        "sequences:natural?- graph:node order_type:node"
    ),
    "planarity_pack": "slug:text title:text levels:number least_grade:number? greatest_grade:number?",
}
TYPES = {"number": sa.Integer, "natural": sa.String, "text": sa.String, "truth": sa.Boolean}
LEAST = {"number": "-1", "natural": "''", "text": "''"}


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "node",
        sa.Column("id", ID, primary_key=True),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("starting", sa.Boolean, nullable=False),
        sa.UniqueConstraint("key", name="uq_node_key"),
        sa.UniqueConstraint("label", name="uq_node_label"),
    )
    op.create_index("ix_node_kind_id", "node", ["kind", "id"])
    op.create_table(
        "document",
        refers("document", "node", primary_key=True),
        sa.Column("form", sa.SmallInteger, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("rest", sa.Text),
    )
    op.create_table(
        "link",
        refers("link", "source", primary_key=True),
        sa.Column("relation", sa.SmallInteger, primary_key=True, autoincrement=False),
        refers("link", "target", primary_key=True),
        sa.Column("place", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("detail", sa.Text),
    )
    op.create_index("ix_link_target_relation_source", "link", ["target", "relation", "source"])
    make_claims_and_names()
    for table, facts in FACTS.items():
        make_facts(table, facts)


def make_claims_and_names() -> None:
    """Make the tables of claims, of names, and of the starting catalogues that were stored."""
    op.create_table(
        "claim",
        sa.Column("id", ID, primary_key=True),
        refers("claim", "subject", nullable=False),
        sa.Column("statement", sa.SmallInteger, nullable=False),
        sa.Column("parameters", sa.String, nullable=False),
        sa.Column("value", sa.Text),
        sa.Column("lower", sa.String),
        sa.Column("upper", sa.String),
        sa.Column("proved", sa.Boolean, nullable=False),
        sa.Column("method", sa.String, nullable=False),
        sa.Column("certificate", sa.Text),
        sa.Column("engine", sa.String, nullable=False),
        sa.Column("search_nodes", sa.BigInteger),
        sa.Column("seconds", sa.Float),
        sa.Column("checked", sa.String),
        sa.UniqueConstraint("subject", "statement", "parameters", name="uq_claim_subject_statement_parameters"),
    )
    op.create_index("ix_claim_statement_id", "claim", ["statement", "id"])
    op.create_table(
        "alias",
        sa.Column("id", ID, primary_key=True),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("slug", sa.String, nullable=False),
        refers("alias", "node", nullable=False),
        sa.Column("starting", sa.Boolean, nullable=False),
        sa.UniqueConstraint("kind", "slug", name="uq_alias_kind_slug"),
    )
    op.create_index("ix_alias_node", "alias", ["node"])
    op.create_index("ix_alias_slug", "alias", ["slug"])
    op.create_table("starting_catalogue", sa.Column("version", sa.String, primary_key=True))


def make_facts(table: str, facts: str) -> None:
    """Make the table of the facts of a kind, with its indexes."""
    columns = [refers(table, "node", primary_key=True)]
    indexes = {}
    for fact in facts.split():
        name, kind = fact.split(":")
        if kind == "node":
            columns.append(refers(table, name, nullable=False))
            indexes[name] = sa.text(f'"{name}"')
            continue
        nullable, indexed, plain = "?" in kind, not kind.endswith("-"), kind.rstrip("?-")
        columns.append(sa.Column(name, TYPES[plain], nullable=nullable))
        if indexed:
            least = LEAST.get(plain) if nullable else None
            indexes[name] = sa.text(f'"{name}"' if least is None else f'coalesce("{name}", {least})')
    op.create_table(table, *columns)
    for name, expression in indexes.items():
        op.create_index(f"ix_{table}_{name}", table, [expression, "node"])


def refers(table: str, name: str, **options: bool) -> sa.Column[int]:
    """Return a column that refers to a node."""
    to_node = sa.ForeignKey("node.id", name=f"fk_{table}_{name}", ondelete="RESTRICT")
    return sa.Column(name, ID, to_node, **options)


def downgrade() -> None:
    """Take the tables away."""
    for table in (*FACTS, "starting_catalogue", "alias", "claim", "link", "document", "node"):
        op.drop_table(table)

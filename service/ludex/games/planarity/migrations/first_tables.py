"""The tables of the facts of Swap Planarity."""

from alembic import op

from ludex.catalogue.storage.facts_tables import create_facts_table

revision = "planarity_0001_8a515e18"
down_revision = None
branch_labels = ("planarity",)
depends_on = "ludex"

FACTS = {
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


def upgrade() -> None:
    """Create the tables."""
    for table, facts in FACTS.items():
        create_facts_table(table, facts)


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(FACTS):
        op.drop_table(table)

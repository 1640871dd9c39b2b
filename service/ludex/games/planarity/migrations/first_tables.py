"""The tables and views for Swap Planarity facts."""

from alembic import op

from ludex.catalogue.storage.tables import create_facts_table, create_kind_view, drop_view

revision = "planarity_0001_9e4eb0d8"
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
    "planarity_collection": "collection:text points:number size:natural",
}

VIEWS = {
    "planarity_graph": "planarity_graphs",
    "planarity_x_type": "planarity_x_types",
    "planarity_order_type": "planarity_order_types",
    "planarity_level": "planarity_levels",
    "planarity_census_class": "planarity_census_classes",
    "planarity_pack": "planarity_packs",
    "planarity_census": "planarity_censuses",
    "planarity_collection": "planarity_collections",
}


def upgrade() -> None:
    """Create the tables and the views."""
    for table, facts in FACTS.items():
        create_facts_table(table, facts)
        create_kind_view(VIEWS[table], table, facts)


def downgrade() -> None:
    """Drop the views and the tables."""
    for table in reversed(FACTS):
        drop_view(VIEWS[table])
        op.drop_table(table)

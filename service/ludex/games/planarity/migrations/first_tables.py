"""The tables and views for Swap Planarity facts."""

from ludex.catalogue.storage.tables import create_kinds, drop_kinds

revision = "planarity_0001_9e4eb0d8"
down_revision = None
branch_labels = ("planarity",)
depends_on = "ludex"

KINDS = {
    "planarity_graph": (
        "planarity_graphs",
        "vertices:number edges:number degrees:text min_degree:number max_degree:number components:number "
        "connected:truth planar:truth outerplanar:truth tree:truth forest:truth bipartite:truth girth:number? "
        "automorphisms:natural",
    ),
    "planarity_x_type": ("planarity_x_types", "points:number"),
    "planarity_order_type": ("planarity_order_types", "points:number hull:number x_type:node"),
    "planarity_level": (
        "planarity_levels",
        "vertices:number edges:number crossings:number min_swaps:number? arrangements:natural? "
        "sequences:natural? hull:number grid_delta:number proved:truth reachable:truth? orders:natural? "
        "crossings_must_rise:truth? steepest_descent:truth? independent_swaps:number? grade:number? "
        "source:text graph:node order_type:node",
    ),
    "planarity_census_class": (
        "planarity_census_classes",
        "vertices:number edges:number crossings:number min_swaps:number? arrangements:natural? "
        "sequences:natural? graph:node order_type:node",
    ),
    "planarity_pack": (
        "planarity_packs",
        "slug:text title:text size:number least_grade:number? greatest_grade:number?",
    ),
    "planarity_census": ("planarity_censuses", "vertices:number classes:number largest_min_swaps:number?"),
    "planarity_collection": ("planarity_collections", "collection:text points:number size:natural"),
}


def upgrade() -> None:
    """Create the tables and the views."""
    create_kinds(KINDS)


def downgrade() -> None:
    """Drop the views and the tables."""
    drop_kinds(KINDS)

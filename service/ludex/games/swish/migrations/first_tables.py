"""The tables and views for facts about SWISH."""

from ludex.catalogue.storage.tables import create_kinds, drop_kinds

revision = "swish_0001_f7882dc0"
down_revision = None
branch_labels = ("swish",)
depends_on = "ludex"

KINDS = {
    "swish_card": (
        "swish_cards",
        "symmetry:text height:number width:number points:number circles:number configurations:number",
    ),
    "swish_deck": (
        "swish_decks",
        "symmetry:text height:number width:number size:number title:text distinct_cards:number",
    ),
    "swish_hypergraph": ("swish_hypergraphs", "nodes:number arcs:number hypernodes:number"),
    "swish_position": (
        "swish_positions",
        "symmetry:text height:number width:number size:number distinct_cards:number largest_size:number? "
        "largest_proved:truth? grade:number?",
    ),
    "swish_swish": ("swish_swishes", "symmetry:text height:number width:number size:number"),
    "swish_no_swish_set": ("swish_no_swish_sets", "symmetry:text height:number width:number size:number"),
    "swish_board": (
        "swish_whole_boards",
        "symmetry:text height:number width:number cards:number largest_no_swish_set:number maximum_sets:natural",
    ),
    "swish_pack": ("swish_packs", "slug:text title:text size:number least_grade:number? greatest_grade:number?"),
}


def upgrade() -> None:
    """Create the tables and the views."""
    create_kinds(KINDS)


def downgrade() -> None:
    """Drop the views and the tables."""
    drop_kinds(KINDS)

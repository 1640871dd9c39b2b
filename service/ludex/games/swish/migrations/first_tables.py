"""The tables and views for facts about SWISH."""

from alembic import op

from ludex.catalogue.storage.tables import create_facts_table, create_kind_view, drop_view

revision = "swish_0001_f7882dc0"
down_revision = None
branch_labels = ("swish",)
depends_on = "ludex"

FACTS = {
    "swish_card": "symmetry:text height:number width:number points:number circles:number configurations:number",
    "swish_deck": "symmetry:text height:number width:number size:number title:text distinct_cards:number",
    "swish_hypergraph": "nodes:number arcs:number hypernodes:number",
    "swish_position": (
        "symmetry:text height:number width:number size:number distinct_cards:number largest_size:number? "
        "largest_proved:truth? grade:number?"
    ),
    "swish_swish": "symmetry:text height:number width:number size:number",
    "swish_no_swish_set": "symmetry:text height:number width:number size:number",
    "swish_board": (
        "symmetry:text height:number width:number cards:number largest_no_swish_set:number maximum_sets:natural"
    ),
    "swish_pack": "slug:text title:text size:number least_grade:number? greatest_grade:number?",
}

VIEWS = {
    "swish_card": "swish_cards",
    "swish_deck": "swish_decks",
    "swish_hypergraph": "swish_hypergraphs",
    "swish_position": "swish_positions",
    "swish_swish": "swish_swishes",
    "swish_no_swish_set": "swish_no_swish_sets",
    "swish_board": "swish_whole_boards",
    "swish_pack": "swish_packs",
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

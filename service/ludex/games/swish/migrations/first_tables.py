"""The tables of the facts of SWISH."""

from alembic import op

from ludex.catalogue.storage.facts_tables import create_facts_table

revision = "swish_0001_fc8433b7"
down_revision = None
branch_labels = ("swish",)
depends_on = "ludex"

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
}


def upgrade() -> None:
    """Create the tables."""
    for table, facts in FACTS.items():
        create_facts_table(table, facts)


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(FACTS):
        op.drop_table(table)

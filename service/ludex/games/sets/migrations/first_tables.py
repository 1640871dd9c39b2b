"""The tables and views for the facts of SET."""

from alembic import op

from ludex.catalogue.storage.tables import create_facts_table, create_kind_view, drop_view

revision = "sets_0001_fbccdf51"
down_revision = None
branch_labels = ("sets",)
depends_on = "ludex"

FACTS = {
    "set_card": "properties:number values:number code:text",
    "set_deck": "properties:number values:number title:text size:number",
    "set_position": "properties:number values:number size:number sets:natural? has_set:truth? grade:number?",
    "set_found_set": "properties:number values:number differing:number",
    "set_cap": "properties:number values:number size:number complete:truth largest:truth proved:truth?",
    "set_game": (
        "properties:number values:number seed:natural sets_wanted:number? solver:text finished:text sets:number "
        "rounds:number final_cards:number"
    ),
    "set_pack": "slug:text title:text size:number least_grade:number? greatest_grade:number?",
}

VIEWS = {
    "set_card": "sets_cards",
    "set_deck": "sets_decks",
    "set_position": "sets_positions",
    "set_found_set": "sets_found_sets",
    "set_cap": "sets_caps",
    "set_game": "sets_games",
    "set_pack": "sets_packs",
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

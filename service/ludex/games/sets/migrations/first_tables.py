"""The tables and views for the facts of SET."""

from ludex.catalogue.storage.tables import create_kinds, drop_kinds

revision = "sets_0001_fbccdf51"
down_revision = None
branch_labels = ("sets",)
depends_on = "ludex"

KINDS = {
    "set_card": ("sets_cards", "properties:number values:number code:text"),
    "set_deck": ("sets_decks", "properties:number values:number title:text size:number"),
    "set_position": (
        "sets_positions",
        "properties:number values:number size:number sets:natural? has_set:truth? grade:number?",
    ),
    "set_found_set": ("sets_found_sets", "properties:number values:number differing:number"),
    "set_cap": ("sets_caps", "properties:number values:number size:number complete:truth largest:truth proved:truth?"),
    "set_game": (
        "sets_games",
        "properties:number values:number seed:natural sets_wanted:number? solver:text finished:text "
        "sets:number rounds:number final_cards:number",
    ),
    "set_pack": ("sets_packs", "slug:text title:text size:number least_grade:number? greatest_grade:number?"),
}


def upgrade() -> None:
    """Create the tables and the views."""
    create_kinds(KINDS)


def downgrade() -> None:
    """Drop the views and the tables."""
    drop_kinds(KINDS)

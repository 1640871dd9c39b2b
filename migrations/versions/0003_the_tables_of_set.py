"""The tables of generalized SET; cards, decks and positions come to be of several games.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# What only SWISH has, so that it is null in the rows of other games.
_OF_SWISH = {
    "card": ("symmetry", "height", "width", "points", "circles", "configurations"),
    "deck": ("symmetry", "height", "width", "distinct_cards"),
    "position": ("symmetry", "height", "width", "distinct_cards"),
}
_OF_SET = {
    "card": ("properties", "property_values"),
    "deck": ("properties", "property_values"),
    "position": ("properties", "property_values", "canonical_order"),
}
_INDEXES = {
    "card": (("properties", "id"), ("property_values", "properties", "id")),
    "deck": (("properties", "id"), ("property_values", "properties", "cards", "id")),
    "position": (
        ("has_set", "id"),
        ("properties", "id"),
        ("property_values", "properties", "cards", "id"),
        ("sets", "id"),
    ),
}


def _id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _json() -> sa.JSON:
    return sa.JSON(none_as_null=True)


def _type(column: str) -> sa.types.TypeEngine[object]:
    if column == "canonical_order":
        return _json()
    return sa.String() if column == "symmetry" else sa.Integer()


def _needed_by(game: str, columns: tuple[str, ...]) -> str:
    return f"game <> '{game}' OR ({' AND '.join(f'{column} IS NOT NULL' for column in columns)})"


def upgrade() -> None:
    """Make the tables, and room for the cards, decks and positions of SET among those of SWISH."""
    for table, of_swish in _OF_SWISH.items():
        _share(table, of_swish, _OF_SET[table])
    _tell_slugs_apart()
    _make_found_sets()
    _make_caps()
    _make_statistics_and_games()


def _share(table: str, of_swish: tuple[str, ...], of_set: tuple[str, ...]) -> None:
    # SQLite makes the table anew, with the same rows under the same ids; foreign keys are off meanwhile.
    with op.batch_alter_table(table) as batch:
        for column in of_swish:
            batch.alter_column(column, existing_type=_type(column), nullable=True)
        for column in of_set:
            batch.add_column(sa.Column(column, _type(column), nullable=True))
        if table == "position":
            batch.add_column(sa.Column("sets", sa.String(), nullable=True))
            batch.add_column(sa.Column("has_set", sa.Boolean(), nullable=True))
        batch.create_check_constraint(op.f(f"ck_{table}_swish"), _needed_by("swish", of_swish))
        batch.create_check_constraint(op.f(f"ck_{table}_set"), _needed_by("set", of_set))
    for columns in _INDEXES[table]:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def _tell_slugs_apart() -> None:
    with op.batch_alter_table("deck_slug") as batch:
        batch.add_column(sa.Column("game", sa.String(), nullable=True))
    op.execute("UPDATE deck_slug SET game = 'swish'")
    with op.batch_alter_table("deck_slug") as batch:
        batch.alter_column("game", existing_type=sa.String(), nullable=False)
        batch.drop_constraint("uq_deck_slug_slug", type_="unique")
        batch.create_unique_constraint("uq_deck_slug_game_slug", ["game", "slug"])


def _make_found_sets() -> None:
    op.create_table(
        "found_set",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("properties", sa.Integer(), nullable=False),
        sa.Column("property_values", sa.Integer(), nullable=False),
        sa.Column("differing", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_found_set"),
        sa.UniqueConstraint("key", name="uq_found_set_key"),
        sa.UniqueConstraint("label", name="uq_found_set_label"),
    )
    op.create_index("ix_found_set_differing_id", "found_set", ["differing", "id"])
    op.create_index("ix_found_set_properties_id", "found_set", ["properties", "id"])
    op.create_index(
        "ix_found_set_property_values_properties_differing_id",
        "found_set",
        ["property_values", "properties", "differing", "id"],
    )
    op.create_table(
        "found_set_card",
        sa.Column("set_id", _id(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("card_id", _id(), nullable=False),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name="fk_found_set_card_card_id", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["set_id"], ["found_set.id"], name="fk_found_set_card_set_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("set_id", "place", name="pk_found_set_card"),
        sa.UniqueConstraint("set_id", "card_id", name="uq_found_set_card_set_id_card_id"),
    )
    op.create_index("ix_found_set_card_card_id_set_id", "found_set_card", ["card_id", "set_id"])
    op.create_table(
        "found_set_position",
        sa.Column("set_id", _id(), nullable=False),
        sa.Column("position_id", _id(), nullable=False),
        sa.ForeignKeyConstraint(["set_id"], ["found_set.id"], name="fk_found_set_position_set_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["position_id"], ["position.id"], name="fk_found_set_position_position_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("set_id", "position_id", name="pk_found_set_position"),
    )
    op.create_index("ix_found_set_position_position_id_set_id", "found_set_position", ["position_id", "set_id"])


def _make_caps() -> None:
    op.create_table(
        "cap",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("properties", sa.Integer(), nullable=False),
        sa.Column("property_values", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("canonical_order", _json(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cap"),
        sa.UniqueConstraint("key", name="uq_cap_key"),
        sa.UniqueConstraint("label", name="uq_cap_label"),
    )
    op.create_index("ix_cap_properties_id", "cap", ["properties", "id"])
    op.create_index("ix_cap_property_values_properties_size_id", "cap", ["property_values", "properties", "size", "id"])
    op.create_index("ix_cap_size_id", "cap", ["size", "id"])
    op.create_table(
        "cap_card",
        sa.Column("cap_id", _id(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("card_id", _id(), nullable=False),
        sa.ForeignKeyConstraint(["cap_id"], ["cap.id"], name="fk_cap_card_cap_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name="fk_cap_card_card_id", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("cap_id", "place", name="pk_cap_card"),
        sa.UniqueConstraint("cap_id", "card_id", name="uq_cap_card_cap_id_card_id"),
    )
    op.create_index("ix_cap_card_card_id_cap_id", "cap_card", ["card_id", "cap_id"])
    op.create_table(
        "cap_maximum",
        sa.Column("id", _id(), nullable=False),
        sa.Column("properties", sa.Integer(), nullable=False),
        sa.Column("property_values", sa.Integer(), nullable=False),
        sa.Column("cap_id", _id(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("proved", sa.Boolean(), nullable=False),
        sa.Column("upper_bound", sa.Integer(), nullable=False),
        sa.Column("method", sa.String(), nullable=False),
        sa.CheckConstraint("size <= upper_bound AND proved = (size = upper_bound)", name=op.f("ck_cap_maximum_proved")),
        sa.ForeignKeyConstraint(["cap_id"], ["cap.id"], name="fk_cap_maximum_cap_id", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("id", name="pk_cap_maximum"),
        sa.UniqueConstraint("property_values", "properties", name="uq_cap_maximum_property_values_properties"),
    )
    op.create_index("ix_cap_maximum_cap_id", "cap_maximum", ["cap_id"])
    op.create_table(
        "cap_count",
        sa.Column("id", _id(), nullable=False),
        sa.Column("properties", sa.Integer(), nullable=False),
        sa.Column("property_values", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("caps", sa.String(), nullable=False),
        sa.Column("classes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cap_count"),
        sa.UniqueConstraint(
            "property_values", "properties", "size", name="uq_cap_count_property_values_properties_size"
        ),
    )


def _make_statistics_and_games() -> None:
    op.create_table(
        "no_set_statistic",
        sa.Column("id", _id(), nullable=False),
        sa.Column("properties", sa.Integer(), nullable=False),
        sa.Column("property_values", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("numerator", sa.String(), nullable=False),
        sa.Column("denominator", sa.String(), nullable=False),
        sa.Column("exact", sa.Boolean(), nullable=False),
        sa.Column("samples", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("low", sa.Double(), nullable=True),
        sa.Column("high", sa.Double(), nullable=True),
        sa.CheckConstraint("exact = (samples = 0)", name=op.f("ck_no_set_statistic_exact")),
        sa.PrimaryKeyConstraint("id", name="pk_no_set_statistic"),
        sa.UniqueConstraint(
            "property_values",
            "properties",
            "n",
            "samples",
            "seed",
            name="uq_no_set_statistic_property_values_properties_n_samples_seed",
        ),
    )
    op.create_table(
        "set_game",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("properties", sa.Integer(), nullable=False),
        sa.Column("property_values", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("sets_wanted", sa.Integer(), nullable=True),
        sa.Column("solver", sa.String(), nullable=False),
        sa.Column("finished", sa.String(), nullable=False),
        sa.Column("sets", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("final_cards", sa.Integer(), nullable=False),
        sa.Column("document", _json(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_set_game"),
        sa.UniqueConstraint("key", name="uq_set_game_key"),
        sa.UniqueConstraint("label", name="uq_set_game_label"),
    )
    op.create_index("ix_set_game_properties_id", "set_game", ["properties", "id"])
    op.create_index(
        "ix_set_game_property_values_properties_sets_id", "set_game", ["property_values", "properties", "sets", "id"]
    )
    op.create_index("ix_set_game_seed_id", "set_game", ["seed", "id"])
    op.create_index("ix_set_game_sets_id", "set_game", ["sets", "id"])


def downgrade() -> None:
    """Take them away, with the cards, decks and positions of SET."""
    for table in (
        "set_game",
        "no_set_statistic",
        "cap_count",
        "cap_maximum",
        "cap_card",
        "cap",
        "found_set_position",
        "found_set_card",
        "found_set",
    ):
        op.drop_table(table)
    # On SQLite no deletion takes others along here: foreign keys are off.
    op.execute("DELETE FROM position_card WHERE position_id IN (SELECT id FROM position WHERE game = 'set')")
    op.execute("DELETE FROM deck_card WHERE deck_id IN (SELECT id FROM deck WHERE game = 'set')")
    op.execute("DELETE FROM deck_slug WHERE game = 'set'")
    _tell_slugs_apart_no_more()
    for table in ("position", "deck", "card"):
        op.execute(f"DELETE FROM {table} WHERE game = 'set'")
        _share_no_more(table, _OF_SWISH[table], _OF_SET[table])


def _tell_slugs_apart_no_more() -> None:
    with op.batch_alter_table("deck_slug") as batch:
        batch.drop_constraint("uq_deck_slug_game_slug", type_="unique")
        batch.create_unique_constraint("uq_deck_slug_slug", ["slug"])
        batch.drop_column("game")


def _share_no_more(table: str, of_swish: tuple[str, ...], of_set: tuple[str, ...]) -> None:
    for columns in _INDEXES[table]:
        op.drop_index(f"ix_{table}_{'_'.join(columns)}", table)
    with op.batch_alter_table(table) as batch:
        batch.drop_constraint(op.f(f"ck_{table}_swish"), type_="check")
        batch.drop_constraint(op.f(f"ck_{table}_set"), type_="check")
        for column in of_set:
            batch.drop_column(column)
        if table == "position":
            batch.drop_column("sets")
            batch.drop_column("has_set")
        for column in of_swish:
            batch.alter_column(column, existing_type=_type(column), nullable=False)

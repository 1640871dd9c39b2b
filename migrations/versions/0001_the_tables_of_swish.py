"""The tables of SWISH.

Revision ID: 0001
Revises: nothing
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _json() -> sa.JSON:
    return sa.JSON(none_as_null=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "card",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("symmetry", sa.String(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("circles", sa.Integer(), nullable=False),
        sa.Column("configurations", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_card"),
        sa.UniqueConstraint("key", name="uq_card_key"),
        sa.UniqueConstraint("label", name="uq_card_label"),
    )
    op.create_index("ix_card_height_width_symmetry_id", "card", ["height", "width", "symmetry", "id"])
    op.create_index("ix_card_points_circles_id", "card", ["points", "circles", "id"])

    op.create_table(
        "deck",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("symmetry", sa.String(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("distinct_cards", sa.Integer(), nullable=False),
        sa.Column("starting", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deck"),
        sa.UniqueConstraint("key", name="uq_deck_key"),
        sa.UniqueConstraint("label", name="uq_deck_label"),
    )
    op.create_index("ix_deck_cards_id", "deck", ["cards", "id"])
    op.create_index("ix_deck_height_width_symmetry_id", "deck", ["height", "width", "symmetry", "id"])

    op.create_table(
        "hypergraph",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("form", sa.LargeBinary(), nullable=False),
        sa.Column("nodes", sa.Integer(), nullable=False),
        sa.Column("arcs", sa.Integer(), nullable=False),
        sa.Column("hypernodes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hypergraph"),
        sa.UniqueConstraint("key", name="uq_hypergraph_key"),
        sa.UniqueConstraint("label", name="uq_hypergraph_label"),
    )
    op.create_index("ix_hypergraph_arcs_id", "hypergraph", ["arcs", "id"])
    op.create_index("ix_hypergraph_hypernodes_arcs_id", "hypergraph", ["hypernodes", "arcs", "id"])

    op.create_table(
        "no_swish_set",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("symmetry", sa.String(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_no_swish_set"),
        sa.UniqueConstraint("key", name="uq_no_swish_set_key"),
        sa.UniqueConstraint("label", name="uq_no_swish_set_label"),
    )
    op.create_index(
        "ix_no_swish_set_height_width_symmetry_size_id", "no_swish_set", ["height", "width", "symmetry", "size", "id"]
    )
    op.create_index("ix_no_swish_set_size_id", "no_swish_set", ["size", "id"])

    op.create_table(
        "starting_catalogue",
        sa.Column("version", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("version", name="pk_starting_catalogue"),
    )
    op.create_table(
        "swish",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("symmetry", sa.String(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("stack", _json(), nullable=False),
        sa.CheckConstraint("size >= 2", name=op.f("ck_swish_size")),
        sa.PrimaryKeyConstraint("id", name="pk_swish"),
        sa.UniqueConstraint("key", name="uq_swish_key"),
        sa.UniqueConstraint("label", name="uq_swish_label"),
    )
    op.create_index("ix_swish_height_width_symmetry_size_id", "swish", ["height", "width", "symmetry", "size", "id"])
    op.create_index("ix_swish_size_id", "swish", ["size", "id"])

    op.create_table(
        "deal_statistic",
        sa.Column("id", _id(), nullable=False),
        sa.Column("deck_id", _id(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("numerator", sa.String(), nullable=False),
        sa.Column("denominator", sa.String(), nullable=False),
        sa.Column("exact", sa.Boolean(), nullable=False),
        sa.Column("samples", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("low", sa.Double(), nullable=True),
        sa.Column("high", sa.Double(), nullable=True),
        sa.CheckConstraint("exact = (samples = 0)", name=op.f("ck_deal_statistic_exact")),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_deal_statistic_deck_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_deal_statistic"),
        sa.UniqueConstraint("deck_id", "n", "samples", "seed", name="uq_deal_statistic_deck_id_n_samples_seed"),
    )
    op.create_table(
        "deck_card",
        sa.Column("deck_id", _id(), nullable=False),
        sa.Column("listing_index", sa.Integer(), nullable=False),
        sa.Column("card_id", _id(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name="fk_deck_card_card_id", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_deck_card_deck_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("deck_id", "listing_index", name="pk_deck_card"),
    )
    op.create_index("ix_deck_card_card_id_deck_id", "deck_card", ["card_id", "deck_id"])
    op.create_index("ix_deck_card_deck_id_card_id", "deck_card", ["deck_id", "card_id"])

    op.create_table(
        "deck_slug",
        sa.Column("id", _id(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("deck_id", _id(), nullable=False),
        sa.Column("starting", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_deck_slug_deck_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_deck_slug"),
        sa.UniqueConstraint("slug", name="uq_deck_slug_slug"),
    )
    op.create_index("ix_deck_slug_deck_id", "deck_slug", ["deck_id"])

    op.create_table(
        "no_swish_set_card",
        sa.Column("set_id", _id(), nullable=False),
        sa.Column("first_index", sa.Integer(), nullable=False),
        sa.Column("card_id", _id(), nullable=False),
        sa.Column("copies", sa.Integer(), nullable=False),
        sa.CheckConstraint("copies >= 1", name=op.f("ck_no_swish_set_card_copies")),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name="fk_no_swish_set_card_card_id", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(
            ["set_id"], ["no_swish_set.id"], name="fk_no_swish_set_card_set_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("set_id", "first_index", name="pk_no_swish_set_card"),
        sa.UniqueConstraint("set_id", "card_id", name="uq_no_swish_set_card_set_id_card_id"),
    )
    op.create_index("ix_no_swish_set_card_card_id_set_id", "no_swish_set_card", ["card_id", "set_id"])

    op.create_table(
        "position",
        sa.Column("id", _id(), nullable=False),
        sa.Column("key", sa.LargeBinary(33), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("symmetry", sa.String(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("distinct_cards", sa.Integer(), nullable=False),
        sa.Column("hypergraph_id", _id(), nullable=True),
        sa.Column("hypergraph_order", _json(), nullable=True),
        sa.ForeignKeyConstraint(
            ["hypergraph_id"], ["hypergraph.id"], name="fk_position_hypergraph_id", ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_position"),
        sa.UniqueConstraint("key", name="uq_position_key"),
        sa.UniqueConstraint("label", name="uq_position_label"),
    )
    op.create_index("ix_position_cards_id", "position", ["cards", "id"])
    op.create_index("ix_position_height_width_symmetry_id", "position", ["height", "width", "symmetry", "id"])
    op.create_index("ix_position_hypergraph_id_id", "position", ["hypergraph_id", "id"])

    op.create_table(
        "swish_card",
        sa.Column("swish_id", _id(), nullable=False),
        sa.Column("card_id", _id(), nullable=False),
        sa.Column("copies", sa.Integer(), nullable=False),
        sa.CheckConstraint("copies >= 1", name=op.f("ck_swish_card_copies")),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name="fk_swish_card_card_id", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["swish_id"], ["swish.id"], name="fk_swish_card_swish_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("swish_id", "card_id", name="pk_swish_card"),
    )
    op.create_index("ix_swish_card_card_id_swish_id", "swish_card", ["card_id", "swish_id"])

    op.create_table(
        "deal",
        sa.Column("id", _id(), nullable=False),
        sa.Column("deck_id", _id(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("position_id", _id(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_deal_deck_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["position_id"], ["position.id"], name="fk_deal_position_id", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("id", name="pk_deal"),
        sa.UniqueConstraint("deck_id", "n", "seed", name="uq_deal_deck_id_n_seed"),
    )
    op.create_index("ix_deal_position_id", "deal", ["position_id"])

    op.create_table(
        "largest_swish",
        sa.Column("position_id", _id(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("proved", sa.Boolean(), nullable=False),
        sa.Column("swish_id", _id(), nullable=True),
        sa.CheckConstraint("(size = 0) = (swish_id IS NULL)", name=op.f("ck_largest_swish_swish")),
        sa.ForeignKeyConstraint(
            ["position_id"], ["position.id"], name="fk_largest_swish_position_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["swish_id"], ["swish.id"], name="fk_largest_swish_swish_id", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("position_id", name="pk_largest_swish"),
    )
    op.create_index("ix_largest_swish_size_position_id", "largest_swish", ["size", "position_id"])
    op.create_index("ix_largest_swish_swish_id", "largest_swish", ["swish_id"])

    op.create_table(
        "no_swish_maximum",
        sa.Column("id", _id(), nullable=False),
        sa.Column("position_id", _id(), nullable=True),
        sa.Column("deck_id", _id(), nullable=True),
        sa.Column("set_id", _id(), nullable=False),
        sa.Column("proved", sa.Boolean(), nullable=False),
        sa.Column("upper_bound", sa.Integer(), nullable=False),
        sa.Column("indices", _json(), nullable=False),
        sa.Column("certificate", _json(), nullable=False),
        sa.Column("up_to_copies", sa.Boolean(), nullable=False),
        sa.CheckConstraint("(position_id IS NULL) <> (deck_id IS NULL)", name=op.f("ck_no_swish_maximum_owner")),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_no_swish_maximum_deck_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["position_id"], ["position.id"], name="fk_no_swish_maximum_position_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["set_id"], ["no_swish_set.id"], name="fk_no_swish_maximum_set_id", ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_no_swish_maximum"),
        sa.UniqueConstraint("deck_id", "set_id", name="uq_no_swish_maximum_deck_id_set_id"),
        sa.UniqueConstraint("position_id", "set_id", name="uq_no_swish_maximum_position_id_set_id"),
    )
    op.create_index("ix_no_swish_maximum_set_id", "no_swish_maximum", ["set_id"])

    op.create_table(
        "position_card",
        sa.Column("position_id", _id(), nullable=False),
        sa.Column("first_index", sa.Integer(), nullable=False),
        sa.Column("card_id", _id(), nullable=False),
        sa.Column("copies", sa.Integer(), nullable=False),
        sa.CheckConstraint("copies >= 1", name=op.f("ck_position_card_copies")),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name="fk_position_card_card_id", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(
            ["position_id"], ["position.id"], name="fk_position_card_position_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("position_id", "first_index", name="pk_position_card"),
        sa.UniqueConstraint("position_id", "card_id", name="uq_position_card_position_id_card_id"),
    )
    op.create_index("ix_position_card_card_id_position_id", "position_card", ["card_id", "position_id"])

    op.create_table(
        "swish_position",
        sa.Column("swish_id", _id(), nullable=False),
        sa.Column("position_id", _id(), nullable=False),
        sa.Column("indices", _json(), nullable=False),
        sa.Column("configurations", _json(), nullable=False),
        sa.ForeignKeyConstraint(
            ["position_id"], ["position.id"], name="fk_swish_position_position_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["swish_id"], ["swish.id"], name="fk_swish_position_swish_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("swish_id", "position_id", name="pk_swish_position"),
    )
    op.create_index("ix_swish_position_position_id_swish_id", "swish_position", ["position_id", "swish_id"])


def downgrade() -> None:
    """Take them away."""
    op.drop_table("swish_position")
    op.drop_table("position_card")
    op.drop_table("no_swish_maximum")
    op.drop_table("largest_swish")
    op.drop_table("deal")
    op.drop_table("swish_card")
    op.drop_table("position")
    op.drop_table("no_swish_set_card")
    op.drop_table("deck_slug")
    op.drop_table("deck_card")
    op.drop_table("deal_statistic")
    op.drop_table("swish")
    op.drop_table("starting_catalogue")
    op.drop_table("no_swish_set")
    op.drop_table("hypergraph")
    op.drop_table("deck")
    op.drop_table("card")

"""The tables that the games of cards share: cards, decks and positions, told apart by their `game`.

Each game has classes of its own for them, with columns of its own, which are null in the rows of other games. A query
of such a class finds the rows of its game only. Indices of cards count from 0: into a deck's listing, or a position's
cards in order.
"""

from typing import Any, ClassVar

from sqlalchemy import CheckConstraint, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from ludex.catalogue.tables.base import Base, Id, Keyed, owned, shared

SWISH_GAME = "swish"
SET_GAME = "set"


class OfGame:
    """A row of one of the games."""

    game: Mapped[str] = mapped_column(String, sort_order=-4)

    __mapper_args__: ClassVar[dict[str, Any]] = {"polymorphic_on": "game", "polymorphic_abstract": True}


def needed_by(game: str, *columns: str) -> CheckConstraint:
    """Return the constraint that the rows of a game have its columns."""
    present = " AND ".join(f"{column} IS NOT NULL" for column in columns)
    return CheckConstraint(f"game <> '{game}' OR ({present})", name=game)


def index_of(row: type[Base], *columns: str) -> None:
    """Index columns of the table of a class; those of its own are there only once the class is."""
    table = row.metadata.tables[row.__tablename__]
    Index(None, *(table.c[column] for column in columns))


class AnyCardRow(OfGame, Keyed, Base):
    """A card of any game: its notation, in SWISH that of its canonical configuration."""

    __tablename__ = "card"

    code: Mapped[str] = mapped_column(String)

    __table_args__ = (
        needed_by(SWISH_GAME, "symmetry", "height", "width", "points", "circles", "configurations"),
        needed_by(SET_GAME, "properties", "property_values"),
    )


class AnyDeckRow(OfGame, Keyed, Base):
    """A deck: cards with a listing. `starting` marks those of the starting catalogue, which stay."""

    __tablename__ = "deck"

    title: Mapped[str] = mapped_column(String)
    description: Mapped[str] = mapped_column(String)
    cards: Mapped[int]
    starting: Mapped[bool]

    __table_args__ = (
        Index(None, "cards", "id"),
        needed_by(SWISH_GAME, "symmetry", "height", "width", "distinct_cards"),
        needed_by(SET_GAME, "properties", "property_values"),
    )


class AnyDeckSlugRow(OfGame, Base):
    """A name of a deck, unique in its game; `id` orders the names of one deck, the first is the one that is shown."""

    __tablename__ = "deck_slug"

    id: Mapped[int] = mapped_column(Id, primary_key=True, sort_order=-9)
    slug: Mapped[str] = mapped_column(String)
    deck_id: Mapped[int] = mapped_column(owned("deck.id"), index=True)
    starting: Mapped[bool]

    __table_args__ = (UniqueConstraint("game", "slug"),)


class DeckCardRow(Base):
    """A card of a deck: its index in the listing and the notation as listed."""

    __tablename__ = "deck_card"

    deck_id: Mapped[int] = mapped_column(owned("deck.id"), primary_key=True)
    index: Mapped[int] = mapped_column("listing_index", primary_key=True)
    card_id: Mapped[int] = mapped_column(shared("card.id"))
    code: Mapped[str] = mapped_column(String)

    __table_args__ = (Index(None, "deck_id", "card_id"), Index(None, "card_id", "deck_id"))


class AnyPositionRow(OfGame, Keyed, Base):
    """A position: cards on the table, or in the hand."""

    __tablename__ = "position"

    cards: Mapped[int]

    __table_args__ = (
        Index(None, "cards", "id"),
        needed_by(SWISH_GAME, "symmetry", "height", "width", "distinct_cards"),
        needed_by(SET_GAME, "properties", "property_values", "canonical_order"),
    )


class PositionCardRow(Base):
    """A card of a position, the index of its first copy in the position's order, and how many copies there are."""

    __tablename__ = "position_card"

    position_id: Mapped[int] = mapped_column(owned("position.id"), primary_key=True)
    index: Mapped[int] = mapped_column("first_index", primary_key=True)
    card_id: Mapped[int] = mapped_column(shared("card.id"))
    copies: Mapped[int]

    __table_args__ = (
        UniqueConstraint("position_id", "card_id"),
        Index(None, "card_id", "position_id"),
        CheckConstraint("copies >= 1", name="copies"),
    )

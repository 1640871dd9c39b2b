"""The tables of SET. A deck of so many properties with so many values each is meant where a row names both.

A position and a cap are classes under the symmetries that keep sets: they show the cards that were stored first, in
that order, and `canonical_order` gives for each of these its number in the canonical form.
"""

from typing import Any, ClassVar

from sqlalchemy import BigInteger, CheckConstraint, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from ludex.catalogue.tables.base import Base, Id, Json, Keyed, Natural, owned, shared
from ludex.catalogue.tables.shared import (
    SET_GAME,
    AnyCardRow,
    AnyDeckRow,
    AnyDeckSlugRow,
    AnyPositionRow,
    index_of,
)


class OfDeck:
    """An object of cards: how many properties they have, and how many values each of these has."""

    properties: Mapped[int] = mapped_column(sort_order=-2)
    values: Mapped[int] = mapped_column("property_values", sort_order=-1)


class OfSet:
    """A row of SET in a table that the games share."""

    __mapper_args__: ClassVar[dict[str, Any]] = {"polymorphic_identity": SET_GAME}


class OfDeckAmongGames(OfSet):
    """The same in a table that the games share."""

    properties: Mapped[int] = mapped_column(nullable=True)
    values: Mapped[int] = mapped_column("property_values", nullable=True)


class SetCardRow(OfDeckAmongGames, AnyCardRow):
    """A card: its notation, one digit a property."""


index_of(SetCardRow, "property_values", "properties", "id")
index_of(SetCardRow, "properties", "id")


class SetDeckRow(OfDeckAmongGames, AnyDeckRow):
    """A deck: different cards with a listing."""


index_of(SetDeckRow, "property_values", "properties", "cards", "id")
index_of(SetDeckRow, "properties", "id")


class SetDeckSlugRow(OfSet, AnyDeckSlugRow):
    """A name of a deck."""


class SetPositionRow(OfDeckAmongGames, AnyPositionRow):
    """A class of positions. `sets` is null where they are not counted, `has_set` where it is not known either."""

    canonical_order: Mapped[list[int]] = mapped_column(Json, nullable=True)
    sets: Mapped[int | None] = mapped_column(Natural)
    has_set: Mapped[bool | None]


index_of(SetPositionRow, "property_values", "properties", "cards", "id")
index_of(SetPositionRow, "properties", "id")
index_of(SetPositionRow, "sets", "id")
index_of(SetPositionRow, "has_set", "id")


class FoundSetRow(Keyed, OfDeck, Base):
    """A found set; `differing` is the number of properties in which its cards are all different."""

    __tablename__ = "found_set"

    differing: Mapped[int]

    __table_args__ = (
        Index(None, "property_values", "properties", "differing", "id"),
        Index(None, "properties", "id"),
        Index(None, "differing", "id"),
    )


class FoundSetCardRow(Base):
    """A card of a found set; `place` is its place among the set's cards, which ascend."""

    __tablename__ = "found_set_card"

    set_id: Mapped[int] = mapped_column(owned("found_set.id"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    card_id: Mapped[int] = mapped_column(shared("card.id"))

    __table_args__ = (UniqueConstraint("set_id", "card_id"), Index(None, "card_id", "set_id"))


class FoundSetPositionRow(Base):
    """A set that was found in a position, among the cards that it shows."""

    __tablename__ = "found_set_position"

    set_id: Mapped[int] = mapped_column(owned("found_set.id"), primary_key=True)
    position_id: Mapped[int] = mapped_column(owned("position.id"), primary_key=True)

    __table_args__ = (Index(None, "position_id", "set_id"),)


class CapRow(Keyed, OfDeck, Base):
    """A class of caps: cards without a set. `complete`: each card more would make a set."""

    __tablename__ = "cap"

    size: Mapped[int]
    complete: Mapped[bool]
    canonical_order: Mapped[list[int]] = mapped_column(Json)

    __table_args__ = (
        Index(None, "property_values", "properties", "size", "id"),
        Index(None, "properties", "id"),
        Index(None, "size", "id"),
    )


class CapCardRow(Base):
    """A card of a cap; `place` is its place among the cap's cards as they were stored."""

    __tablename__ = "cap_card"

    cap_id: Mapped[int] = mapped_column(owned("cap.id"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    card_id: Mapped[int] = mapped_column(shared("card.id"))

    __table_args__ = (UniqueConstraint("cap_id", "card_id"), Index(None, "card_id", "cap_id"))


class CapMaximumRow(OfDeck, Base):
    """The largest known cap of a deck, whether it is proved to be one, and the method that says so."""

    __tablename__ = "cap_maximum"

    id: Mapped[int] = mapped_column(Id, primary_key=True, sort_order=-9)
    cap_id: Mapped[int] = mapped_column(shared("cap.id"), index=True)
    size: Mapped[int]
    proved: Mapped[bool]
    upper_bound: Mapped[int]
    method: Mapped[str] = mapped_column(String)

    __table_args__ = (
        UniqueConstraint("property_values", "properties"),
        CheckConstraint("size <= upper_bound AND proved = (size = upper_bound)", name="proved"),
    )


class CapCountRow(OfDeck, Base):
    """How many caps of one size a deck has, and in how many classes; no caps: there are no larger ones either."""

    __tablename__ = "cap_count"

    id: Mapped[int] = mapped_column(Id, primary_key=True, sort_order=-9)
    size: Mapped[int]
    caps: Mapped[int] = mapped_column(Natural)
    classes: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (UniqueConstraint("property_values", "properties", "size"),)


class NoSetStatisticRow(OfDeck, Base):
    """How many draws of n cards of a deck have no set: all of them where `samples` is 0, else of a seeded sample.

    `low` and `high` are the 95 % Wilson interval of a sample.
    """

    __tablename__ = "no_set_statistic"

    id: Mapped[int] = mapped_column(Id, primary_key=True, sort_order=-9)
    n: Mapped[int]
    numerator: Mapped[int] = mapped_column(Natural)
    denominator: Mapped[int] = mapped_column(Natural)
    exact: Mapped[bool]
    samples: Mapped[int] = mapped_column(BigInteger)
    seed: Mapped[int] = mapped_column(BigInteger)
    low: Mapped[float | None]
    high: Mapped[float | None]

    __table_args__ = (
        UniqueConstraint("property_values", "properties", "n", "samples", "seed"),
        CheckConstraint("exact = (samples = 0)", name="exact"),
    )


class SetGameRow(Keyed, OfDeck, Base):
    """A played game: its parameters, its record as a document, and how it went.

    `sets_wanted` is null for a game that goes on until the deck is empty; `final_cards` are left on the table.
    """

    __tablename__ = "set_game"

    seed: Mapped[int] = mapped_column(BigInteger)
    sets_wanted: Mapped[int | None]
    solver: Mapped[str] = mapped_column(String)
    finished: Mapped[str] = mapped_column(String)
    sets: Mapped[int]
    rounds: Mapped[int]
    final_cards: Mapped[int]
    document: Mapped[dict[str, Any]] = mapped_column(Json)

    __table_args__ = (
        Index(None, "property_values", "properties", "sets", "id"),
        Index(None, "properties", "id"),
        Index(None, "seed", "id"),
        Index(None, "sets", "id"),
    )

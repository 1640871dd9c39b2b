"""The tables of SWISH. Indices of cards count from 0: into a deck's listing, or a position's canonical order."""

from typing import Any, ClassVar

from sqlalchemy import BigInteger, CheckConstraint, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from ludex.catalogue.tables.base import Base, Id, Json, Keyed, owned, shared
from ludex.catalogue.tables.shared import (
    SWISH_GAME,
    AnyCardRow,
    AnyDeckRow,
    AnyDeckSlugRow,
    AnyPositionRow,
    index_of,
)


class OnBoard:
    """An object of cards: the board and the symmetry under which cards are copies of each other."""

    symmetry: Mapped[str] = mapped_column(String, sort_order=-3)
    height: Mapped[int] = mapped_column(sort_order=-2)
    width: Mapped[int] = mapped_column(sort_order=-1)


class OfSwish:
    """A row of SWISH in a table that the games share."""

    __mapper_args__: ClassVar[dict[str, Any]] = {"polymorphic_identity": SWISH_GAME}


class OnBoardAmongGames(OfSwish):
    """The same in a table that the games share."""

    symmetry: Mapped[str] = mapped_column(String, nullable=True)
    height: Mapped[int] = mapped_column(nullable=True)
    width: Mapped[int] = mapped_column(nullable=True)


class CardRow(OnBoardAmongGames, AnyCardRow):
    """A card: the notation of its canonical configuration, its numbers of symbols and of different configurations."""

    points: Mapped[int] = mapped_column(nullable=True)
    circles: Mapped[int] = mapped_column(nullable=True)
    configurations: Mapped[int] = mapped_column(nullable=True)


index_of(CardRow, "height", "width", "symmetry", "id")
index_of(CardRow, "points", "circles", "id")


class DeckRow(OnBoardAmongGames, AnyDeckRow):
    """A deck: a multiset of cards with a listing."""

    distinct_cards: Mapped[int] = mapped_column(nullable=True)


index_of(DeckRow, "height", "width", "symmetry", "id")


class DeckSlugRow(OfSwish, AnyDeckSlugRow):
    """A name of a deck."""


class HypergraphRow(Keyed, Base):
    """The hypergraph of a class of isomorphic positions, in canonical form."""

    __tablename__ = "hypergraph"

    form: Mapped[bytes] = mapped_column(LargeBinary)
    nodes: Mapped[int]
    arcs: Mapped[int]
    hypernodes: Mapped[int]

    __table_args__ = (Index(None, "hypernodes", "arcs", "id"), Index(None, "arcs", "id"))


class PositionRow(OnBoardAmongGames, AnyPositionRow):
    """A position: a multiset of canonical cards.

    `hypergraph_order` gives for each card of the canonical order its hypernode in the canonical hypergraph; both are
    absent where the position has no hypergraph.
    """

    distinct_cards: Mapped[int] = mapped_column(nullable=True)
    hypergraph_id: Mapped[int | None] = mapped_column(shared("hypergraph.id"))
    hypergraph_order: Mapped[list[int] | None] = mapped_column(Json)


index_of(PositionRow, "height", "width", "symmetry", "id")
index_of(PositionRow, "hypergraph_id", "id")


class SwishRow(Keyed, OnBoard, Base):
    """A found swish: its stack, the notations of the placed cards, least over the configurations of the whole stack."""

    __tablename__ = "swish"

    size: Mapped[int]
    stack: Mapped[list[str]] = mapped_column(Json)

    __table_args__ = (
        Index(None, "size", "id"),
        Index(None, "height", "width", "symmetry", "size", "id"),
        CheckConstraint("size >= 2", name="size"),
    )


class SwishCardRow(Base):
    """A card of a swish, and how many copies of it the swish uses."""

    __tablename__ = "swish_card"

    swish_id: Mapped[int] = mapped_column(owned("swish.id"), primary_key=True)
    card_id: Mapped[int] = mapped_column(shared("card.id"), primary_key=True)
    copies: Mapped[int]

    __table_args__ = (Index(None, "card_id", "swish_id"), CheckConstraint("copies >= 1", name="copies"))


class SwishPositionRow(Base):
    """A swish that was found in a position: for each card of the stack its index and its configuration there."""

    __tablename__ = "swish_position"

    swish_id: Mapped[int] = mapped_column(owned("swish.id"), primary_key=True)
    position_id: Mapped[int] = mapped_column(owned("position.id"), primary_key=True)
    indices: Mapped[list[int]] = mapped_column(Json)
    configurations: Mapped[list[str]] = mapped_column(Json)

    __table_args__ = (Index(None, "position_id", "swish_id"),)


class LargestSwishRow(Base):
    """The size of the largest swish of a position (0: there is none), whether it is proved, and one such swish."""

    __tablename__ = "largest_swish"

    position_id: Mapped[int] = mapped_column(owned("position.id"), primary_key=True)
    size: Mapped[int]
    proved: Mapped[bool]
    swish_id: Mapped[int | None] = mapped_column(shared("swish.id"), index=True)

    __table_args__ = (
        Index(None, "size", "position_id"),
        CheckConstraint("(size = 0) = (swish_id IS NULL)", name="swish"),
    )


class NoSwishSetRow(Keyed, OnBoard, Base):
    """A set of cards, copies included, that contains no swish."""

    __tablename__ = "no_swish_set"

    size: Mapped[int]

    __table_args__ = (Index(None, "size", "id"), Index(None, "height", "width", "symmetry", "size", "id"))


class NoSwishSetCardRow(Base):
    """A card of a no-swish set, the index of its first copy in canonical order, and how many copies there are."""

    __tablename__ = "no_swish_set_card"

    set_id: Mapped[int] = mapped_column(owned("no_swish_set.id"), primary_key=True)
    index: Mapped[int] = mapped_column("first_index", primary_key=True)
    card_id: Mapped[int] = mapped_column(shared("card.id"))
    copies: Mapped[int]

    __table_args__ = (
        UniqueConstraint("set_id", "card_id"),
        Index(None, "card_id", "set_id"),
        CheckConstraint("copies >= 1", name="copies"),
    )


class NoSwishMaximumRow(Base):
    """A largest known no-swish set of a position or of a deck, and the swishes that prove it, as lists of indices."""

    __tablename__ = "no_swish_maximum"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    position_id: Mapped[int | None] = mapped_column(owned("position.id"))
    deck_id: Mapped[int | None] = mapped_column(owned("deck.id"))
    set_id: Mapped[int] = mapped_column(shared("no_swish_set.id"), index=True)
    proved: Mapped[bool]
    upper_bound: Mapped[int]
    indices: Mapped[list[int]] = mapped_column(Json)
    certificate: Mapped[list[list[int]]] = mapped_column(Json)
    up_to_copies: Mapped[bool]

    __table_args__ = (
        UniqueConstraint("position_id", "set_id"),
        UniqueConstraint("deck_id", "set_id"),
        CheckConstraint("(position_id IS NULL) <> (deck_id IS NULL)", name="owner"),
    )


class DealRow(Base):
    """A seeded deal of n cards of a deck, and the position that it gave."""

    __tablename__ = "deal"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    deck_id: Mapped[int] = mapped_column(owned("deck.id"))
    n: Mapped[int]
    seed: Mapped[int] = mapped_column(BigInteger)
    position_id: Mapped[int] = mapped_column(shared("position.id"), index=True)

    __table_args__ = (UniqueConstraint("deck_id", "n", "seed"),)


class DealStatisticRow(Base):
    """How many deals of n cards of a deck have no swish: all of them where `samples` is 0, else of a seeded sample.

    `low` and `high` are the 95 % Wilson interval of a sample.
    """

    __tablename__ = "deal_statistic"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    deck_id: Mapped[int] = mapped_column(owned("deck.id"))
    n: Mapped[int]
    numerator: Mapped[str] = mapped_column(String)
    denominator: Mapped[str] = mapped_column(String)
    exact: Mapped[bool]
    samples: Mapped[int] = mapped_column(BigInteger)
    seed: Mapped[int] = mapped_column(BigInteger)
    low: Mapped[float | None]
    high: Mapped[float | None]

    __table_args__ = (
        UniqueConstraint("deck_id", "n", "samples", "seed"),
        CheckConstraint("exact = (samples = 0)", name="exact"),
    )

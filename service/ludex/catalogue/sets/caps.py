"""Stored caps: classes under the symmetries that keep sets; and the largest known cap of each deck."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, or_, select, true
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.sets.cards import has_card, linked_codes, store_cards
from ludex.catalogue.sets.decks import within_deck
from ludex.catalogue.storing import chunks, insert_links, store
from ludex.catalogue.tables import CapCardRow, CapMaximumRow, CapRow
from ludex.engine.budget import Budget
from ludex.graphs.isomorphism import through
from ludex.sets.deck import Deck
from ludex.sets.identity.canonical import canonical_position
from ludex.sets.identity.keys import class_key, class_label
from ludex.sets.position import Position, PositionError

if TYPE_CHECKING:
    from ludex.sets.solving.caps import Cap


@dataclass(frozen=True, slots=True)
class PreparedCap:
    """A cap with its key; `order` gives for each card its number in the canonical form.

    `complete`: each card more would make a set.
    """

    cards: Position
    order: tuple[int, ...]
    key: bytes
    label: str
    complete: bool


def prepare_cap(cards: Position, budget: Budget | None = None) -> PreparedCap:
    """Prepare a cap for the catalogue: call it before the session. Cost: its canonical form, and see `is_complete`.

    Raises PositionError for cards with a set, PositionTooLarge where the form is beyond reach, BudgetExhausted.
    """
    from ludex.sets.solving.caps import is_cap
    from ludex.sets.solving.complete_caps import is_complete

    if not is_cap(cards, budget):
        raise PositionError("a set is among the cards")
    canonical = canonical_position(cards, budget)
    return PreparedCap(
        cards=cards,
        order=canonical.order,
        key=class_key("cap", canonical),
        label=class_label("cap", cards.deck, canonical),
        complete=is_complete(cards, budget),
    )


@dataclass(frozen=True, slots=True)
class StoredCap:
    """A stored cap: the cards of the class that were stored first, in that order.

    `largest`: no larger cap of its deck is stored; `proved`, where it is the largest, that there is none.
    """

    id: int
    label: str
    properties: int
    values: int
    codes: tuple[str, ...]
    order: tuple[int, ...]
    complete: bool
    largest: bool
    proved: bool | None

    @property
    def deck(self) -> Deck:
        """Return the whole deck that it is a cap of."""
        return Deck(self.properties, self.values)

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.codes)

    @property
    def position(self) -> Position:
        """Return the cards."""
        return Position.from_codes(self.deck, self.codes)


@dataclass(frozen=True, slots=True)
class StoredMaximum:
    """The largest known cap of a deck, by its label, and of larger ones what a `ludex.sets.solving.caps.Cap` tells."""

    properties: int
    values: int
    cap: str
    size: int
    proved: bool
    upper_bound: int
    method: str


class StoredCapClass(NamedTuple):
    """A row, whether this call made it, and for each card of what was sent its card there, both by index."""

    row: CapRow
    created: bool
    matching: tuple[int, ...]


def store_cap(session: Session, prepared: PreparedCap) -> StoredCapClass:
    """Store a cap, or find the stored one of its class."""
    deck = prepared.cards.deck
    stored = store(
        session,
        CapRow,
        {
            "key": prepared.key,
            "label": prepared.label,
            "properties": deck.properties,
            "values": deck.values,
            "size": len(prepared.cards.cards),
            "complete": prepared.complete,
            "canonical_order": list(prepared.order),
        },
    )
    if stored.created:
        cards = store_cards(session, deck, prepared.cards.cards)
        links = [
            {"cap_id": stored.row.id, "place": place, "card_id": cards[card].row.id}
            for place, card in enumerate(prepared.cards.cards)
        ]
        insert_links(session, CapCardRow, ["cap_id", "place"], links)
    return StoredCapClass(stored.row, stored.created, through(prepared.order, tuple(stored.row.canonical_order)))


def store_maximum(session: Session, prepared: PreparedCap, cap: "Cap") -> StoredCapClass:
    """Store a largest known cap of a deck, `prepared` from its cards, and what is known of larger ones.

    It takes the place of one that is smaller, or of which less is proved; else the stored one stays.
    """
    stored = store_cap(session, prepared)
    insert: Any = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    statement = insert(CapMaximumRow).values(
        properties=stored.row.properties,
        values=stored.row.values,
        cap_id=stored.row.id,
        size=cap.size,
        proved=cap.proved,
        upper_bound=cap.upper_bound,
        method=cap.method,
    )
    new = statement.excluded
    better = or_(
        new.size > CapMaximumRow.size,
        and_(new.size == CapMaximumRow.size, new.upper_bound < CapMaximumRow.upper_bound),
    )
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["property_values", "properties"],
            set_={name: new[name] for name in ("cap_id", "size", "proved", "upper_bound", "method")},
            where=and_(~CapMaximumRow.proved, better),
        )
    )
    return stored


def maximum_of(session: Session, deck: Deck) -> StoredMaximum | None:
    """Return the largest known cap of a deck, or None."""
    of_deck = and_(CapMaximumRow.properties == deck.properties, CapMaximumRow.values == deck.values)
    return next(iter(_maxima(session, of_deck)), None)


def stored_maxima(session: Session) -> list[StoredMaximum]:
    """Return the largest known caps of all decks, by values, then properties."""
    return _maxima(session, true())


def _maxima(session: Session, condition: ColumnElement[bool]) -> list[StoredMaximum]:
    statement = select(CapMaximumRow, CapRow.label).join(CapRow, CapRow.id == CapMaximumRow.cap_id).where(condition)
    return [
        StoredMaximum(row.properties, row.values, label, row.size, row.proved, row.upper_bound, row.method)
        for row, label in session.execute(statement.order_by(CapMaximumRow.values, CapMaximumRow.properties))
    ]


def load_caps(session: Session, rows: Sequence[CapRow]) -> list[StoredCap]:
    """Return the stored caps of rows."""
    ids = [row.id for row in rows]
    codes = linked_codes(session, CapCardRow.cap_id, CapCardRow.place, CapCardRow.card_id, ids)
    proved: dict[int, bool] = {}
    for part in chunks(ids):
        maxima = select(CapMaximumRow.cap_id, CapMaximumRow.proved).where(CapMaximumRow.cap_id.in_(part))
        proved |= dict(session.execute(maxima).all())
    return [
        StoredCap(
            id=row.id,
            label=row.label,
            properties=row.properties,
            values=row.values,
            codes=codes[row.id],
            order=tuple(row.canonical_order),
            complete=row.complete,
            largest=row.id in proved,
            proved=proved.get(row.id),
        )
        for row in rows
    ]


def _with_maximum(statement: Select[Any]) -> Select[Any]:
    return statement.outerjoin(CapMaximumRow, CapMaximumRow.cap_id == CapRow.id)


CAPS: Collection[CapRow, StoredCap] = Collection(
    name="caps",
    model=CapRow,
    load=load_caps,
    equal={
        "properties": CapRow.properties,
        "values": CapRow.values,
        "size": CapRow.size,
        "complete": CapRow.complete,
        "largest": CapMaximumRow.id.is_not(None),
        "proved": CapMaximumRow.proved,
    },
    ranges={"properties": CapRow.properties, "values": CapRow.values, "size": CapRow.size},
    related={
        "card": has_card(CapRow.id, CapCardRow.cap_id, CapCardRow.card_id),
        "deck": within_deck(CapRow, CapCardRow.cap_id, CapCardRow.card_id),
    },
    sorts={"size": CapRow.size},
    joined=_with_maximum,
)

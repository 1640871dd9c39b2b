"""Stored sets that were found, and the positions in which they were found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.sets.cards import has_card, linked_codes, store_cards
from ludex.catalogue.sets.decks import within_deck
from ludex.catalogue.storing import Stored, chunks, insert_links, store_many
from ludex.catalogue.tables import (
    FoundSetCardRow,
    FoundSetPositionRow,
    FoundSetRow,
    PositionCardRow,
    SetPositionRow,
)
from ludex.labels import label
from ludex.sets.deck import Deck
from ludex.sets.identity.keys import differing, set_key
from ludex.sets.position import Position, is_set
from ludex.sets.solving.solver import SetCards


@dataclass(frozen=True, slots=True)
class StoredSet:
    """A stored set: its cards in the order of their notation, and in how many properties these are all different."""

    id: int
    label: str
    properties: int
    values: int
    differing: int
    codes: tuple[str, ...]

    @property
    def deck(self) -> Deck:
        """Return the whole deck of its cards' properties and values."""
        return Deck(self.properties, self.values)

    @property
    def cards(self) -> SetCards:
        """Return the numbers of the cards, ascending."""
        return Position.from_codes(self.deck, self.codes).cards


def store_sets(
    session: Session, deck: Deck, sets: Iterable[SetCards], position: SetPositionRow | None = None
) -> list[Stored[FoundSetRow]]:
    """Store sets in bulk, in the order given, and that they were found in a position where one is named.

    They are of the cards that the stored position shows: see :func:`through_matching`. One that comes again is not
    created again. Raises ValueError for cards that are no set, or not of the position.
    """
    listed = [tuple(sorted(cards)) for cards in sets]
    for cards in listed:
        if not is_set(deck, cards):
            raise ValueError(f"{', '.join(map(deck.code, cards))} are no set")
    keyed = [(set_key(deck, cards), cards) for cards in listed]
    by_key = dict(keyed)
    stored = store_many(
        session, FoundSetRow, [_values(key, deck, cards) for key, cards in by_key.items()], keep_order=True
    )
    created = {key for key, row in stored.items() if row.created}
    rows = store_cards(session, deck, {card for key in created for card in by_key[key]})
    links = [
        {"set_id": stored[key].row.id, "place": place, "card_id": rows[card].row.id}
        for key in by_key
        if key in created
        for place, card in enumerate(by_key[key])
    ]
    insert_links(session, FoundSetCardRow, ["set_id", "place"], links)
    if position is not None:
        link_sets(session, position, [row.row for row in stored.values()])
    answers = []
    for key, _ in keyed:
        answers.append(Stored(stored[key].row, key in created))
        created.discard(key)
    return answers


def _values(key: bytes, deck: Deck, cards: SetCards) -> dict[str, object]:
    properties = differing(deck, cards)
    return {
        "key": key,
        "label": label("set", (deck.values, deck.properties, properties), key),
        "properties": deck.properties,
        "values": deck.values,
        "differing": properties,
    }


def link_sets(session: Session, position: SetPositionRow, sets: Sequence[FoundSetRow]) -> None:
    """Store that sets were found among the cards that a stored position shows; it has a set then.

    Raises ValueError where a set has other cards.
    """
    shown = select(PositionCardRow.card_id).where(PositionCardRow.position_id == position.id)
    for part in chunks([row.id for row in sets]):
        other = select(FoundSetCardRow.set_id).where(
            FoundSetCardRow.set_id.in_(part), FoundSetCardRow.card_id.not_in(shown)
        )
        if session.scalar(other.limit(1)) is not None:
            raise ValueError("a set has a card that the position does not show")
    links = [{"set_id": row.id, "position_id": position.id} for row in sets]
    insert_links(session, FoundSetPositionRow, ["set_id", "position_id"], links)
    if links and position.has_set is None:
        position.has_set = True
        session.flush()


def through_matching(
    sets: Iterable[SetCards], sent: Position, shown: Position, matching: Sequence[int]
) -> list[SetCards]:
    """Return the sets of a position as sets of the stored one that it is equivalent to, by their matching.

    >>> sent, shown = Position(Deck(1, 3), (2, 0, 1)), Position(Deck(1, 3), (0, 1, 2))
    >>> through_matching([(0, 1, 2)], sent, shown, (2, 0, 1))
    [(0, 1, 2)]
    """
    image = {card: shown.cards[matching[index]] for index, card in enumerate(sent.cards)}
    return [tuple(sorted(image[card] for card in cards)) for cards in sets]


def sets_in_position(session: Session, position_id: int, after: int | None = None, limit: int = 100) -> list[StoredSet]:
    """Return the sets that were found among the cards that a stored position shows, by id."""
    found = (
        select(FoundSetRow)
        .join(FoundSetPositionRow, FoundSetPositionRow.set_id == FoundSetRow.id)
        .where(FoundSetPositionRow.position_id == position_id)
        .order_by(FoundSetRow.id)
        .limit(limit)
    )
    if after is not None:
        found = found.where(FoundSetRow.id > after)
    return load_sets(session, session.scalars(found).all())


def load_sets(session: Session, rows: Sequence[FoundSetRow]) -> list[StoredSet]:
    """Return the stored sets of rows."""
    ids = [row.id for row in rows]
    codes = linked_codes(session, FoundSetCardRow.set_id, FoundSetCardRow.place, FoundSetCardRow.card_id, ids)
    return [StoredSet(row.id, row.label, row.properties, row.values, row.differing, codes[row.id]) for row in rows]


def _in_position(label: str) -> ColumnElement[bool]:
    found = select(FoundSetPositionRow.set_id).join(
        SetPositionRow, SetPositionRow.id == FoundSetPositionRow.position_id
    )
    return FoundSetRow.id.in_(found.where(SetPositionRow.label == label))


FOUND_SETS: Collection[FoundSetRow, StoredSet] = Collection(
    name="sets",
    model=FoundSetRow,
    load=load_sets,
    equal={
        "properties": FoundSetRow.properties,
        "values": FoundSetRow.values,
        "differing": FoundSetRow.differing,
    },
    ranges={
        "properties": FoundSetRow.properties,
        "values": FoundSetRow.values,
        "differing": FoundSetRow.differing,
    },
    related={
        "card": has_card(FoundSetRow.id, FoundSetCardRow.set_id, FoundSetCardRow.card_id),
        "deck": within_deck(FoundSetRow, FoundSetCardRow.set_id, FoundSetCardRow.card_id),
        "position": _in_position,
    },
    sorts={"differing": FoundSetRow.differing},
)

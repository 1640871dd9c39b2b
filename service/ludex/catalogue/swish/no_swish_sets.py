"""Stored sets of cards without a swish, and the largest ones of decks and positions, with what proves them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, chunks, insert_links, store_many
from ludex.catalogue.swish.cards import deck_ids, has_card, read_card, store_cards
from ludex.catalogue.swish.placing import canonical_copies, from_canonical_order, to_canonical_order
from ludex.catalogue.tables import (
    CardRow,
    DeckRow,
    NoSwishMaximumRow,
    NoSwishSetCardRow,
    NoSwishSetRow,
    PositionRow,
)
from ludex.swish.card import Symmetry
from ludex.swish.identity.keys import no_swish_key, no_swish_label
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import NoSwishMaximum


@dataclass(frozen=True, slots=True)
class StoredNoSwishSet:
    """A stored set of cards without a swish: its canonical cards in order, copies included."""

    id: int
    label: str
    symmetry: Symmetry
    height: int
    width: int
    size: int
    codes: tuple[str, ...]

    @property
    def position(self) -> Position:
        """Return the cards of the set as a position, canonical."""
        return Position(tuple(read_card(code) for code in self.codes), self.symmetry)


@dataclass(frozen=True, slots=True)
class StoredMaximum:
    """A largest known no-swish set; indices count into the deck's listing or the position's canonical order.

    Where it is proved, `certificate` lists swishes, by index, of which a set without swishes leaves out a card each.
    Where `up_to_copies`, each of them stands for every choice among the copies of its cards.
    """

    id: int
    no_swish_set: str
    indices: tuple[int, ...]
    proved: bool
    upper_bound: int
    certificate: tuple[tuple[int, ...], ...]
    up_to_copies: bool


def store_no_swish_sets(session: Session, sets: Sequence[Position]) -> list[Stored[NoSwishSetRow]]:
    """Store sets in bulk, in the order given. The caller knows that they have no swish; `verify` looks again."""
    keyed = [(no_swish_key(cards), cards) for cards in sets]
    by_key = dict(keyed)
    stored = store_many(
        session,
        NoSwishSetRow,
        [
            {
                "key": key,
                "label": no_swish_label(cards),
                "symmetry": str(cards.symmetry),
                "height": cards.height,
                "width": cards.width,
                "size": len(cards.cards),
            }
            for key, cards in by_key.items()
        ],
        keep_order=True,
    )
    created = {key for key, row in stored.items() if row.created}
    for symmetry in Symmetry:
        of_symmetry = [key for key in sorted(created) if by_key[key].symmetry is symmetry]
        cards = store_cards(session, {card for key in of_symmetry for card in by_key[key].cards}, symmetry)
        insert_links(
            session,
            NoSwishSetCardRow,
            ["set_id", "first_index"],
            [
                {"set_id": stored[key].row.id, "index": first, "card_id": cards[card].row.id, "copies": copies}
                for key in of_symmetry
                for card, first, copies in canonical_copies(by_key[key])
            ],
        )
    answers = []
    for key, _ in keyed:
        answers.append(Stored(stored[key].row, key in created))
        created.discard(key)
    return answers


def store_maximum(
    session: Session, owner: PositionRow | DeckRow, cards: Position, listing: Position, maximum: NoSwishMaximum
) -> Stored[NoSwishSetRow]:
    """Store a largest no-swish set of a stored deck or position, and the set itself.

    `cards` are those that the maximum's indices count into; `listing` is the owner's own order of the same cards: the
    deck's listing, or the position's canonical order. What is proved is never replaced by what is not.
    """
    own_index = dict(zip(to_canonical_order(cards, range(len(cards.cards))), range(len(cards.cards)), strict=True))
    places = from_canonical_order(listing, range(len(cards.cards)))
    translated = {own_index[rank]: place for rank, place in enumerate(places)}
    stored = store_no_swish_sets(
        session, [Position(tuple(cards.cards[index] for index in maximum.indices), cards.symmetry)]
    )[0]
    column = "deck_id" if isinstance(owner, DeckRow) else "position_id"
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    statement = insert(NoSwishMaximumRow).values(
        {
            column: owner.id,
            "set_id": stored.row.id,
            "proved": maximum.proved,
            "upper_bound": maximum.upper_bound,
            "indices": sorted(translated[index] for index in maximum.indices),
            "certificate": [sorted(translated[index] for index in swish) for swish in maximum.certificate],
            "up_to_copies": maximum.up_to_copies,
        }
    )
    new = statement.excluded
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[column, "set_id"],
            set_={name: new[name] for name in ("proved", "upper_bound", "indices", "certificate", "up_to_copies")},
            where=and_(~NoSwishMaximumRow.proved, new.proved),
        )
    )
    return stored


def maxima_of(session: Session, *, deck_id: int | None = None, position_id: int | None = None) -> list[StoredMaximum]:
    """Return the largest known no-swish sets of a deck or a position: the proved ones, or else the largest unproved."""
    owner = (
        NoSwishMaximumRow.deck_id == deck_id if deck_id is not None else NoSwishMaximumRow.position_id == position_id
    )
    rows = session.execute(
        select(NoSwishMaximumRow, NoSwishSetRow.label, NoSwishSetRow.size)
        .join(NoSwishSetRow, NoSwishSetRow.id == NoSwishMaximumRow.set_id)
        .where(owner)
        .order_by(NoSwishMaximumRow.proved.desc(), NoSwishSetRow.size.desc(), NoSwishMaximumRow.id)
    ).all()
    return [
        StoredMaximum(
            row.id,
            label,
            tuple(row.indices),
            row.proved,
            row.upper_bound,
            tuple(tuple(swish) for swish in row.certificate),
            row.up_to_copies,
        )
        for row, label, size in rows
        if (row.proved, size) == (rows[0][0].proved, rows[0][2])
    ]


def no_swish_set_codes(session: Session, ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the notations of the canonical cards of sets, in order, copies included, by the sets' ids."""
    codes: dict[int, list[str]] = {row_id: [] for row_id in ids}
    for part in chunks(ids):
        linked = (
            select(NoSwishSetCardRow.set_id, CardRow.code, NoSwishSetCardRow.copies)
            .join(CardRow, CardRow.id == NoSwishSetCardRow.card_id)
            .where(NoSwishSetCardRow.set_id.in_(part))
            .order_by(NoSwishSetCardRow.set_id, NoSwishSetCardRow.index)
        )
        for row_id, code, copies in session.execute(linked):
            codes[row_id].extend([code] * copies)
    return {row_id: tuple(listed) for row_id, listed in codes.items()}


def _load(session: Session, rows: Sequence[NoSwishSetRow]) -> list[StoredNoSwishSet]:
    codes = no_swish_set_codes(session, [row.id for row in rows])
    return [
        StoredNoSwishSet(row.id, row.label, Symmetry(row.symmetry), row.height, row.width, row.size, codes[row.id])
        for row in rows
    ]


def _maximum_of_deck(name: str) -> ColumnElement[bool]:
    return NoSwishSetRow.id.in_(select(NoSwishMaximumRow.set_id).where(NoSwishMaximumRow.deck_id.in_(deck_ids(name))))


def _maximum_of_position(label: str) -> ColumnElement[bool]:
    maxima = select(NoSwishMaximumRow.set_id).join(PositionRow, PositionRow.id == NoSwishMaximumRow.position_id)
    return NoSwishSetRow.id.in_(maxima.where(PositionRow.label == label))


NO_SWISH_SETS: Collection[NoSwishSetRow, StoredNoSwishSet] = Collection(
    name="no-swish sets",
    model=NoSwishSetRow,
    load=_load,
    equal={
        "size": NoSwishSetRow.size,
        "height": NoSwishSetRow.height,
        "width": NoSwishSetRow.width,
        "symmetry": NoSwishSetRow.symmetry,
    },
    ranges={"size": NoSwishSetRow.size, "height": NoSwishSetRow.height, "width": NoSwishSetRow.width},
    related={
        "card": has_card(NoSwishSetRow.id, NoSwishSetCardRow.set_id, NoSwishSetCardRow.card_id),
        "deck": _maximum_of_deck,
        "position": _maximum_of_position,
    },
    sorts={"size": NoSwishSetRow.size},
)

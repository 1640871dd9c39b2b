"""Stored swishes, the positions in which they were found, and the largest swish of a position.

A swish is stored as its stack: the cards as they lie, least over the configurations of the whole stack. Which copies of
a card it uses does not matter, so a stack is stored once for a position, with its first copies.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, insert_links, store_many
from ludex.catalogue.swish.cards import deck_ids, has_card, read_card, store_cards
from ludex.catalogue.swish.placing import place
from ludex.catalogue.tables import (
    DeckCardRow,
    LargestSwishRow,
    PositionRow,
    SwishCardRow,
    SwishPositionRow,
    SwishRow,
)
from ludex.swish.card import Card, Configuration, Symmetry
from ludex.swish.found import Placed, Swish
from ludex.swish.identity.keys import canonical_stack, swish_key, swish_label
from ludex.swish.position import Position

Stack = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StoredSwish:
    """A stored swish: the notations of its placed cards, canonical as a stack."""

    id: int
    label: str
    symmetry: Symmetry
    height: int
    width: int
    size: int
    codes: tuple[str, ...]

    @property
    def stack(self) -> Stack:
        """Return the cards as they lie."""
        return tuple(read_card(code) for code in self.codes)

    def placed(self, position: Position) -> tuple[Placed, ...] | None:
        """Return how the swish is laid with the cards of a position or deck, or None where cards are missing."""
        return place(self.stack, position)


def store_stacks(session: Session, stacks: Iterable[Sequence[Card]], symmetry: Symmetry) -> list[Stored[SwishRow]]:
    """Store the stacks of swishes in bulk, in the order given; a stack that comes again is not created again."""
    keyed = [(swish_key(stack, symmetry), canonical_stack(stack, symmetry)) for stack in stacks]
    by_key = dict(keyed)
    stored = store_many(
        session, SwishRow, [_values(key, stack, symmetry) for key, stack in by_key.items()], keep_order=True
    )
    created = {key for key, row in stored.items() if row.created}
    cards = store_cards(session, {card for key in created for card in by_key[key]}, symmetry)
    insert_links(
        session,
        SwishCardRow,
        ["swish_id", "card_id"],
        [
            {"swish_id": stored[key].row.id, "card_id": cards[card].row.id, "copies": copies}
            for key in created
            for card, copies in Counter(card.canonical(symmetry) for card in by_key[key]).items()
        ],
    )
    answers = []
    for key, _ in keyed:
        answers.append(Stored(stored[key].row, key in created))
        created.discard(key)
    return answers


def _values(key: bytes, stack: Stack, symmetry: Symmetry) -> dict[str, Any]:
    return {
        "key": key,
        "label": swish_label(stack, symmetry),
        "symmetry": str(symmetry),
        "height": stack[0].height,
        "width": stack[0].width,
        "size": len(stack),
        "stack": [str(card) for card in stack],
    }


def store_swishes(
    session: Session, row: PositionRow, position: Position, swishes: Sequence[Swish]
) -> list[Stored[SwishRow]]:
    """Store swishes found in a stored position, and where they lie. `position` is any listing of its cards."""
    stored = store_stacks(session, [swish.stack for swish in swishes], position.symmetry)
    link_swishes(session, row, position, [item.row for item in stored])
    return stored


def link_swishes(session: Session, row: PositionRow, position: Position, swishes: Iterable[SwishRow]) -> None:
    """Store that swishes are in a stored position, and where they lie there. Raises ValueError where they do not."""
    by_id = {swish.id: swish for swish in swishes}
    links = [_link(row, position, swish) for swish in by_id.values()]
    insert_links(session, SwishPositionRow, ["swish_id", "position_id"], links)


def _link(row: PositionRow, position: Position, swish: SwishRow) -> dict[str, Any]:
    laid = place([read_card(code) for code in swish.stack], position.canonical())
    if laid is None:
        raise ValueError("the swish has a card that the position does not have")
    return {
        "swish_id": swish.id,
        "position_id": row.id,
        "indices": [placed.index for placed in laid],
        "configurations": [str(placed.configuration) for placed in laid],
    }


class LargestOf(NamedTuple):
    """A stored position, any listing of its cards, its largest known swish (None: it has none), and if it is proved."""

    row: PositionRow
    position: Position
    swish: Swish | None
    proved: bool


def store_largest(
    session: Session, row: PositionRow, position: Position, swish: Swish | None, proved: bool
) -> Stored[SwishRow] | None:
    """Store the largest known swish of a stored position (None: there is none), and the swish itself.

    What is proved stays; what is not is replaced by what is proved or larger. Returns the stored swish.
    """
    return store_largest_of_many(session, [LargestOf(row, position, swish, proved)])[0]


def store_largest_of_many(session: Session, largest: Sequence[LargestOf]) -> list[Stored[SwishRow] | None]:
    """Store the largest known swishes of different positions in bulk, as :func:`store_largest`."""
    stored: dict[int, Stored[SwishRow]] = {}
    for symmetry in Symmetry:
        found = [(one, one.swish) for one in largest if one.swish is not None and one.position.symmetry is symmetry]
        rows = store_stacks(session, [swish.stack for _, swish in found], symmetry)
        stored |= {one.row.id: row for (one, _), row in zip(found, rows, strict=True)}
    links = [_link(one.row, one.position, stored[one.row.id].row) for one in largest if one.row.id in stored]
    insert_links(session, SwishPositionRow, ["swish_id", "position_id"], links)
    _keep_largest(session, largest, stored)
    return [stored.get(one.row.id) for one in largest]


def _keep_largest(session: Session, largest: Sequence[LargestOf], stored: dict[int, Stored[SwishRow]]) -> None:
    insert: Any = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    statement = insert(LargestSwishRow)
    new = statement.excluded
    better = and_(~LargestSwishRow.proved, or_(new.proved, new.size > LargestSwishRow.size))
    values = [
        {
            "position_id": one.row.id,
            "size": 0 if one.swish is None else one.swish.size,
            "proved": one.proved,
            "swish_id": stored[one.row.id].row.id if one.row.id in stored else None,
        }
        for one in largest
    ]
    if values:
        session.execute(
            statement.on_conflict_do_update(
                index_elements=["position_id"],
                set_={"size": new.size, "proved": new.proved, "swish_id": new.swish_id},
                where=better,
            ),
            values,
        )


def swishes_in_position(
    session: Session, position_id: int, after: int | None = None, limit: int = 100
) -> list[tuple[StoredSwish, tuple[Placed, ...]]]:
    """Return the swishes that were found in a position, by id, laid with its canonical cards."""
    statement = (
        select(SwishRow, SwishPositionRow.indices, SwishPositionRow.configurations)
        .join(SwishPositionRow, SwishPositionRow.swish_id == SwishRow.id)
        .where(SwishPositionRow.position_id == position_id)
        .order_by(SwishRow.id)
        .limit(limit)
    )
    if after is not None:
        statement = statement.where(SwishRow.id > after)
    found = session.execute(statement).all()
    stored = _load(session, [row for row, _, _ in found])
    return [
        (
            swish,
            tuple(
                Placed(index, Configuration(configuration), card)
                for index, configuration, card in zip(indices, configurations, swish.stack, strict=True)
            ),
        )
        for swish, (_, indices, configurations) in zip(stored, found, strict=True)
    ]


def _load(session: Session, rows: Sequence[SwishRow]) -> list[StoredSwish]:
    del session
    return [
        StoredSwish(row.id, row.label, Symmetry(row.symmetry), row.height, row.width, row.size, tuple(row.stack))
        for row in rows
    ]


def _of_deck(name: str) -> ColumnElement[bool]:
    """Return the condition that a deck has every card of the swish, copies counted."""
    in_deck = (
        select(func.count())
        .where(DeckCardRow.deck_id.in_(deck_ids(name)), DeckCardRow.card_id == SwishCardRow.card_id)
        .correlate(SwishCardRow)
        .scalar_subquery()
    )
    missing = select(SwishCardRow.card_id).where(SwishCardRow.swish_id == SwishRow.id, SwishCardRow.copies > in_deck)
    return ~exists(missing.correlate(SwishRow))


def _in_position(label: str) -> ColumnElement[bool]:
    found = select(SwishPositionRow.swish_id).join(PositionRow, PositionRow.id == SwishPositionRow.position_id)
    return SwishRow.id.in_(found.where(PositionRow.label == label))


SWISHES: Collection[SwishRow, StoredSwish] = Collection(
    name="swishes",
    model=SwishRow,
    load=_load,
    equal={
        "size": SwishRow.size,
        "height": SwishRow.height,
        "width": SwishRow.width,
        "symmetry": SwishRow.symmetry,
    },
    ranges={"size": SwishRow.size, "height": SwishRow.height, "width": SwishRow.width},
    related={
        "card": has_card(SwishRow.id, SwishCardRow.swish_id, SwishCardRow.card_id),
        "deck": _of_deck,
        "position": _in_position,
    },
    sorts={"size": SwishRow.size},
)

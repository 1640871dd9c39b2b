"""Stored decks: their slugs, their listings, and which of them may be deleted."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from ludex.catalogue.decks import (
    DeckError,
    DeckProtected,
    SlugTaken,
    UnknownDeck,
    delete_named_deck,
    require_texts,
    slugs_of,
    store_slugs,
)
from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, chunks, insert_links, is_storable, store
from ludex.catalogue.swish.cards import deck_ids, has_card, read_card, store_cards
from ludex.catalogue.tables import SWISH_GAME, DeckCardRow, DeckRow, DeckSlugRow
from ludex.swish.card import Symmetry
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.identity.keys import deck_key, deck_label
from ludex.swish.position import Position

__all__ = [
    "DECKS",
    "DeckError",
    "DeckProtected",
    "SlugTaken",
    "StoredDeck",
    "UnknownDeck",
    "deck_positions",
    "delete_deck",
    "find_deck",
    "load_deck",
    "store_deck",
]

_BUILT_IN_SLUG = re.compile(r"swish-(?:36|60|([0-9]+)x([0-9]+)(?:-square)?)")


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """A stored deck without its cards: there may be thousands; :func:`deck_positions` has them."""

    id: int
    label: str
    slug: str
    slugs: tuple[str, ...]
    title: str
    description: str
    symmetry: Symmetry
    height: int
    width: int
    cards: int
    distinct_cards: int
    starting: bool


def store_deck(session: Session, deck: Deck, *, aliases: Iterable[str] = (), starting: bool = False) -> Stored[DeckRow]:
    """Store a deck under its slug and aliases; where the cards are a stored deck's, that deck gets the slugs too.

    The first listing, title and description stay. Raises SlugTaken where a slug is another deck's, DeckError for texts
    or a slug that cannot be stored.
    """
    key = deck_key(deck.position)
    slugs = list(dict.fromkeys([deck.slug, *aliases]))
    require_texts(slugs, "deck", deck.title, deck.description)
    for slug in slugs:
        _require_free_of_built_ins(slug, deck.position)
    cards = store_cards(session, deck.position.cards, deck.position.symmetry)
    stored = store(
        session,
        DeckRow,
        {
            "key": key,
            "label": deck_label(deck.position),
            "game": SWISH_GAME,
            "symmetry": str(deck.position.symmetry),
            "height": deck.position.height,
            "width": deck.position.width,
            "title": deck.title,
            "description": deck.description,
            "cards": len(deck.position.cards),
            "distinct_cards": len(cards),
            "starting": starting,
        },
    )
    if stored.created:
        insert_links(
            session,
            DeckCardRow,
            ["deck_id", "listing_index"],
            (
                {
                    "deck_id": stored.row.id,
                    "index": index,
                    "card_id": cards[card.canonical(deck.position.symmetry)].row.id,
                    "code": str(card),
                }
                for index, card in enumerate(deck.position.cards)
            ),
        )
    elif starting:
        stored.row.starting = True
        session.flush()
    store_slugs(session, DeckSlugRow, SWISH_GAME, stored.row.id, slugs, starting)
    return stored


def _require_free_of_built_ins(slug: str, position: Position) -> None:
    match = _BUILT_IN_SLUG.fullmatch(slug)
    if match is None:
        return
    board = (int(match[1]), int(match[2])) if match[1] else (4, 3)
    cells = position.height * position.width
    # The built-in deck, which may be large, is made only for cards that may be it: orbits have at most eight cells.
    if (position.height, position.width) == board and 8 * len(position.cards) >= cells * (cells - 1):
        built_in = built_in_deck(slug)
        if built_in is not None and deck_key(built_in.position) == deck_key(position):
            return
    raise SlugTaken(f"the slug {slug} is kept for a built-in deck")


def find_deck(session: Session, name: str) -> StoredDeck | None:
    """Return the deck with this slug or label, or None. A built-in deck need not be stored."""
    if not is_storable(name):
        return None
    row = session.scalars(select(DeckRow).where(DeckRow.id.in_(deck_ids(name)))).one_or_none()
    return None if row is None else _load(session, [row])[0]


def deck_positions(session: Session, ids: Sequence[int]) -> dict[int, Position]:
    """Return the cards of decks as listed, by the decks' ids: an index of a stored result counts in this order."""
    positions: dict[int, Position] = {}
    for part in chunks(ids):
        symmetries = dict(session.execute(select(DeckRow.id, DeckRow.symmetry).where(DeckRow.id.in_(part))).all())
        codes: dict[int, list[str]] = {deck: [] for deck in symmetries}
        listed = select(DeckCardRow.deck_id, DeckCardRow.code).where(DeckCardRow.deck_id.in_(part))
        for deck, code in session.execute(listed.order_by(DeckCardRow.deck_id, DeckCardRow.index)):
            codes[deck].append(code)
        for deck, symmetry in symmetries.items():
            positions[deck] = Position(tuple(read_card(code) for code in codes[deck]), Symmetry(symmetry))
    return positions


def load_deck(session: Session, name: str) -> tuple[StoredDeck, Deck] | None:
    """Return the stored deck with this slug or label together with its cards as listed, or None."""
    stored = find_deck(session, name)
    if stored is None:
        return None
    position = deck_positions(session, [stored.id])[stored.id]
    return stored, Deck(stored.slug, stored.title, stored.description, position)


def delete_deck(session: Session, name: str) -> None:
    """Delete the deck with this slug or label, with its slugs, maxima, deals and statistics. Cards and positions stay.

    A user's slug of a deck of the starting catalogue is deleted alone. Raises UnknownDeck, and DeckProtected for a deck
    of the starting catalogue.
    """
    stored = find_deck(session, name)
    delete_named_deck(session, DeckRow, DeckSlugRow, None if stored is None else stored.id, name)


def _load(session: Session, rows: Sequence[DeckRow]) -> list[StoredDeck]:
    slugs = slugs_of(session, DeckSlugRow, [row.id for row in rows])
    return [
        StoredDeck(
            id=row.id,
            label=row.label,
            slug=slugs[row.id][0] if slugs[row.id] else row.label,
            slugs=tuple(slugs[row.id]),
            title=row.title,
            description=row.description,
            symmetry=Symmetry(row.symmetry),
            height=row.height,
            width=row.width,
            cards=row.cards,
            distinct_cards=row.distinct_cards,
            starting=row.starting,
        )
        for row in rows
    ]


def _called(slug: str) -> ColumnElement[bool]:
    return DeckRow.id.in_(select(DeckSlugRow.deck_id).where(DeckSlugRow.slug == slug))


DECKS: Collection[DeckRow, StoredDeck] = Collection(
    name="decks",
    model=DeckRow,
    load=_load,
    equal={
        "height": DeckRow.height,
        "width": DeckRow.width,
        "symmetry": DeckRow.symmetry,
        "cards": DeckRow.cards,
        "distinct_cards": DeckRow.distinct_cards,
        "starting": DeckRow.starting,
    },
    ranges={
        "height": DeckRow.height,
        "width": DeckRow.width,
        "cards": DeckRow.cards,
        "distinct_cards": DeckRow.distinct_cards,
    },
    related={"card": has_card(DeckRow.id, DeckCardRow.deck_id, DeckCardRow.card_id), "slug": _called},
    sorts={"cards": DeckRow.cards, "title": DeckRow.title},
)

"""Stored decks of SET: their slugs and their listings. The whole decks are always there, stored or not."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, Session

from ludex.catalogue.decks import DeckError, SlugTaken, delete_named_deck, require_texts, slugs_of, store_slugs
from ludex.catalogue.listing import Collection
from ludex.catalogue.sets.cards import deck_ids, deck_of, has_card, store_cards
from ludex.catalogue.storing import Stored, chunks, insert_links, is_storable, store
from ludex.catalogue.tables import (
    SET_GAME,
    CapRow,
    DeckCardRow,
    FoundSetRow,
    SetDeckRow,
    SetDeckSlugRow,
    SetPositionRow,
)
from ludex.sets.deck import Deck
from ludex.sets.identity.keys import deck_key, deck_label
from ludex.sets.named_decks import NamedDeck, built_in
from ludex.sets.position import Position

MAX_STORED_CARDS = 4096
"""Of a stored deck; larger whole decks are there without being stored."""


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """A stored deck without its cards: there may be thousands; :func:`deck_positions` has them."""

    id: int
    label: str
    slug: str
    slugs: tuple[str, ...]
    title: str
    description: str
    properties: int
    values: int
    cards: int
    starting: bool

    @property
    def deck(self) -> Deck:
        """Return the whole deck of its cards' properties and values."""
        return Deck(self.properties, self.values)


def store_deck(
    session: Session, deck: NamedDeck, *, aliases: Iterable[str] = (), starting: bool = False
) -> Stored[SetDeckRow]:
    """Store a deck under its slug and aliases; where the cards are a stored deck's, that deck gets the slugs too.

    The first listing, title and description stay. Raises SlugTaken where a slug is another deck's, DeckError for texts
    or a slug that cannot be stored, no cards, or more than MAX_STORED_CARDS.
    """
    listing = deck.position
    _require_size(listing)
    slugs = list(dict.fromkeys([deck.slug, *aliases]))
    require_texts(slugs, "setdeck", deck.title, deck.description)
    for slug in slugs:
        _require_free_of_whole_decks(slug, listing)
    cards = store_cards(session, listing.deck, listing.cards)
    stored = store(
        session,
        SetDeckRow,
        {
            "key": deck_key(listing),
            "label": deck_label(listing),
            "game": SET_GAME,
            "properties": listing.deck.properties,
            "values": listing.deck.values,
            "title": deck.title,
            "description": deck.description,
            "cards": len(listing.cards),
            "starting": starting,
        },
    )
    if stored.created:
        links = [
            {"deck_id": stored.row.id, "index": index, "card_id": cards[card].row.id, "code": listing.deck.code(card)}
            for index, card in enumerate(listing.cards)
        ]
        insert_links(session, DeckCardRow, ["deck_id", "listing_index"], links)
    elif starting:
        stored.row.starting = True
        session.flush()
    store_slugs(session, SetDeckSlugRow, SET_GAME, stored.row.id, slugs, starting)
    return stored


def _require_size(listing: Position) -> None:
    if not listing.cards:
        raise DeckError("a deck has at least one card")
    if len(listing.cards) > MAX_STORED_CARDS:
        raise DeckError(
            f"a deck of {len(listing.cards):,} cards: at most {MAX_STORED_CARDS:,} are stored; "
            "larger whole decks are there by their slug, set-V-P, without being stored"
        )


def _require_free_of_whole_decks(slug: str, listing: Position) -> None:
    whole = built_in(slug)
    if whole is not None and (whole != listing.deck or len(listing.cards) < whole.size):
        raise SlugTaken(f"the slug {slug} is kept for a built-in deck")


def find_deck(session: Session, name: str) -> StoredDeck | None:
    """Return the deck with this slug or label, or None. A built-in deck need not be stored."""
    if not is_storable(name):
        return None
    row = session.scalars(select(SetDeckRow).where(SetDeckRow.id.in_(deck_ids(name)))).one_or_none()
    return None if row is None else _load(session, [row])[0]


def deck_positions(session: Session, ids: Sequence[int]) -> dict[int, Position]:
    """Return the cards of decks as listed, by the decks' ids."""
    positions: dict[int, Position] = {}
    for part in chunks(ids):
        decks = {row.id: deck_of(row) for row in session.scalars(select(SetDeckRow).where(SetDeckRow.id.in_(part)))}
        codes: dict[int, list[str]] = {deck: [] for deck in decks}
        listed = select(DeckCardRow.deck_id, DeckCardRow.code).where(DeckCardRow.deck_id.in_(list(decks)))
        for deck, code in session.execute(listed.order_by(DeckCardRow.deck_id, DeckCardRow.index)):
            codes[deck].append(code)
        positions |= {row_id: Position.from_codes(deck, codes[row_id]) for row_id, deck in decks.items()}
    return positions


def load_deck(session: Session, name: str) -> tuple[StoredDeck, NamedDeck] | None:
    """Return the stored deck with this slug or label together with its cards as listed, or None."""
    stored = find_deck(session, name)
    if stored is None:
        return None
    listing = deck_positions(session, [stored.id])[stored.id]
    return stored, NamedDeck(stored.slug, stored.title, stored.description, listing)


def delete_deck(session: Session, name: str) -> None:
    """Delete the deck with this slug or label, with its slugs. Cards and what is known of the whole deck stay.

    A user's slug of a deck of the starting catalogue is deleted alone. Raises UnknownDeck, and DeckProtected for a deck
    of the starting catalogue.
    """
    stored = find_deck(session, name)
    delete_named_deck(session, SetDeckRow, SetDeckSlugRow, None if stored is None else stored.id, name)


def within_deck(
    model: type[SetPositionRow | FoundSetRow | CapRow],
    owner: InstrumentedAttribute[int],
    card: InstrumentedAttribute[int],
) -> Callable[[str], ColumnElement[bool]]:
    """Return the filter 'all of its cards are in the deck with this slug or label' of objects with a linking table.

    A whole deck need not be stored: its cards are those of so many properties and values.
    """

    def condition(name: str) -> ColumnElement[bool]:
        whole = built_in(name)
        if whole is not None:
            return and_(model.properties == whole.properties, model.values == whole.values)
        in_deck = select(DeckCardRow.card_id).where(DeckCardRow.deck_id.in_(deck_ids(name)))
        beyond = exists(select(card).where(owner == model.id, card.not_in(in_deck)).correlate(model))
        kinds = select(SetDeckRow.properties, SetDeckRow.values).where(SetDeckRow.id.in_(deck_ids(name)))
        return and_(tuple_(model.properties, model.values).in_(kinds), ~beyond)

    return condition


def _load(session: Session, rows: Sequence[SetDeckRow]) -> list[StoredDeck]:
    slugs = slugs_of(session, SetDeckSlugRow, [row.id for row in rows])
    return [
        StoredDeck(
            id=row.id,
            label=row.label,
            slug=slugs[row.id][0] if slugs[row.id] else row.label,
            slugs=tuple(slugs[row.id]),
            title=row.title,
            description=row.description,
            properties=row.properties,
            values=row.values,
            cards=row.cards,
            starting=row.starting,
        )
        for row in rows
    ]


def _called(slug: str) -> ColumnElement[bool]:
    return SetDeckRow.id.in_(select(SetDeckSlugRow.deck_id).where(SetDeckSlugRow.slug == slug))


DECKS: Collection[SetDeckRow, StoredDeck] = Collection(
    name="decks",
    model=SetDeckRow,
    load=_load,
    equal={
        "properties": SetDeckRow.properties,
        "values": SetDeckRow.values,
        "cards": SetDeckRow.cards,
        "starting": SetDeckRow.starting,
    },
    ranges={"properties": SetDeckRow.properties, "values": SetDeckRow.values, "cards": SetDeckRow.cards},
    related={"card": has_card(SetDeckRow.id, DeckCardRow.deck_id, DeckCardRow.card_id), "slug": _called},
    sorts={"cards": SetDeckRow.cards, "title": SetDeckRow.title},
)

"""Stored decks: their slugs, their listings, and which of them may be deleted."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, chunks, insert_links, is_storable, store
from ludex.catalogue.swish.cards import deck_ids, has_card, read_card, store_cards
from ludex.catalogue.tables import SWISH_GAME, DeckCardRow, DeckRow, DeckSlugRow
from ludex.labels import is_label
from ludex.swish.card import Symmetry
from ludex.swish.deck import Deck, built_in_deck, deck_key, deck_label
from ludex.swish.position import Position

MAX_SLUG = 64
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_BUILT_IN_SLUG = re.compile(r"swish-(?:36|60|([0-9]+)x([0-9]+)(?:-square)?)")


class DeckError(ValueError):
    """A deck that cannot be stored as it is: its slug or its texts."""


class SlugTaken(DeckError):
    """The slug names another deck."""


class UnknownDeck(LookupError):
    """No deck has this slug or label."""


class DeckProtected(DeckError):
    """A deck of the starting catalogue cannot be deleted."""


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
    for slug in slugs:
        _require_slug(slug)
        _require_free_of_built_ins(slug, deck.position)
    if not (is_storable(deck.title) and is_storable(deck.description)):
        raise DeckError("the title or the description holds a character that cannot be stored")
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
    _store_slugs(session, stored.row, slugs, starting)
    return stored


def _require_slug(slug: str) -> None:
    if len(slug) > MAX_SLUG or not _SLUG.fullmatch(slug) or is_label(slug, "deck"):
        raise DeckError(
            f"a slug is 1 to {MAX_SLUG} small letters and digits, in words joined by '-', and not a label: {slug!r}"
        )


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


def _store_slugs(session: Session, row: DeckRow, slugs: Sequence[str], starting: bool) -> None:
    new = [{"game": SWISH_GAME, "slug": slug, "deck_id": row.id, "starting": starting} for slug in slugs]
    insert_links(session, DeckSlugRow, ["game", "slug"], new)
    for name in session.scalars(select(DeckSlugRow).where(DeckSlugRow.slug.in_(slugs))):
        if name.deck_id != row.id:
            raise SlugTaken(f"the slug {name.slug} names another deck")
        name.starting = name.starting or starting
    session.flush()


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
    if stored is None:
        raise UnknownDeck(f"no deck is called {name!r}")
    if not stored.starting:
        session.execute(delete(DeckRow).where(DeckRow.id == stored.id))
        return
    user_slug = delete(DeckSlugRow).where(DeckSlugRow.slug == name, ~DeckSlugRow.starting)
    if session.execute(user_slug.returning(DeckSlugRow.id)).first() is None:
        raise DeckProtected(f"{name} is a deck of the starting catalogue")


def _load(session: Session, rows: Sequence[DeckRow]) -> list[StoredDeck]:
    slugs: dict[int, list[str]] = {row.id: [] for row in rows}
    for part in chunks(list(slugs)):
        named = select(DeckSlugRow.deck_id, DeckSlugRow.slug).where(DeckSlugRow.deck_id.in_(part))
        for deck, slug in session.execute(named.order_by(DeckSlugRow.id)):
            slugs[deck].append(slug)
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

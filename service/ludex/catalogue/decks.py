"""What the decks of all games have in common: their names, and which of them may be deleted."""

import re
from collections.abc import Sequence

from sqlalchemy import CompoundSelect, delete, select
from sqlalchemy.orm import Session

from ludex.catalogue.storing import chunks, insert_links, is_storable
from ludex.catalogue.tables import AnyDeckRow, AnyDeckSlugRow
from ludex.labels import is_label

MAX_SLUG = 64
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class DeckError(ValueError):
    """A deck that cannot be stored as it is: its slug, its texts or its cards."""


class SlugTaken(DeckError):
    """The slug names another deck."""


class UnknownDeck(LookupError):
    """No deck has this slug or label."""


class DeckProtected(DeckError):
    """A deck of the starting catalogue cannot be deleted."""


def require_texts(slugs: Sequence[str], kind: str, title: str, description: str) -> None:
    """Raise DeckError for slugs that are none (or labels of decks of this kind), or texts that cannot be stored."""
    for slug in slugs:
        if len(slug) > MAX_SLUG or not _SLUG.fullmatch(slug) or is_label(slug, kind):
            raise DeckError(
                f"a slug is 1 to {MAX_SLUG} small letters and digits, in words joined by '-', and not a label: {slug!r}"
            )
    if not (is_storable(title) and is_storable(description)):
        raise DeckError("the title or the description holds a character that cannot be stored")


def store_slugs(
    session: Session, names: type[AnyDeckSlugRow], game: str, deck_id: int, slugs: Sequence[str], starting: bool
) -> None:
    """Store names of a deck. Raises SlugTaken where one names another deck of the game."""
    new = [{"game": game, "slug": slug, "deck_id": deck_id, "starting": starting} for slug in slugs]
    insert_links(session, names, ["game", "slug"], new)
    for name in session.scalars(select(names).where(names.slug.in_(slugs))):
        if name.deck_id != deck_id:
            raise SlugTaken(f"the slug {name.slug} names another deck")
        name.starting = name.starting or starting
    session.flush()


def slugs_of(session: Session, names: type[AnyDeckSlugRow], deck_ids: Sequence[int]) -> dict[int, list[str]]:
    """Return the slugs of decks, the first of each first, by the decks' ids."""
    slugs: dict[int, list[str]] = {deck: [] for deck in deck_ids}
    for part in chunks(list(slugs)):
        named = select(names.deck_id, names.slug).where(names.deck_id.in_(part))
        for deck, slug in session.execute(named.order_by(names.id)):
            slugs[deck].append(slug)
    return slugs


def ids_of_deck(decks: type[AnyDeckRow], names: type[AnyDeckSlugRow], name: str) -> CompoundSelect[int]:
    """Return the select of the id of the deck with this slug or label."""
    by_slug = select(names.deck_id).where(names.slug == name)
    return by_slug.union(select(decks.id).where(decks.label == name))


def delete_named_deck(
    session: Session, decks: type[AnyDeckRow], names: type[AnyDeckSlugRow], deck_id: int | None, name: str
) -> None:
    """Delete the deck that has this name; a user's slug of a deck of the starting catalogue is deleted alone.

    Raises UnknownDeck where there is no such deck (its id is None), DeckProtected for one of the starting catalogue.
    """
    if deck_id is None:
        raise UnknownDeck(f"no deck is called {name!r}")
    if not session.get_one(decks, deck_id).starting:
        session.execute(delete(decks).where(decks.id == deck_id))
        return
    user_slug = delete(names).where(names.slug == name, ~names.starting)
    if session.execute(user_slug.returning(names.id)).first() is None:
        raise DeckProtected(f"{name} is a deck of the starting catalogue")

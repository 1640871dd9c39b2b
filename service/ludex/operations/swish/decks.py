"""Decks: found by any of their names, stored, deleted."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storing import Stored
from ludex.swish.card import Symmetry
from ludex.swish.deck import Deck
from ludex.swish.position import Position


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards in the order in which they were given; `deck` is the one whose listing they are, or None."""

    position: Position
    deck: Deck | None = None


def find_deck(catalogue: Catalogue, name: str) -> Deck:
    """Return the deck with a slug or label, its cards as listed; a built-in one need not be stored.

    Its slug is the first of its names, or its label where it has none. Raises UnknownObject.
    """
    raise NotImplementedError


def cards_of_deck(catalogue: Catalogue, name: str, symmetry: Symmetry | None = None) -> Cards:
    """Return the cards of a deck, under another symmetry where one is given.

    The whole deck of a square board then has the cards that are different under that symmetry; of any other deck the
    cards stay, and are no deck any more. Raises UnknownObject, PositionError for a board without the symmetry.
    """
    raise NotImplementedError


def store_deck(
    catalogue: Catalogue, position: Position, slug: str | None = None, title: str | None = None, description: str = ""
) -> Stored:
    """Store a deck of one's own under a slug; without one it gets a slug made of its label.

    Cards that are a stored deck already stay as they are listed there, and that deck gets the slug as a further name.
    Raises SlugError for what is no slug (NameTaken where it is another deck's or a built-in one's), ValueError for a
    title or a description that cannot be stored.
    """
    raise NotImplementedError


def delete_deck(catalogue: Catalogue, name: str) -> None:
    """Delete a deck of one's own with what is known of it and where its deals came from; cards and positions stay.

    A user's slug of a deck of the starting catalogue is deleted alone. Raises UnknownObject, Protected.
    """
    raise NotImplementedError

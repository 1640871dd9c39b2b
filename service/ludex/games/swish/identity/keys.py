"""Keys of cards, positions, decks, swishes and no-swish sets, and the canonical forms from which they are hashed."""

from collections.abc import Sequence

from ludex.engine.keys import content_key
from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.position import Position


def card_key(card: Card, symmetry: Symmetry) -> bytes:
    """Return the key of a `card`. All configurations of the card under a `symmetry` have the same key.

    >>> card_key(Card.from_code("o*"), Symmetry.RECTANGLE) == card_key(Card.from_code("*o"), Symmetry.RECTANGLE)
    True
    """
    return content_key("card", f"{symmetry} {card.height}x{card.width} {card.canonical(symmetry)}".encode("ascii"))


def cards_form(position: Position) -> bytes:
    """Return the canonical form of the cards of a `position` as a multiset.

    The form consists of the symmetry, the board and the sorted canonical notations.

    >>> cards_form(Position.from_codes(["o*"]))
    b'rectangle 1x2 *o'
    """
    codes = " ".join(map(str, position.canonical().cards))
    return f"{position.symmetry} {position.height}x{position.width} {codes}".encode("ascii")


def position_key(position: Position) -> bytes:
    """Return the key of a `position`."""
    return content_key("position", cards_form(position))


def deck_key(position: Position) -> bytes:
    """Return the key of a deck whose cards are given as a `position`.

    The key is a hash of the multiset of cards, the board and the symmetry.
    """
    return content_key("deck", cards_form(position))


def canonical_stack(stack: Sequence[Card], symmetry: Symmetry) -> tuple[Card, ...]:
    """Return the least configuration of a whole `stack` under a `symmetry`, as a sorted tuple of cards.

    >>> stack = [Card.from_code("o*."), Card.from_code("*o.")]
    >>> canonical_stack(stack, Symmetry.RECTANGLE) == canonical_stack(stack[::-1], Symmetry.RECTANGLE)
    True
    """
    return min(tuple(sorted(card.configured(c) for card in stack)) for c in symmetry.configurations)


def swish_key(stack: Sequence[Card], symmetry: Symmetry) -> bytes:
    """Return the key of a `stack` of cards. All configurations of the stack under a `symmetry` have the same key."""
    codes = " ".join(map(str, canonical_stack(stack, symmetry)))
    return content_key("swish", f"{symmetry} {stack[0].height}x{stack[0].width} {codes}".encode("ascii"))


def no_swish_key(cards: Position) -> bytes:
    """Return the key of a no-swish set whose `cards` are given as a position."""
    return content_key("noswish", cards_form(cards))

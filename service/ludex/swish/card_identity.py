"""A card's key and label: those of its canonical configuration under a symmetry."""

from ludex.labels import content_key, label
from ludex.swish.card import Card, Symmetry


def card_key(card: Card, symmetry: Symmetry) -> bytes:
    """Return the key of a card, the same for each of its configurations."""
    return content_key("card", f"{symmetry} {card.height}x{card.width} {card.canonical(symmetry)}".encode("ascii"))


def card_label(card: Card, symmetry: Symmetry) -> str:
    """Return the label of a card: kind, board, hash.

    >>> card_label(Card.from_code("o*"), Symmetry.RECTANGLE) == card_label(Card.from_code("*o"), Symmetry.RECTANGLE)
    True
    """
    return label("card", (f"{card.height}x{card.width}",), card_key(card, symmetry))

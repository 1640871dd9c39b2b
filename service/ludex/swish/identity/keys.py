"""Keys and labels of cards, positions, decks, swishes, no-swish sets and hypergraphs, and forms that they hash."""

from collections.abc import Sequence

from ludex.engine.keys import content_key
from ludex.labels import label
from ludex.swish.card import Card, Symmetry
from ludex.swish.identity.hypergraph import canonical_hypergraph
from ludex.swish.position import Position


def card_key(card: Card, symmetry: Symmetry) -> bytes:
    """Return the key of a card, the same for each of its configurations."""
    return content_key("card", f"{symmetry} {card.height}x{card.width} {card.canonical(symmetry)}".encode("ascii"))


def card_label(card: Card, symmetry: Symmetry) -> str:
    """Return the label of a card: kind, board, hash.

    >>> card_label(Card.from_code("o*"), Symmetry.RECTANGLE) == card_label(Card.from_code("*o"), Symmetry.RECTANGLE)
    True
    """
    return label("card", (f"{card.height}x{card.width}",), card_key(card, symmetry))


def cards_form(position: Position) -> bytes:
    """Return the canonical form of a multiset of cards: symmetry, board and the sorted canonical notations.

    >>> cards_form(Position.from_codes(["o*"]))
    b'rectangle 1x2 *o'
    """
    codes = " ".join(map(str, position.canonical().cards))
    return f"{position.symmetry} {position.height}x{position.width} {codes}".encode("ascii")


def position_key(position: Position) -> bytes:
    """Return the key of a position."""
    return content_key("position", cards_form(position))


def position_label(position: Position) -> str:
    """Return the label of a position: kind, board, number of cards, hash.

    >>> position_label(Position.from_codes(["o*"])) == position_label(Position.from_codes(["*o"]))
    True
    """
    board = f"{position.height}x{position.width}"
    return label("position", (board, len(position.cards)), position_key(position))


def deck_key(position: Position) -> bytes:
    """Return the key of a deck: of its cards as a multiset, with board and symmetry."""
    return content_key("deck", cards_form(position))


def deck_label(position: Position) -> str:
    """Return the label of a deck: kind, board, number of cards, hash."""
    return label("deck", (f"{position.height}x{position.width}", len(position.cards)), deck_key(position))


def canonical_stack(stack: Sequence[Card], symmetry: Symmetry) -> tuple[Card, ...]:
    """Return the least of a stack's configurations, laid as a whole, as a sorted tuple of cards.

    >>> stack = [Card.from_code("o*."), Card.from_code("*o.")]
    >>> canonical_stack(stack, Symmetry.RECTANGLE) == canonical_stack(stack[::-1], Symmetry.RECTANGLE)
    True
    """
    return min(tuple(sorted(card.configured(c) for card in stack)) for c in symmetry.configurations)


def swish_key(stack: Sequence[Card], symmetry: Symmetry) -> bytes:
    """Return the key of a stack of cards, the same for each of its configurations as a whole."""
    codes = " ".join(map(str, canonical_stack(stack, symmetry)))
    return content_key("swish", f"{symmetry} {stack[0].height}x{stack[0].width} {codes}".encode("ascii"))


def swish_label(stack: Sequence[Card], symmetry: Symmetry) -> str:
    """Return the label of a stack of cards: kind, board, size, hash."""
    return label("swish", (f"{stack[0].height}x{stack[0].width}", len(stack)), swish_key(stack, symmetry))


def no_swish_key(cards: Position) -> bytes:
    """Return the key of a no-swish set, given as the position of its cards."""
    return content_key("noswish", cards_form(cards))


def no_swish_label(cards: Position) -> str:
    """Return the label of a no-swish set: kind, board, number of cards, hash."""
    return label("noswish", (f"{cards.height}x{cards.width}", len(cards.cards)), no_swish_key(cards))


def hypergraph_key(position: Position) -> bytes:
    """Return the key of a position's hypergraph, the same for all positions with isomorphic hypergraphs."""
    return canonical_hypergraph(position).key


def hypergraph_label(position: Position) -> str:
    """Return the label of a position's hypergraph: kind, hypernodes, arcs, hash.

    >>> hypergraph_label(Position.from_codes(["*o", "o*"])) == hypergraph_label(Position.from_codes(["*/o", "*/o"]))
    True
    """
    return canonical_hypergraph(position).label

"""The keys of objects that consist of cards, the matching of equal cards, and tests whether a position has cards.

Matching cards may have different indices and configurations. A position may contain given cards either exactly or up to
isomorphism. Up to isomorphism means that the configurations of some cards of the position meet each other in the same
way as the configurations of the given cards.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from ludex.engine.keys import content_key
from ludex.games.swish.card import Card, Configuration, Symmetry
from ludex.games.swish.hypergraph import digraph, hypergraph_junctions
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.swishes import Placement, Stack, Swish
from ludex.graphs.embedding import PreservedRelation, find_embedding


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


def canonical_numbers(position: Position) -> tuple[int, ...]:
    """Return, for each card of a `position`, its index in the canonical order.

    >>> canonical_numbers(Position.from_codes(["..*/o../.../...", "*o./.../.../..."]))
    (1, 0)
    """
    number = {index: place for place, index in enumerate(position.canonical_order())}
    return tuple(number[index] for index in range(len(position.cards)))


def renumbered(sets: Iterable[Iterable[int]], numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return `sets` of cards with renumbered cards in ascending order. `numbers[i]` is the new number of card i.

    >>> renumbered([[0, 1], [2]], [2, 0, 1])
    ((0, 2), (1,))
    """
    return tuple(tuple(sorted(numbers[index] for index in cards)) for cards in sets)


def place(stack: Sequence[Card], position: Position) -> tuple[Placement, ...] | None:
    """Return placements of cards of a `position` that form a `stack`, or None if cards are missing.

    The placements are in the order of the stack. If a card has several copies, the first unused copy is used. Each card
    gets the first configuration in which it equals the card in the stack.
    """
    copies: defaultdict[Card, list[int]] = defaultdict(list)
    for index in reversed(range(len(position.cards))):
        copies[position.cards[index].canonical(position.symmetry)].append(index)
    laid = []
    for card in stack:
        indices = copies[card.canonical(position.symmetry)]
        if not indices:
            return None
        index = indices.pop()
        laid.append(Placement(index, position.cards[index].distinct_configurations(position.symmetry)[card], card))
    return tuple(laid)


def place_stack(stack: Sequence[Card], position: Position) -> Swish:
    """Return the cards of a `position` placed so that they form a `stack`; see :func:`place`.

    Raises PositionError if cards are missing.
    """
    return _by_index(_require(place(stack, position)))


def placement_detail(stack: Stack, position: Position) -> dict[str, list[Any]]:
    """Return the detail of the link from a `stack` to a `position` that contains its cards.

    The detail consists of the indices of the canonical cards, and of their configurations. If a card has several
    copies, the first copy is always used. Raises PositionError if cards are missing.
    """
    laid = _require(place(canonical_stack(stack.cards, stack.symmetry), position))
    return {
        "indices": [placement.index for placement in laid],
        "configurations": [placement.configuration.value for placement in laid],
    }


def place_from_detail(stack: Stack, position: Position, detail: object) -> Swish:
    """Return a canonical `stack` as cards of a `position`, placed according to the `detail` of a link.

    `detail` has the form that :func:`placement_detail` returns. Raises ValueError if the cards placed in that way do
    not form the stack.

    >>> position = Position.from_codes(["*o.", "*o."])
    >>> place_from_detail(Stack(position.cards), position, placement_detail(Stack(position.cards), position)).indices
    (0, 1)
    """
    members = detail if isinstance(detail, dict) else {}
    indices: Any = members.get("indices")
    names = members.get("configurations")
    cards = position.part(indices).cards
    if not isinstance(names, list) or len(names) != len(cards):
        raise PositionError("each card must have a configuration")
    ways = [Configuration(name) for name in names]
    laid = [Placement(index, way, card.configured(way)) for index, way, card in zip(indices, ways, cards, strict=True)]
    if tuple(placement.placed for placement in laid) != stack.cards:
        raise PositionError("the cards in their stated configurations do not form the swish")
    return _by_index(laid)


def _require(laid: tuple[Placement, ...] | None) -> tuple[Placement, ...]:
    if laid is None:
        raise PositionError("the swish has a card that is not in the position")
    return laid


def _by_index(laid: Iterable[Placement]) -> Swish:
    return Swish(tuple(sorted(laid, key=lambda placement: placement.index)))


def holds_cards(position: Position, pattern: Position) -> bool:
    """Return whether a `position` contains at least as many copies of each card as a `pattern`.

    >>> table = Position.from_codes(["*o.", "o.*", "*.o"])
    >>> [holds_cards(table, Position.from_codes(codes)) for codes in (["*.o", "*.o"], ["*.o"] * 3)]
    [True, False]
    """
    if (position.height, position.width) != (pattern.height, pattern.width):
        return False
    here, there = (Counter(cards.canonical().cards) for cards in (pattern, position))
    return here <= there


def holds_image(position: Position, pattern: Position) -> bool:
    """Return whether the hypergraph of some cards of a `position` is isomorphic to that of a `pattern`.

    The boards may differ. Raises HypergraphError if a card does not have exactly one point and one circle, and
    EmbeddingTooHard.

    >>> table = Position.from_codes(["*o.", "o.*", "*.o"])
    >>> holds_image(table, Position.from_codes(["*.o", "*o."])), holds_image(table, Position.from_codes(["*o.", "*o."]))
    (True, False)
    """
    if len(pattern.cards) > len(position.cards) or pattern.symmetry is not position.symmetry:
        return False
    here, there = _sets(pattern), _sets(position)
    everything = (1 << len(there[0])) - 1
    kept = [PreservedRelation(mine, others) for mine, others in zip(here, there, strict=True)]
    return find_embedding([everything] * len(here[0]), kept) is not None


@lru_cache(maxsize=16)
def _sets(position: Position) -> Sequence[Sequence[int]]:
    """Return the relations between the nodes of a hypergraph that an embedding must preserve.

    A relation is a list that contains, for each node, the bit set of the related nodes. The relations are: the other
    nodes of the same card; the successors; the predecessors; and the nodes of other cards that are not successors, or
    not predecessors.
    """
    graph = digraph(hypergraph_junctions(position))
    every, of_card = (1 << len(graph)) - 1, dict[int, int]()
    for node, card in graph.nodes(data="hypernode"):
        of_card[card] = of_card.get(card, 0) | 1 << node
    same = [of_card[card] & ~(1 << node) for node, card in graph.nodes(data="hypernode")]
    onwards = [sum(1 << other for other in graph.successors(node)) for node in graph]
    back = [sum(1 << other for other in graph.predecessors(node)) for node in graph]
    apart = [
        [every & ~(same[node] | 1 << node | joined[node]) for node in range(len(graph))] for joined in (onwards, back)
    ]
    return (same, onwards, back, *apart)

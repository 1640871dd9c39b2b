"""Whether a position contains given cards: the same cards, or others whose configurations match in the same way."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ludex.games.swish.hypergraph import digraph, hypergraph_junctions
from ludex.games.swish.position import Position
from ludex.graphs.embedding import PreservedRelation, find_embedding


def holds_cards(position: Position, pattern: Position) -> bool:
    """Tell whether each card of a `pattern` occurs in a `position` at least as often, in any configuration.

    >>> table = Position.from_codes(["*o.", "o.*", "*.o"])
    >>> [holds_cards(table, Position.from_codes(codes)) for codes in (["*.o", "*.o"], ["*.o"] * 3)]
    [True, False]
    """
    if (position.height, position.width) != (pattern.height, pattern.width):
        return False
    here, there = (Counter(cards.canonical().cards) for cards in (pattern, position))
    return here <= there


def holds_image(position: Position, pattern: Position) -> bool:
    """Tell whether some cards of a `position` have the same hypergraph as a `pattern`, up to isomorphism.

    The boards may differ. Raises HypergraphError for cards that are not one-point-one-circle, and EmbeddingTooHard.

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
    """Return, for each node, the nodes of its card, its successors, its predecessors, and their complements."""
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

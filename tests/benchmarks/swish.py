"""SWISH: the exact searches against plain ones."""

from collections.abc import Collection, Iterable, Iterator

import networkx as nx
import numpy as np
import numpy.typing as npt

from ludex.card_games.dealing import seeded_deals
from ludex.engine.budget import Budget
from ludex.games.swish.card import Card
from ludex.games.swish.deck import built_in_deck, deal
from ludex.games.swish.hypergraph import construct_hypergraph
from ludex.games.swish.position import Position
from ludex.games.swish.solving.depth_first import DepthFirst
from ludex.games.swish.solving.independent_sets import minimal_swishes
from ludex.games.swish.solving.no_swish import largest_no_swish_set
from ludex.games.swish.solving.search import count_by_size, find_any, find_largest, have_swish, largest_sizes
from ludex.games.swish.swishes import Swish, is_swish
from tests.benchmarks.rows import Row, Target

SIMPLE_CYCLES = "networkx simple_cycles, checked afterwards"
ARC_SEARCH = "the paper's cycle search on the hypergraph"
RECURSION = "the paper's recursive search"
ONE_BY_ONE = "the same deals, one at a time"

DEALS = 2000
MANY = 100_000


def rows() -> list[Row | Target]:
    """Return the rows of this game."""
    small = [_deal("swish-60", 7, seed) for seed in range(10)]
    table = [_deal("swish-60", 16, seed) for seed in range(20)]
    few = [_deal("swish-36", 11, seed) for seed in range(3)]
    known = minimal_swishes(built_in_deck("swish-60").position)
    dealt = [deal(built_in_deck("swish-60").position, 16, seed) for seed in range(20)]
    return [
        Row("any swish, 7 cards", SIMPLE_CYCLES, small, _has_any, _cycles_have_any),
        Row("any swish, 16 cards", ARC_SEARCH, table, _has_any, _walks_have_any),
        Target("any swish, 16 cards", 30e-6, table, find_any, _is_swish),
        Target("largest swish, 16 cards", 0.15e-3, table, _largest_swish, _is_swish),
        Row("is there a swish, 2,000 deals of 16 cards", ONE_BY_ONE, [_deals(DEALS)], _deals_have, _each_has),
        Target("is there a swish, 100,000 deals of 16 cards", 6.0, [_deals(MANY)], _deals_have, _is_nearly_always),
        Row("largest swishes, 2,000 deals of 16 cards", ONE_BY_ONE, [_deals(DEALS)], _sizes, _each_size),
        Row(
            "is there a swish, 16 cards of a deck with its minimal swishes",
            "the depth-first search of the same cards",
            dealt,
            known.has_swish,
            _searched_deal,
        ),
        Row("largest swish, 7 cards", SIMPLE_CYCLES, small, _largest, _longest_cycle),
        Row("swishes by size, 7 cards", SIMPLE_CYCLES, small, _counts, _cycles_by_size),
        Row("largest no-swish set, 11 cards", RECURSION, few, _no_swish, _recursive_no_swish),
    ]


def _deal(slug: str, n: int, seed: int) -> Position:
    deck = built_in_deck(slug).position
    return Position(tuple(deck.cards[index] for index in deal(deck, n, seed)))


def _deals(deals: int) -> npt.NDArray[np.int32]:
    deck = built_in_deck("swish-60").position
    return np.concatenate(list(seeded_deals(lambda seed: seed, deals, len(deck.cards), 16)))


def _deals_have(deals: npt.NDArray[np.int32]) -> list[bool]:
    return have_swish(built_in_deck("swish-60").position, deals).tolist()


def _each_has(deals: npt.NDArray[np.int32]) -> list[bool]:
    deck = built_in_deck("swish-60").position
    return [find_any(deck.part(deal)) is not None for deal in deals.tolist()]


def _sizes(deals: npt.NDArray[np.int32]) -> list[int]:
    return largest_sizes(built_in_deck("swish-60").position, deals).tolist()


def _each_size(deals: npt.NDArray[np.int32]) -> list[int]:
    deck = built_in_deck("swish-60").position
    return [find_largest(deck.part(deal)).size for deal in deals.tolist()]


def _is_nearly_always(answer: object) -> bool:
    return isinstance(answer, list) and 0.999 * len(answer) < sum(answer) < len(answer)


def _is_swish(answer: object) -> bool:
    return isinstance(answer, Swish) and is_swish(answer.stack)


def _largest_swish(position: Position) -> Swish | None:
    return find_largest(position).swish


def _has_any(position: Position) -> bool:
    return find_any(position) is not None


def _largest(position: Position) -> int:
    return find_largest(position).size


def _counts(position: Position) -> dict[int, int]:
    return {size: count.card_sets for size, count in count_by_size(position).items()}


def _no_swish(position: Position) -> int:
    return largest_no_swish_set(position).size


def _searched_deal(indices: tuple[int, ...]) -> bool:
    deck = built_in_deck("swish-60").position
    return find_any(Position(tuple(deck.cards[index] for index in indices))) is not None


def _unions_of_cycles(position: Position) -> tuple[nx.DiGraph, set[frozenset[int]]]:
    """Return the hypergraph, and its cycles and unions of cycles that visit no hypernode twice and are swishes."""
    graph = construct_hypergraph(position)
    cycles = [
        frozenset(cycle)
        for cycle in nx.simple_cycles(graph, length_bound=len(position.cards))
        if len({graph.nodes[node]["hypernode"] for node in cycle}) == len(cycle) and is_swish(_stack(graph, cycle))
    ]
    unions = set(cycles)
    growing = list(unions)
    for union in growing:
        for cycle in cycles:
            joined = union | cycle
            if joined not in unions and len(joined) == len(union) + len(cycle) and _is_swish_of_cards(graph, joined):
                unions.add(joined)
                growing.append(joined)
    return graph, unions


def _stack(graph: nx.DiGraph, nodes: Iterable[int]) -> list[Card]:
    return [Card.from_code(graph.nodes[node]["code"]) for node in nodes]


def _is_swish_of_cards(graph: nx.DiGraph, nodes: Collection[int]) -> bool:
    return len({graph.nodes[node]["hypernode"] for node in nodes}) == len(nodes) and is_swish(_stack(graph, nodes))


def _cycles_have_any(position: Position) -> bool:
    return bool(_unions_of_cycles(position)[1])


def _walks(position: Position) -> Iterator[list[int]]:
    """Yield the swishes of one cycle: walk the arcs from each node, each card and cell once (FindCycle, mended)."""
    graph = construct_hypergraph(position)
    hypernode = dict(graph.nodes(data="hypernode"))
    cells = {node: Card.from_code(code) for node, code in graph.nodes(data="code")}

    def walk(path: list[int], cards: set[int], points: set[tuple[int, int]]) -> Iterator[list[int]]:
        for node in graph.successors(path[-1]):
            if node == path[0] and len(path) >= 2:
                yield list(path)
            point = cells[node].points[0]
            if hypernode[node] > hypernode[path[0]] and hypernode[node] not in cards and point not in points:
                yield from walk([*path, node], cards | {hypernode[node]}, points | {point})

    for start in graph:
        yield from walk([start], {hypernode[start]}, {cells[start].points[0]})


def _walks_have_any(position: Position) -> bool:
    return next(_walks(position), None) is not None


def _longest_cycle(position: Position) -> int:
    return max(map(len, _unions_of_cycles(position)[1]), default=0)


def _cycles_by_size(position: Position) -> dict[int, int]:
    graph, unions = _unions_of_cycles(position)
    card_sets = {frozenset(graph.nodes[node]["hypernode"] for node in union) for union in unions}
    sizes = sorted(map(len, card_sets))
    return {size: sizes.count(size) for size in sizes}


def _recursive_no_swish(position: Position) -> int:
    """Return the size of a largest no-swish set as in section 3.1: with and without each card, up to a swish."""

    def largest(kept: tuple[Card, ...], rest: tuple[Card, ...]) -> int:
        if kept and DepthFirst.of(Position(kept)).first(None, Budget()).swish is not None:
            return 0
        if not rest:
            return len(kept)
        return max(largest((*kept, rest[0]), rest[1:]), largest(kept, rest[1:]))

    return largest((), position.cards)

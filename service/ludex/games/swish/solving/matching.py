"""The polynomial cases, solved as matchings: cards of one symbol, and cards of at most two symbols placed as written.

For cards of one symbol each, see Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Theorem 2. This module corrects two
errors in the printed proof. The printed proof compares the number of edges of a matching with k, although a swish has
twice as many cards as the matching has edges. The printed proof also keeps four duplicates of a card, although an orbit
of one or two cells has room for only one or two duplicates. The corrected statement is that a swish has at most
`min(points, circles, cells)` pairs in each orbit.

For cards of at most two symbols each, placed as written, Horiyama et al. (arXiv 2601.09289, FUN 2026) show that the
problem is polynomial. Here, the vertices of a graph are the places of the cells: each cell has one place for a point
and one for a circle. A card of two symbols is an edge between the places of its symbols. An empty cell is represented
by an edge between the two places of the cell. A card of one symbol is an edge between the place of its symbol and an
additional vertex for the card. A stack of cards is a simple-swish if and only if its edges and the edges of the empty
cells cover each place exactly once. This means that both places of a cell are covered either by cards or by the edge of
the cell. The problem is therefore to find, among the matchings that cover all places, one with the largest number of
cards. If covering a place counts more than all cards together, this is a matching of maximum weight, which can be found
by the algorithm of J. Edmonds, "Paths, trees, and flowers" (1965).
"""

from collections import defaultdict
from dataclasses import dataclass

import networkx as nx

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Cell, configuration_between, orbit_of
from ludex.games.swish.position import MAX_SEARCH_CARDS, Position
from ludex.games.swish.solving.placements import Placements
from ludex.games.swish.swishes import Largest, Placement, Rule, Swish
from ludex.graphs.bliss import BudgetedGraph


@dataclass(frozen=True, slots=True)
class OrbitPairs:
    """The cells of an orbit, the indices of the cards with a point in the orbit, and of those with a circle in it."""

    cells: tuple[Cell, ...]
    points: tuple[int, ...]
    circles: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """Return the maximum number of pairs of a point and a circle on these cells."""
        return min(len(self.points), len(self.circles), len(self.cells))


def have_one_symbol_each(position: Position) -> bool:
    """Return whether every card of a `position` has one symbol."""
    return all(len(card.points) + len(card.circles) == 1 for card in position.cards)


def orbit_pairs(position: Position, rule: Rule) -> list[OrbitPairs]:
    """Return the orbits with symbols of a `position`. Under the rule `simple`, each cell is an orbit."""
    found: dict[tuple[Cell, ...], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for index, card in enumerate(position.cards):
        [cell] = card.points + card.circles
        cells = (cell,) if rule is Rule.SIMPLE else orbit_of(cell, *card.board, position.symmetry)
        found[cells][not card.points].append(index)
    return [OrbitPairs(cells, tuple(points), tuple(circles)) for cells, (points, circles) in sorted(found.items())]


def largest_of_one_symbol(position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None) -> Largest:
    """Return a proved largest swish of cards of one symbol each, in linear time.

    Parameters
    ----------
    position : Position
        Cards with one point or one circle each.
    rule : Rule
        Whether cards may be flipped (SWISH) or are placed as written (SIMPLE).
    max_size : int, optional
        The maximum number of cards of the swish, at least 2. By default, any number is allowed.

    Returns
    -------
    Largest
        A swish with two cards for each pair. Its size is the sum of `2 min(points, circles, cells)` over all orbits.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Theorem 2.

    Examples
    --------
    >>> largest_of_one_symbol(Position.from_codes(["*./..", "../.o", "o./..", ".*/.."])).size
    4
    """
    room = len(position.cards) // 2 if max_size is None else max_size // 2
    placed: list[Placement] = []
    for orbit in orbit_pairs(position, rule):
        pairs = min(orbit.pairs, room)
        room -= pairs
        for cell, *indices in zip(orbit.cells[:pairs], orbit.points, orbit.circles, strict=False):
            placed += [_laid(position, index, cell) for index in indices]
    swish = Swish(tuple(sorted(placed, key=lambda card: card.index))) if placed else None
    return Largest(swish, proved=True)


def _laid(position: Position, index: int, cell: Cell) -> Placement:
    card = position.cards[index]
    [own] = card.points + card.circles
    configuration = configuration_between(own, cell, *card.board, position.symmetry)
    assert configuration is not None
    return Placement(index, configuration, card.configured(configuration))


def maximum_b_matching(
    position: Position, rule: Rule = Rule.SWISH, budget: Budget | None = None
) -> list[tuple[int, int]]:
    """Return a maximum matching of cards with a point and cards with a circle, given by their indices.

    Each card of the `position` has one symbol and is placed under a `rule`. As in the printed proof, two cards are
    compatible if their cells are in the same orbit. The result is a b-matching, because an orbit has room for as many
    pairs as it has cells. The matching is computed separately for each orbit, as a flow from the points through the
    orbit to the circles. Raises BudgetExhausted if the `budget` (None for no limits) is exhausted. Cost: about 0.2
    seconds for an orbit of 1,000 cards.

    >>> len(maximum_b_matching(Position.from_codes(["*.", ".*", "*.", "o.", "o.", ".o"])))
    2
    """
    pairs: list[tuple[int, int]] = []
    for orbit in orbit_pairs(position, rule):
        if budget is not None:
            budget.check()
        pairs += _flow(orbit)
    return sorted(pairs)


def _flow(orbit: OrbitPairs) -> list[tuple[int, int]]:
    if not orbit.pairs:
        return []
    network = nx.DiGraph()
    network.add_edge("in", "out", capacity=len(orbit.cells))
    for index in orbit.points:
        network.add_edge("from", index, capacity=1)
        network.add_edge(index, "in", capacity=1)
    for index in orbit.circles:
        network.add_edge("out", index, capacity=1)
        network.add_edge(index, "to", capacity=1)
    _, flow = nx.maximum_flow(network, "from", "to")
    points = [index for index in orbit.points if flow[index]["in"]]
    circles = [index for index in orbit.circles if flow["out"][index]]
    return list(zip(points, circles, strict=True))


def have_two_symbols_at_most(position: Position, rule: Rule) -> bool:
    """Return whether the cards of a `position` have at most two symbols and are placed as written under a `rule`."""
    return rule is Rule.SIMPLE and all(len(card.points) + len(card.circles) <= 2 for card in position.cards)


def largest_of_two_symbols(position: Position, budget: Budget | None = None) -> Largest:
    """Return a proved largest simple-swish of cards of at most two symbols each.

    Parameters
    ----------
    position : Position
        Cards of at most two symbols each, placed as written.
    budget : Budget, optional
        The limits of the matching. The default has no limits.

    Returns
    -------
    Largest
        The swish, or None if there is none.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted first.

    Notes
    -----
    Cost: `O(n^3)` in the worst case, where n is the total number of places and cards. Parts that have no
    cell in common are matched separately.

    References
    ----------
    Horiyama et al. (arXiv 2601.09289).

    Examples
    --------
    >>> largest_of_two_symbols(Position.from_codes(["*o.", ".*o", "o..", "..*"])).size
    4
    """
    budget = budget or Budget()
    graph = nx.Graph()
    heavy = len(position.cards) + 1
    for index, card in enumerate(position.cards):
        places = [(cell, "*") for cell in card.points] + [(cell, "o") for cell in card.circles]
        for cell, _ in places:
            graph.add_edge((cell, "*"), (cell, "o"), weight=2 * heavy, card=None)
        ends = (*places, index) if len(places) == 1 else places
        if not graph.has_edge(*ends):
            graph.add_edge(*ends, weight=len(places) * heavy + 1, card=index)
    chosen = []
    for part in nx.connected_components(graph):
        connected = BudgetedGraph(budget)
        connected.add_edges_from(graph.edges(part, data=True))
        chosen += [graph.edges[edge]["card"] for edge in nx.max_weight_matching(connected)]
    indices = [index for index in chosen if index is not None]
    return Largest(Swish.as_written(position.cards, indices) if indices else None, proved=True)


def match_one_symbol(position: Position, rule: Rule, max_size: int | None) -> Largest | None:
    """Return a largest swish of at most `max_size` cards (None for any number) if each card has one symbol.

    The cards are those of a `position`, placed under a `rule`. The result is None if some card does not have exactly
    one symbol, or if there are more than 1,000 cards, which the search rejects.
    """
    if len(position.cards) > MAX_SEARCH_CARDS or not have_one_symbol_each(position):
        return None
    return largest_of_one_symbol(position, rule, max_size)


def match_two_symbols(placements: Placements, rule: Rule, max_size: int | None, budget: Budget) -> Largest | None:
    """Return a largest swish, or None unless each card has at most two symbols and is placed as written.

    Only the cards of the `placements` are matched, because no other card can take part in a swish under the `rule`. The
    result is also None if the swish has more than `max_size` cards (None for any number), or if the `budget` is
    exhausted.
    """
    if not have_two_symbols_at_most(placements.position, rule):
        return None
    try:
        found = match_placements(placements, budget)
    except BudgetExhausted:
        return None
    return None if max_size is not None and found.size > max_size else found


def match_placements(placements: Placements, budget: Budget) -> Largest:
    """Return a proved largest simple-swish of the cards of the `placements`, which have at most two symbols.

    Raises BudgetExhausted when the `budget` is exhausted.
    """
    usable = sorted(set(placements.cards.tolist()))
    if not usable:
        return Largest(None, proved=True)
    found = largest_of_two_symbols(placements.position.part(usable), budget)
    if found.swish is None:
        return found
    placed = (Placement(usable[card.index], card.configuration, card.placed) for card in found.swish.cards)
    return Largest(Swish(tuple(placed)), proved=True)

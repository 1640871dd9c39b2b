"""Cards of at most two symbols each, laid as written: the largest simple-swish in polynomial time, by matching.

That this case is polynomial is shown by Horiyama et al. (arXiv 2601.09289, FUN 2026). Here each cell has two places,
for a point and for a circle. A card of two symbols joins its two places. A cell may be empty, which joins its own two
places. A card of one symbol joins its place to an end of its own. Then a stack of cards is a simple-swish iff these
edges and those of the empty cells meet each place once: both places of a cell are met by cards, or by its own edge. So
a matching that covers all places and has the most cards is sought, a matching of greatest weight if a place weighs
more than all cards together. J. Edmonds, "Paths, trees, and flowers" (1965), finds it.
"""

import networkx as nx

from ludex.engine.budget import Budget
from ludex.games.swish.found import Rule, Swish
from ludex.games.swish.position import Position
from ludex.games.swish.solving.answers import Largest
from ludex.graphs.budgeted_graph import WatchedGraph


def applies_to(position: Position, rule: Rule) -> bool:
    """Tell whether the cards of a `position` have at most two symbols each and lie as written under a `rule`."""
    return rule is Rule.SIMPLE and all(len(card.points) + len(card.circles) <= 2 for card in position.cards)


def largest_of_two_symbols(position: Position, budget: Budget | None = None) -> Largest:
    """Return a largest simple-swish of cards of at most two symbols each, proved.

    Parameters
    ----------
    position : Position
        Cards of at most two symbols each, laid as written.
    budget : Budget, optional
        The limits of the matching; without it there are none.

    Returns
    -------
    Largest
        The swish, None if there is none.

    Raises
    ------
    BudgetExhausted
        If the budget ended first.

    Notes
    -----
    Cost: O(n^3) for n places and cards together at worst; parts that share no cell are matched one by one.

    References
    ----------
    Horiyama et al. (arXiv 2601.09289).

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
        connected = WatchedGraph(budget)
        connected.add_edges_from(graph.edges(part, data=True))
        chosen += [graph.edges[edge]["card"] for edge in nx.max_weight_matching(connected)]
    indices = [index for index in chosen if index is not None]
    return Largest(Swish.as_written(position.cards, indices) if indices else None, proved=True)

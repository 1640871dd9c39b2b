"""Graphs whose algorithms, those of networkx, end with a budget."""

from collections.abc import Hashable, Iterator

import networkx

from ludex.engine.budget import Budget


class WatchedGraph(networkx.Graph):  # type: ignore[misc] # networkx has no types
    """A graph that asks a `budget` whenever an algorithm looks for neighbours: raises BudgetExhausted when it ends.

    >>> graph = WatchedGraph(Budget(0.0))
    >>> graph.add_edge(0, 1)
    >>> networkx.max_weight_matching(graph)
    Traceback (most recent call last):
    ...
    ludex.engine.budget.BudgetExhausted: the search ended early: time
    """

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self._budget = budget

    def neighbors(self, n: Hashable) -> Iterator[Hashable]:
        """Return the neighbours of a vertex `n`."""
        self._budget.check()
        found: Iterator[Hashable] = super().neighbors(n)
        return found

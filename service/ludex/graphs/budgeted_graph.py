"""Graphs on which networkx algorithms stop when a budget is exhausted.

This module imports networkx at its top, so other modules import it only when they need it.
"""

from collections.abc import Hashable, Iterator

import networkx

from ludex.engine.budget import Budget


class BudgetedGraph(networkx.Graph):  # type: ignore[misc] # networkx has no types
    """A graph that checks a `budget` whenever an algorithm lists neighbours.

    Raises BudgetExhausted.

    >>> graph = BudgetedGraph(Budget(0.0))
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
        """Check the budget, and return the neighbours of a vertex `n`."""
        self._budget.check()
        neighbours: Iterator[Hashable] = super().neighbors(n)
        return neighbours

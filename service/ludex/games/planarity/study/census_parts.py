"""Censuses of up to 8 points that only count classes: either all classes, or the classes of graphs with few edges.

A census is computed in parts. A part is a set of graphs whose classes are counted by number of edges and minimum. For
each number of edges, the sum over all parts must agree with Burnside's lemma
(:mod:`ludex.games.planarity.study.swap_class_counts`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import networkx

from ludex.engine.budget import Budget
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.solving.class_counts import count_each_graph
from ludex.games.planarity.study.census import CensusSummary, CountedCensus, count_census, summarize_counts
from ludex.games.planarity.study.census_graphs import MAX_CENSUS_POINTS, connected_graphs, has_disjoint_edges
from ludex.games.planarity.study.graph_families import small_graphs
from ludex.games.planarity.study.swap_class_counts import count_swap_classes

Counts = Counter[tuple[int, int | None]]
"""Numbers of classes by number of edges and minimum (None: unreachable)."""


def count_classes(n: int, graphs: Sequence[Graph], budget: Budget | None = None, processes: int = 0) -> Counts:
    """Count the classes of some graphs with `n` vertices (4 to 8) by number of edges and minimum.

    `processes` is the number of worker processes, or 0 for none. Raises BudgetExhausted when the budget ends. For the
    cost, see :func:`ludex.games.planarity.solving.class_counts.count_graph_classes`.

    >>> count_classes(4, graphs_by_edges(4, 3))
    Counter({(3, 0): 3, (3, 1): 1})
    """
    counts: Counts = Counter()
    for of_graph in count_each_graph(n, graphs, budget, processes):
        for minimum, classes in of_graph.by_minimum.items():
            counts[of_graph.edges, minimum] += classes
    return counts


def summarize_part(n: int, max_edges: int | None, counts: Counts, budget: Budget | None = None) -> CensusSummary:
    """Summarize the counts of all classes of graphs with `n` vertices and at most `max_edges` edges (None: no limit).

    Raises ArithmeticError if the sums by number of edges disagree with Burnside's lemma. Raises BudgetExhausted when
    the budget ends.

    >>> summarize_part(4, 3, Counter({(3, 0): 3, (3, 1): 1})).classes
    4
    """
    summary = summarize_counts(n, counts, max_edges)
    known = count_swap_classes(n, budget).by_edges
    most = len(known) - 1 if max_edges is None else max_edges
    expected = {edges: classes for edges, classes in enumerate(known[: most + 1]) if classes}
    if {count.edges: count.classes for count in summary.by_edges} != expected:
        raise ArithmeticError(f"the classes of {n} points by edges differ from the numbers of Burnside's lemma")
    return summary


def census_faults(census: CountedCensus, budget: Budget) -> Iterator[str]:
    """Count the classes of a stated census again, and yield the faults of the census. Raises BudgetExhausted."""
    stated = census.shares
    if stated.max_edges is None and stated.n <= MAX_CENSUS_POINTS:
        again = count_census(stated.n, budget)
    else:
        graphs = graphs_by_edges(stated.n, stated.max_edges)
        counts = count_classes(stated.n, graphs, budget)
        again = CountedCensus(summarize_part(stated.n, stated.max_edges, counts, budget), None)
    if stated != again.shares:
        yield f"the census has {again.shares.classes} classes, and its counts differ from the stated counts"
    if census.proof not in (None, again.proof):
        yield "the stated proof of the census differs from the computed proof"


def graphs_by_edges(n: int, max_edges: int | None = None) -> tuple[Graph, ...]:
    """Return the connected graphs of `n` vertices (4 to 8) with two disjoint edges, sorted by number of edges.

    If `max_edges` is given, the result includes only graphs with at most this number of edges. Cost: up to a minute for
    n = 8, but only once in a process.

    >>> [len(graph.edges) for graph in graphs_by_edges(4)], len(graphs_by_edges(5, 4))
    ([3, 4, 4, 5, 6], 2)
    """
    graphs = connected_graphs(n) if n <= MAX_CENSUS_POINTS else tuple(filter(_is_in_census, small_graphs(n)))
    chosen = (graph for graph in graphs if max_edges is None or len(graph.edges) <= max_edges)
    return tuple(sorted(chosen, key=lambda graph: (len(graph.edges), graph.edges)))


def _is_in_census(graph: Graph) -> bool:
    return has_disjoint_edges(graph) and networkx.is_connected(networkx.Graph(graph.edges))

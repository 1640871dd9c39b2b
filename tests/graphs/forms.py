"""Canonical forms read back, to see that they hold the whole graph."""

from itertools import accumulate

from ludex.graphs.canonical import ColouredGraph
from ludex.graphs.packing import unpack


def graph_from_form(form: bytes) -> ColouredGraph:
    """Rebuild the graph in canonical numbers, its edges and groups sorted."""
    numbers = iter(unpack(form))

    def ascending() -> tuple[int, ...]:
        return tuple(accumulate(next(numbers) for _ in range(next(numbers))))

    directed = bool(next(numbers))
    colours = ascending()
    edges = tuple((u, v) for u in range(len(colours)) for v in ascending())
    groups = tuple(ascending() for _ in range(next(numbers)))
    assert next(numbers, None) is None
    return ColouredGraph(colours, edges, groups, directed)

"""Canonical forms read back, to see that they hold the whole graph, and compared."""

from itertools import accumulate

from ludex.graphs.canonical import ColouredGraph, canonical_form, matching_from_orders, unpack


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


def isomorphism(a: ColouredGraph, b: ColouredGraph) -> tuple[int, ...] | None:
    """Return the vertex of `b` for each vertex of `a` in an isomorphism, or None if the canonical forms differ."""
    form_a, form_b = canonical_form(a), canonical_form(b)
    return matching_from_orders(form_a.order, form_b.order) if form_a.form == form_b.form else None

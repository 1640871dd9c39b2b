"""Isomorphism of coloured graphs, with a matching of the vertices as witness."""

from ludex.graphs.canonical import ColouredGraph, canonical_form


def through(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each i, the j with b[j] == a[i]: the matching that two numberings `a` and `b` of the same range give.

    >>> through((2, 0, 1), (1, 2, 0))
    (1, 2, 0)
    """
    place = {number: j for j, number in enumerate(b)}
    return tuple(place[number] for number in a)


def isomorphism(a: ColouredGraph, b: ColouredGraph) -> tuple[int, ...] | None:
    """Return the vertex of `b` for each vertex of `a` in an isomorphism, or None if there is none.

    It keeps colours, directions and groups. Cost: two canonical forms, unless the sizes already differ.

    >>> isomorphism(ColouredGraph((0, 1), ((0, 1),)), ColouredGraph((1, 0), ((0, 1),)))
    (1, 0)
    """
    if len(a.edges) != len(b.edges) or sorted(a.colours) != sorted(b.colours):
        return None
    form_a, form_b = canonical_form(a), canonical_form(b)
    return through(form_a.order, form_b.order) if form_a.form == form_b.form else None

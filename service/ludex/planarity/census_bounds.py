"""The largest minimum of swaps that any drawing of so many vertices and edges has, for few vertices.

Source: a complete census over all graphs without isolated vertices, order types and arrangements.
"""

# By edges, from n - 1 upwards: graphs with n - 1 edges and more, connected or not.
_BY_EDGES = {
    5: {4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 1},
    6: {5: 5, 6: 4, 7: 5, 8: 6, 9: 6, 10: 6, 11: 5, 12: 3},
    7: {6: 7, 7: 7, 8: 8, 9: 10, 10: 9, 11: 8, 12: 8, 13: 8, 14: 8, 15: 6},
}
_OVERALL = {1: 0, 2: 0, 3: 0, 4: 1, 5: 3, 6: 6, 7: 10, 8: 14}


def largest_minimum(vertices: int, edges: int) -> int | None:
    """Return the most swaps that a drawing with so many vertices and edges can need, or None where nobody has counted.

    >>> largest_minimum(7, 12), largest_minimum(8, 12), largest_minimum(11, 20)
    (8, 14, None)
    """
    overall = _OVERALL.get(vertices)
    return _BY_EDGES.get(vertices, {}).get(edges, overall)

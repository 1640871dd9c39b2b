"""Abstract order types against the literature and against point sets."""

from itertools import combinations, permutations

import pytest

from ludex.games.planarity.making.point_sets import ORDER_TYPES
from ludex.games.planarity.study.abstract_order_types import (
    abstract_order_types,
    count_order_types,
    count_x_types,
    recorded_counts,
)


def labelled(n: int) -> int:
    """Count the labelled systems: n! numberings of each type and its reflection, divided by its symmetries."""
    systems = set()
    triples = list(combinations(range(n), 3))
    for orientations in abstract_order_types(n):
        for numbering in permutations(range(n)):
            signs = []
            for a, b, c in triples:
                x, y, z = numbering[a], numbering[b], numbering[c]
                swapped = (x > y) ^ (x > z) ^ (y > z)
                first, second, third = sorted((x, y, z))
                signs.append(orientations[first, second, third] * (-1 if swapped else 1))
            systems |= {tuple(signs), tuple(-sign for sign in signs)}
    return len(systems)


def test_labelled_systems_are_the_known_numbers_of_cc_systems() -> None:
    # D. Knuth, "Axioms and Hulls" (1992), section 6: the numbers of CC systems.
    assert [labelled(n) for n in (3, 4, 5)] == [2, 14, 264]


def test_numbers_of_types_are_those_of_the_literature() -> None:
    counts = recorded_counts()
    # O. Aichholzer, F. Aurenhammer, H. Krasser (2002), and findings on crossing types.
    assert counts.abstract == (1, 2, 3, 16, 135, 3315)
    assert counts.order_types == tuple(ORDER_TYPES[n] for n in range(1, 9))
    assert counts.x_types == (1, 1, 1, 2, 3, 15, 122, 3091)


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_the_record_agrees_with_the_enumeration(n: int) -> None:
    counts = recorded_counts()
    assert len(abstract_order_types(n)) == counts.abstract[n - 3]
    assert count_order_types(n) == counts.order_types[n - 1]
    assert count_x_types(n) == counts.x_types[n - 1]

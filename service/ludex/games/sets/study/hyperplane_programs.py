"""The linear programs that bound caps by the sizes of hyperplanes, and their dual solutions.

See :mod:`ludex.games.sets.study.hyperplane_bounds`.
"""

import numpy as np
from scipy.optimize import linprog

from ludex.games.sets.study.hyperplane_bounds import HyperplaneBound, Multipliers, class_sizes, sums_over_classes


def find_bound(properties: int, smaller: int) -> HyperplaneBound:
    """Return the best bound of the linear program for `properties` >= 3, given the bound for one property less.

    Cost: for each number of cards that is tried, a linear program with three variables and `O(smaller^2)` inequalities.

    >>> find_bound(5, 18).most
    45
    """
    most, proof = 3 * smaller, (-1, 0, 0)  # no class has parts of more than `smaller` cards
    while (multipliers := _multipliers(properties, smaller, most)) is not None:
        most, proof = most - 1, multipliers
    return HyperplaneBound(properties, smaller, most, proof)


_SCALE = 10**6


def _multipliers(properties: int, smaller: int, cards: int) -> Multipliers | None:
    """Return multipliers that prove that no cap has this number of `cards`, or None if none are found."""
    sizes = np.array(list(class_sizes(cards, smaller)), dtype=np.int64)
    pairs = (sizes * (sizes - 1) // 2).sum(axis=1)
    triples = (sizes * (sizes - 1) * (sizes - 2) // 6).sum(axis=1)
    classes, all_pairs, all_triples = sums_over_classes(properties, cards)
    scaled = np.column_stack([np.ones(len(sizes)), pairs / all_pairs * classes, triples / all_triples * classes])
    solved = linprog(np.ones(3), A_ub=-scaled, b_ub=np.zeros(len(sizes)), bounds=[(-1, 1)] * 3, method="highs")
    if solved.status != 0:
        return None
    unit = all_triples * _SCALE // classes
    y_2 = round(float(solved.x[1]) * unit * classes / all_pairs)
    y_3 = round(float(solved.x[2]) * unit * classes / all_triples)
    y_0 = max(-(y_2 * int(two) + y_3 * int(three)) for two, three in zip(pairs, triples, strict=True))
    return (y_0, y_2, y_3) if y_0 * classes + y_2 * all_pairs + y_3 * all_triples < 0 else None

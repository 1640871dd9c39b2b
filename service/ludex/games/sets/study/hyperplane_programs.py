"""The linear programs that bound caps by the sizes of hyperplanes, and their dual solutions.

See :mod:`ludex.games.sets.study.hyperplane_bounds`. The hyperplanes of a class can divide a cap in several ways. A
program has a variable for each of these divisions: the number of classes that divide the cap in this way. A dual
solution has a multiplier for each equation. Multiply each equation by its multiplier and add the equations. If the
coefficient of each division in the sum is at least 0, but the right-hand side is less than 0, the program has no
solution.
"""

from collections.abc import Iterator
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from ludex.games.sets.study.hyperplane_bounds import LARGE, SHARED, Division

_MOST_SHARED = max(SHARED)
_SPACES = 40
"""The number of classes of parallel spaces in a hyperplane of five properties."""
_SCALE = 10**6


def class_sizes(cards: int, smaller: int) -> Iterator[tuple[int, int, int]]:
    """Yield the sizes `a >= b >= c` of the parts into which a class can divide `cards` cards, each at most `smaller`.

    >>> list(class_sizes(10, 4))
    [(4, 4, 2), (4, 3, 3)]
    """
    for a in range(smaller, 0, -1):
        for b in range(min(a, cards - a), -1, -1):
            if 0 <= cards - a - b <= b:
                yield a, b, cards - a - b


def class_program(properties: int, smaller: int, cards: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the coefficients of the equations (one row for each division of a cap), and the right-hand sides.

    The equations count the classes of parallel hyperplanes for `properties` properties, and the pairs and the triples
    of cards of the cap within hyperplanes. Each hyperplane has at most `smaller` cards of the cap.

    >>> class_program(4, 9, 20)[1].tolist()
    [40, 2470, 4560]
    """
    sizes = np.array(list(class_sizes(cards, smaller)), dtype=np.int64).reshape(-1, 3)
    rows = np.column_stack([np.ones(len(sizes), np.int64), _pairs(sizes), _triples(sizes)])
    classes, of_pair, of_triple = ((3**power - 1) // 2 for power in range(properties, properties - 3, -1))
    return rows, np.array([classes, comb(cards, 2) * of_pair, comb(cards, 3) * of_triple])


def division_program(sizes: tuple[int, int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the coefficients and the right-hand sides for a cap without a second large hyperplane.

    `sizes` are the numbers of cards of a hyperplane with the most cards and of its parallel hyperplanes.
    """
    first, seconds, thirds = (np.array(list(_ordered_sizes(size))) for size in sizes)
    rows = []
    for parts in first[(np.diff(first, axis=1) <= 0).all(axis=1)]:
        fits, mixed = np.ones((len(seconds), len(thirds)), bool), np.zeros((len(seconds), len(thirds)), np.int64)
        for i in range(3):
            most = LARGE - 1 if parts[i] in SHARED else sizes[0]
            for shift in range(3):
                a, b = seconds[:, None, (i + shift) % 3], thirds[None, :, (i - shift) % 3]
                fits &= parts[i] + a + b <= most
                mixed += parts[i] * a * b
        for place, other in zip(*np.nonzero(fits), strict=True):
            within = [count(part) for part in (parts, seconds[place], thirds[other]) for count in (_pairs, _triples)]
            rows.append([1, *within, mixed[place, other]])
    return np.unique(np.array(rows), axis=0), division_totals(sizes)


def division_totals(sizes: tuple[int, int, int]) -> NDArray[np.int64]:
    """Return the right-hand sides of the equations for a cap that is divided into three parts of these `sizes`.

    `sizes` are the numbers of cards in three parallel hyperplanes. The equations count the classes of parallel spaces,
    and the pairs and the triples of cards within the spaces of each hyperplane. The last equation counts the triples
    with one card in each of the three hyperplanes that lie in a common hyperplane of another class.
    """
    within = [total for size in sizes for total in (13 * comb(size, 2), 4 * comb(size, 3))]
    return np.array([_SPACES, *within, 13 * sizes[0] * sizes[1] * sizes[2]])


def _ordered_sizes(cards: int) -> Iterator[tuple[int, int, int]]:
    """Yield the possible numbers of cards in three parallel spaces of a hyperplane that contains `cards` cards."""
    for a in range(min(cards, _MOST_SHARED) + 1):
        for b in range(min(cards - a, _MOST_SHARED) + 1):
            if cards - a - b <= _MOST_SHARED:
                yield a, b, cards - a - b


def _pairs(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    pairs: NDArray[np.int64] = (sizes * (sizes - 1) // 2).sum(axis=-1)
    return pairs


def _triples(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    triples: NDArray[np.int64] = (sizes * (sizes - 1) * (sizes - 2) // 6).sum(axis=-1)
    return triples


def excludes(multipliers: tuple[int, ...], rows: NDArray[np.int64], totals: NDArray[np.int64]) -> bool:
    """Return whether multipliers of the equations prove that a program has no solution. All numbers are integers.

    >>> excludes((1, -1), np.array([[1, 1]]), np.array([2, 3])), excludes((1, -1), np.array([[1, 2]]), np.array([2, 3]))
    (True, False)
    """
    exact, right = rows.astype(object), totals.astype(object)
    return bool((exact @ np.array(multipliers, object) >= 0).all() and right @ np.array(multipliers, object) < 0)


def find_multipliers(rows: NDArray[np.int64], totals: NDArray[np.int64], scale: int = _SCALE) -> tuple[int, ...] | None:
    """Return multipliers that prove that a program has no solution, or None if none are found.

    The multipliers are rounded to integers. With a smaller `scale`, the multipliers are smaller, but the rounding more
    often fails.
    """
    unit = np.maximum(1, totals / totals[0])
    bounds = [(-1, 1)] * len(totals)
    solved = linprog(totals / unit, A_ub=-(rows / unit), b_ub=np.zeros(len(rows)), bounds=bounds, method="highs")
    if solved.status != 0:
        return None
    others = [round(float(value) / each * scale * float(max(unit))) for value, each in zip(solved.x, unit, strict=True)]
    first = max(-int(np.dot(row[1:], others[1:])) for row in rows)
    multipliers = (first, *others[1:])
    return multipliers if excludes(multipliers, rows, totals) else None


def find_division(sizes: tuple[int, int, int]) -> Division | None:
    """Return the division into parts of these `sizes` with small multipliers, or None if no multipliers are found.

    >>> find_division((20, 20, 6)).multipliers
    (192, -91, 19, -126, 27, 14, 30, 10)
    """
    program = division_program(sizes)
    for scale in (10, 1000, _SCALE):
        multipliers = find_multipliers(*program, scale)
        if multipliers is not None:
            return Division(sizes, multipliers)
    return None

"""The linear programs that bound caps of three properties by the sizes of planes, and their dual solutions.

See :mod:`ludex.games.sets.study.plane_bounds`. The numbers of cards on the `v * v` lines of a direction form a matrix.
A pattern states which of its entries are 0: it has a word for each row, with a bit for each 0. A transversal, with one
entry in each row and column, is the number of cards of a plane.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, lcm, prod

import numpy as np
from scipy.optimize import linprog

from ludex.games.sets.study.plane_bounds import Multipliers

Pattern = tuple[int, ...]


def full_plane(values: int) -> int:
    """Return the largest number of cards of a plane.

    >>> full_plane(5)
    16
    """
    return (values - 1) ** 2


def thin_plane(values: int) -> int:
    """Return the largest number of cards of a plane without an empty line.

    The cards contain no transversal, so some r rows and v + 1 - r columns have no common card. Every other row and
    column lacks a card too. If no line is empty, r and v + 1 - r are at least 2.

    >>> [thin_plane(v) for v in (4, 5, 6)]
    [8, 14, 22]
    """
    v = values
    return max(v * v - r * (v + 1 - r) - (v - r) for r in range(2, (v + 1) // 2 + 1))


@cache
def most_diagonals(values: int) -> dict[int, int]:
    """Return an upper bound on the transversals without cards in a plane, keyed by the number of cards of the plane.

    If the rows have `r_i` cells without cards, there are at most the product of all `r_i!^(1/r_i)` such transversals
    (Bregman 1973), and at most the product of all `r_i` but the largest.

    >>> [most_diagonals(5)[cards] for cards in (16, 15, 14, 13, 0)]
    [1, 2, 6, 8, 120]
    """
    power = lcm(*range(1, values + 1))
    roots = {r: factorial(r) ** (power // r) for r in range(1, values + 1)}
    most: dict[int, int] = {}
    for rows in combinations_with_replacement(range(1, values + 1), values):
        if any(sum(row > values - r for row in rows) >= r for r in range(1, (values + 1) // 2 + 1)):
            product = prod(roots[row] for row in rows)
            numbers = range(prod(rows[:-1]) + 1)
            bound = bisect_right(numbers, product, key=lambda number: number**power) - 1
            cards = values * values - sum(rows)
            most[cards] = max(most.get(cards, 0), bound)
    return most


def diagonals_limit(values: int, cards: int, uneven: int) -> int:
    """Return an upper bound on the diagonals without cards in v parallel planes with `cards` cards in total.

    At most `uneven` of the planes have an empty line.

    >>> diagonals_limit(5, 73, 5), diagonals_limit(5, 73, 2)
    (28, 22)
    """
    thin, of_plane = thin_plane(values), most_diagonals(values)
    best = {(0, 0): 0}
    for _ in range(values):
        longer: dict[tuple[int, int], int] = {}
        for (total, with_empty), number in best.items():
            for size, more in of_plane.items():
                key = (total + size, with_empty + (size > thin))
                if key[0] <= cards and key[1] <= uneven:
                    longer[key] = max(longer.get(key, 0), number + more)
        best = longer
    return max((number for (total, _), number in best.items() if total == cards), default=0)


def patterns(values: int, cards: int) -> Iterator[Pattern]:
    """Yield the patterns that allow `cards` cards, at least one of each class.

    Patterns are in the same class if permutations of the rows and of the columns, or a transposition, turn one into
    the other.

    >>> len(list(patterns(5, 73)))
    17
    """
    level = {(0,) * values}
    while level:
        yield from sorted(level)
        level = {
            pattern
            for smaller in level
            for row in range(values)
            for column in range(values)
            if not smaller[row] >> column & 1
            for pattern in [_normal((*smaller[:row], smaller[row] | 1 << column, *smaller[row + 1 :]))]
            if all(sum(_most_of_line(values, word.bit_count()) for word in side) >= cards for side in _sides(pattern))
        }


def _sides(pattern: Pattern) -> tuple[Pattern, Pattern]:
    """Return a pattern and its transpose."""
    size = range(len(pattern))
    return pattern, tuple(sum((pattern[row] >> column & 1) << row for row in size) for column in size)


def _normal(pattern: Pattern) -> Pattern:
    """Return a pattern of the same class, which is the same for most patterns of the class."""
    return min(map(_sorted, _sides(pattern)))


def _sorted(pattern: Pattern) -> Pattern:
    """Sort the rows and the columns in turn, three times each."""
    for _ in range(6):
        pattern = _sides(tuple(sorted(pattern, key=lambda word: (word.bit_count(), word))))[1]
    return pattern


def _most_of_line(values: int, zeros: int) -> int:
    """Return the largest sum of a row or a column of which `zeros` entries are 0."""
    return (values - 1) * (values - max(1, zeros))


@cache
def _transversals(pattern: Pattern) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Return the number of transversals without a 0, and the number of these that contain each entry.

    The transversals are counted by the columns of their entries in the first rows, and in the last rows.
    """
    v, every = len(pattern), (1 << len(pattern)) - 1
    above = [_choices(pattern[:row], every) for row in range(v)]
    below = [_choices(pattern[row + 1 :], every) for row in range(v)]
    through = [[0] * v for _ in range(v)]
    for row, word in enumerate(pattern):
        for columns, number in above[row].items():
            for column in range(v):
                if not (columns | word) >> column & 1:
                    through[row][column] += number * below[row].get(every & ~columns & ~(1 << column), 0)
    return sum(through[0]), tuple(map(tuple, through))


def _choices(rows: Pattern, every: int) -> dict[int, int]:
    """Return the numbers of choices of an entry of each row in different columns, keyed by the columns as a word.

    No entry is a 0. `every` is the word of all columns.
    """
    choices = {0: 1}
    for word in rows:
        longer: dict[int, int] = {}
        for columns, number in choices.items():
            free = every & ~(columns | word)
            while free:
                column = free & -free
                longer[columns | column] = longer.get(columns | column, 0) + number
                free ^= column
        choices = longer
    return choices


def proves(multipliers: Multipliers, pattern: Pattern, limit: int, cards: int) -> bool:
    """Return whether `multipliers` prove that a matrix with a pattern, or its transpose, has a sum below `cards`.

    `limit` is an upper bound on the number of diagonals without cards.
    """
    return any(_proves(multipliers, side, limit, cards) for side in _sides(pattern))


def _proves(multipliers: Multipliers, pattern: Pattern, limit: int, cards: int) -> bool:
    """Return whether `multipliers` prove that a matrix with a pattern has a smaller sum. All numbers are integers."""
    v = len(pattern)
    (number, through), (rows, columns) = _transversals(pattern), _sides(pattern)
    thin, full = thin_plane(v), full_plane(v)
    total = multipliers.transversals * (thin * number + (full - thin) * min(limit, number))
    total += full * (multipliers.rows * rows.count(0) + multipliers.columns * columns.count(0))
    for row, word in enumerate(rows):
        for column in range(v):
            if not word >> column & 1:
                factor = multipliers.transversals * through[row][column]
                factor += multipliers.rows * (not word) + multipliers.columns * (not columns[column])
                # An entry that is not 0 is at least 1 and at most v - 1.
                excess = factor - multipliers.scale
                total -= excess * (1 if excess > 0 else v - 1)
    return total < cards * multipliers.scale


def is_excluded(values: int, cards: int, multipliers: Iterable[Multipliers]) -> bool:
    """Return whether the `multipliers` prove that no cap of three properties has `cards` cards.

    >>> from ludex.games.sets.study.plane_bounds import PLANES
    >>> is_excluded(5, 73, PLANES[5].multipliers), is_excluded(5, 72, PLANES[5].multipliers)
    (True, False)
    """
    multipliers = tuple(multipliers)
    left, uneven = list(patterns(values, cards)), values
    while left:
        limit = diagonals_limit(values, cards, uneven)
        left = [pattern for pattern in left if not any(proves(each, pattern, limit, cards) for each in multipliers)]
        before, uneven = uneven, most_uneven(left)
        if left and uneven >= before:
            return False
    return True


def most_uneven(left: Iterable[Pattern]) -> int:
    """Return the number of parallel planes that can have an empty line if only the patterns `left` are possible.

    Each of these lines is a 0 of the matrix of one of two directions.
    """
    return 2 * max((sum(map(bool, side)) for pattern in left for side in _sides(pattern)), default=0)


def find_multipliers(pattern: Pattern, limit: int, cards: int) -> Multipliers | None:
    """Return multipliers that exclude `cards` cards for a pattern, or None if there are none.

    `limit` is an upper bound on the number of diagonals without cards. The multipliers are rounded to integers.
    """
    v, thin, full = len(pattern), thin_plane(len(pattern)), full_plane(len(pattern))
    (number, through), (rows, columns) = _transversals(pattern), _sides(pattern)
    cells = [(row, column) for row in range(v) for column in range(v) if not rows[row] >> column & 1]
    of_transversals = thin * number + (full - thin) * min(limit, number)
    cost = [of_transversals, full * rows.count(0), full * columns.count(0), *[v - 1] * len(cells), *[-1] * len(cells)]
    counted = [[through[row][column], not rows[row], not columns[column]] for row, column in cells]
    equations = np.hstack([np.array(counted, float), np.eye(len(cells)), -np.eye(len(cells))])
    solved = linprog(cost, A_eq=equations, b_eq=np.ones(len(cells)), bounds=(0, None), method="highs")
    for scale in (10, 100, 1000, factorial(v), 1_000_000) if solved.status == 0 else ():
        found = Multipliers(scale, *(round(float(weight) * scale) for weight in solved.x[:3]))
        if _proves(found, pattern, limit, cards):
            return found
    return None


def choose_multipliers(values: int, cards: int) -> tuple[Multipliers, ...] | None:
    """Return a few multipliers that together prove that no cap has `cards` cards, or None if none are found."""
    chosen: list[Multipliers] = []
    left, uneven = list(patterns(values, cards)), values
    while left:
        limit = diagonals_limit(values, cards, uneven)
        found = {pattern: find_multipliers(pattern, limit, cards) for pattern in left}
        open_patterns = {pattern for pattern in left if found[pattern] is not None}
        candidates = sorted({each for each in found.values() if each is not None})
        while open_patterns:
            excluded = {each: {p for p in open_patterns if proves(each, p, limit, cards)} for each in candidates}
            best = max(candidates, key=lambda each: len(excluded[each]))
            chosen.append(best)
            open_patterns -= excluded[best]
        left = [pattern for pattern in left if found[pattern] is None]
        before, uneven = uneven, most_uneven(left)
        if left and uneven >= before:
            return None
    return tuple(chosen)

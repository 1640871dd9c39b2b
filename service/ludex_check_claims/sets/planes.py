"""The check of the bounds on caps with more than three values, by the sizes of planes and of hyperplanes.

The proofs are explained in schema/certificates.md. All numbers are integers.
"""

from collections.abc import Iterator
from functools import cache
from math import factorial, lcm, prod

from ludex_check_claims.verdicts import Clock, Json, require

Pattern = frozenset[tuple[int, int]]
"""The entries of a matrix that are 0, as pairs of a row and a column."""


def flat_bound(values: int, smaller: int, large: Json) -> int:
    """Return the bound on caps by the hyperplanes that contain the cards with given values of two properties.

    Each hyperplane has at most `smaller` cards. `large` states that a cap of `cap` cards of a hyperplane has `layer`
    cards with one value of some property, or is None.
    """

    def possible(cards: int) -> bool:
        of_value = (cards + values - 1) // values
        shared = (of_value + values - 1) // values
        if large is not None and of_value >= large["cap"]:
            shared = max(shared, large["layer"])
        return cards + values * shared <= (values + 1) * smaller

    return max(cards for cards in range(values * smaller + 1) if possible(cards))


def planes_excluded(values: int, cards: int, multipliers: list[list[int]], clock: Clock) -> bool:
    """Return whether the `multipliers` exclude a cap of `cards` cards of three properties."""
    for each in multipliers:
        whole = len(each) == 4 and all(type(number) is int and number >= 0 for number in each)
        require(whole and each[0] > 0, "there must be four integers that are not negative, and the first is the scale")
    left = list(_patterns(values, cards, clock))
    uneven = values
    while left:
        limit = _most_diagonals(values, cards, uneven)
        left = [
            zeros
            for zeros in left
            if not any(
                _excluded(values, cards, side, limit, each)
                for side in (zeros, frozenset((column, row) for row, column in zeros))
                for each in multipliers
            )
        ]
        clock.tick()
        lines = max((len({entry[side] for entry in zeros}) for zeros in left for side in (0, 1)), default=0)
        if left and 2 * lines >= uneven:
            return False
        uneven = 2 * lines
    return True


def largest_without_empty_line(values: int) -> int:
    """Return the most cards of a plane that contain no transversal and no full line, if no line is empty.

    Some rows and columns, v - 1 in total and at least one of each, cover the cards. None of them is full, and one empty
    cell can be in both a row and a column.
    """
    covers = ((rows, values - 1 - rows) for rows in range(1, values - 1))
    return max(values * (values - 1) - rows * columns - max(rows, columns) for rows, columns in covers)


@cache
def _diagonals(values: int) -> list[int]:
    """Return, for each number of cards of a plane, a bound on the number of diagonals without cards.

    The plane has no transversal, so its empty cells contain all common cells of some k rows and v + 1 - k columns. By
    symmetry, k is at most (v + 1) / 2. No line is full.
    """
    power = lcm(*range(1, values + 1))

    def bregman(rows: tuple[int, ...]) -> int:
        product = prod(factorial(row) ** (power // row) for row in rows)
        number = 0
        while (number + 1) ** power <= product:
            number += 1
        return number

    most = [0] * (values * values)

    def add(rows: tuple[int, ...]) -> None:
        if len(rows) < values:
            for row in range(1, rows[-1] + 1 if rows else values + 1):
                add((*rows, row))
        elif any(rows[k - 1] >= values + 1 - k for k in range(1, (values + 1) // 2 + 1)):
            cards = values * values - sum(rows)
            most[cards] = max(most[cards], min(bregman(rows), prod(rows[1:])))

    add(())
    return most


def _most_diagonals(values: int, cards: int, uneven: int) -> int:
    """Return a bound on the empty diagonals of v parallel planes, at most `uneven` of which have an empty line."""
    of_plane, large = _diagonals(values), largest_without_empty_line(values)

    @cache
    def most(planes: int, left: int, uneven: int) -> int:
        if planes == 0:
            return 0 if left == 0 else -(values**values)
        sizes = range(min(left, (values - 1) ** 2) + 1)
        return max(
            (of_plane[k] + most(planes - 1, left - k, uneven - (k > large)) for k in sizes if uneven or k <= large),
            default=-(values**values),
        )

    return most(values, cards, uneven)


def _patterns(values: int, cards: int, clock: Clock) -> Iterator[Pattern]:
    """Yield patterns of zeros with which `cards` cards are possible, one or more of each class.

    A class is closed under permutations of the rows and of the columns, and under transposition.
    """
    entries = [(row, column) for row in range(values) for column in range(values)]
    level: set[Pattern] = {frozenset()}
    while level:
        yield from level
        larger = set()
        for zeros in level:
            for entry in entries:
                clock.tick()
                more = zeros | {entry}
                if entry not in zeros and all(_most(values, more, side) >= cards for side in (0, 1)):
                    larger.add(_sorted(values, more))
        level = larger


def _numbers(values: int, zeros: Pattern, side: int) -> list[int]:
    """Return the number of zeros of each row (side 0) or column (side 1)."""
    numbers = [0] * values
    for entry in zeros:
        numbers[entry[side]] += 1
    return numbers


def _most(values: int, zeros: Pattern, side: int) -> int:
    return sum((values - 1) * (values - max(1, number)) for number in _numbers(values, zeros, side))


def _sorted(values: int, zeros: Pattern) -> Pattern:
    """Return a pattern of the same class: renumber the rows by their columns, and the columns by their rows, twice."""
    for side in (0, 1, 0, 1):
        others: list[list[int]] = [[] for _ in range(values)]
        for entry in zeros:
            others[entry[side]].append(entry[1 - side])
        order = sorted(range(values), key=lambda line: (len(others[line]), sorted(others[line])))
        place = {line: number for number, line in enumerate(order)}
        zeros = frozenset((place[row], column) if side == 0 else (row, place[column]) for row, column in zeros)
    return zeros


def _excluded(values: int, cards: int, zeros: Pattern, limit: int, multipliers: list[int]) -> bool:
    """Return whether the entries of a matrix, at least 1 where it has no zeros, add up to less than `cards`."""
    scale, of_transversal, *of_line = multipliers
    number, through = _transversals(values, zeros)
    full, large = (values - 1) ** 2, largest_without_empty_line(values)
    bound = of_transversal * (number * large + min(number, limit) * (full - large))
    lines = [_numbers(values, zeros, side) for side in (0, 1)]
    bound += sum(weight * full for weight, numbers in zip(of_line, lines, strict=True) for k in numbers if k == 0)
    for row in range(values):
        for column in range(values):
            if (row, column) not in zeros:
                factor = of_transversal * through[row][column]
                factor += of_line[0] * (lines[0][row] == 0) + of_line[1] * (lines[1][column] == 0)
                bound += (scale - factor) * (values - 1) if factor <= scale else scale - factor
    return bound < cards * scale


@cache
def _transversals(values: int, zeros: Pattern) -> tuple[int, list[list[int]]]:
    """Return the number of transversals without a 0, and the number of them through each entry.

    The latter is the permanent of the matrix without the row and the column of the entry.
    """
    free = [[(row, column) not in zeros for column in range(values)] for row in range(values)]

    @cache
    def permanent(rows: tuple[int, ...], columns: tuple[int, ...]) -> int:
        if not rows:
            return 1
        return sum(
            permanent(rows[1:], columns[:place] + columns[place + 1 :])
            for place, column in enumerate(columns)
            if free[rows[0]][column]
        )

    every = tuple(range(values))
    through = [
        [
            permanent(every[:row] + every[row + 1 :], every[:column] + every[column + 1 :]) if free[row][column] else 0
            for column in every
        ]
        for row in every
    ]
    return permanent(every, every), through

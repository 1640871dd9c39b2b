"""Experiments on generation: attempts by restart threshold, interior points, and true minima of scrambled drawings.

Source: "Swap Planarity", section 5, Figures 13 to 15. The last experiment is not in the paper. Equal seeds give equal
rows. Each row has its own random numbers and does not depend on other rows.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from statistics import fmean, pstdev

from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows, rows_of
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity import solving
from ludex.games.planarity.making.generation import (
    GenerationParameters,
    LevelsUnavailable,
    plane_drawing,
    scramble_drawing,
)
from ludex.games.planarity.making.point_sets import Method, PointSetUnavailable, sample
from ludex.games.planarity.points import interior

THRESHOLDS = (*range(50, 500, 50), *range(500, 3001, 500))
"""The thresholds of Figure 13, in steps of 50 up to 500 and then in steps of 500."""

MAX_SAMPLES = 100_000

_UNAVAILABLE = (LevelsUnavailable, PointSetUnavailable)


@dataclass(frozen=True, slots=True)
class ThresholdRow:
    """The mean number of attempts to place a point, over `samples` searches for a complete point set.

    `unfinished` is the number of samples that found no complete point set within the allowed number of attempts. These
    samples count with the allowed number of attempts. If there are any, the mean is a lower bound.
    """

    vertices: int
    delta: int
    threshold: int
    samples: int
    unfinished: int
    mean_attempts: float
    deviation: float


@dataclass(frozen=True, slots=True)
class InteriorRow:
    """The mean and standard deviation of the number of points inside the hull over `samples` point sets."""

    vertices: int
    delta: int
    samples: int
    mean_interior: float
    deviation: float


@dataclass(frozen=True, slots=True)
class ScrambleRow:
    """The number of drawings, after `swaps` random swaps, whose true minimum is `minimum` (None: no proof).

    `samples` is the number of all drawings after `swaps` random swaps, and `count` is the number with this minimum.
    """

    vertices: int
    edges: int
    swaps: int
    minimum: int | None
    samples: int
    count: int


def attempts_by_threshold(
    sizes: Sequence[int] = (8, 10, 11, 12),
    delta: int = 300,
    thresholds: Sequence[int] = THRESHOLDS,
    samples: int = 100,
    seed: int = 0,
    most_attempts: int = 1_000_000,
    budget: Budget | None = None,
) -> Rows[ThresholdRow]:
    """Count the attempts to place a point. The rows are sorted by size and restart threshold (Figure 13).

    `sizes` are numbers of points, `delta` is in grid units, and `thresholds` are numbers of attempts. Each row covers
    `samples` point sets, which `seed` determines. A point set may take at most `most_attempts` attempts. `budget`
    limits the experiment (None: no limits). Raises PointsError or ValueError for numbers out of range. Cost: one second
    for about ten million attempts.

    >>> rows = attempts_by_threshold((6,), 200, (100,), samples=5).rows
    >>> rows[0].samples, rows[0].unfinished, rows[0].mean_attempts >= 6
    (5, 0, True)
    """
    _require_samples(samples)
    if min(thresholds, default=1) < 1:
        raise ValueError(f"a threshold must be at least 1 attempt, not {min(thresholds)}")

    def row(size: int, threshold: int, budget: Budget) -> ThresholdRow:
        attempts, unfinished = [], 0
        for number in range(samples):
            budget.check()
            numbers = _numbers(seed, "threshold", size, delta, threshold, number)
            try:
                result = sample(size, delta, Method.REJECTION, numbers, most_attempts, threshold, budget)
                attempts.append(result.attempts)
            except PointSetUnavailable as error:
                attempts.append(error.attempts)
                unfinished += 1
        return ThresholdRow(size, delta, threshold, samples, unfinished, fmean(attempts), pstdev(attempts))

    cells = [(size, threshold) for size in sizes for threshold in thresholds]
    return rows_of(cells, row, budget, _UNAVAILABLE)


def interior_points(
    sizes: Sequence[int] = tuple(range(5, 21)),
    deltas: Sequence[int] = (0, 50, 100, 150, 200, 250, 300),
    samples: int = 100,
    seed: int = 0,
    most_attempts: int = 2_000_000,
    budget: Budget | None = None,
) -> Rows[InteriorRow]:
    """Count the points inside the hull. The rows are sorted by delta and size (Figures 14 and 15).

    The point sets come from the rejection sampling of the paper. If any point set of a size is not found within
    `most_attempts` attempts, the rows of a delta end before this size, because a mean over the easier samples alone
    would be misleading. For `samples`, `seed`, `budget`, exceptions and cost, see :func:`attempts_by_threshold`.

    >>> [row.mean_interior for row in interior_points((3,), (0, 100), samples=4).rows]
    [0.0, 0.0]
    """
    _require_samples(samples)
    beyond: dict[int, int] = {}

    def row(delta: int, size: int, budget: Budget) -> InteriorRow | None:
        if size >= beyond.get(delta, size + 1):
            return None
        inside = []
        for number in range(samples):
            budget.check()
            numbers = _numbers(seed, "interior", size, delta, number)
            try:
                result = sample(size, delta, Method.REJECTION, numbers, most_attempts, budget=budget)
            except PointSetUnavailable:
                beyond[delta] = size
                return None
            inside.append(len(interior(result.points)))
        return InteriorRow(size, delta, samples, fmean(inside), pstdev(inside))

    return rows_of([(delta, size) for delta in deltas for size in sorted(sizes)], row, budget, _UNAVAILABLE)


def minima_of_scrambles(
    swaps: Sequence[int] = tuple(range(1, 9)),
    vertices: int = 11,
    edges: int = 20,
    delta: int = 200,
    flips: int = 3,
    samples: int = 200,
    seed: int = 0,
    budget: Budget | None = None,
) -> Rows[ScrambleRow]:
    """Count the true minima of plane drawings after random swaps. The rows are sorted by number of swaps and minimum.

    `swaps` lists the numbers of random swaps. The level generator makes the plane drawings, with these `vertices`,
    `edges`, `delta` (grid units) and `flips`, and applies the random swaps. There are `samples` drawings for each
    number of swaps, which `seed` determines. The rows end if the generator finds no drawing. `budget` limits the
    experiment (None: no limits). Raises ValueError (or its subclass GenerationError) for numbers out of range. Cost:
    one exact solution for each drawing.

    >>> rows = minima_of_scrambles((1,), vertices=6, edges=7, samples=5).rows
    >>> sum(row.count for row in rows), max(row.minimum for row in rows)
    (5, 1)
    """
    _require_samples(samples)
    parameters = GenerationParameters(vertices, edges, swaps=0, delta=delta, flips=flips)
    if min(swaps, default=0) < 0:
        raise ValueError(f"the number of swaps cannot be negative: {min(swaps)}")

    def rows(swaps: int, budget: Budget) -> list[ScrambleRow]:
        minima: Counter[int | None] = Counter()
        for number in range(samples):
            budget.check()
            # Every number of swaps uses the same plane drawings.
            drawing = plane_drawing(parameters, _numbers(seed, "plane", vertices, edges, delta, flips, number), budget)
            numbers = _numbers(seed, "swaps", vertices, edges, delta, flips, swaps, number)
            solution = solving.minimum_swaps.solve(scramble_drawing(drawing, swaps, numbers), budget)
            budget.check()
            minima[solution.min_swaps if solution.proved else None] += 1
        return [
            ScrambleRow(vertices, edges, swaps, minimum, samples, minima[minimum])
            for minimum in sorted(minima, key=lambda minimum: (minimum is None, minimum or 0))
        ]

    groups = rows_of([(number,) for number in swaps], rows, budget, _UNAVAILABLE)
    return Rows(tuple(row for group in groups.rows for row in group), groups.ended)


def _numbers(seed: int, *cell: object) -> RandomNumbers:
    """Return the random numbers of a sample. `cell` identifies the row and the sample."""
    return RandomNumbers(int.from_bytes(blake2b(repr((seed, *cell)).encode(), digest_size=8).digest(), "big"))


def _require_samples(samples: int) -> None:
    if not 1 <= samples <= MAX_SAMPLES:
        raise ValueError(f"the number of samples must be 1 to {MAX_SAMPLES}, not {samples}")

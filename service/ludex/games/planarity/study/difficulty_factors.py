"""Relations between the measures of difficulty: rank correlations, weights of the grade, and regression trees.

Sources: C. Spearman, "The proof and measurement of association between two things" (1904); E. Fieller, H. Hartley and
E. Pearson, "Tests for rank correlation coefficients" (1957), for the intervals; L. Breiman et al., "Classification and
Regression Trees" (1984).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import atanh, sqrt, tanh

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from ludex.games.planarity.study.difficulty_rows import DifficultyRow

OUTCOME = "player_swaps"
"""The column that the grades and the trees should predict."""

MEASURES = (
    "vertices",
    "edges",
    "hull",
    "crossings",
    "min_swaps",
    "sequences",
    "final_drawings",
    "must_rise",
    "greedy_fails",
)
"""The measures from which the trees predict the outcome."""

COMPARED = (*MEASURES, "luck", "grade", OUTCOME)
"""The columns whose correlations are computed."""

_Z = 1.959963984540054
_FIELLER = 1.06
_WEIGHTS = range(0, 9)
_LEAST_SHARE = 0.01
_THRESHOLDS = 32

Columns = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rank correlation of two columns, with its 95 % confidence interval.

    All three numbers are None if a column is constant. If the rows are all classes of a census, there is no sampling
    error, and `low` and `high` are equal to `correlation`.
    """

    set_name: str
    first: str
    second: str
    rows: int
    correlation: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class WeightRow:
    """The rank correlation between the player's number of swaps and a grade with the given weights.

    The grade is the luck, plus the weight `greedy_fails` if steepest descent fails, plus the weight `must_rise` if the
    number of crossings must rise.
    """

    set_name: str
    greedy_fails: int
    must_rise: int
    correlation: float


@dataclass(frozen=True, slots=True)
class Tree:
    """A node of a regression tree.

    `mean` is the mean of the outcome over the `rows` rows of the node. An inner node has two children: the rows whose
    `column` is at most `threshold` are in `low`, and all other rows are in `high`. A leaf has no children.
    """

    mean: float
    rows: int
    column: str = ""
    threshold: float = 0.0
    low: "Tree | None" = None
    high: "Tree | None" = None

    def predict(self, columns: Columns) -> NDArray[np.float64]:
        """Return the predicted outcome of each row. `columns` contains the measures of the rows."""
        if self.low is None or self.high is None:
            return np.full(len(next(iter(columns.values()))), self.mean)
        below = columns[self.column] <= self.threshold
        return np.where(below, self.low.predict(columns), self.high.predict(columns))

    def lines(self, indent: str = "") -> Iterator[str]:
        """Yield the lines of the tree as indented text."""
        if self.low is None or self.high is None:
            yield f"{indent}{2**self.mean:.1f} swaps ({self.rows:,} rows)"
            return
        for sign, node in (("<=", self.low), (">", self.high)):
            yield f"{indent}{self.column} {sign} {self.threshold:g}"
            yield from node.lines(indent + "  ")


@dataclass(frozen=True, slots=True)
class TreeFit:
    """A regression tree that predicts the binary logarithm of the player's number of swaps.

    The tree is fitted to every second row. `explained` is the share of the variance that the tree explains among the
    remaining rows.
    """

    set_name: str
    columns: tuple[str, ...]
    tree: Tree
    explained: float


def columns_of(rows: Sequence[DifficultyRow]) -> Columns:
    """Return the compared columns of some rows as arrays."""
    return {name: np.array([float(getattr(row, name)) for row in rows]) for name in COMPARED}


def correlations(set_name: str, rows: Sequence[DifficultyRow], *, complete: bool) -> tuple[Correlation, ...]:
    """Return the rank correlation of each pair of columns.

    Parameters
    ----------
    set_name : str
        The name of the set.
    rows : sequence of DifficultyRow
        At least four rows.
    complete : bool
        Whether the rows are all classes of a census. Otherwise, the rows are a sample.

    Returns
    -------
    tuple of Correlation
        One correlation for each pair of columns.

    Raises
    ------
    ValueError
        If there are fewer than four rows.

    Notes
    -----
    The inverse hyperbolic tangent of a rank correlation is approximately normal with variance `1.06 / (rows
    - 3)`.

    References
    ----------
    E. Fieller, H. Hartley and E. Pearson, "Tests for rank correlation coefficients" (1957).
    """
    if len(rows) < 4:
        raise ValueError(f"{len(rows)} rows: at least 4 are required")
    ranks = {name: rankdata(column) for name, column in columns_of(rows).items()}
    return tuple(
        _correlation(set_name, first, second, ranks, None if complete else len(rows))
        for first, second in combinations(COMPARED, 2)
    )


def _correlation(set_name: str, first: str, second: str, ranks: Columns, samples: int | None) -> Correlation:
    number = len(ranks[first])
    value = _pearson(ranks[first], ranks[second])
    if value is None:
        return Correlation(set_name, first, second, number, None, None, None)
    if samples is None or abs(value) >= 1:
        return Correlation(set_name, first, second, number, value, value, value)
    middle, half = atanh(value), _Z * sqrt(_FIELLER / (samples - 3))
    return Correlation(set_name, first, second, number, value, tanh(middle - half), tanh(middle + half))


def _pearson(first: NDArray[np.float64], second: NDArray[np.float64]) -> float | None:
    a, b = first - first.mean(), second - second.mean()
    norm = sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / norm if norm else None


def weight_rows(set_name: str, rows: Sequence[DifficultyRow]) -> tuple[WeightRow, ...]:
    """Return the rank correlations between the player's number of swaps and grades with all weights from 0 to 8."""
    columns = columns_of(rows)
    outcome = rankdata(columns[OUTCOME])
    found = []
    for greedy, rise in product(_WEIGHTS, _WEIGHTS):
        grade = columns["luck"] + greedy * columns["greedy_fails"] + rise * columns["must_rise"]
        correlation = _pearson(rankdata(grade), outcome)
        if correlation is not None:
            found.append(WeightRow(set_name, greedy, rise, correlation))
    return tuple(found)


def fit_tree(set_name: str, rows: Sequence[DifficultyRow], names: Sequence[str] = MEASURES, depth: int = 3) -> TreeFit:
    """Fit a regression tree of at most the given `depth` that predicts the outcome from the columns in `names`.

    The tree is fitted to every second row and tested on the remaining rows. Raises ValueError for fewer than four rows.
    """
    if len(rows) < 4:
        raise ValueError(f"{len(rows)} rows: at least 4 are required")
    columns = columns_of(rows)
    target = np.log2(np.maximum(columns[OUTCOME], 1.0))
    fitted = {name: columns[name][::2] for name in names}
    tree = _grow(fitted, target[::2], depth, max(1, round(_LEAST_SHARE * len(target[::2]))))
    tested = {name: columns[name][1::2] for name in names}
    rest = target[1::2]
    variance = float(((rest - rest.mean()) ** 2).sum())
    missed = float(((rest - tree.predict(tested)) ** 2).sum())
    return TreeFit(set_name, tuple(names), tree, 1 - missed / variance if variance else 0.0)


def _grow(columns: Columns, target: NDArray[np.float64], depth: int, least: int) -> Tree:
    """Grow a tree by splitting each node so that the sum of squares is smallest.

    Every node keeps at least `least` rows.
    """
    leaf = Tree(float(target.mean()), len(target))
    best: tuple[float, str, float] | None = None
    for name, column in columns.items() if depth else ():
        for threshold in _candidates(column):
            below = column <= threshold
            size = int(below.sum())
            if min(size, len(target) - size) < least:
                continue
            low, high = target[below].sum(), target[~below].sum()
            gain = float(low * low / size + high * high / (len(target) - size))
            if best is None or gain > best[0] + 1e-9:
                best = (gain, name, threshold)
    if best is None:
        return leaf
    _, name, threshold = best
    below = columns[name] <= threshold
    parts = [
        _grow({other: column[kept] for other, column in columns.items()}, target[kept], depth - 1, least)
        for kept in (below, ~below)
    ]
    return Tree(leaf.mean, leaf.rows, name, threshold, *parts)


def _candidates(column: NDArray[np.float64]) -> list[float]:
    """Return the values at which a column may be split: all values but the largest, or quantiles of many values."""
    values = np.unique(column)
    if len(values) > _THRESHOLDS:
        values = np.unique(np.quantile(column, np.linspace(0, 1, _THRESHOLDS + 1), method="lower"))
    return [float(value) for value in values[:-1]]

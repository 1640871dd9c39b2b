"""Tables of the difficulty of many classes, and relations between the measures in them.

The tables have the measures, and the number of swaps that a simulated player needs, whom the module
:mod:`ludex.games.planarity.study.minima_estimate` defines. There are three sources of classes: all classes of a census,
a random sample of the classes on n points, and the classes of levels, such as the levels of the level collection. Only
classes with a minimum of at least one are included. The relations are rank correlations, weights of the grade, and
regression trees.

Sources: C. Spearman, "The proof and measurement of association between two things" (1904); E. Fieller, H. Hartley and
E. Pearson, "Tests for rank correlation coefficients" (1957), for the intervals; L. Breiman et al., "Classification and
Regression Trees" (1984).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import atanh, sqrt, tanh

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers, derived_seed
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.level import Level
from ludex.games.planarity.points import hull
from ludex.games.planarity.solving.arrangements import SolvedArrangements
from ludex.games.planarity.solving.solution import Solution
from ludex.games.planarity.solving.state_space import effective_edges
from ludex.games.planarity.study.census import search_arrangements
from ludex.games.planarity.study.difficulty import Difficulty, grade_of, solve_and_grade
from ludex.games.planarity.study.minima_estimate import ClassSampler, expected_swaps, play

MAX_EXPECTED_POINTS = 6
"""The largest number of points for which the player's swaps are computed for all classes."""

_PLAYS = 20
_MOST_SWAPS = 300


@dataclass(frozen=True, slots=True)
class DifficultyRow:
    """The measures of a class with a proved minimum of at least one, and the simulated player's number of swaps.

    `sequences` is the number of shortest solutions, and `final_drawings` is the number of plane drawings in which they
    end. `must_rise` is 1 if every shortest solution increases the number of crossings somewhere. `greedy_fails` is 1 if
    steepest descent may miss the minimum. `luck` is the part of the `grade` that comes from the number of sequences.
    `player_swaps` is the player's expected number of swaps, or the mean over several plays.
    """

    vertices: int
    edges: int
    hull: int
    crossings: int
    min_swaps: int
    sequences: int
    final_drawings: int
    must_rise: int
    greedy_fails: int
    luck: int
    grade: int
    player_swaps: float


def census_rows(n: int, budget: Budget | None = None, graphs: Sequence[Graph] | None = None) -> Iterator[DifficultyRow]:
    """Yield the rows of the classes of the census of `n` points (4 to 6).

    If `graphs` is given, only the classes of these graphs are included. The player's expected numbers of swaps are
    exact. `budget` limits the search (None: no limits). Raises ValueError for other `n`, and BudgetExhausted if the
    budget ends. Cost: some minutes for n = 6.

    >>> [(row.min_swaps, row.grade) for row in census_rows(4)]
    [(1, 1), (1, 0), (1, 1), (1, 1)]
    """
    if n > MAX_EXPECTED_POINTS:
        raise ValueError(f"{n} points: at most {MAX_EXPECTED_POINTS} are allowed; draw a sample of classes instead")
    return (row for solved in search_arrangements(n, budget or Budget(), graphs) for row in _solved_rows(solved))


def _solved_rows(solved: SolvedArrangements) -> Iterator[DifficultyRow]:
    """Yield the rows of the classes of a graph on a point set."""
    classes = solved.classes[solved.distance[solved.classes] > 0]
    if not len(classes):
        return
    # Whether a swap changes a drawing depends only on the graph.
    edges = effective_edges(solved.drawing(0))
    moves = np.array([solved.arrangements.pairs[edge] for edge in edges], np.int64)
    must_rise, descends = path_properties(solved, moves)
    player, nearest = expected_swaps(solved, moves), solved.nearest()
    on_hull = len(hull(solved.points.points))
    for place in classes.tolist():
        swaps, sequences = int(solved.distance[place]), int(solved.sequences[place])
        rises, greedy = bool(must_rise[place]), bool(descends[place])
        yield DifficultyRow(
            vertices=len(solved.points.points),
            edges=len(solved.graph.edges),
            hull=on_hull,
            crossings=int(solved.crossings[place]),
            min_swaps=swaps,
            sequences=sequences,
            final_drawings=int(nearest[place]),
            must_rise=int(rises),
            greedy_fails=int(not greedy),
            luck=grade_of(len(edges), swaps, sequences, False, True),
            grade=grade_of(len(edges), swaps, sequences, rises, greedy),
            player_swaps=float(player[place]),
        )


def path_properties(
    solved: SolvedArrangements, moves: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return whether crossings must rise, and whether steepest descent attains the minimum, for each arrangement.

    The class :class:`ludex.games.planarity.study.difficulty.Difficulty` defines the two properties. `moves` contains
    the indices of the vertex pairs that can be swapped. The method goes from layer to layer, starting with the plane
    arrangements. If no plane arrangement is reachable from an arrangement, the first value is true and the second value
    is false.
    """
    after = solved.arrangements.after[:, moves]
    falls = solved.distance == 0
    descends = falls.copy()
    for distance in range(1, int(solved.distance.max()) + 1):
        rows = np.flatnonzero(solved.distance == distance)
        following = after[rows]
        on_path = solved.distance[following] == distance - 1
        before, crossings = solved.crossings[rows], solved.crossings[following]
        falls[rows] = (on_path & (crossings <= before[:, None]) & falls[following]).any(axis=1)
        fewest = crossings.min(axis=1)
        steepest = crossings == fewest[:, None]
        descends[rows] = (fewest < before) & (~steepest | (on_path & descends[following])).all(axis=1)
    return ~falls, descends


def sample_rows(n: int, samples: int, seed: int = 0, budget: Budget | None = None) -> Iterator[DifficultyRow]:
    """Yield the rows of `samples` random classes on `n` points (4 to 8) whose minimum is at least one.

    The classes are drawn uniformly and with replacement. `seed` determines the sample. `budget` limits the search
    (None: no limits). Raises ValueError for other `n`, and BudgetExhausted if the budget ends. Cost: about 20 ms for
    each row.

    >>> len(list(sample_rows(5, 3)))
    3
    """
    budget = budget or Budget()
    sampler = ClassSampler(n)
    strata = range(n - 1, 3 * n - 5)
    ends = [sum(sampler.classes(edges) for edges in strata[: place + 1]) for place in range(len(strata))]
    numbers = RandomNumbers(seed)
    found = 0
    while found < samples:
        budget.check()
        place = numbers.below(ends[-1])
        edges = next(edges for edges, end in zip(strata, ends, strict=True) if place < end)
        drawing = sampler.draw(edges, numbers)
        solution, difficulty = solve_and_grade(drawing, budget)
        if difficulty is not None and solution.min_swaps:
            yield _played_row(drawing, solution, difficulty, derived_seed(seed, found), budget)
            found += 1
            budget.report(found, samples, "classes")


def level_rows(levels: Iterable[Level], seed: int = 0, budget: Budget | None = None) -> Iterator[DifficultyRow]:
    """Yield the rows of levels whose difficulty is known and whose minimum is at least one.

    `seed` and the index of a level determine the random numbers of its plays. `budget` limits the plays (None: no
    limits). Raises BudgetExhausted if the budget ends.
    """
    budget = budget or Budget()
    for number, level in enumerate(levels):
        if level.difficulty is not None and level.solution.min_swaps:
            yield _played_row(level.drawing, level.solution, level.difficulty, derived_seed(seed, number), budget)


def _played_row(
    drawing: Drawing, solution: Solution, difficulty: Difficulty, seed: int, budget: Budget
) -> DifficultyRow:
    swaps, moves = solution.min_swaps or 0, len(effective_edges(drawing))
    played = play(drawing, _PLAYS, _MOST_SWAPS, seed, budget=budget)
    return DifficultyRow(
        vertices=drawing.vertices,
        edges=len(drawing.edges),
        hull=len(hull(drawing.points)),
        crossings=solution.crossings,
        min_swaps=swaps,
        sequences=difficulty.sequences,
        final_drawings=difficulty.final_drawings,
        must_rise=int(difficulty.crossings_must_rise),
        greedy_fails=int(not difficulty.steepest_descent),
        luck=grade_of(moves, swaps, difficulty.sequences, False, True),
        grade=difficulty.grade,
        player_swaps=played.mean,
    )


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

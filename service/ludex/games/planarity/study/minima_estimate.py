"""Estimates of the minima of all swap classes on n points, and of the number of swaps that a player needs.

The distribution of minima is estimated from a random sample of classes. The classes are divided into strata by number
of edges. The sizes of the strata are known exactly (:mod:`ludex.games.planarity.study.swap_class_counts`). In each
stratum, classes are drawn uniformly and with replacement, and every class drawn is solved with proof. The share of a
minimum in a stratum gets a Wilson interval. The share among all classes is the sum of the shares in the strata,
weighted by the sizes of the strata, and its interval combines the intervals of the strata. All intervals are 95 %
confidence intervals. The distribution itself is estimated, not proved.

Sources: J. Dixon and H. Wilf, "The random selection of unlabeled graphs" (1983), for uniform random orbits; G. Y. Zou
and A. Donner, "Construction of confidence limits about effect measures" (2008), for the intervals of sums.

The number of swaps that a simulated player needs is a measure of difficulty that uses no shortest solution. The player
usually swaps an edge that leaves the fewest crossings, chosen uniformly from all such edges. With
probability `noise`, the player swaps an edge chosen uniformly from all edges instead. If a plane arrangement is
reachable, the expected number of swaps until no edges cross is finite. For small graphs, the expected numbers of all
arrangements are the solution of a system of linear equations. For larger drawings, the expected number is estimated by
simulating plays.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import lcm, sqrt
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows, rows_of
from ludex.engine.proportion import Estimate
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity import kernels, making, solving
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.identity.order_type import least_form
from ludex.games.planarity.points import Points
from ludex.games.planarity.solving.arrangements import SolvedArrangements
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.study.swap_class_counts import MAX_COUNTED, MIN_COUNTED, cycle_type, fixed_graphs

MAX_SAMPLES = 100_000


@dataclass(frozen=True, slots=True)
class PointSymmetry:
    """A symmetry of a point set: a permutation of its points that preserves which segments cross."""

    points: Points
    permutation: tuple[int, ...]
    order: int
    """The number of symmetries of the point set."""


class ClassSampler:
    """A sampler that draws swap classes on `n` points (4 to 8) with a given number of edges, uniformly at random.

    The graphs are connected and have two disjoint edges. First, the sampler draws a symmetry of a point set. The
    probability of a symmetry is proportional to the number of graphs that it fixes, divided by the number of symmetries
    of the point set. Then the sampler draws one of the fixed graphs. This makes every class equally likely (Dixon and
    Wilf).

    Raises ValueError for other `n`. Cost: a second for n = 8.

    >>> sampler = ClassSampler(5)
    >>> sampler.classes(6), len(sampler.draw(6, RandomNumbers(1)).edges)
    (166, 6)
    """

    def __init__(self, n: int) -> None:
        if not MIN_COUNTED <= n <= MAX_COUNTED:
            raise ValueError(f"swap classes can be drawn for {MIN_COUNTED} to {MAX_COUNTED} points, not {n}")
        self.n = n
        self._symmetries = [
            symmetry for points in making.point_sets.x_type_sets(n) for symmetry in symmetries_of(points)
        ]
        self._orders = lcm(*(symmetry.order for symmetry in self._symmetries))
        self._sums: dict[int, list[int]] = {}

    def classes(self, edges: int) -> int:
        """Return the number of swap classes with this number of `edges`, by Burnside's lemma."""
        total = self._weights(edges)[-1]
        return total // self._orders

    def draw(self, edges: int, numbers: RandomNumbers) -> Drawing:
        """Return a drawing of a random class with this number of `edges`.

        All classes are equally likely, up to the bias of the random numbers, which is below 10^-5. Raises ValueError if
        there is no such class.
        """
        sums = self._weights(edges)
        if not sums[-1]:
            raise ValueError(f"no connected graph with two disjoint edges has {self.n} vertices and {edges} edges")
        symmetry = self._symmetries[bisect_right(sums, numbers.below(sums[-1]))]
        orbits = pair_orbits(symmetry.permutation)
        while True:
            graph = _random_union(orbits, edges, numbers)
            if graph is not None and _is_counted(self.n, graph):
                return Drawing(symmetry.points, graph)

    def _weights(self, edges: int) -> list[int]:
        """Return the partial sums of the weights of the symmetries, which are proportional to their probabilities."""
        if edges not in self._sums:
            weights = []
            for symmetry in self._symmetries:
                fixed = fixed_graphs(cycle_type(symmetry.permutation))
                number = fixed[edges] if 0 <= edges < len(fixed) else 0
                weights.append(number * (self._orders // symmetry.order))
            self._sums[edges] = list(accumulate(weights))
        return self._sums[edges]


def symmetries_of(points: Points) -> list[PointSymmetry]:
    """Return the permutations of at least four `points` that preserve which segments cross.

    >>> len(symmetries_of(((0, 0), (9, 0), (10, 10), (0, 9))))
    8
    """
    n = len(points)
    first, *others = least_form(points, (), most_orders=2 * n * (n - 1)).orders
    point_of = {label: point for point, label in enumerate(first)}
    permutations = [tuple(point_of[label] for label in order) for order in (first, *others)]
    return [PointSymmetry(points, permutation, len(permutations)) for permutation in permutations]


def pair_orbits(permutation: Sequence[int]) -> list[tuple[Edge, ...]]:
    """Return the orbits of the pairs of points under a `permutation`.

    >>> pair_orbits((1, 0, 2))
    [((0, 1),), ((0, 2), (1, 2))]
    """
    known: set[Edge] = set()
    orbits = []
    for first in combinations(range(len(permutation)), 2):
        orbit: list[Edge] = []
        u, v = first
        while (u, v) not in known:
            known.add((u, v))
            orbit.append((u, v))
            u, v = sorted((permutation[u], permutation[v]))
        if orbit:
            orbits.append(tuple(orbit))
    return orbits


def _random_union(orbits: Sequence[tuple[Edge, ...]], edges: int, numbers: RandomNumbers) -> tuple[Edge, ...] | None:
    """Return a union of orbits with this number of edges, drawn uniformly at random, or None if there is none."""
    # ways[k][rest] is the number of ways to choose some of the orbits k, k + 1, ... with `rest` edges in total.
    ways = [[1] + [0] * edges]
    for orbit in reversed(orbits):
        after = ways[0]
        ways.insert(
            0, [after[rest] + (after[rest - len(orbit)] if rest >= len(orbit) else 0) for rest in range(edges + 1)]
        )
    if not ways[0][edges]:
        return None
    chosen: list[Edge] = []
    rest = edges
    for place, orbit in enumerate(orbits):
        if numbers.below(ways[place][rest]) >= ways[place + 1][rest]:
            chosen += orbit
            rest -= len(orbit)
    return tuple(sorted(chosen))


def _is_counted(n: int, edges: Sequence[Edge]) -> bool:
    """Return whether a graph is connected and has two disjoint edges."""
    reached, grows = {0}, True
    while grows:
        new = {end for edge in edges if reached & set(edge) for end in edge} - reached
        reached |= new
        grows = bool(new)
    return len(reached) == n and any(not set(a) & set(b) for a, b in combinations(edges, 2))


@dataclass(frozen=True, slots=True)
class MinimumRow:
    """An estimate: the share of the swap classes with `edges` edges whose minimum is `minimum`.

    `edges` is None in the rows for all swap classes. `minimum` is None if no plane arrangement is reachable. `classes`
    is the exact number of swap classes with `edges` edges. `samples` is the number of classes drawn, and `hits` is the
    number of drawn classes with this minimum. The 95 % confidence interval of `share` extends from `low` to `high`.
    """

    n: int
    edges: int | None
    classes: int
    samples: int
    minimum: int | None
    hits: int
    share: float
    low: float
    high: float


def estimate_minima(
    n: int = 8, samples: int = 1_000, seed: int = 0, edges: Sequence[int] | None = None, budget: Budget | None = None
) -> Rows[MinimumRow]:
    """Estimate the distribution of the minima of the swap classes of `n` points.

    Parameters
    ----------
    n : int
        The number of points, 4 to 8.
    samples : int
        The number of classes to draw for each number of edges, 1 to 100,000.
    seed : int
        The seed of the sample.
    edges : sequence of int, optional
        The numbers of edges. The default is all numbers. Only in this case does the result include rows for all swap
        classes.
    budget : Budget, optional
        The limits of the estimate. The default has no limits.

    Returns
    -------
    Rows of MinimumRow
        The rows, sorted by number of edges and minimum, followed by the rows for all swap classes.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    No drawing with more than `3n - 6` edges can be made plane, so no such classes are drawn. Solving a class of 8
    points takes a few milliseconds.

    References
    ----------
    J. Dixon and H. Wilf, "The random selection of unlabeled graphs" (1983).

    Examples
    --------
    >>> rows = estimate_minima(4, samples=50).rows
    >>> [(row.edges, row.minimum, row.classes) for row in rows[:2]]
    [(3, 0, 4), (3, 1, 4)]
    """
    if not 1 <= samples <= MAX_SAMPLES:
        raise ValueError(f"the number of samples must be 1 to {MAX_SAMPLES:,}, not {samples}")
    sampler = ClassSampler(n)
    every = [number for number in range(n * (n - 1) // 2 + 1) if sampler.classes(number)]
    chosen = every if edges is None else sorted(set(edges))
    if not set(chosen) <= set(every):
        raise ValueError(f"the numbers of edges of swap classes of {n} points are {every[0]} to {every[-1]}")

    def row(number: int, budget: Budget) -> list[MinimumRow]:
        return list(_stratum(sampler, number, samples, seed, budget))

    strata = rows_of([(number,) for number in chosen], row, budget)
    rows = [row for stratum in strata.rows for row in stratum]
    if edges is None and strata.ended is None:
        rows += _totals(n, strata.rows)
    return Rows(tuple(rows), strata.ended)


def _stratum(sampler: ClassSampler, edges: int, samples: int, seed: int, budget: Budget) -> Iterator[MinimumRow]:
    n, classes = sampler.n, sampler.classes(edges)
    if edges > 3 * n - 6:
        yield MinimumRow(n, edges, classes, 0, None, 0, 1.0, 1.0, 1.0)
        return
    hits: Counter[int | None] = Counter()
    numbers = RandomNumbers.numbered(seed, edges)
    for _ in range(samples):
        budget.check()
        solution = solving.minimum_swaps.solve(sampler.draw(edges, numbers), budget)
        if not solution.proved:
            budget.check()
            raise ArithmeticError("the minimum of a drawing was not proved")
        hits[solution.min_swaps] += 1
    for minimum in sorted(hits, key=_none_last):
        estimate = Estimate(hits[minimum], samples)
        yield MinimumRow(
            n, edges, classes, samples, minimum, hits[minimum], estimate.probability, estimate.low, estimate.high
        )


def _totals(n: int, strata: Sequence[Sequence[MinimumRow]]) -> Iterator[MinimumRow]:
    """Yield the rows for all swap classes."""
    classes = sum(stratum[0].classes for stratum in strata)
    samples = sum(stratum[0].samples for stratum in strata)
    for minimum in sorted({row.minimum for stratum in strata for row in stratum}, key=_none_last):
        share = below = above = 0.0
        hits = 0
        for stratum in strata:
            weight = stratum[0].classes / classes
            row = next((row for row in stratum if row.minimum == minimum), None)
            drawn = stratum[0].samples
            if row is None and not drawn:
                continue
            p, low, high = (0.0, 0.0, Estimate(0, drawn).high) if row is None else (row.share, row.low, row.high)
            share += weight * p
            below += (weight * (p - low)) ** 2
            above += (weight * (high - p)) ** 2
            hits += 0 if row is None else row.hits
        low, high = max(0.0, share - sqrt(below)), min(1.0, share + sqrt(above))
        yield MinimumRow(n, None, classes, samples, minimum, hits, share, low, high)


def _none_last(minimum: int | None) -> tuple[bool, int]:
    return minimum is None, minimum or 0


NOISE = 0.2
"""The probability of a random swap."""


@dataclass(frozen=True, slots=True)
class Plays:
    """The mean number of swaps in several plays of a drawing.

    A play is cut off after `most_swaps` swaps, and then counts as `most_swaps`. `cut_off` is the number of such plays.
    """

    mean: float
    plays: int
    most_swaps: int
    cut_off: int


def expected_swaps(solved: SolvedArrangements, moves: NDArray[np.int64], noise: float = NOISE) -> NDArray[np.float64]:
    """Return the player's expected number of swaps from every arrangement of a graph on a point set.

    Parameters
    ----------
    solved : SolvedArrangements
        The arrangements of the graph on the point set.
    moves : array of int64
        The indices of the vertex pairs that the player can swap. These are the edges whose swap changes a drawing.
    noise : float
        The probability of a random swap, more than 0 and at most 1.

    Returns
    -------
    array of float64
        The expected number for each arrangement. It is infinite if no plane arrangement is reachable.

    Raises
    ------
    ValueError
        If the noise is out of range.

    Notes
    -----
    The expected numbers are the solution of a sparse linear system with one equation for each arrangement. Cost: about
    20 ms for 6 vertices.

    Examples
    --------
    >>> from ludex.games.planarity.study.census import search_arrangements
    >>> from ludex.games.planarity.graph import Graph
    >>> path = Graph(4, ((0, 1), (1, 2), (2, 3)))
    >>> solved = next(search_arrangements(4, Budget(), [path]))
    >>> float(expected_swaps(solved, solved.graph.pairs)[solved.distance == 0].max())
    0.0
    """
    from scipy.sparse import coo_array, eye_array
    from scipy.sparse.linalg import spsolve

    if not 0 < noise <= 1:
        raise ValueError(f"the noise must be more than 0 and at most 1, not {noise}")
    expected = np.full(len(solved.distance), np.inf)
    expected[solved.distance == 0] = 0.0
    open_rows = np.flatnonzero(solved.distance > 0)
    if not len(open_rows):
        return expected
    after = solved.arrangements.after[open_rows][:, moves]
    crossings = solved.crossings[after]
    best = crossings == crossings.min(axis=1, keepdims=True)
    probability = (1 - noise) * best / best.sum(axis=1, keepdims=True) + noise / len(moves)
    number = np.full(len(expected), -1)
    number[open_rows] = np.arange(len(open_rows))
    columns = number[after]
    # Plane arrangements get no number, because a play ends there.
    kept = columns >= 0
    rows = np.broadcast_to(np.arange(len(open_rows))[:, None], columns.shape)
    size = (len(open_rows), len(open_rows))
    steps = coo_array((probability[kept], (rows[kept], columns[kept])), shape=size).tocsc()
    expected[open_rows] = spsolve(eye_array(len(open_rows), format="csc") - steps, np.ones(len(open_rows)))
    return expected


def play(
    drawing: Drawing,
    plays: int = 20,
    most_swaps: int = 500,
    seed: int = 0,
    noise: float = NOISE,
    budget: Budget | None = None,
) -> Plays:
    """Play a `drawing` several times, and return the mean number of swaps.

    `plays` is the number of plays, and `most_swaps` is the maximum number of swaps in a play. `seed` determines the
    plays. `noise` is the probability of a random swap. `budget` limits the time (None: no limits). Raises ValueError
    for numbers out of range, and BudgetExhausted if the budget ends. Cost: about 20 microseconds for each swap with 20
    vertices.

    >>> path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> play(path).cut_off
    0
    """
    if not 0 < noise <= 1 or plays < 1 or most_swaps < 1:
        raise ValueError("plays, swaps and noise must be positive, and noise must be at most 1")
    budget = budget or Budget()
    space = StateSpace.of(drawing)
    edges = np.array(drawing.edges, dtype=np.int64)
    crossed = count_crossings(drawing)
    lengths = []
    for number in range(plays):
        budget.check()
        lengths.append(_play(space, edges, crossed, most_swaps, noise, RandomNumbers.numbered(seed, number)))
    cut_off = sum(length is None for length in lengths)
    mean = fmean(most_swaps if length is None else length for length in lengths)
    return Plays(mean, plays, most_swaps, cut_off)


def _play(
    space: StateSpace, edges: NDArray[np.int64], crossed: int, most_swaps: int, noise: float, numbers: RandomNumbers
) -> int | None:
    """Return the number of swaps in a play, or None if the drawing is not plane after `most_swaps` swaps."""
    arrangement = np.arange(len(space.adjacency), dtype=np.int64)
    risen = np.zeros(len(space.moves), dtype=np.int64)
    threshold = round(noise * 2**32)
    for swaps in range(most_swaps + 1):
        if not crossed:
            return swaps
        kernels.crossing_counts.rises(space.moves, arrangement, space.adjacency, edges, space.left, risen)
        if numbers.below(2**32) < threshold:
            move = numbers.below(len(risen))
        else:
            move = numbers.choice(np.flatnonzero(risen == risen.min()).tolist())
        u, v = space.moves[move]
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
        crossed += int(risen[move])
    return None

"""Short sequences of swaps to plane arrangements, found without a proof by local search, random walks and beam search.

A round of local search has three steps. First, simulated annealing finds a plane arrangement near the start. Some walks
begin at the start, and others at arrangements with few crossings from a beam search by crossings. If the beam search
fails, walks to arrangements with short edges come before these. Second, the search repeatedly selects some vertices
that are close to each other, lets them exchange positions among themselves, and lists the resulting plane arrangements
that are at least as near as the current arrangement (large neighbourhood search: P. Shaw, "Using constraint programming
and local search methods to solve vehicle routing problems", 1998). Third, a beam search finds swaps that lead to the
nearest arrangements. An arrangement is nearer than another arrangement if the total distance that the vertices move in
the graph is smaller.

Random walks to plane arrangements with short edges are for large drawings that were scrambled by many random swaps.
Edges of plane drawings are usually short. A walk has two phases. The first phase makes the edges short and does not
count crossings, which is fast and leads to an arrangement with few crossings that differs from the plane drawing in few
places. The second phase removes these crossings. Both phases are simulated annealing (see
:mod:`ludex.games.planarity.kernels.annealing`). The walks prove nothing.

A beam search for swaps that make a drawing plane is guided by the crossings and the lengths of the edges. It needs no
known plane arrangements. It yields an upper bound but proves no minimum. It is good at undoing random swaps of a plane
drawing of any size: a swap makes edges longer, and short edges rarely cross.

Another beam search, for a short path to one of several known plane arrangements, is guided by distances. If a swap
brings one end of an edge nearer to its target and the other end farther from its target, the sum of the distances does
not change. Among arrangements with equal bounds, the search therefore prefers those with the smallest sum of squared
distances. On a path, every swap that removes an inversion reduces this sum.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kernels import annealing
from ludex.games.planarity.kernels import token_swapping as kernel
from ludex.games.planarity.kernels.crossing_counts import count_at_each, crossings_of
from ludex.games.planarity.kernels.rotations import empty_sets, sets_of
from ludex.games.planarity.kernels.token_swapping import effects
from ludex.games.planarity.solving.arrangements import PlaneArrangements
from ludex.games.planarity.solving.balanced_bounds import UNIT, BalancedBounds
from ludex.games.planarity.solving.shortest_solutions import (
    Layer,
    costs_home,
    empty_layer,
    empty_table,
    pack_rows,
    total_distances,
    unpack_rows,
)
from ludex.games.planarity.solving.state_space import StateSpace


@dataclass(frozen=True, slots=True)
class _Phase:
    """A phase of a walk. The unit of temperatures and weights is the median length of an edge.

    `hot` and `cold` are the initial and the final temperature. `weights` contains the weights of a crossing and of a
    step of distance. `moves` is the number of moves per vertex, and `nearest` is the largest distance in the graph of
    two vertices that are exchanged.
    """

    hot: float
    cold: float
    weights: tuple[float, float]
    moves: int
    nearest: int


# Walks with each of the first and each of the second phases take turns. With a greater weight of distances, the
# arrangements are nearer to the drawing. With 128 vertices, 237 edges and 40 random swaps, a walk takes about a second,
# and about two of three walks reach a plane arrangement.
_SHORTEN = tuple(_Phase(0.3, 0.05, (0.0, weight), 4_000, 128) for weight in (0.3, 0.5))
_REMOVE_CROSSINGS = (_Phase(1.4, 0.3, (2.0, 0.4), 3_000, 3), _Phase(2.3, 0.5, (3.3, 0.7), 2_000, 3))
_LENGTH_SLICES = 50


class LengthSearch:
    """Walks of a `drawing` whose state space is `space`. The same numbers always give the same walks."""

    def __init__(self, drawing: Drawing, space: StateSpace) -> None:
        self._space = space
        self._edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
        points = np.array(drawing.points, dtype=np.float64)
        distances = np.linalg.norm(points[:, None] - points[None], axis=2)
        self._lengths = distances / np.median(distances[self._edges[:, 0], self._edges[:, 1]])

    def walk(self, number: int, budget: Budget) -> npt.NDArray[np.int64] | None:
        """Return a plane arrangement, or None if the walk with this `number` reaches none, or the `budget` ends."""
        n = len(self._lengths)
        arrangement, best = np.arange(n), np.arange(n)
        state, at = np.zeros(annealing.STATE_SIZE, dtype=np.uint64), np.zeros(n, dtype=np.int64)
        state[annealing.RANDOM] = np.uint64((1 + number) * 0x9E3779B97F4A7C15 % 2**64 | 1)
        turn, first = divmod(number, len(_SHORTEN))
        for phase in (_SHORTEN[first], _REMOVE_CROSSINGS[turn % len(_REMOVE_CROSSINGS)]):
            count_at_each(arrangement, self._space.adjacency, self._edges, self._space.left, at)
            state[annealing.CROSSINGS] = at.sum() // 4
            state[annealing.MOVED] = total_distances(self._space, arrangement[None])[0]
            state[annealing.LEAST_MOVED] = n * n
            self._anneal(phase, state, at, arrangement, best, budget)
        return best if state[annealing.LEAST_MOVED] < n * n else None

    def _anneal(
        self,
        phase: _Phase,
        state: npt.NDArray[np.uint64],
        at: npt.NDArray[np.int64],
        arrangement: npt.NDArray[np.int64],
        best: npt.NDArray[np.int64],
        budget: Budget,
    ) -> None:
        """Run a `phase`, which modifies the given arrays."""
        n, space = len(arrangement), self._space
        pairs = np.argwhere(np.triu(space.distances <= min(phase.nearest, n - 1), 1))
        for part in range(_LENGTH_SLICES):
            if budget.exhausted() or not len(pairs):
                return
            annealing.anneal_short(
                n * phase.moves // _LENGTH_SLICES,
                phase.hot * (phase.cold / phase.hot) ** (part / _LENGTH_SLICES),
                phase.weights,
                pairs,
                space.distances,
                self._lengths,
                space.adjacency,
                self._edges,
                space.left,
                state,
                at,
                arrangement,
                best,
            )


# The widths of the consecutive searches, and their weights: the number of crossings that counts as much as the median
# length of an edge. With weight 4, a search of width 16 solves 40 plane grids and triangulations of 60 vertices after
# up to 15 random swaps, with no more swaps than were made before. A search by crossings alone does not solve all of
# them. For 60 vertices and 40 swaps, the narrowest search takes about 10 ms and the widest 0.5 s.
_SEARCHES = ((1, 4.0), (4, 4.0), (16, 4.0), (64, 4.0), (64, 2.0), (256, 2.0))
# From this width on, the arrangement with the fewest crossings is kept if a search finds no swaps.
_NEAREST_WIDTH = 16
# The number of best steps to consider for each arrangement to keep, because some steps lead to visited arrangements.
_SPARE = 4


@dataclass(slots=True)
class _Layer:
    """Arrangements after the same number of swaps, with their crossings, lengths of edges and hash values."""

    rows: npt.NDArray[np.int64]
    crossings: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.float64]
    hashes: npt.NDArray[np.uint64]


class CrossingSearch:
    """A beam search of a `drawing` whose state space is `space`.

    After :meth:`run`, `swaps` contains the shortest swaps found that make the drawing plane, or None. `nearest`
    contains the arrangement with the fewest crossings of each of the wider searches that found no swaps. It may be
    close to a plane arrangement.
    """

    def __init__(self, drawing: Drawing, space: StateSpace) -> None:
        n = drawing.vertices
        self.swaps: tuple[Edge, ...] | None = None
        self.nearest: list[npt.NDArray[np.int64]] = []
        self._drawing = drawing
        self._space = space
        self._edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
        points = np.array(drawing.points, dtype=np.float64)
        distances = np.linalg.norm(points[:, None] - points[None], axis=2)
        self._lengths = distances / np.median(distances[self._edges[:, 0], self._edges[:, 1]])
        self._names = np.random.default_rng(1).integers(1 << 63, size=(n, n), dtype=np.uint64)

    def run(self, budget: Budget) -> None:
        """Run several searches, each wider than the one before, until the `budget` ends."""
        for width, weight in _SEARCHES:
            limit = self._drawing.vertices if self.swaps is None else len(self.swaps) - 1
            self._search(width, weight, limit, budget)

    def _search(self, width: int, weight: float, limit: int, budget: Budget) -> None:
        """Search for at most `limit` swaps. Keep the `width` best arrangements of each layer."""
        layer = self._first_layer()
        visited = set(layer.hashes.tolist())
        steps: list[npt.NDArray[np.int64]] = []
        fewest, nearest = layer.crossings[0], layer.rows[0]
        while fewest and len(steps) < limit and not budget.exhausted():
            layer, chosen = self._next_layer(layer, width, weight, visited)
            if not len(layer.rows):
                break
            steps.append(chosen)
            best = int(np.argmin(layer.crossings))
            if layer.crossings[best] < fewest:
                fewest, nearest = layer.crossings[best], layer.rows[best]
                if not fewest:
                    self.swaps = self._path(steps, best)
        if fewest and width >= _NEAREST_WIDTH:
            self.nearest.append(nearest)

    def _first_layer(self) -> _Layer:
        rows = np.arange(self._drawing.vertices, dtype=np.int64)[None]
        crossings = np.array([crossings_of(rows[0], self._space.adjacency, self._edges, self._space.left)])
        hashes = np.bitwise_xor.reduce(self._names[np.arange(rows.shape[1]), rows[0]])
        return _Layer(rows, crossings, np.zeros(1), np.array([hashes]))

    def _next_layer(
        self, layer: _Layer, width: int, weight: float, visited: set[int]
    ) -> tuple[_Layer, npt.NDArray[np.int64]]:
        """Return the best arrangements after another swap, and the parent and the move of each, in two rows."""
        space, rows = self._space, layer.rows
        u, v = space.moves.T
        risen = np.zeros((len(rows), len(space.moves)), dtype=np.int64)
        longer = np.zeros(risen.shape)
        drawn = empty_sets(rows.shape[1:], space.words)
        effects(rows, space.moves, space.adjacency, self._edges, space.blocked, self._lengths, drawn, risen, longer)
        crossings, lengths = layer.crossings[:, None] + risen, layer.lengths[:, None] + longer
        names = self._names
        hashes = layer.hashes[:, None] ^ names[u, rows[:, u]] ^ names[v, rows[:, v]]
        hashes ^= names[u, rows[:, v]] ^ names[v, rows[:, u]]
        costs = (crossings + weight * lengths).ravel()
        best = np.argsort(costs, kind="stable")
        chosen: list[int] = []
        for step in best[: _SPARE * width + len(space.moves)].tolist():
            if (name := int(hashes.flat[step])) not in visited:
                visited.add(name)
                chosen.append(step)
                if len(chosen) == width:
                    break
        parents, moves = np.divmod(np.array(chosen, dtype=np.int64), len(space.moves))
        after, numbers = rows[parents], np.arange(len(parents))
        after[numbers, u[moves]], after[numbers, v[moves]] = rows[parents, v[moves]], rows[parents, u[moves]]
        following = _Layer(after, crossings[parents, moves], lengths[parents, moves], hashes[parents, moves])
        return following, np.stack([parents, moves])

    def _path(self, steps: list[npt.NDArray[np.int64]], row: int) -> tuple[Edge, ...]:
        """Return the swaps from the start to a `row` of the last layer."""
        swaps = list[Edge]()
        for parents, moves in reversed(steps):
            u, v = self._space.moves[moves[row]]
            swaps.append((int(u), int(v)))
            row = int(parents[row])
        return tuple(reversed(swaps))


MAX_TARGETS = 64
"""The maximum number of target arrangements."""

# The maximum numbers of arrangements to generate (about 0.2 microseconds each) and to keep in a layer.
_MOST_MADE = 200_000
_WIDEST = 256


def swap_lower_bounds(costs: npt.NDArray[np.int64], unit: int = 1) -> npt.NDArray[np.int64]:
    """Return a lower bound on the number of swaps to each arrangement of a :class:`Layer` with the given `costs`.

    `unit` is the cost of a move in the distances.
    """
    bounds: npt.NDArray[np.int64] = np.maximum(-(-costs[:, 0] // (2 * unit)), costs[:, 1])
    return bounds


def select_nearest(space: StateSpace, arrangements: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the `arrangements` with the smallest lower bounds, at most MAX_TARGETS of them."""
    if len(arrangements) <= MAX_TARGETS:
        return arrangements
    return arrangements[np.argsort(swap_lower_bounds(costs_home(space, arrangements)), kind="stable")[:MAX_TARGETS]]


def find_short_path(space: StateSpace, targets: npt.NDArray[np.int64], unit: int = 1) -> tuple[Edge, ...] | None:
    """Return swaps that lead to one of the plane arrangements in `targets`, or None if the beam search finds no path.

    The search runs backwards, from all targets to the start, where each vertex is at its initial position. In each
    layer, the search keeps the rows with the smallest lower bounds. `unit` is the cost of a move in the distances of
    the `space`. Cost: at most about 70 ms.
    """
    costs = costs_home(space, targets)
    bounds = swap_lower_bounds(costs, unit)
    if not len(targets) or int(bounds.min()) >= _far(space):
        return None
    rounds = 2 * int(bounds.min()) + 8
    width = max(1, min(_WIDEST, _MOST_MADE // (rounds * len(space.moves))))
    layers = [_narrow(space, pack_rows(targets), costs, width, unit)]
    for _ in range(rounds):
        above = layers[-1]
        if not above.costs[0].any():
            return _sequence(space, layers)
        below = empty_layer(len(above.rows) * len(space.moves) + 1, above.rows.shape[1])
        count = np.zeros(1, dtype=np.int64)
        kernel.expand(
            above.rows,
            above.costs,
            0,
            len(above.rows),
            space.moves,
            space.distances,
            _far(space),
            2 * _far(space) * unit,
            below.rows,
            below.costs,
            below.table,
            count,
        )
        layers.append(_narrow(space, below.rows[: count[0]], below.costs[: count[0]], width, unit))
    return None


def _far(space: StateSpace) -> int:
    """Return a number greater than any distance in swaps, used as the distance between different components."""
    n = len(space.adjacency)
    return n * n


def _narrow(
    space: StateSpace, rows: npt.NDArray[np.uint64], costs: npt.NDArray[np.int64], width: int, unit: int
) -> Layer:
    """Return a layer of at most `width` rows with the smallest bounds, sorted by bound and by squared distances."""
    n = len(space.distances)
    squares = (space.distances[np.arange(n), unpack_rows(rows, n)] ** 2).sum(axis=1)
    best = np.lexsort((costs[:, 0] + 2 * unit * costs[:, 1], squares, swap_lower_bounds(costs, unit)))[:width]
    return Layer(rows[best], costs[best], np.zeros(0, dtype=np.int32))


def _sequence(space: StateSpace, layers: list[Layer]) -> tuple[Edge, ...]:
    """Return the swaps from the start (the first row of the last layer) to a target (a row of the first layer)."""
    row, swaps = layers[-1].rows[:1], list[Edge]()
    scratch, followers = np.zeros(row.shape[1], dtype=np.uint64), np.zeros((1, len(space.moves)), dtype=np.int32)
    for layer in reversed(layers[:-1]):
        table = empty_table(len(layer.rows))
        kernel.insert(layer.rows, len(layer.rows), table)
        kernel.follow(row, space.moves, layer.rows, table, scratch, followers)
        move = int(np.argmax(followers[0] >= 0))
        swaps.append((int(space.moves[move, 0]), int(space.moves[move, 1])))
        row = layer.rows[followers[0, move] : followers[0, move] + 1]
    return tuple(swaps)


# The first round begins with a beam search by crossings, which is good at undoing a few swaps of a large drawing. These
# are its time limit in seconds, and the number of crossings per edge above which it is skipped.
_CROSSINGS_SECONDS = 1.5
_FEW_CROSSINGS = 4
# The maximum number of walks to arrangements with short edges, and the maximum number of those that reach a plane
# arrangement. For more than _SMALL vertices, other walks take too long, so all rounds begin with such walks.
_LENGTH_WALKS, _LENGTH_STARTS = 8, 2
_SMALL = 64
# The initial weight of a step of distance, in crossings, and the initial weight of the mean distance between two
# vertices. The smaller of the two weights applies. High weights lead to nearer arrangements. Low weights lead to some
# plane arrangement more reliably. After a walk that did not reach a plane arrangement, the weight is multiplied by
# _LIGHTER. As soon as a walk has reached one, walks use the best weight so far, multiplied by the _FACTORS in turn.
_WEIGHT, _MEAN_WEIGHT = 0.4, 2.5
_LIGHTER, _FACTORS = 0.4, (1.0, 1.6, 1 / 1.6)
# The maximum number of walks in a round. The round ends earlier if a walk reaches a plane arrangement.
_WALKS = 3
# The initial and final temperatures of a walk (in crossings), its number of slices, and its number of moves per vertex.
_HOT, _COLD, _SLICES = 1.5, 0.15, 100
_MOVES = 16_000
# If a walk has cooled and has not reached a plane arrangement, this is the number of further slices, in each of which
# the weight is multiplied by _LESS.
_FURTHER, _LESS = 60, 0.92
# The initial temperatures of the walks that begin at arrangements with few crossings, which take turns, the ratio of
# their weight to the initial weight of other walks, and their number of moves per vertex. Each of these arrangements is
# the start of a walk before the other walks begin.
_NEAR_HOT, _NEAR_RATIO = (0.5, 1.0), 0.5
_NEAR_MOVES = 3_000
# The minimum and the maximum number of vertices that exchange positions among themselves, the maximum number of
# placements in a listing, and the number of unsuccessful listings after which a round ends.
_FEWEST, _MOST = 10, 22
_STEPS = 5_000
_FRUITLESS = 120
# The number of arrangements in a round for which weighted distances guide a further search for paths.
_GUIDED = 6


class ShortSolutions:
    """A search for short solutions of a `drawing` whose state space is `space`.

    `swaps` is the shortest solution so far, or None if none has been found. As long as the budgets suffice, every
    search of the same drawing finds the same solutions.
    """

    def __init__(self, drawing: Drawing, space: StateSpace) -> None:
        self.swaps: tuple[Edge, ...] | None = None
        self._drawing = drawing
        self._space = space
        self._edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
        self._pairs = np.argwhere(np.triu(space.distances < drawing.vertices, 1))
        points = np.array(drawing.points, dtype=np.float64)
        self._lengths = np.linalg.norm(points[:, None] - points[None], axis=2)
        self._rounds = 0
        mean = float(space.distances[*self._pairs.T].mean()) if len(self._pairs) else 1.0
        self._weight = min(_WEIGHT, _MEAN_WEIGHT / mean)
        self._near_weight = _NEAR_RATIO * self._weight
        self._least_moved: int | None = None
        self._few_crossings: list[npt.NDArray[np.int64]] = []
        self._has_few_crossings = count_crossings(drawing) <= _FEW_CROSSINGS * len(drawing.edges)
        self._length_search = LengthSearch(drawing, space)
        self._length_walks = 0
        self._balanced = BalancedBounds(space)

    def improve(self, budget: Budget) -> None:
        """Run one round, which may find a shorter solution. The round ends early when the `budget` ends.

        The first round makes a walk from each arrangement with few crossings. If no walk reaches a plane arrangement,
        another walk follows.
        """
        if not len(self._pairs):
            return
        is_first = not self._rounds and not self._length_walks
        if is_first and self._has_few_crossings:
            self._undo_swaps(budget)
        if self._has_few_crossings and (self._drawing.vertices > _SMALL or (is_first and self.swaps is None)):
            self._shorten_edges(budget)
            if self.swaps is not None:
                return
        for _ in range(len(self._few_crossings) + _WALKS):
            start = self._walk(budget)
            self._rounds += 1
            if start is not None:
                self._descend(start, budget)
            if self._rounds >= len(self._few_crossings) and (start is not None or self.swaps is not None):
                return

    def _undo_swaps(self, budget: Budget) -> None:
        """Run the beam search by crossings, and continue from its solution if it finds one."""
        search = CrossingSearch(self._drawing, self._space)
        search.run(budget.share(2, _CROSSINGS_SECONDS))
        self._keep(search.swaps)
        if self.swaps is None:
            self._few_crossings = search.nearest[::-1]
        else:
            self._descend(self._arrangement_after(self.swaps), budget)

    def _shorten_edges(self, budget: Budget) -> None:
        """Walk to plane arrangements with short edges, and continue from these."""
        starts = 0
        for _ in range(_LENGTH_WALKS):
            start = self._length_search.walk(self._length_walks, budget)
            self._length_walks += 1
            if start is not None:
                self._descend(start, budget)
                starts += 1
            if starts == _LENGTH_STARTS or budget.exhausted():
                return

    def _walk(self, budget: Budget) -> npt.NDArray[np.int64] | None:
        """Return the plane arrangement that the next walk reaches, or None if it reaches none."""
        near = len(self._few_crossings)
        cycles, turn = divmod(self._rounds, near + _WALKS)
        if turn < near and (not cycles or self.swaps is None):
            hot = _NEAR_HOT[self._rounds % len(_NEAR_HOT)]
            return self._anneal(self._few_crossings[turn], hot, self._near_weight, _NEAR_MOVES, budget)
        weight = self._weight
        if self._least_moved is not None:
            weight *= _FACTORS[self._rounds % len(_FACTORS)]
        found = self._anneal(np.arange(self._drawing.vertices), _HOT, weight, _MOVES * (1 + cycles), budget)
        moved = None if found is None else int(total_distances(self._space, found[None])[0])
        if moved is not None and (self._least_moved is None or moved < self._least_moved):
            self._weight, self._least_moved = weight, moved
        elif self._least_moved is None:
            self._weight *= _LIGHTER
        return found

    def _keep(self, swaps: tuple[Edge, ...] | None) -> None:
        if swaps is not None and (self.swaps is None or len(swaps) < len(self.swaps)):
            self.swaps = swaps

    def _arrangement_after(self, swaps: tuple[Edge, ...]) -> npt.NDArray[np.int64]:
        arrangement = np.arange(self._drawing.vertices)
        for u, v in swaps:
            arrangement[[u, v]] = arrangement[[v, u]]
        return arrangement

    def _anneal(
        self, start: npt.NDArray[np.int64], hot: float, weight: float, moves: int, budget: Budget
    ) -> npt.NDArray[np.int64] | None:
        """Return a plane arrangement near the drawing, or None if the walk that begins at `start` reaches none.

        `hot` is the initial temperature, `weight` is the weight of a step of distance, and `moves` is the number of
        moves per vertex.
        """
        n, space = self._drawing.vertices, self._space
        arrangement, best = start.copy(), start.copy()
        state, at = np.zeros(annealing.STATE_SIZE, dtype=np.uint64), np.zeros(n, dtype=np.int64)
        state[annealing.RANDOM] = np.uint64((1 + self._rounds) * 0x9E3779B97F4A7C15 % 2**64 | 1)
        count_at_each(arrangement, space.adjacency, self._edges, space.left, at)
        state[annealing.CROSSINGS] = at.sum() // 4
        state[annealing.MOVED] = total_distances(space, start[None])[0]
        farthest = state[annealing.LEAST_MOVED] = np.uint64(n * n)
        for part in range(_SLICES + _FURTHER):
            if budget.exhausted() or (part >= _SLICES and state[annealing.LEAST_MOVED] < farthest):
                break
            annealing.anneal_near(
                n * moves // _SLICES,
                hot * (_COLD / hot) ** min(part / _SLICES, 1),
                weight * _LESS ** max(part - _SLICES, 0),
                self._pairs,
                space.distances,
                space.adjacency,
                self._edges,
                space.left,
                state,
                at,
                arrangement,
                best,
            )
        return best if state[annealing.LEAST_MOVED] < farthest else None

    def _descend(self, arrangement: npt.NDArray[np.int64], budget: Budget) -> None:
        """Go from a plane arrangement to nearer and nearer arrangements, and find swaps that lead to the nearest."""
        numbers = RandomNumbers(self._rounds)
        nearest, moved, tries = [arrangement], int(total_distances(self._space, arrangement[None])[0]), 0
        while tries < _FRUITLESS and not budget.exhausted():
            tries += 1
            found = self._list_around(nearest[-1], moved, numbers, budget)
            if not len(found):
                continue
            distances = total_distances(self._space, found)
            least = int(distances.min())
            if least < moved:
                nearest, moved, tries = [], least, 0
            following = found[distances == least]
            following = following[numbers.below(len(following))]
            if not nearest or (following != nearest[-1]).any():
                nearest.append(following)
        targets = np.unique(np.array(nearest[-MAX_TARGETS:]), axis=0)
        self._keep(find_short_path(self._space, targets))
        self._keep_guided(targets, budget)

    def _keep_guided(self, targets: npt.NDArray[np.int64], budget: Budget) -> None:
        """Search for shorter solutions that lead to some of the `targets`, guided by weighted distances.

        The search ends early when the `budget` ends.
        """
        enough = len(targets[0]) ** 2 if self.swaps is None else len(self.swaps) - 1
        try:
            bounds = self._balanced.at_least(targets, enough, budget)
        except BudgetExhausted:
            return
        for row in np.argsort(bounds, kind="stable")[:_GUIDED]:
            if budget.exhausted() or (self.swaps is not None and bounds[row] >= len(self.swaps)):
                return
            guide = self._balanced.guide(targets[row], int(bounds[row]) + 1)
            self._keep(find_short_path(guide, targets[row : row + 1], UNIT))

    def _list_around(
        self, arrangement: npt.NDArray[np.int64], limit: int, numbers: RandomNumbers, budget: Budget
    ) -> npt.NDArray[np.int64]:
        """Return the plane arrangements that differ from an `arrangement` only at a few vertices close to each other.

        The total distance that the vertices move is at most `limit`.
        """
        n = len(arrangement)
        center = numbers.below(n)
        closeness = (
            self._lengths[arrangement[center], arrangement],
            self._lengths[center, arrangement],
            self._space.distances[center],
        )[numbers.below(3)]
        count = _FEWEST + numbers.below(_MOST - _FEWEST + 1)
        # A random quarter of the close vertices is left out, so that the choices differ.
        closest = [v for v in np.argsort(closeness, kind="stable").tolist() if v == center or numbers.below(4)][:count]
        positions = sets_of(np.eye(n, dtype=np.bool_)[arrangement], self._space.words)
        positions[closest] = np.bitwise_or.reduce(positions[closest], axis=0)
        listing = PlaneArrangements(self._space, limit, positions)
        try:
            return np.concatenate(list(listing(budget, _STEPS)) or [np.zeros((0, n), dtype=np.int64)])
        except BudgetExhausted:
            return np.zeros((0, n), dtype=np.int64)

"""All shortest paths from a drawing to a set of its arrangements, as layers of arrangements.

Layer k contains the arrangements that are k swaps from the start and lie on a shortest path. The layers are built from
the targets downwards: layer k consists of the neighbours of layer k + 1 whose lower bounds on the distance from the
start are at most k. There are two lower bounds. One is half the total distance of the positions from the vertices
where they start ("home"), and the other is the number of exchanges of any two vertices that bring all positions home.
Then the paths are counted from the start upwards. If no path leads to an arrangement, the arrangement does not lie on
a shortest path and is removed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.kernels import token_swapping as kernel
from ludex.games.planarity.kernels.census import cycle_lengths
from ludex.games.planarity.kernels.token_swapping import EMPTY, insert
from ludex.games.planarity.solving.state_space import StateSpace

_SLICE = 4096
_LEAST_ROWS = 256
# The weights of the digits of a number that fits into 64 bits.
_WEIGHTS = np.array([1, 1 << 32], dtype=np.uint64)


@dataclass(slots=True, eq=False)
class Layer:
    """Arrangements as packed rows (one byte for each vertex), their costs, and a hash table of the rows.

    A row of `costs` contains the two numbers from which the lower bounds of an arrangement follow.
    """

    rows: npt.NDArray[np.uint64]
    costs: npt.NDArray[np.int64]
    table: npt.NDArray[np.int32]

    @property
    def nbytes(self) -> int:
        """Return the size of the layer in bytes."""
        return self.rows.nbytes + self.costs.nbytes + self.table.nbytes


@dataclass(frozen=True, slots=True, eq=False)
class ShortestSolutions:
    """All shortest paths from the start to the targets at distance d, as layers of arrangements.

    Layer 0 contains the start, and layer d contains the targets. All arrangements in the layers lie on shortest paths.
    `counts[k][i]` is the number of shortest paths from the start to row i of layer k.
    """

    space: StateSpace
    layers: list[npt.NDArray[np.uint64]]
    counts: list[list[int]]

    @property
    def targets(self) -> npt.NDArray[np.int64]:
        """Return the targets at the end of the paths, as rows of positions."""
        return self.arrangements(len(self.layers) - 1)

    def arrangements(self, k: int) -> npt.NDArray[np.int64]:
        """Return the arrangements of layer `k`, as rows of positions."""
        return unpack_rows(self.layers[k], len(self.space.adjacency))

    def followers(self, k: int) -> npt.NDArray[np.int32]:
        """Return the number of the row of layer k + 1 that results from each move of each row of layer `k`.

        The number is -1 if the result is not in layer k + 1.
        """
        return self._find_moved(self.layers[k], k + 1)

    def sequence(self) -> tuple[Edge, ...]:
        """Return the swaps of one shortest path, from the start to the first target."""
        swaps: list[Edge] = []
        row = 0
        for k in range(len(self.layers) - 1, 0, -1):
            # A move is its own inverse, so it also leads from the row that it results in back to the target.
            previous = self._find_moved(self.layers[k][row : row + 1], k - 1)[0].tolist()
            row, move = min((place, move) for move, place in enumerate(previous) if place != EMPTY)
            u, v = self.space.moves[move].tolist()
            swaps.append((u, v))
        return tuple(reversed(swaps))

    def _find_moved(self, rows: npt.NDArray[np.uint64], k: int) -> npt.NDArray[np.int32]:
        """Return the number of the row of layer `k` that results from each move of each of the `rows`, or -1."""
        layer, moves = self.layers[k], self.space.moves
        table = empty_table(len(layer))
        kernel.insert(layer, len(layer), table)
        found = np.empty((len(rows), len(moves)), dtype=np.int32)
        kernel.follow(rows, moves, layer, table, np.empty(rows.shape[1], dtype=np.uint64), found)
        return found


def merge_solutions(solutions: Sequence[ShortestSolutions]) -> ShortestSolutions:
    """Combine the shortest paths of several `solutions`, which share a state space and a number of swaps."""
    if len(solutions) == 1:
        return solutions[0]
    layers, counts = [], []
    for k in range(len(solutions[0].layers)):
        rows, first = np.unique(np.concatenate([paths.layers[k] for paths in solutions]), axis=0, return_index=True)
        # Every solution that contains an arrangement contains all shortest paths to this arrangement.
        numbers = [number for paths in solutions for number in paths.counts[k]]
        layers.append(rows)
        counts.append([numbers[place] for place in first.tolist()])
    return ShortestSolutions(solutions[0].space, layers, counts)


def find_shortest_paths(
    space: StateSpace, targets: npt.NDArray[np.int64], swaps: int, budget: Budget, unit: int = 1
) -> ShortestSolutions | None:
    """Return the shortest paths to the `targets` at distance `swaps` from the start, or None if there are none.

    `space` is the state space, and `targets` contains an arrangement in each row. The caller must ensure that no target
    is nearer to the start, and that the parity of each target matches `swaps`. `unit` is the cost of a move in the
    distances of the `space`. Raises BudgetExhausted when the `budget` ends.
    """
    layers = [_top(space, targets)]
    for k in range(swaps - 1, -1, -1):
        layers.append(_layer_below(space, layers[-1], k, budget, unit))
        budget.hold(sum(layer.nbytes for layer in layers))
        if not len(layers[-1].rows):
            return None
    layers.reverse()
    counts = _count_paths(space, layers, budget, unit)
    kept = [count.any(axis=1) for count in counts]
    return ShortestSolutions(
        space,
        [layer.rows[on_path] for layer, on_path in zip(layers, kept, strict=True)],
        [_numbers(count[on_path]) for count, on_path in zip(counts, kept, strict=True)],
    )


def is_within(space: StateSpace, target: npt.NDArray[np.int64], swaps: int, budget: Budget, unit: int = 1) -> bool:
    """Return whether a `target` is at distance `swaps` from the start.

    The arguments are those of :func:`find_shortest_paths`, except that there is only one target. The number of swaps
    must be at least 1. This function needs less memory, because it keeps only one layer at a time.
    """
    layer = _top(space, target[None])
    for k in range(swaps - 1, -1, -1):
        layer = _layer_below(space, layer, k, budget, unit)
        if not len(layer.rows):
            return False
    return True


def pack_rows(arrangements: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Pack `arrangements`, which are rows of positions, into rows of words. Each position takes one byte."""
    count, n = arrangements.shape
    padded = np.zeros((count, 8 * -(-n // 8)), dtype=np.uint8)
    padded[:, :n] = arrangements
    return padded.view("<u8").astype(np.uint64, copy=False)


def unpack_rows(rows: npt.NDArray[np.uint64], n: int) -> npt.NDArray[np.int64]:
    """Unpack `rows` of words into rows of the positions of `n` vertices."""
    return np.ascontiguousarray(rows).astype("<u8", copy=False).view(np.uint8)[:, :n].astype(np.int64)


def total_distances(space: StateSpace, arrangements: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the total distance of the positions from home, for each row of `arrangements`."""
    n = len(space.adjacency)
    sums: npt.NDArray[np.int64] = space.distances[np.arange(n), arrangements].sum(axis=1)
    return sums


def exchanges_home(arrangements: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the number of exchanges that bring all positions home, for each row of `arrangements`.

    This number is n minus the number of cycles of the arrangement.

    >>> exchanges_home(np.array([[1, 0, 2], [1, 2, 0]])).tolist()
    [1, 2]
    """
    n = arrangements.shape[1]
    lengths = np.zeros_like(arrangements)
    cycle_lengths(arrangements, np.zeros(n, dtype=np.bool_), lengths)
    exchanges: npt.NDArray[np.int64] = n - lengths.sum(axis=1)
    return exchanges


def costs_home(space: StateSpace, arrangements: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the total distance and the number of exchanges home of each row of `arrangements`, in two columns."""
    costs = np.empty((len(arrangements), 2), dtype=np.int64)
    kernel.write_costs(arrangements, space.distances, np.empty(arrangements.shape[1], dtype=np.bool_), costs)
    return costs


def odd_permutations(arrangements: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return whether each row of `arrangements` is an odd permutation, which takes an odd number of swaps.

    >>> odd_permutations(np.array([[1, 0, 2], [1, 2, 0]])).tolist()
    [True, False]
    """
    odd: npt.NDArray[np.bool_] = exchanges_home(arrangements) % 2 == 1
    return odd


def _top(space: StateSpace, targets: npt.NDArray[np.int64]) -> Layer:
    rows = pack_rows(targets)
    return Layer(rows, costs_home(space, targets), np.zeros(0, dtype=np.int32))


def _layer_below(space: StateSpace, above: Layer, swaps: int, budget: Budget, unit: int) -> Layer:
    """Return the layer of the neighbours of `above` whose lower bounds are at most `swaps`."""
    capacity = max(_LEAST_ROWS, 2 * len(above.rows) + len(space.moves))
    below = empty_layer(capacity, above.rows.shape[1])
    count = np.zeros(1, dtype=np.int64)
    begin = 0
    while begin < len(above.rows):
        budget.check()
        end = min(begin + _SLICE, len(above.rows))
        begin = kernel.expand(
            above.rows,
            above.costs,
            begin,
            end,
            space.moves,
            space.distances,
            swaps,
            2 * swaps * unit,
            below.rows,
            below.costs,
            below.table,
            count,
        )
        if begin < end:
            below = _grow(below, int(count[0]))
            budget.hold(above.nbytes + below.nbytes)
    return Layer(below.rows[: count[0]].copy(), below.costs[: count[0]].copy(), below.table)


def empty_layer(capacity: int, words: int) -> Layer:
    """Return a layer with room for `capacity` rows of `words` words, and a hash table."""
    return Layer(
        np.empty((capacity, words), dtype=np.uint64), np.empty((capacity, 2), dtype=np.int64), empty_table(capacity)
    )


def empty_table(capacity: int) -> npt.NDArray[np.int32]:
    """Return an empty hash table for `capacity` rows, with at least twice as many slots."""
    return np.full(1 << (2 * capacity - 1).bit_length(), EMPTY, dtype=np.int32)


def _grow(layer: Layer, count: int) -> Layer:
    capacity, words = layer.rows.shape
    grown = empty_layer(2 * capacity, words)
    grown.rows[:count], grown.costs[:count] = layer.rows[:count], layer.costs[:count]
    insert(grown.rows, count, grown.table)
    return grown


def _count_paths(space: StateSpace, layers: list[Layer], budget: Budget, unit: int) -> list[npt.NDArray[np.uint64]]:
    """Return the numbers of shortest paths from the start to the rows of each layer.

    Each number consists of 32-bit digits, least significant first.
    """
    # With m moves, there are at most m ** swaps paths. The additional digit is for the carry of a sum.
    digits = (len(space.moves) ** (len(layers) - 1)).bit_length() // 32 + 1
    counted = [np.zeros((1, digits), dtype=np.uint64)]
    counted[0][0, 0] = 1
    scratch = np.zeros(layers[0].rows.shape[1], dtype=np.uint64)
    for k in range(1, len(layers)):
        lower, layer = layers[k - 1], layers[k]
        ways = np.zeros((len(layer.rows), digits), dtype=np.uint64)
        for begin in range(0, len(layer.rows), _SLICE):
            budget.check()
            kernel.count_ways(
                layer.rows,
                layer.costs,
                begin,
                min(begin + _SLICE, len(layer.rows)),
                space.moves,
                space.distances,
                2 * (k - 1) * unit,
                lower.rows,
                counted[-1],
                lower.table,
                ways,
                scratch,
            )
        counted.append(ways)
        budget.hold(sum(layer.nbytes for layer in layers) + sum(ways.nbytes for ways in counted))
    return counted


def _numbers(digits: npt.NDArray[np.uint64]) -> list[int]:
    if digits.shape[1] <= len(_WEIGHTS):
        numbers: list[int] = (digits @ _WEIGHTS[: digits.shape[1]]).tolist()
        return numbers
    return [sum(digit << (32 * place) for place, digit in enumerate(row)) for row in digits.tolist()]

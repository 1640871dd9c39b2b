"""Counts of a graph's swap classes by minimum swaps, on all crossing types of n points, without listing the classes.

One search covers all point sets at once (:mod:`ludex.games.planarity.kernels.census`). The states of the search
are the labelled graphs that are isomorphic to the graph. A symmetry of a point set is a permutation of the points that
preserves all crossings. The symmetries map states to states, and the swap classes of the graph are the orbits of the
states. The search counts only the smallest state of each orbit. On most point sets, the identity is the only symmetry,
so every state is a swap class.

Burnside's lemma gives the total number of classes for each number of edges
(:mod:`ludex.games.planarity.study.swap_class_counts`). This is an independent check of a census.

Source: "Swap Planarity", Section 5, for swap classes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.engine.workers import spread, worker_budget
from ludex.games.planarity import making
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.order_type import symmetries_of
from ludex.games.planarity.kernels import census as kernels
from ludex.games.planarity.points import Points, segments_cross
from ludex.games.planarity.solving.arrangements import Arrangements

_ROW = 64 * kernels.WORDS


@dataclass(frozen=True, slots=True)
class ClassCounts:
    """The numbers of swap classes of a graph by minimum, on all crossing types of n points.

    The key None in `by_minimum` stands for the classes from which no plane arrangement is reachable. `hardest` lists
    the point sets on which the largest minimum occurs, as indices into :func:`point_sets`.
    """

    edges: int
    by_minimum: dict[int | None, int]
    hardest: tuple[int, ...]

    @property
    def largest(self) -> int:
        """Return the largest minimum, or -1 if no plane drawing is reachable from any class."""
        return max((minimum for minimum in self.by_minimum if minimum is not None), default=-1)


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of up to 512 point sets, which are represented by the bits of eight words.

    The block contains the point sets with the numbers `start` to `start + size - 1`. `every` is the bit set of all
    these point sets, of shape (8,). `crossing[p, q]` is the bit set of the point sets on which the segments p and q
    cross (shape (pairs, pairs, 8)). `groups` contains a pair for each nontrivial symmetry group: the number of the
    group, and the bit set of the point sets that have this group.
    """

    start: int
    size: int
    every: NDArray[np.uint64]
    crossing: NDArray[np.uint64]
    groups: tuple[tuple[int, NDArray[np.uint64]], ...]


@dataclass(frozen=True, slots=True)
class _Tables:
    """The data that the searches for all graphs on n points share.

    `moved` contains an array for each symmetry group, with the images of all arrangements under each permutation of
    the group.
    """

    arrangements: Arrangements
    blocks: tuple[_Block, ...]
    moved: tuple[NDArray[np.int64], ...]


def count_graph_classes(n: int, edges: Sequence[Edge], budget: Budget | None = None) -> ClassCounts:
    """Count the swap classes of a connected graph with two disjoint edges by minimum, on all crossing types.

    For any other graph without isolated vertices, the minima are correct too, but the numbers may not be.

    Parameters
    ----------
    n : int
        The number of vertices, 4 to 8.
    edges : sequence of (int, int)
        The edges, each with the smaller end first.
    budget : Budget, optional
        The limits of the search. None for no limits.

    Returns
    -------
    ClassCounts
        The numbers of classes.

    Raises
    ------
    BudgetExhausted
        When the budget ends.

    Notes
    -----
    Cost: for n = 8, at most 40,320 states, times seven blocks of point sets, times the edges, times the largest
    minimum: 0.1 to 0.5 seconds.

    Examples
    --------
    >>> count_graph_classes(4, ((0, 1), (1, 2), (2, 3))).by_minimum
    {0: 3, 1: 1}
    """
    budget, tables = budget or Budget(), _tables(n)
    arrangements = tables.arrangements
    pairs = np.array([arrangements.pairs[edge] for edge in edges])
    codes = np.bitwise_or.reduce(np.int64(1) << arrangements.segments[:, pairs], axis=1)
    _, first, state_of = np.unique(codes, return_index=True, return_inverse=True)
    segments = arrangements.segments[first][:, pairs]
    neighbours = state_of[arrangements.after[first][:, pairs]].astype(np.int32)
    # The smallest state of each orbit, for each symmetry group.
    smallest: list[NDArray[np.bool_]] = [
        np.all(state_of[moved[:, first]] >= np.arange(len(first)), axis=0) for moved in tables.moved
    ]
    counts: Counter[int | None] = Counter()
    hardest: dict[int, list[int]] = {-1: []}
    for block in tables.blocks:
        budget.check()
        budget.count(len(first) * block.size)
        largest, new = _count_block(block, segments, neighbours, smallest, counts)
        hardest.setdefault(largest, []).extend(block.start + place for place in _places(new))
    by_minimum = {minimum: counts[minimum] for minimum in sorted(counts, key=_none_last) if counts[minimum]}
    return ClassCounts(len(edges), by_minimum, tuple(hardest[max(hardest)]))


def count_each_graph(
    n: int, graphs: Sequence[Graph], budget: Budget | None = None, processes: int = 0
) -> Iterator[ClassCounts]:
    """Yield the counts of each graph, in the order of the `graphs`.

    `processes` is the number of worker processes, or 0 for none. The function reports the number of finished graphs to
    the `budget`. For the cost per graph and the exceptions, see :func:`count_graph_classes`.
    """
    budget = budget or Budget()
    with spread(processes, budget) as apply:
        count = partial(_count_in_worker, n) if processes else partial(_count_here, n, budget.quiet())
        edges = [graph.edges for graph in graphs]
        for done, counts in enumerate(apply(count, edges)):
            budget.check()
            budget.report(done, len(graphs), f"{counts.edges} edges")
            yield counts
    budget.report(len(graphs), len(graphs))


def _count_here(n: int, budget: Budget, edges: Sequence[Edge]) -> ClassCounts:
    return count_graph_classes(n, edges, budget)


def _count_in_worker(n: int, edges: Sequence[Edge]) -> ClassCounts:
    return count_graph_classes(n, edges, worker_budget(None))


@cache
def point_sets(n: int) -> tuple[Points, ...]:
    """Return a point set for each crossing type of `n` points (4 to 8). Point sets with symmetries come last.

    The points of a symmetric point set are numbered so that the points in a cycle of a symmetry have consecutive
    numbers. Therefore few different symmetry groups occur.
    """
    symmetric, others = [], []
    for points in making.point_sets.x_type_sets(n):
        symmetries = symmetries_of(points)
        if len(symmetries) == 1:
            others.append(points)
        else:
            symmetric.append(tuple(points[place] for place in _order_by_cycles(symmetries[1])))
    return (*others, *symmetric)


def _order_by_cycles(permutation: Sequence[int]) -> list[int]:
    """Return the points of a permutation cycle by cycle, sorted by the length of the cycles (fixed points first)."""
    cycles: list[list[int]] = []
    for start in range(len(permutation)):
        if any(start in cycle for cycle in cycles):
            continue
        cycle = [start]
        while permutation[cycle[-1]] != start:
            cycle.append(permutation[cycle[-1]])
        cycles.append(cycle)
    return [place for cycle in sorted(cycles, key=len) for place in cycle]


@cache
def _tables(n: int) -> _Tables:
    arrangements = Arrangements.of(n)
    groups: dict[tuple[tuple[int, ...], ...], int] = {}
    members = []
    for points in point_sets(n):
        symmetries = tuple(sorted(map(tuple, symmetries_of(points))))
        members.append(groups.setdefault(symmetries, len(groups)) if len(symmetries) > 1 else -1)
    crossing = _crossing_pairs(n, arrangements)
    blocks = [
        _block(start, members[start : start + _ROW], crossing[:, :, start : start + _ROW])
        for start in range(0, len(members), _ROW)
    ]
    moved = [
        np.stack([arrangements.ranks(np.array(permutation)[arrangements.places]) for permutation in group])
        for group in groups
    ]
    return _Tables(arrangements, tuple(blocks), tuple(moved))


def _crossing_pairs(n: int, arrangements: Arrangements) -> NDArray[np.bool_]:
    """Return a Boolean array of shape (pairs, pairs, point sets): whether the segments p and q cross on point set s."""
    crossing = np.zeros((len(arrangements.pairs), len(arrangements.pairs), len(point_sets(n))), np.bool_)
    for (i, j), first in arrangements.pairs.items():
        for (k, m), second in arrangements.pairs.items():
            if first < second and not {i, j} & {k, m}:
                of_sets = [segments_cross(p[i], p[j], p[k], p[m]) for p in point_sets(n)]
                crossing[first, second] = crossing[second, first] = of_sets
    return crossing


def _block(start: int, members: Sequence[int], crossing: NDArray[np.bool_]) -> _Block:
    """Return the block of the point sets from number `start` on.

    `members` contains the symmetry group of each point set (-1 for the trivial group). `crossing` is the part of the
    result of :func:`_crossing_pairs` for these point sets.
    """
    of_group = np.array(members)
    groups = tuple((int(group), _bits(of_group == group)) for group in np.unique(of_group) if group >= 0)
    return _Block(start, len(members), _bits(np.ones(len(members), np.bool_)), _bits(crossing), groups)


def _bits(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Pack the last axis of `flags`, which has at most 512 elements, into the bits of eight words."""
    padding = [(0, 0)] * (flags.ndim - 1) + [(0, _ROW - flags.shape[-1])]
    packed = np.packbits(np.pad(flags, padding), axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view(np.uint64)


def _places(words: NDArray[np.uint64]) -> list[int]:
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist()


def _count_block(
    block: _Block,
    segments: NDArray[np.int64],
    neighbours: NDArray[np.int32],
    smallest: Sequence[NDArray[np.bool_]],
    counts: Counter[int | None],
) -> tuple[int, NDArray[np.uint64]]:
    """Count the classes on the point sets of a block by minimum, and add the numbers to `counts`.

    Returns the largest minimum of these classes (-1 if there is none) and the point sets on which it occurs.
    """
    shape = (len(segments), kernels.WORDS)
    counted = np.full(shape, block.every)
    for group, point_sets_of_group in block.groups:
        counted[~smallest[group]] &= ~point_sets_of_group
    reached, following = np.empty(shape, np.uint64), np.zeros(shape, np.uint64)
    new, latest, distance = np.zeros(kernels.WORDS, np.uint64), np.zeros(kernels.WORDS, np.uint64), -1
    left = int(np.bitwise_count(counted).sum())
    if kernels.find_plane(segments, block.crossing, block.every, reached):
        found = kernels.count_new(following, reached, counted, new)
        while found:
            distance += 1
            counts[distance] += found
            left -= found
            latest[:] = new
            kernels.step(neighbours, reached, following)
            found = kernels.count_new(reached, following, counted, new)
            reached, following = following, reached
    counts[None] += left
    return distance, latest


def _none_last(minimum: int | None) -> tuple[bool, int]:
    return minimum is None, minimum or 0

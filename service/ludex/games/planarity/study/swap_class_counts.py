"""The number of swap classes of connected graphs on n points, by Burnside's lemma, without listing the classes.

For each crossing type, take one point set. The drawings are the connected labelled graphs with two disjoint edges on
its points. A symmetry of the crossing type is a permutation of the points that preserves all crossings. Two drawings
are in the same class if a symmetry maps one to the other, so the classes are the orbits of the labelled graphs. By
Burnside's lemma, the number of orbits is the mean, over all symmetries, of the number of graphs that a symmetry maps to
itself. This number depends only on the cycle lengths of the symmetry.

Sources: "Swap Planarity", Section 5, for swap classes; F. Harary and E. Palmer, "Graphical Enumeration" (1973),
chapters 2 and 4, for graphs fixed by a permutation.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import factorial, gcd

from ludex.engine.budget import Budget
from ludex.games.planarity import making
from ludex.games.planarity.identity.order_type import symmetries_of
from ludex.games.planarity.points import Points

MIN_COUNTED, MAX_COUNTED = 4, 8
"""The smallest and largest number of points for which swap classes are counted."""

CycleType = tuple[int, ...]
"""The cycle lengths of a permutation, in ascending order."""

Polynomial = tuple[int, ...]
"""The number of graphs for each number of edges, from 0 edges on."""


@dataclass(frozen=True, slots=True)
class SymmetryGroup:
    """A symmetry group of crossing types.

    `permutations` contains pairs of a cycle type and the number of permutations with this cycle type. `x_types` is the
    number of crossing types that have such a group.
    """

    permutations: tuple[tuple[CycleType, int], ...]
    x_types: int

    @property
    def order(self) -> int:
        """Return the number of permutations."""
        return sum(number for _, number in self.permutations)


@dataclass(frozen=True, slots=True)
class SwapClassCounts:
    """The number of swap classes on n points for each number of edges, and the data from which it is computed.

    `by_edges[m]` is the number of classes with m edges. `groups` lists the symmetry groups of the crossing types.
    `fixed` contains, for each cycle type, the number of connected graphs with two disjoint edges that a permutation of
    this type maps to itself, by number of edges.
    """

    n: int
    by_edges: Polynomial
    groups: tuple[SymmetryGroup, ...]
    fixed: tuple[tuple[CycleType, Polynomial], ...]

    @property
    def classes(self) -> int:
        """Return the number of swap classes."""
        return sum(self.by_edges)


def count_swap_classes(n: int, budget: Budget | None = None) -> SwapClassCounts:
    """Count the swap classes of connected graphs with two disjoint edges on `n` points (4 to 8) by number of edges.

    `budget` limits the count (None: no limits). Raises ValueError for other `n`, and BudgetExhausted if the budget
    ends. Cost: a second for n = 8.

    >>> counts = count_swap_classes(5)
    >>> counts.classes, counts.by_edges
    (598, (0, 0, 0, 0, 94, 180, 166, 102, 42, 11, 3))
    """
    if not MIN_COUNTED <= n <= MAX_COUNTED:
        raise ValueError(f"swap classes can be counted for {MIN_COUNTED} to {MAX_COUNTED} points, not {n}")
    budget = budget or Budget()
    symmetries = Counter(_cycle_types(points, budget) for points in making.point_sets.x_type_sets(n))
    groups = tuple(SymmetryGroup(group, x_types) for group, x_types in sorted(symmetries.items()))
    types = sorted({cycles for group in groups for cycles, _ in group.permutations})
    fixed = {cycles: fixed_graphs(cycles) for cycles in types}
    return SwapClassCounts(n, classes_by_edges(groups, fixed), groups, tuple(fixed.items()))


def classes_by_edges(groups: Iterable[SymmetryGroup], fixed: Mapping[CycleType, Polynomial]) -> Polynomial:
    """Count the orbits of the graphs on all crossing types by number of edges, with Burnside's lemma.

    Raises ArithmeticError if the mean number of fixed graphs of a group is not an integer.
    """
    total = [0] * max(map(len, fixed.values()))
    for group in groups:
        sums = [0] * len(total)
        for cycles, number in group.permutations:
            for edges, graphs in enumerate(fixed[cycles]):
                sums[edges] += number * graphs
        for edges, graphs in enumerate(sums):
            orbits, rest = divmod(graphs, group.order)
            if rest:
                raise ArithmeticError(
                    f"the number of fixed graphs, {graphs}, is not divisible by the number of symmetries, {group.order}"
                )
            total[edges] += orbits * group.x_types
    return tuple(total)


def count_graphs(n: int) -> Polynomial:
    """Count the graphs with `n` vertices and without isolated vertices, up to isomorphism, by number of edges.

    >>> count_graphs(4)
    (0, 0, 1, 2, 2, 1, 1)
    """
    graphs, fewer = _graphs_by_edges(n), _graphs_by_edges(n - 1)
    return tuple(number - (fewer[edges] if edges < len(fewer) else 0) for edges, number in enumerate(graphs))


def _graphs_by_edges(n: int) -> Polynomial:
    """Count the graphs with `n` vertices, up to isomorphism, by number of edges."""
    sums = [0] * (n * (n - 1) // 2 + 1)
    for cycles in _partitions(n, 1):
        permutations = factorial(n)
        for length, number in Counter(cycles).items():
            permutations //= length**number * factorial(number)
        for edges, graphs in enumerate(_all_graphs(cycles)):
            sums[edges] += permutations * graphs
    return tuple(fixed // factorial(n) for fixed in sums)


def _partitions(n: int, least: int) -> Iterator[CycleType]:
    """Yield the ways to write n as a sum of ascending numbers that are at least `least`."""
    if n == 0:
        yield ()
    for first in range(least, n + 1):
        yield from ((first, *rest) for rest in _partitions(n - first, first))


def _cycle_types(points: Points, budget: Budget) -> tuple[tuple[CycleType, int], ...]:
    """Return how many of the permutations that preserve which segments cross have each cycle type."""
    budget.check()
    return tuple(sorted(Counter(map(cycle_type, symmetries_of(points))).items()))


def cycle_type(permutation: Sequence[int]) -> CycleType:
    """Return the cycle lengths of a permutation of 0 to n - 1.

    >>> cycle_type([1, 0, 2])
    (1, 2)
    """
    seen: set[int] = set()
    lengths = []
    for start in range(len(permutation)):
        length, place = 0, start
        while place not in seen:
            seen.add(place)
            place = permutation[place]
            length += 1
        if length:
            lengths.append(length)
    return tuple(sorted(lengths))


def fixed_graphs(cycles: CycleType) -> Polynomial:
    """Count the connected graphs with two disjoint edges that a permutation fixes, by number of edges.

    `cycles` contains the cycle lengths of the permutation.

    >>> fixed_graphs((1, 1, 1, 1))
    (0, 0, 0, 12, 15, 6, 1)
    """
    graphs = list(_connected(cycles))
    n = sum(cycles)
    # Among connected graphs, only stars and the triangle have no two disjoint edges. The star with centre v is fixed if
    # the permutation fixes v.
    graphs[n - 1] -= cycles.count(1)
    if n == 3:
        graphs[3] -= 1
    return tuple(graphs)


@cache
def _connected(cycles: CycleType) -> Polynomial:
    """Count the connected graphs that a permutation with these cycles fixes, by number of edges.

    The function counts all fixed graphs and subtracts the disconnected ones, which it counts by the component of vertex
    0. The images of this component under the permutation are components too. The smallest power of the permutation that
    maps the component to itself fixes the graph of the component.
    """
    permutation = _permutation(cycles)
    n = len(permutation)
    graphs = list(_all_graphs(cycles))
    for size in range(n - 1):
        for others in combinations(range(1, n), size):
            images = _images({0, *others}, permutation)
            if images is None:
                continue
            union = set().union(*images)
            inner = _connected(_restricted(_power(permutation, len(images)), images[0]))
            stretched = [0] * (len(images) * (len(inner) - 1) + 1)
            stretched[:: len(images)] = inner
            rest = _all_graphs(_restricted(permutation, set(range(n)) - union))
            for edges, number in enumerate(_product(stretched, rest)):
                graphs[edges] -= number
    return tuple(graphs)


@cache
def _all_graphs(cycles: CycleType) -> Polynomial:
    """Count the graphs that a permutation with these cycles fixes, by number of edges.

    In a fixed graph, either all pairs in an orbit of pairs are edges or none are.
    """
    graphs: Polynomial = (1,)
    for place, length in enumerate(cycles):
        # The pairs within a cycle form orbits whose length is that of the cycle. If the length is even, there is also
        # an orbit of half this length.
        orbits = [length] * ((length - 1) // 2) + ([length // 2] if length % 2 == 0 else [])
        for other in cycles[place + 1 :]:
            orbits += [length * other // gcd(length, other)] * gcd(length, other)
        for orbit in orbits:
            graphs = _product(graphs, (1, *[0] * (orbit - 1), 1))
    return graphs


def _product(a: Sequence[int], b: Sequence[int]) -> Polynomial:
    product = [0] * (len(a) + len(b) - 1)
    for i, left in enumerate(a):
        for j, right in enumerate(b):
            product[i + j] += left * right
    return tuple(product)


def _permutation(cycles: CycleType) -> list[int]:
    """Return a permutation with these cycle lengths. Each of its cycles consists of consecutive numbers."""
    permutation: list[int] = []
    for length in cycles:
        start = len(permutation)
        permutation += [*range(start + 1, start + length), start]
    return permutation


def _power(permutation: Sequence[int], exponent: int) -> list[int]:
    power = list(range(len(permutation)))
    for _ in range(exponent):
        power = [permutation[place] for place in power]
    return power


def _images(component: set[int], permutation: Sequence[int]) -> list[set[int]] | None:
    """Return the images of a component under a permutation, or None if two different images overlap."""
    images = list(_orbit(component, permutation))
    return images if sum(map(len, images)) == len(set().union(*images)) else None


def _orbit(component: set[int], permutation: Sequence[int]) -> Iterator[set[int]]:
    image = component
    while True:
        yield image
        image = {permutation[place] for place in image}
        if image == component:
            return


def _restricted(permutation: Sequence[int], kept: set[int]) -> CycleType:
    """Return the cycle type of a permutation restricted to the set `kept`, which the permutation maps to itself."""
    numbers = {place: number for number, place in enumerate(sorted(kept))}
    return cycle_type([numbers[permutation[place]] for place in numbers])

"""The order of a permutation group, by the algorithm of Schreier and Sims.

This is the variant of D. Knuth, "Efficient representation of perm groups" (Combinatorica 11, 1991).
"""

from collections.abc import Iterable
from math import prod

from ludex_check_claims.verdicts import Clock

Permutation = tuple[int, ...]


def group_order(degree: int, generators: Iterable[dict[int, int]], clock: Clock) -> int:
    """Return the number of elements of the group that permutations of 0 to `degree` - 1 generate.

    The dictionary of a permutation may omit its fixed points.
    """
    identity = tuple(range(degree))
    moves = [{point: identity} for point in identity]
    """For each point k, elements that fix all greater points, keyed by the point to which they move k."""
    generating: list[list[Permutation]] = [[] for _ in identity]

    def add(element: Permutation, point: int) -> None:
        """Add an element that fixes all points greater than `point`, unless it is already generated."""
        rest, level = element, point
        while level >= 0 and rest[level] in moves[level]:
            rest, level = _divided(rest, moves[level][rest[level]]), level - 1
        if level < 0:
            return
        generating[point].append(element)
        for move in list(moves[point].values()):
            multiply(_times(move, element), point)

    def multiply(element: Permutation, point: int) -> None:
        clock.tick()
        image = element[point]
        if image in moves[point]:
            add(_divided(element, moves[point][image]), point - 1)
            return
        moves[point][image] = element
        for factor in list(generating[point]):
            multiply(_times(element, factor), point)

    for generator in generators:
        add(tuple(generator.get(point, point) for point in identity), degree - 1)
    return prod(map(len, moves))


def _times(first: Permutation, second: Permutation) -> Permutation:
    return tuple([second[point] for point in first])


def _divided(element: Permutation, divisor: Permutation) -> Permutation:
    inverse = [0] * len(divisor)
    for point, image in enumerate(divisor):
        inverse[image] = point
    return tuple([inverse[image] for image in element])

"""Embeddings: injective maps from one graph into another that keep relations, found by backtracking with bit sets.

After each choice the vertices that are left keep only the images that their relations with the chosen vertex allow
(forward checking). The vertex with the fewest possible images is next. Sets of vertices are integers, bit i for vertex
i.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST_STEPS = 30_000
"""The number of choices that a search tries before it gives up, after about a second."""


class EmbeddingTooHard(ValueError):
    """The steps allowed did not suffice to decide whether there is an embedding."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A relation to keep.

    For each vertex of the pattern, `pattern` has the set of the pattern's vertices that it is related to. `host` has
    the same for the host.
    """

    pattern: Sequence[int]
    host: Sequence[int]


def find_embedding(domains: Sequence[int], kept: Sequence[Kept], steps: int = MOST_STEPS) -> tuple[int, ...] | None:
    """Return a vertex of the host for each vertex of the pattern, all different, so that relations are kept, or None.

    `domains[u]` is the set of the host's vertices that u may be mapped to. `kept` are the relations to keep, `steps`
    the most choices to try. Raises EmbeddingTooHard. The problem is NP-complete.

    >>> path, cycle = (0b010, 0b101, 0b010), (0b1010, 0b0101, 0b1010, 0b0101)
    >>> find_embedding([0b1111] * 3, [Kept(path, cycle)])
    (0, 1, 2)
    >>> find_embedding([0b1111] * 3, [Kept((0b110, 0b101, 0b011), cycle)]) is None
    True
    """
    left = [steps]
    chosen: dict[int, int] = {}
    if not _extends(list(domains), kept, chosen, left):
        return None
    return tuple(chosen[vertex] for vertex in range(len(domains)))


def _extends(domains: list[int], kept: Sequence[Kept], chosen: dict[int, int], left: list[int]) -> bool:
    """Choose an image for every vertex that has none yet; tell whether that can be done."""
    free = [vertex for vertex in range(len(domains)) if vertex not in chosen]
    if not free:
        return True
    vertex = min(free, key=lambda one: domains[one].bit_count())
    for image in bits(domains[vertex]):
        left[0] -= 1
        if left[0] < 0:
            raise EmbeddingTooHard("the steps allowed do not suffice to decide whether one graph is in the other")
        narrowed = _narrowed(domains, kept, free, vertex, image)
        if narrowed is not None:
            chosen[vertex] = image
            if _extends(narrowed, kept, chosen, left):
                return True
            del chosen[vertex]
    return False


def _narrowed(
    domains: list[int], kept: Sequence[Kept], free: Sequence[int], vertex: int, image: int
) -> list[int] | None:
    """Return what is left of the domains after a choice, or None if a vertex has nothing left."""
    narrowed = domains.copy()
    for other in free:
        if other == vertex:
            continue
        domain = domains[other] & ~(1 << image)
        for one in kept:
            if one.pattern[vertex] >> other & 1:
                domain &= one.host[image]
        if not domain:
            return None
        narrowed[other] = domain
    return narrowed


def bits(numbers: int) -> Iterator[int]:
    """Yield the members of a set of `numbers`, ascending.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while numbers:
        least = numbers & -numbers
        yield least.bit_length() - 1
        numbers ^= least

"""A backtracking search for embeddings: injective maps between graphs that preserve relations.

The search chooses an image for one vertex after another. After each choice, it restricts the possible images of each
remaining vertex to those that are consistent with the choice (forward checking). The next vertex is the one with the
fewest possible images. Sets of vertices are integers (bit sets), in which bit i stands for vertex i.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAX_STEPS = 30_000
"""The number of choices after which a search is abandoned, which takes about a second."""


class EmbeddingTooHard(ValueError):
    """The search for an embedding exceeded its step limit."""


@dataclass(frozen=True, slots=True)
class PreservedRelation:
    """A relation that an embedding must preserve.

    `pattern[u]` is the set of the pattern's vertices that are related to u. `host[v]` is the set of the host's vertices
    that are related to v.
    """

    pattern: Sequence[int]
    host: Sequence[int]


def find_embedding(
    domains: Sequence[int], relations: Sequence[PreservedRelation], steps: int = MAX_STEPS
) -> tuple[int, ...] | None:
    """Return the image of each pattern vertex under an embedding, or None if there is no embedding.

    `domains[u]` is the set of allowed images of u, `relations` are the relations to preserve, and `steps` is the
    maximum number of choices. Raises EmbeddingTooHard. The problem is NP-complete.

    >>> path, cycle = (0b010, 0b101, 0b010), (0b1010, 0b0101, 0b1010, 0b0101)
    >>> find_embedding([0b1111] * 3, [PreservedRelation(path, cycle)])
    (0, 1, 2)
    >>> find_embedding([0b1111] * 3, [PreservedRelation((0b110, 0b101, 0b011), cycle)]) is None
    True
    """
    steps_left = [steps]
    chosen: dict[int, int] = {}
    if not _extends(list(domains), relations, chosen, steps_left):
        return None
    return tuple(chosen[vertex] for vertex in range(len(domains)))


def _extends(
    domains: list[int], relations: Sequence[PreservedRelation], chosen: dict[int, int], steps_left: list[int]
) -> bool:
    """Choose an image for every vertex that has no image yet. Return whether the search succeeded."""
    free = [vertex for vertex in range(len(domains)) if vertex not in chosen]
    if not free:
        return True
    vertex = min(free, key=lambda candidate: domains[candidate].bit_count())
    for image in bits(domains[vertex]):
        steps_left[0] -= 1
        if steps_left[0] < 0:
            raise EmbeddingTooHard("the search for one graph in the other reached its step limit")
        narrowed = _narrow(domains, relations, free, vertex, image)
        if narrowed is not None:
            chosen[vertex] = image
            if _extends(narrowed, relations, chosen, steps_left):
                return True
            del chosen[vertex]
    return False


def _narrow(
    domains: list[int], relations: Sequence[PreservedRelation], free: Sequence[int], vertex: int, image: int
) -> list[int] | None:
    """Return the domains after `image` has been chosen for `vertex`, or None if another vertex has no image left."""
    narrowed = domains.copy()
    for other in free:
        if other == vertex:
            continue
        domain = domains[other] & ~(1 << image)
        for relation in relations:
            if relation.pattern[vertex] >> other & 1:
                domain &= relation.host[image]
        if not domain:
            return None
        narrowed[other] = domain
    return narrowed


def bits(numbers: int) -> Iterator[int]:
    """Yield the members of a set of `numbers` in ascending order.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while numbers:
        least = numbers & -numbers
        yield least.bit_length() - 1
        numbers ^= least

"""Seeded random numbers that do not depend on the machine or on the version of any library.

Sources: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators" (2014), for SplitMix64; R. Fisher
and F. Yates, "Statistical tables" (1938), for shuffling, in the form of R. Durstenfeld, "Algorithm 235: random
permutation" (1964).
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from secrets import randbelow
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy

T = TypeVar("T")

MAX_SEED = 2**63 - 1

_STEP = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB
_WORD = 2**64 - 1


def seed_or_random(seed: int | None) -> int:
    """Return `seed`, or a random seed from 0 to MAX_SEED if it is None."""
    return randbelow(MAX_SEED + 1) if seed is None else seed


def derived_seed(seed: int, number: int) -> int:
    """Return the seed of the deal or game with this `number` in a series that has the given `seed`.

    The result is from 0 to MAX_SEED.
    """
    return RandomNumbers.numbered(seed, number).next() >> 1


class RandomNumbers:
    """A stream of random numbers from a 64-bit `seed`.

    `state` is the state of the generator. A compiled kernel can continue from this state. The kernel then writes its
    final state back, so that the stream continues from there.

    >>> numbers = RandomNumbers(1)
    >>> numbers.below(6), numbers.below(6), numbers.below(6)
    (3, 4, 5)
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _WORD

    @classmethod
    def numbered(cls, seed: int, number: int) -> "RandomNumbers":
        """Return one of the many independent streams that belong to a `seed`. The streams are numbered."""
        return cls(int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=8).digest(), "big"))

    def next(self) -> int:
        """Return 64 random bits."""
        self.state = (self.state + _STEP) & _WORD
        bits = self.state
        bits = ((bits ^ (bits >> 30)) * _FIRST) & _WORD
        bits = ((bits ^ (bits >> 27)) * _SECOND) & _WORD
        return bits ^ (bits >> 31)

    def below(self, bound: int) -> int:
        """Return a random number from 0 to `bound - 1`. The bias is below `bound / 2^64`."""
        return (self.next() * bound) >> 64

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the `items`, all of which are equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, size: int) -> Iterator[int]:
        """Yield the numbers from 0 to `size - 1` in a random order. All orders are equally likely (Fisher and Yates).

        Numbers are drawn lazily, so time and memory depend only on how many numbers are consumed.

        >>> list(RandomNumbers(1).shuffled(5))
        [2, 4, 3, 0, 1]
        """
        moved: dict[int, int] = {}
        for left in range(size, 0, -1):
            place = self.below(left)
            yield moved.get(place, place)
            moved[place] = moved.pop(left - 1, left - 1)


def random_numbers(source: "int | numpy.random.Generator | RandomNumbers") -> RandomNumbers:
    """Return the stream for a `source`: a seed, an existing stream, or a NumPy generator that provides a seed."""
    if isinstance(source, RandomNumbers):
        return source
    if isinstance(source, int):
        return RandomNumbers(source)
    if not hasattr(source, "integers"):
        raise TypeError(f"source: a {type(source).__name__} is neither a seed nor a stream of random numbers")
    return RandomNumbers(int(source.integers(2**63)))

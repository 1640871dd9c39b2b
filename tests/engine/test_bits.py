"""Sets of two words behave as unsigned integers of 128 bits."""

from random import Random

import numpy as np
import pytest
from numba import njit

from ludex.engine.compilation import _OPTIONS
from ludex.engine.kernels.bits import ONE, as_sets, empty, least, low_word, single, size

ALL = (1 << 128) - 1


@njit(**_OPTIONS)
def apply(pairs, sets, numbers):
    pairs, sets = as_sets(pairs, 1), as_sets(sets, 1)
    a, b = pairs[0], pairs[1]
    shift = np.uint64(numbers[0])
    sets[0], sets[1], sets[2], sets[3] = a & b, a | b, a ^ b, ~a
    sets[4], sets[5], sets[6] = a - ONE, a << shift, a >> shift
    sets[7], sets[8], sets[9] = empty(a), single(shift, a), min(a, b)
    c = a
    c &= b
    c |= single(shift, c)
    c ^= b
    c >>= ONE
    sets[10] = c
    numbers[1], numbers[2] = size(a), least(a)
    numbers[3], numbers[4], numbers[5], numbers[6] = a == b, a != b, a < b, a > b
    numbers[7], numbers[8] = not a, 0
    if a & b:
        numbers[8] = 1
    numbers[9] = np.int64(low_word(a) & np.uint64(255))


def words(numbers: list[int]) -> np.ndarray:
    return np.array([[number % 2**64, number >> 64] for number in numbers], dtype=np.uint64)


def test_operators_are_those_of_integers() -> None:
    rng = Random(1)
    samples = [1, 1 << 63, 1 << 64, 1 << 127, ALL, *(rng.getrandbits(128) | 1 for _ in range(40))]
    for a in samples:
        b, shift = rng.choice([a, *samples]), rng.randrange(128)
        sets, numbers = np.zeros((11, 2), dtype=np.uint64), np.zeros(10, dtype=np.int64)
        numbers[0] = shift
        apply(words([a, b]), sets, numbers)
        found = [int(low) | int(high) << 64 for low, high in sets]
        assert found[:4] == [a & b, a | b, a ^ b, ALL - a]
        assert found[4:7] == [a - 1, a << shift & ALL, a >> shift]
        assert found[7:] == [0, 1 << shift, min(a, b), ((a & b | 1 << shift) ^ b) >> 1]
        assert numbers[1:3].tolist() == [a.bit_count(), (a & -a).bit_length() - 1]
        assert numbers[3:].tolist() == [a == b, a != b, a < b, a > b, 0, bool(a & b), a % 256]


def test_an_array_of_pairs_of_words_must_be_contiguous() -> None:
    with pytest.raises(Exception, match="must be contiguous"):
        apply(words([1, 2, 3, 4])[::2], np.zeros((11, 2), dtype=np.uint64), np.zeros(10, dtype=np.int64))

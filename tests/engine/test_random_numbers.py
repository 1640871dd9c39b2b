import hashlib

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.engine.random_numbers import MAX_SEED, RandomNumbers, derived_seed, random_numbers, seed_or_random
from tests.oracles.shuffling import plain_shuffle


def test_the_stream_is_splitmix64():
    # The first numbers of the seed 1234567, as published with the algorithm.
    numbers = RandomNumbers(1234567)
    assert [numbers.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_compiled_stream_is_the_same():
    from ludex.engine.kernels.random_numbers import below, first_below, next_bits, second_below

    numbers = RandomNumbers(2**64 - 1)
    state = numpy.array([numbers.state], dtype=numpy.uint64)
    for _ in range(100):
        bits = numbers.next()
        compiled = numpy.uint64(next_bits(state))
        assert int(compiled) == bits
        assert first_below(compiled, 10_000) == ((bits >> 32) * 10_000) >> 32
        assert second_below(compiled, 10_000) == ((bits & 0xFFFFFFFF) * 10_000) >> 32
        assert below(compiled, numpy.uint64(999_983)) == (bits * 999_983) >> 64
        assert below(compiled, numpy.uint64(2**32 - 1)) == (bits * (2**32 - 1)) >> 64
    assert int(state[0]) == numbers.state


@given(st.integers(0, 300), st.integers(0, 2**64 - 1))
def test_a_shuffle_is_that_of_the_sources(size: int, seed: int):
    assert list(RandomNumbers(seed).shuffled(size)) == plain_shuffle(size, seed)


def test_a_numbered_stream_is_seeded_by_the_hash_of_seed_and_number() -> None:
    seed = int(hashlib.blake2b(b"3/5", digest_size=8).hexdigest(), 16)
    assert RandomNumbers.numbered(3, 5).state == seed
    assert derived_seed(3, 5) == RandomNumbers(seed).next() // 2


def test_a_source_is_a_seed_or_a_stream_or_a_generator() -> None:
    stream = RandomNumbers(1)
    assert random_numbers(stream) is stream
    assert random_numbers(-1).state == 2**64 - 1
    expected = int(numpy.random.default_rng(1).integers(MAX_SEED + 1))
    assert random_numbers(numpy.random.default_rng(1)).state == expected
    with pytest.raises(TypeError, match="a str is neither a seed"):
        random_numbers("1")  # type: ignore[arg-type]


def test_a_choice_is_an_item_below_the_length() -> None:
    places = RandomNumbers(3)
    chosen = RandomNumbers(3)
    assert [chosen.choice("abcde") for _ in range(50)] == ["abcde"[places.below(5)] for _ in range(50)]


def test_a_seed_is_drawn_from_all_seeds_if_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.engine.random_numbers.randbelow", lambda bound: bound - 1)
    assert [seed_or_random(seed) for seed in (0, 7, None)] == [0, 7, 2**63 - 1]

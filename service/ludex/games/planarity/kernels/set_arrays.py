"""Arrays of sets of positions or vertices, as the kernels use them (see :mod:`ludex.engine.kernels.bits`)."""

import numpy as np
import numpy.typing as npt

Sets = npt.NDArray[np.uint64]

_WORD = 64
MAX_WORDS = 2


def words_for(members: int) -> int:
    """Return the number of words of a set of up to `members` members, which is at most 128."""
    return 1 if members <= _WORD else 2


def empty_sets(shape: tuple[int, ...], words: int) -> Sets:
    """Return an array of empty sets of this `shape`. If a set has two words, the array has another axis for them."""
    return np.zeros(shape if words == 1 else (*shape, words), dtype=np.uint64)


def sets_of(members: npt.NDArray[np.bool_], words: int) -> Sets:
    """Return an array of sets. The last axis of `members` contains whether each number is a member of the set.

    >>> sets_of(np.eye(3, dtype=np.bool_), 1), sets_of(np.ones(65, dtype=np.bool_), 2).tolist()
    (array([1, 2, 4], dtype=uint64), [18446744073709551615, 1])
    """
    packed = np.packbits(members, axis=-1, bitorder="little")
    padded = np.zeros((*packed.shape[:-1], 8 * words), dtype=np.uint8)
    padded[..., : packed.shape[-1]] = packed
    sets = padded.view("<u8").astype(np.uint64, copy=False)
    return sets[..., 0] if words == 1 else sets

"""Sets of up to 64 positions or vertices, represented by the bits of a word."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludex.engine.compilation import compiled_subroutine

ONE = np.uint64(1)

_DEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 0)


@intrinsic
def _trailing_zeros(typing_context, word):
    """Count the zero bits below the lowest set bit of `word` (unsigned, 64 bits) with a single machine instruction."""
    del typing_context

    def generate(context, builder, signature, arguments):
        del context, signature
        return builder.cttz(arguments[0], _DEFINED_AT_ZERO)

    return types.int64(word), generate


@intrinsic
def _ones(typing_context, word):
    """Count the set bits of `word`, an unsigned 64-bit integer, with a single machine instruction."""
    del typing_context

    def generate(context, builder, signature, arguments):
        del context, signature
        return builder.ctpop(arguments[0])

    return types.int64(word), generate


@compiled_subroutine
def bit(i):
    """Return the set whose only member is i, from 0 to 63."""
    return ONE << np.uint64(i)


@compiled_subroutine
def size(word):
    """Return the number of members of the set `word`."""
    return _ones(np.uint64(word))


@compiled_subroutine
def least(word):
    """Return the least member of the set `word`, which must not be empty."""
    return _trailing_zeros(np.uint64(word))

"""Sets of positions or vertices, represented by the bits of a word of 64 bits, or of two such words.

Kernels use the same operators for both kinds of sets, and numba compiles a kernel for the kind that it is given, so
that the code for one word does not become slower. In arrays of sets of up to 64 members, each element is a word. Arrays
of larger sets have another axis of length 2: the low word and the high word. A kernel converts such an array with
:func:`as_sets`, and then has one set in each element. The docstrings of kernels state the shapes for sets of one word.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

from ludex.engine.compilation import compiled_subroutine

ONE = np.uint64(1)

_DEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 0)


class _TwoWords(types.Type):  # type: ignore[misc]
    """The type of a set of up to 128 members in compiled code."""

    def __init__(self) -> None:
        super().__init__(name="TwoWords")


_TWO_WORDS = _TwoWords()
_TWO_WORDS_BITS = ir.IntType(128)


@register_model(_TwoWords)
class _TwoWordsModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: object, type_: object) -> None:
        super().__init__(manager, type_, _TWO_WORDS_BITS)


@intrinsic(prefer_literal=True)
def as_sets(typing_context, array, axes):
    """Return an `array` of sets with one set in each element. The array of sets has this number of `axes`."""
    del typing_context
    if array.ndim == axes.literal_value:
        return array(array, axes), lambda context, builder, signature, arguments: arguments[0]
    if array.layout != "C":
        raise TypeError("an array of pairs of words must be contiguous")
    # NumPy does not align arrays to 16 bytes.
    wide = types.Array(_TWO_WORDS, axes.literal_value, "C", readonly=not array.mutable, aligned=False)

    def generate(context, builder, signature, arguments):
        words = context.make_array(signature.args[0])(context, builder, arguments[0])
        sets = context.make_array(wide)(context, builder)
        for name in ("meminfo", "parent", "data"):
            setattr(sets, name, builder.bitcast(getattr(words, name), getattr(sets, name).type))
        sets.nitems = builder.lshr(words.nitems, ir.Constant(words.nitems.type, 1))
        sets.itemsize = ir.Constant(words.itemsize.type, 16)
        for name in ("shape", "strides"):
            lengths = getattr(sets, name)
            for axis in range(wide.ndim):
                lengths = builder.insert_value(lengths, builder.extract_value(getattr(words, name), axis), axis)
            setattr(sets, name, lengths)
        return sets._getvalue()

    return wide(array, axes), generate


def _low_word(builder: Any, number: Any) -> Any:
    return builder.trunc(number, ir.IntType(64)) if number.type == _TWO_WORDS_BITS else number


def _from_set(result: Any, emit: Callable[..., Any]) -> Any:
    """Return a function for compiled code that computes a number of 64 bits, of the type `result`, from a set.

    `emit` writes the few machine instructions.
    """

    @intrinsic
    def apply(typing_context, word):
        del typing_context
        word = word if word == _TWO_WORDS else types.uint64

        def generate(context, builder, signature, arguments):
            del context, signature
            return _low_word(builder, emit(builder, arguments[0]))

        return result(word), generate

    return apply


_trailing_zeros = _from_set(types.int64, lambda builder, word: builder.cttz(word, _DEFINED_AT_ZERO))
_ones = _from_set(types.int64, ir.IRBuilder.ctpop)
low_word = _from_set(types.uint64, lambda builder, word: word)


@intrinsic
def _constant(typing_context, value, like):
    """Return an unsigned integer of the type of `like`."""
    del typing_context
    like = like if like == _TWO_WORDS else types.uint64

    def generate(context, builder, signature, arguments):
        del context, signature
        return builder.zext(arguments[0], arguments[1].type) if like == _TWO_WORDS else arguments[0]

    return like(types.uint64, like), generate


@compiled_subroutine
def bit(i):
    """Return the set whose only member is i, from 0 to 63."""
    return ONE << np.uint64(i)


@compiled_subroutine
def empty(like):
    """Return the empty set, as a set of the same kind as `like`."""
    return _constant(np.uint64(0), like)


@compiled_subroutine
def single(i, like):
    """Return the set whose only member is i, as a set of the same kind as `like`."""
    return _constant(ONE, like) << np.uint64(i)


@compiled_subroutine
def contains(word, i):
    """Return whether i is a member of the set `word`."""
    return low_word(word >> np.uint64(i)) & ONE != 0


@compiled_subroutine
def size(word):
    """Return the number of members of the set `word`."""
    return _ones(word)


@compiled_subroutine
def least(word):
    """Return the least member of the set `word`, which must not be empty."""
    return _trailing_zeros(word)


def _overload_for_two_words(operators: tuple[Any, ...], result: Any, emit: Callable[..., Any]) -> None:
    """Define the `operators` with two arguments, of which at least the first is a set of two words.

    `emit` writes the instruction for two integers of 128 bits. The type of the value is `result`.
    """

    @intrinsic
    def apply(typing_context, a, b):
        del typing_context

        def generate(context, builder, signature, arguments):
            del context, signature
            first, second = (
                argument if argument.type == _TWO_WORDS_BITS else builder.zext(argument, _TWO_WORDS_BITS)
                for argument in arguments
            )
            return emit(builder, first, second)

        return result(a, b if b == _TWO_WORDS else types.uint64), generate

    def define(a, b):
        if a != _TWO_WORDS:
            return None

        def implementation(a, b):
            return apply(a, b)

        return implementation

    for name in operators:
        overload(name)(define)


for _operators, _instruction in (
    ((operator.and_, operator.iand), ir.IRBuilder.and_),
    ((operator.or_, operator.ior), ir.IRBuilder.or_),
    ((operator.xor, operator.ixor), ir.IRBuilder.xor),
    ((operator.sub, operator.isub), ir.IRBuilder.sub),
    ((operator.lshift, operator.ilshift), ir.IRBuilder.shl),
    ((operator.rshift, operator.irshift), ir.IRBuilder.lshr),
):
    _overload_for_two_words(_operators, _TWO_WORDS, _instruction)


def _overload_comparison(name: Any, sign: str) -> None:
    _overload_for_two_words((name,), types.boolean, lambda builder, a, b: builder.icmp_unsigned(sign, a, b))


for _operator, _sign in ((operator.eq, "=="), (operator.ne, "!="), (operator.lt, "<"), (operator.gt, ">")):
    _overload_comparison(_operator, _sign)


@overload(operator.invert)
def _invert(word):
    if word == _TWO_WORDS:
        return lambda word: word ^ (empty(word) - ONE)
    return None


@overload(bool)
def _bool(word):
    if word == _TWO_WORDS:
        return lambda word: word != empty(word)
    return None


@overload(operator.not_)
def _not(word):
    if word == _TWO_WORDS:
        return lambda word: word == empty(word)
    return None


@overload(min)
def _min(a, b):
    if a == b == _TWO_WORDS:
        return lambda a, b: a if a < b else b
    return None

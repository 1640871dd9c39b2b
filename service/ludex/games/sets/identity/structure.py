"""What the symmetries that keep sets leave of a position: points, and a family of partitions of them.

For v >= 4 a symmetry permutes the properties and, in each, the values. So a position is its cards with one partition by
value for each property. A bijection of the cards of two positions comes from a symmetry iff it takes the partitions of
one to those of the other. For v = 3 the symmetries are the affine maps of AG(p, 3). The partitions are those by all
affine functions that are not constant on the cards: an affine function follows from its partition up to an affine map
of its values. There are (3^d - 1) / 2 of them, where d is the dimension that the cards span. If the cards have fewer
affine dependencies than that, other partitions serve as well: for each dependency, the cards that it leaves out and,
without names, those with either coefficient. They determine the space of dependencies, and so the space of affine
functions.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludex.games.sets.digits import digit_array
from ludex.games.sets.identity.key_bounds import MAX_KEY_CELLS, PositionTooLarge
from ludex.games.sets.identity.linear_algebra import reduced
from ludex.games.sets.kernels import ternary as kernel
from ludex.games.sets.position import Position


@dataclass(frozen=True, slots=True)
class Structure:
    """The partitions of a position's cards: `blocks`, uint8 (cards, partitions), is the block that each card is in.

    Blocks have no names; but if `zero_differs`, block 0 differs from the others. `vectors` is int8 (cards, d): for v =
    3 the coordinates of the cards in a frame of what they span, otherwise their values.
    """

    blocks: NDArray[np.uint8]
    zero_differs: bool
    vectors: NDArray[np.int8]


def structure(position: Position) -> Structure:
    """Return the partitions of a `position` with at least one card and at least three values.

    Raises PositionTooLarge beyond 2^24 cards times partitions.
    """
    cards, deck = len(position.cards), position.deck
    digits = digit_array(deck, np.array(position.cards, np.int32)).astype(np.int8)
    if deck.values > 3:
        return Structure(digits.astype(np.uint8), False, digits)
    vectors = in_own_frame(digits)
    dimension = vectors.shape[1]
    dependencies = cards - 1 - dimension
    exponent = min(dimension, dependencies)
    if cards * (3**exponent // 2) > MAX_KEY_CELLS:
        raise PositionTooLarge(
            f"{cards} cards that span {dimension} dimensions have {3**exponent // 2:,} partitions; "
            f"a canonical key takes at most {MAX_KEY_CELLS:,} cards times partitions"
        )
    if dimension <= dependencies:
        return Structure(_up_to_sign(vectors), False, vectors)
    return Structure(_up_to_sign(_dependencies(vectors)), True, vectors)


def in_own_frame(digits: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return coordinates of points of AG(p, 3) in the space that they span: int8 (points, dimension).

    `digits`, int8 (points, p), are the points. The coordinates are columns of the differences to the first point: the
    leftmost ones that all others depend on.
    """
    differences = (digits - digits[0]) % 3
    _, independent = reduced(differences)
    return np.ascontiguousarray(differences[:, independent])


def _dependencies(vectors: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return a basis of the affine dependencies of points, as columns: int8 (points, points - 1 - dimension)."""
    points = len(vectors)
    equations = np.vstack([np.ones(points, np.int8), vectors.T])
    echelon, pivots = reduced(equations)
    free = [column for column in range(points) if column not in set(pivots)]
    basis = np.zeros((points, len(free)), np.int8)
    basis[free, range(len(free))] = 1
    basis[pivots] = (-echelon[:, free]) % 3
    return basis


def _up_to_sign(columns: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Return all sums of columns over the field of three elements, up to sign and without the empty one."""
    cards, number = columns.shape
    blocks = np.empty((cards, 3**number // 2), np.uint8)
    kernel.sums_up_to_sign(np.ascontiguousarray(columns), np.empty(3**number, np.int8), blocks)
    return blocks

"""Linear algebra over the field of three elements. A matrix is an array of the integers 0, 1 and 2."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludex.games.sets.kernels import ternary as kernel

Matrix = NDArray[Any]


def reduced(rows: Matrix) -> tuple[Matrix, list[int]]:
    """Return the reduced row echelon form of `rows` without zero rows, and the columns of its pivots.

    >>> rows, pivots = reduced(np.array([[0, 2, 1], [0, 1, 2]]))
    >>> rows.tolist(), pivots
    ([[0, 1, 2]], [1])
    """
    echelon = np.array(rows, np.int8, order="C")
    pivots = np.empty(echelon.shape[1], np.int32)
    rank = kernel.reduce(echelon, pivots)
    return echelon[:rank], pivots[:rank].tolist()


def completed(rows: Matrix) -> Matrix:
    """Return independent `rows` followed by the unit vectors that complete them to a basis.

    >>> completed(np.array([[0, 1, 1]])).tolist()
    [[0, 1, 1], [1, 0, 0], [0, 1, 0]]
    """
    everything = np.vstack([rows, np.eye(rows.shape[1], dtype=rows.dtype)])
    _, basis = reduced(everything.T)
    return everything[basis]


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of an invertible `matrix`.

    >>> inverse(np.array([[1, 1], [0, 2]])).tolist()
    [[1, 1], [0, 2]]
    """
    rows, _ = reduced(np.hstack([matrix, np.eye(len(matrix), dtype=matrix.dtype)]))
    return rows[:, len(matrix) :]

"""Linear algebra over the field of three elements. The elements are the integers 0, 1 and 2 as int8."""

from ludex.engine.compilation import compiled


@compiled
def reduce(rows, pivots):
    """Bring the matrix `rows`, int8, to reduced row echelon form, and return its rank.

    The column of the leading 1 of each row is written to `pivots`. This array has the type int32 and must have an
    element for each column.
    """
    rank = 0
    for column in range(rows.shape[1]):
        row = rank
        while row < rows.shape[0] and rows[row, column] == 0:
            row += 1
        if row == rows.shape[0]:
            continue
        lead = rows[row, column]
        for k in range(rows.shape[1]):
            # Modulo 3, the inverse of 2 is 2.
            above = rows[rank, k]
            rows[rank, k] = lead * rows[row, k] % 3
            if row != rank:
                rows[row, k] = above
        for other in range(rows.shape[0]):
            factor = rows[other, column]
            if other != rank and factor:
                for k in range(rows.shape[1]):
                    rows[other, k] = (rows[other, k] + (3 - factor) * rows[rank, k]) % 3
        pivots[rank] = column
        rank += 1
    return rank


@compiled
def sums_up_to_sign(columns, sums, blocks):
    """Write all non-empty signed sums of `columns` to `blocks`, one of each pair of opposite sums.

    `columns` has the shape (points, d) and the type int8. `blocks` has the shape (points, (3^d - 1) / 2) and the type
    uint8. `sums`, of shape (3^d,) and type int8, is scratch space. In each sum, the last column that occurs has the
    coefficient 1. The sums are sorted by this last column.
    """
    for i in range(columns.shape[0]):
        sums[0] = 0
        length, place = 1, 0
        for k in range(columns.shape[1]):
            entry = columns[i, k]
            for j in range(length):
                once = (sums[j] + entry) % 3
                sums[length + j] = once
                sums[2 * length + j] = (once + entry) % 3
                blocks[i, place + j] = once
            place += length
            length *= 3

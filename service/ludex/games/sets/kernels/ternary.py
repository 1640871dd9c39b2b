"""Linear algebra over the field of three elements, in place; the elements are the integers 0, 1, 2 as int8."""

from ludex.engine.compilation import compiled


@compiled
def reduce(rows, pivots):
    """Bring the matrix `rows`, int8, to reduced row echelon form, and return its rank.

    The columns of its leading ones are written to `pivots`, int32, which has room for as many as there are columns.
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
            # The inverse of 2 is 2.
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
    """Write all sums of `columns`, up to sign and without the empty one.

    `columns` is int8 (points, d), `blocks`, written, uint8 (points, (3^d - 1) / 2), `sums` int8 (3^d), scratch. The
    sums that end with column k, with coefficient 1, follow those that end before it.
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

"""Functions that count the objects with each value of a fact."""

from ludex.engine.compilation import compiled


@compiled
def add_counts(numbers, rows, counts):
    """Add 1 to `counts[numbers[row] + 1]` for each row (types: int8 to int64[n], int32[rows], int64[values + 1])."""
    for place in range(rows.size):
        counts[numbers[rows[place]] + 1] += 1


@compiled
def add_weights(numbers, weights, counts):
    """Add the weight of each number to `counts[number + 1]` (types: int8 to int64[n], int64[n], int64[values + 1])."""
    for place in range(numbers.size):
        counts[numbers[place] + 1] += weights[place]

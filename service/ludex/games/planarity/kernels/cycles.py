"""The cycles of permutations, compiled."""

from ludex.engine.compilation import compiled


@compiled
def cycle_lengths(permutations, seen, lengths):
    """Count the cycles of each permutation by length.

    Each row of `permutations`, int64 (rows, n), is a permutation. The function writes the number of cycles of length
    k + 1 to lengths[row, k]. `lengths`, int64 (rows, n), is initially all 0. `seen`, bool (n), is scratch space.
    """
    for row in range(len(permutations)):
        permutation = permutations[row]
        for start in range(len(permutation)):
            seen[start] = False
        for start in range(len(permutation)):
            length = 0
            at = start
            while not seen[at]:
                seen[at] = True
                at = permutation[at]
                length += 1
            if length > 0:
                lengths[row, length - 1] += 1

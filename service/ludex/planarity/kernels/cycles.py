"""The cycles of permutations, compiled."""

from ludex.engine.compilation import compiled


@compiled
def cycle_lengths(permutations, seen, lengths):
    """Count the cycles of each row's permutation by length: lengths[row, k] of length k + 1.

    `lengths` is all zeros before; `seen` is room for one flag an element.
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

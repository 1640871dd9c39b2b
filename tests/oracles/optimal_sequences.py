"""Every optimal sequence of swaps, listed one by one, and what can be read off the list. Imports nothing from ludex."""

from tests.oracles.small_drawings import crossed_pairs, swapped


def optimal_sequences(points, edges, minimum):
    """List the sequences of `minimum` swaps that end in a plane drawing, by trying them all."""
    found = []

    def extend(laid, sequence):
        if len(sequence) == minimum:
            if not crossed_pairs(laid, edges):
                found.append(sequence)
            return
        for edge in edges:
            extend(swapped(laid, edge), (*sequence, edge))

    extend(tuple(points), ())
    return found


def commutation_classes(sequences):
    """Count the sequences up to exchanging neighbours without a common vertex."""
    left = set(sequences)
    classes = 0
    while left:
        classes += 1
        waiting = [left.pop()]
        while waiting:
            sequence = waiting.pop()
            for i in range(len(sequence) - 1):
                one, other = sequence[i], sequence[i + 1]
                if not set(one) & set(other):
                    changed = (*sequence[:i], other, one, *sequence[i + 2 :])
                    if changed in left:
                        left.discard(changed)
                        waiting.append(changed)
    return classes


def crossings_along(points, edges, sequence):
    """List the numbers of crossings before, between and after the swaps of a sequence."""
    laid = tuple(points)
    counts = [len(crossed_pairs(laid, edges))]
    for edge in sequence:
        laid = swapped(laid, edge)
        counts.append(len(crossed_pairs(laid, edges)))
    return counts


def descents(points, edges):
    """List the lengths of all steepest descents that end in a plane drawing; None for each that ends elsewhere."""
    laid = tuple(points)
    here = len(crossed_pairs(laid, edges))
    if not here:
        return [0]
    after = {edge: len(crossed_pairs(swapped(laid, edge), edges)) for edge in edges}
    least = min(after.values())
    if least >= here:
        return [None]
    return [
        None if length is None else length + 1
        for edge, crossings in after.items()
        if crossings == least
        for length in descents(swapped(laid, edge), edges)
    ]

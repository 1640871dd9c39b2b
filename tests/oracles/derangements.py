"""Swishes of one-point-one-circle cards as derangements of cells: slow and obvious. Imports nothing from ludex.

Laid on the board, a card is an arrow from its circle to its point. In a swish each cell that is met has one arrow in
and one out, so that a swish of k cards is a derangement of k cells, each of its arrows a card of its own.
"""

from itertools import combinations, permutations, product
from math import comb, perm, prod

from tests.oracles.swish_cards import canonical, cells_of
from tests.oracles.swishes import laid_ways


def kinds_of(codes, symmetry="rectangle"):
    """Return the indices of the copies of each kind of card."""
    kinds = {}
    for index, code in enumerate(codes):
        kinds.setdefault(canonical(code, symmetry), []).append(index)
    return list(kinds.values())


def used_kinds(codes, size, symmetry="rectangle"):
    """Yield, for each derangement of `size` cells whose arrows are cards, how often it uses which kinds."""
    kinds = kinds_of(codes, symmetry)
    arrows = {}
    for kind, members in enumerate(kinds):
        for way in laid_ways(codes[members[0]], symmetry):
            arrows[cells_of(way, "o")[0], cells_of(way, "*")[0]] = kind
    for cells in combinations(sorted({tail for tail, _ in arrows}), size):
        for heads in permutations(cells):
            used = [arrows.get(arrow) for arrow in zip(cells, heads, strict=True)]
            if None not in used:
                times = {kind: used.count(kind) for kind in used}
                if all(n <= len(kinds[kind]) for kind, n in times.items()):
                    yield times


def counts(codes, most, symmetry="rectangle"):
    """Return size -> (sets of cards, placements) for the sizes up to `most` that have a swish."""
    copies = [len(members) for members in kinds_of(codes, symmetry)]
    found = {}
    for size in range(2, most + 1):
        derangements = list(used_kinds(codes, size, symmetry))
        different = {tuple(sorted(times.items())) for times in derangements}
        sets = sum(prod(comb(copies[kind], n) for kind, n in times) for times in different)
        laid = sum(prod(perm(copies[kind], n) for kind, n in times.items()) for times in derangements)
        if laid:
            found[size] = (sets, laid)
    return found


def card_sets(codes, most, symmetry="rectangle"):
    """Return the sets of at most `most` cards that form a swish."""
    kinds = kinds_of(codes, symmetry)
    found = set()
    for size in range(2, most + 1):
        for times in {tuple(sorted(times.items())) for times in used_kinds(codes, size, symmetry)}:
            for pick in product(*(combinations(kinds[kind], n) for kind, n in times)):
                found.add(frozenset(index for part in pick for index in part))
    return found

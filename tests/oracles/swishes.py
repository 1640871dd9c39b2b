"""Swishes by trying every set of cards in every configuration: slow and obvious. Imports nothing from ludex."""

from itertools import combinations, product


def laid_ways(code, symmetry="rectangle", rule="swish"):
    """Return the different codes that a card shows when it is flipped (and, square, turned)."""
    rows = code.split("/")
    if rule == "simple":
        return [code]
    mirror = [row[::-1] for row in rows]
    ways = [rows, mirror, rows[::-1], mirror[::-1]]
    if symmetry == "square":
        ways += [["".join(column) for column in zip(*way, strict=True)] for way in list(ways)]
    return sorted({"/".join(way) for way in ways})


def forms_swish(codes):
    """Tell whether cards laid as they are match: on each cell nothing at all, or one point and one circle."""
    if len(codes) < 2:
        return False
    for symbols in zip(*codes, strict=True):
        points, circles = symbols.count("*"), symbols.count("o")
        if points != circles or points > 1:
            return False
    return True


def all_swishes(codes, symmetry="rectangle", rule="swish", max_size=None):
    """Return every swish as (card indices, codes as laid)."""
    ways = [laid_ways(code, symmetry, rule) for code in codes]
    return [
        (chosen, laid)
        for size in range(2, (max_size or len(codes)) + 1)
        for chosen in combinations(range(len(codes)), size)
        for laid in product(*(ways[index] for index in chosen))
        if forms_swish(laid)
    ]


def counts(codes, symmetry="rectangle", rule="swish", max_size=None):
    """Return size -> (sets of cards, placements)."""
    found = all_swishes(codes, symmetry, rule, max_size)
    return {
        size: (len({chosen for chosen, _ in found if len(chosen) == size}), sum(len(c) == size for c, _ in found))
        for size in sorted({len(chosen) for chosen, _ in found})
    }


def largest_without_swish(codes, symmetry="rectangle"):
    """Return the size of a largest set of cards without a swish, and how many such sets there are."""
    swishes = [sum(1 << index for index in chosen) for chosen, _ in all_swishes(codes, symmetry)]
    sizes = [
        chosen.bit_count() for chosen in range(1 << len(codes)) if not any(swish & chosen == swish for swish in swishes)
    ]
    return max(sizes), sizes.count(max(sizes))

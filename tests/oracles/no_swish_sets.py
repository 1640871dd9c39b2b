"""Largest sets of one-point-one-circle cards without a swish, by trying every set of cards. Imports nothing from ludex.

A card leads from the cell of its point to the cell of its circle, in one of several ways. Cards form a swish exactly if
some of them, each laid in one way, form a cycle that visits no cell twice.
"""

from tests.oracles.swish_cards import cells_of
from tests.oracles.swishes import laid_ways


def has_swish(codes, symmetry="rectangle"):
    """Tell whether some of the cards form a cycle: try every way to continue every path."""
    arrows = [{(cells_of(way, "*")[0], cells_of(way, "o")[0]) for way in laid_ways(code, symmetry)} for code in codes]

    def closes(start, here, visited, used):
        onward = [(1 << card, head) for card, ways in enumerate(arrows) for tail, head in ways if tail == here]
        for card, head in onward:
            if not used & card and head == start:
                return True
            if not used & card and head not in visited and closes(start, head, visited | {head}, used | card):
                return True
        return False

    return any(closes(tail, head, {tail, head}, 1 << card) for card, ways in enumerate(arrows) for tail, head in ways)


def largest(codes, symmetry="rectangle"):
    """Return the size of a largest set without a swish: with and without each card, from the first to the last."""

    def extend(chosen, card):
        if card == len(codes):
            return len(chosen)
        without = extend(chosen, card + 1)
        longer = (*chosen, card)
        return (
            max(without, extend(longer, card + 1)) if not has_swish([codes[i] for i in longer], symmetry) else without
        )

    return extend((), 0)

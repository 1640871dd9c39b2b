"""Sets of cards without a swish, by trying every set: slow and obvious. Imports nothing from ludex."""

from itertools import combinations


def minimal(card_sets):
    """Return the sets that contain no other one."""
    masks = {sum(1 << index for index in cards) for cards in card_sets}
    return {mask for mask in masks if not any(other != mask and other & mask == other for other in masks)}


def without_swish(cards, card_sets, size):
    """Yield, as tuples of indices, the sets of `size` of so many cards that contain none of the card sets."""
    swishes = [sum(1 << index for index in swish) for swish in card_sets]
    for chosen in combinations(range(cards), size):
        mask = sum(1 << index for index in chosen)
        if not any(swish & mask == swish for swish in swishes):
            yield chosen


def counts(cards, card_sets):
    """Return, for each n, how many sets of n cards contain none of the card sets."""
    return [sum(1 for _ in without_swish(cards, card_sets, n)) for n in range(cards + 1)]


def largest(cards, card_sets):
    """Return every largest set of cards that contains none of the card sets."""
    for size in range(cards, -1, -1):
        found = list(without_swish(cards, card_sets, size))
        if found:
            return found
    raise AssertionError("the empty set contains nothing")

"""Caps by trying every set of cards, and their classes by applying every symmetry. Imports nothing from ludex."""

from itertools import combinations, permutations, product


def masks_of_sets(deck, values):
    """Return the sets of a deck, given as its cards in order, as bits."""
    return [
        sum(1 << index for index in chosen)
        for chosen in combinations(range(len(deck)), values)
        if all(len({deck[index][k] for index in chosen}) in {1, values} for k in range(len(deck[0])))
    ]


def caps(cards, sets):
    """Yield, as bits, each set of the cards 0 to cards - 1 that contains none of the sets."""
    by_last = [[one ^ 1 << card for one in sets if one.bit_length() == card + 1] for card in range(cards)]
    open_ends = [(0, 0)]
    while open_ends:
        cap, first = open_ends.pop()
        yield cap
        for card in range(first, cards):
            for others in by_last[card]:
                if cap & others == others:
                    break
            else:
                open_ends.append((cap | 1 << card, card + 1))


def counts(cards, sets):
    """Return how many caps of each size there are, up to the largest ones."""
    by_size = [0] * (cards + 1)
    for cap in caps(cards, sets):
        by_size[cap.bit_count()] += 1
    while not by_size[-1]:
        by_size.pop()
    return by_size


def digit_symmetries(deck):
    """Yield the symmetries that permute properties, and the values of each, as the index that each card goes to."""
    index = {card: number for number, card in enumerate(deck)}
    properties = len(deck[0])
    digits = sorted({card[0] for card in deck})
    orders = [dict(zip(digits, order, strict=True)) for order in permutations(digits)]
    for places in permutations(range(properties)):
        for chosen in product(orders, repeat=properties):
            yield [index["".join(chosen[k][card[places[k]]] for k in range(properties))] for card in deck]


def affine_symmetries_of_the_plane(deck):
    """Yield the affine maps of the cards of two properties with three values, as the index that each card goes to."""
    index = {card: number for number, card in enumerate(deck)}
    for a, b, c, d, e, f in product(range(3), repeat=6):
        if (a * d - b * c) % 3:
            points = [(int(card[0]), int(card[1])) for card in deck]
            yield [index[f"{(a * x + b * y + e) % 3}{(c * x + d * y + f) % 3}"] for x, y in points]


def classes(cards, sets, symmetries):
    """Return how many classes of caps of each size there are under symmetries, given as lists of images."""
    listed = list(symmetries)
    left = set(caps(cards, sets))
    by_size = [0] * (max(cap.bit_count() for cap in left) + 1)
    while left:
        cap = next(iter(left))
        members = [card for card in range(cards) if cap >> card & 1]
        left -= {sum(1 << images[card] for card in members) for images in listed}
        by_size[cap.bit_count()] += 1
    return by_size


def largest(cards, sets):
    """Return the most cards that contain none of the sets."""
    return max(cap.bit_count() for cap in caps(cards, sets))

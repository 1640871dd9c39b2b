"""Whole boards: largest no-swish sets from the orbits of the cells, each orbit by trying. Imports nothing from ludex.

Cards between two orbits are paired with their reverses, of which one can stay; the cards within an orbit are tried in
every combination (section 3.3 of the paper, settled).
"""

from functools import cache
from itertools import permutations, product
from math import factorial, prod

from tests.oracles import deals, derangements
from tests.oracles.swish_cards import canonical, cell_orbits, cells_of, one_pair_codes


def cards(height, width, symmetry="rectangle"):
    """Return all one-point-one-circle cards of a board."""
    return sorted({canonical(code, symmetry) for code in one_pair_codes(height, width)})


def of_orbits(code, orbits):
    """Return the orbit of the card's point and the orbit of its circle, as places in `orbits`."""
    return tuple(next(at for at, orbit in enumerate(orbits) if cells_of(code, s)[0] in orbit) for s in "*o")


@cache
def _within(codes, cells, symmetry):
    return deals.largest(len(codes), derangements.card_sets(codes, cells, symmetry))


def facts(height, width, symmetry="rectangle"):
    """Return the numbers of cards, of cards of a largest no-swish set, and of largest no-swish sets."""
    orbits = sorted(map(sorted, cell_orbits(height, width, symmetry)))
    every = cards(height, width, symmetry)
    at_home = [tuple(code for code in every if of_orbits(code, orbits) == (o, o)) for o in range(len(orbits))]
    between = len(every) - sum(map(len, at_home))
    kept = [
        _within(codes, len(orbit), symmetry) if codes else [()] for codes, orbit in zip(at_home, orbits, strict=True)
    ]
    return (
        len(every),
        between // 2 + sum(len(sets[0]) for sets in kept),
        factorial(len(orbits)) * prod(map(len, kept)),
    )


def maximum_sets(height, width, symmetry="rectangle"):
    """Return every largest no-swish set: an order of the orbits, and a largest choice within each."""
    orbits = sorted(map(sorted, cell_orbits(height, width, symmetry)))
    ends = {code: of_orbits(code, orbits) for code in cards(height, width, symmetry)}
    choices = []
    for place, orbit in enumerate(orbits):
        codes = tuple(code for code, both in ends.items() if both == (place, place))
        sets = _within(codes, len(orbit), symmetry) if codes else [()]
        choices.append([frozenset(codes[index] for index in chosen) for chosen in sets])
    found = set()
    for order in permutations(range(len(orbits))):
        forward = frozenset(code for code, (point, circle) in ends.items() if order[point] < order[circle])
        found |= {forward.union(*pick) for pick in product(*choices)}
    return found

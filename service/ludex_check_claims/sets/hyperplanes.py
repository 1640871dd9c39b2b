"""The check of the proof that caps of five properties with three values have at most 45 cards.

The proof is explained in schema/certificates.md.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb
from operator import add, le, mul

from ludex_check_claims.sets.labels import canonical_cards
from ludex_check_claims.verdicts import Clock, Json, require

MOST = 45
LARGEST, LARGE = 20, 19
SHARED = (8, 9)
Triple = tuple[int, int, int]
Pair = tuple[tuple[int, ...], tuple[int, ...]]


def require_bound(step: Json, clock: Clock) -> None:
    """Require that a step proves the bound 45 for five properties, given the bound 20 for four properties."""
    require((step["smaller"], step["most"]) == (LARGEST, MOST), f"the step proves the bound {MOST} from {LARGEST}")
    require(classes_excluded(5, LARGE - 1, MOST + 1, step["multipliers"]), "the multipliers prove no large hyperplane")
    stated = [tuple(division["sizes"]) for division in step["divisions"]]
    expected = [
        (first, second, MOST + 1 - first - second)
        for first in (LARGEST, LARGE)
        for second in range(first, -1, -1)
        if 0 <= MOST + 1 - first - second <= second
    ]
    require(stated == expected, "the divisions are not all divisions of 46 cards")
    for division in step["divisions"]:
        require(
            division_excluded(tuple(division["sizes"]), division["multipliers"], clock),
            f"the multipliers do not exclude the division {division['sizes']}",
        )
    require(step["recompute"] == {"large": LARGE, "shared": list(SHARED)}, "the search must be of two hyperplanes")
    require(not joined_cap_exists(MOST + 1, clock), "there is a cap of 46 cards with two large hyperplanes")


def classes_excluded(properties: int, smaller: int, cards: int, multipliers: list[int]) -> bool:
    """Return whether a combination of three counts excludes a cap of `cards` cards.

    The counts are those of classes of parallel hyperplanes, of pairs of cards in a hyperplane, and of triples of cards
    in a hyperplane. Each hyperplane has at most `smaller` cards. `multipliers` are the coefficients of the counts.
    """
    require(len(multipliers) == 3 and all(type(number) is int for number in multipliers), "there must be 3 integers")
    zero, two, three = multipliers
    of_size = [two * comb(k, 2) + three * comb(k, 3) for k in range(smaller + 1)]
    for parts in _parts(cards, smaller):
        if zero + sum(of_size[part] for part in parts) < 0:
            return False
    classes, of_pair, of_triple = ((3**power - 1) // 2 for power in (properties, properties - 1, properties - 2))
    return bool(zero * classes + two * comb(cards, 2) * of_pair + three * comb(cards, 3) * of_triple < 0)


def _parts(cards: int, most: int) -> Iterator[Triple]:
    for a, b in product(range(min(cards, most) + 1), repeat=2):
        if 0 <= cards - a - b <= most:
            yield a, b, cards - a - b


def division_excluded(sizes: Triple, multipliers: list[int], clock: Clock) -> bool:
    """Return whether the multipliers exclude a cap in which all large hyperplanes are parallel to the first hyperplane.

    `sizes` are the numbers of cards in the first hyperplane and in the two hyperplanes that are parallel to it.
    """
    require(len(multipliers) == 8 and all(type(number) is int for number in multipliers), "there must be 8 integers")
    zero, *within, mixed = multipliers
    first, second, third = (
        [
            (parts, sum(within[2 * place] * comb(k, 2) + within[2 * place + 1] * comb(k, 3) for k in parts))
            for parts in _parts(size, max(SHARED))
        ]
        for place, size in enumerate(sizes)
    )
    # The three spaces can be renumbered such that the numbers are in ascending order.
    ascending = [(r, weight) for r, weight in first if list(r) == sorted(r)]
    free = [[(LARGE - 1 if k in SHARED else sizes[0]) - k for k in r] for r, _ in ascending]
    for a, weight_a in second:
        for b, weight_b in third:
            clock.tick()
            # The spaces i, j and k of the three hyperplanes lie in one hyperplane if i + j + k is a multiple of 3.
            opposite = [[b[(-i - j) % 3] for j in range(3)] for i in range(3)]
            largest = [max(map(add, a, others)) for others in opposite]
            products = [sum(map(mul, a, others)) for others in opposite]
            for (r, weight_r), most in zip(ascending, free, strict=True):
                if all(map(le, largest, most)):
                    weight = weight_r + weight_a + weight_b + mixed * sum(map(mul, r, products))
                    if zero + weight < 0:
                        return False
    totals = [13 * comb(sizes[0], 2), 4 * comb(sizes[0], 3), 13 * comb(sizes[1], 2), 4 * comb(sizes[1], 3)]
    totals += [13 * comb(sizes[2], 2), 4 * comb(sizes[2], 3)]
    right = zero * 40 + sum(weight * total for weight, total in zip(within, totals, strict=True))
    return bool(right + mixed * 13 * sizes[0] * sizes[1] * sizes[2] < 0)


POINTS = list(product(range(3), repeat=3))
FRAME = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def _number(point: tuple[int, ...]) -> int:
    number = 0
    for value in point:
        number = 3 * number + value % 3
    return number


@cache
def _third_table(dimensions: int) -> list[list[int]]:
    points = list(product(range(3), repeat=dimensions))
    return [[_number(tuple(-x - y for x, y in zip(a, b, strict=True))) for b in points] for a in points]


THIRD = _third_table(3)


def joined_cap_exists(size: int, clock: Clock) -> bool:
    """Return whether there is a cap of `size` cards with two hyperplanes that have 19 cards each and share 8 or 9."""
    for shared in SHARED:
        for cap in _classes_of_caps(shared, clock):
            extended = sorted(_extensions(cap, clock))
            for place, first in enumerate(extended):
                for second in extended[place:]:
                    if _can_complete(_join(cap, first, second), size, clock):
                        return True
    return False


def _classes_of_caps(size: int, clock: Clock) -> list[tuple[int, ...]]:
    """Return one cap of each class of caps with three properties and `size` cards.

    Each of these caps contains the points of FRAME. Caps of this size have four points in general position, which an
    affine map moves to FRAME.
    """
    classes: dict[object, tuple[int, ...]] = {}
    for cap in _caps((1 << 27) - 1, size, clock, tuple(map(_number, FRAME))):
        form = canonical_cards(3, [POINTS[card] for card in cap], clock).form
        classes.setdefault(tuple(form), cap)
    return list(classes.values())


def _caps(allowed: int, size: int, clock: Clock, chosen: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the caps of `size` cards that contain all the `chosen` cards.

    The remaining cards of a cap are members of the bit set `allowed`, and follow in ascending order.
    """
    for a, b in combinations(chosen, 2):
        allowed &= ~(1 << THIRD[a][b])
    for card in chosen:
        allowed &= ~(1 << card)
    yield from _extend(allowed, size, clock, chosen)


def _extend(allowed: int, size: int, clock: Clock, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(chosen) == size:
        yield chosen
        return
    while allowed.bit_count() >= size - len(chosen):
        clock.tick()
        card = (allowed & -allowed).bit_length() - 1
        allowed &= allowed - 1
        rest = allowed
        for other in chosen:
            rest &= ~(1 << THIRD[card][other])
        yield from _extend(rest, size, clock, (*chosen, card))


def _extensions(cap: tuple[int, ...], clock: Clock) -> set[Pair]:
    """Return the pairs of caps in two parallel spaces that extend a cap to 19 cards.

    The result contains one pair of each orbit under shears.
    """
    missing = LARGE - len(cap)
    blocked = [sum(1 << THIRD[card][member] for member in cap) for card in range(27)]
    found: set[Pair] = set()
    for size in range((missing + 1) // 2, min(9, missing) + 1):
        # A shear moves the larger of the two caps so that it contains the first card.
        for larger in _caps((1 << 27) - 1, size, clock, (0,)):
            beyond = (1 << 27) - 1
            for card in larger:
                beyond &= ~blocked[card]
            found.update(_least_image(larger, smaller) for smaller in _caps(beyond, missing - size, clock))
    return found


def _least_image(larger: tuple[int, ...], smaller: tuple[int, ...]) -> Pair:
    """Return the least image of a pair of caps under shears.

    If the two caps have the same size, images under the reflection, which exchanges the caps, are included.
    """
    orders = [(larger, smaller)]
    if len(larger) == len(smaller):
        orders.append((smaller, larger))
    return min((_moved(a, card, -1), _moved(b, card, 1)) for a, b in orders for card in a)


def _moved(cards: tuple[int, ...], by: int, sign: int) -> tuple[int, ...]:
    moves = [sign * x for x in POINTS[by]]
    return tuple(sorted(_number(tuple(x + y for x, y in zip(POINTS[card], moves, strict=True))) for card in cards))


def _join(cap: tuple[int, ...], first: Pair, second: Pair) -> list[int]:
    """Return the cards of two hyperplanes that share `cap`.

    A card has five coordinates: the three coordinates of the shared space, and one coordinate for each hyperplane.
    """
    cards = [9 * card for card in cap]
    for space in (1, 2):
        cards += [9 * card + 3 * space for card in first[space - 1]]
        cards += [9 * card + space for card in second[space - 1]]
    return cards


def _can_complete(cap: list[int], size: int, clock: Clock) -> bool:
    """Return whether a cap is contained in a cap of `size` cards.

    The search branches on the allowed card that excludes the most allowed cards: it either adds or omits this card.
    """
    third = _third_table(5)
    excluded = set(cap) | {third[a][b] for a, b in combinations(cap, 2)}
    free = [card for card in range(243) if card not in excluded]
    bit = {card: 1 << place for place, card in enumerate(free)}
    excludes = {bit[card]: sum(bit.get(third[card][member], 0) for member in cap) for card in free}
    stack: list[tuple[tuple[int, ...], int, int]] = [((), sum(bit.values()), size - len(cap))]
    card_of = {value: card for card, value in bit.items()}
    while stack:
        clock.tick()
        chosen, allowed, needed = stack.pop()
        if needed <= 0:
            return True
        if allowed.bit_count() < needed:
            continue
        best = max((b for b in excludes if b & allowed), key=lambda b: (excludes[b] & allowed).bit_count())
        allowed &= ~best
        stack.append((chosen, allowed, needed))
        rest, card = allowed & ~excludes[best], card_of[best]
        for other in chosen:
            rest &= ~bit.get(third[card][other], 0)
        stack.append(((*chosen, card), rest, needed - 1))
    return False

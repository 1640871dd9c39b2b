"""A check of the numbers of deals without a swish. It recounts the deals, using the minimal swishes of the deck."""

from collections import Counter, defaultdict
from itertools import zip_longest
from math import comb

from ludex_check_claims.swish.cards import Cards, Placement
from ludex_check_claims.verdicts import RECOMPUTED, Clock, Export, Json, NotChecked, each_bit, require


class Deals:
    """The check of the number of deals without a swish.

    The deals from a deck are counted once for all numbers of cards, when the first claim about the deck is checked.
    """

    def __init__(self) -> None:
        self.known: dict[str, list[int] | None] = {}

    def __call__(self, claim: Json, document: Json, export: Export) -> str:
        """Check that the claim states the number of deals that the recount gives."""
        cards, n, value = Cards(document), claim["parameters"]["n"], claim["value"]
        if "samples" in claim["parameters"]:
            raise NotChecked("estimates from samples are not checked")
        require(1 <= n <= len(cards) and value["denominator"] == comb(len(cards), n), "the number of deals is wrong")
        label = document["label"]
        if label not in self.known:
            self.known[label] = None  # If the count takes too long, it is not attempted again.
            copies = [cards.copies[kind] for kind in sorted(cards.copies)]
            self.known[label] = count_without(copies, minimal_swishes(cards, Clock(export, 240)), Clock(export, 400))
        counts = self.known[label]
        if counts is None:
            raise NotChecked("counting the deals again would take too long")
        counted = counts[n]
        require(counted == value["numerator"], f"{counted} deals of {n} cards have no swish, not {value['numerator']}")
        return RECOMPUTED


def minimal_swishes(cards: Cards, clock: Clock) -> list[Counter[int]]:
    """Return the minimal swishes, sorted by size. A swish is given as the number of copies of each kind of card.

    Stacks grow card by card. The first card of a stack has the least kind of all its cards. It is placed in its least
    configuration, because the stack can be turned as a whole. Each further card fills the first open cell. Stacks that
    contain a smaller swish are not extended.
    """
    kinds = sorted(cards.copies)
    of_kind = dict(zip(cards.kind, cards.placements, strict=True))
    bits: list[list[int]] = []  # for each kind, one bit per copy; stacks use the first copies
    for kind in kinds:
        first = sum(map(len, bits))
        bits.append([1 << first + n for n in range(cards.copies[kind])])
    filling = _filling([of_kind[kind] for kind in kinds])
    found: dict[int, None] = {}
    completes: dict[int, int] = {}  # maps a set of cards to the cards that complete it to a minimal swish, as bit sets
    stacks = [(number, *of_kind[kind][0], bits[number][0]) for number, kind in enumerate(kinds)]
    while stacks:
        larger: list[tuple[int, int, int, int]] = []
        new: dict[int, None] = {}
        for root, points, circles, there in stacks:
            clock.tick()
            if there in found:
                continue
            forbidden = _completing(there, completes)
            gaps = points ^ circles
            cell = gaps & -gaps
            for number, p, c in filling.get((1 if points & cell else 0, cell), ()):
                if number < root or p & points or c & circles:
                    continue
                copy = next((bit for bit in bits[number] if not bit & there), 0)
                if not copy or copy & forbidden:
                    continue
                if points | p == circles | c:
                    new[there | copy] = None
                else:
                    larger.append((root, points | p, circles | c, there | copy))
        for swish in new:
            for card in each_bit(swish):
                completes[swish ^ card] = completes.get(swish ^ card, 0) | card
        found |= new
        stacks = larger
    counted = ({number: sum(bool(bit & swish) for bit in of) for number, of in enumerate(bits)} for swish in found)
    return [Counter({number: n for number, n in numbers.items() if n}) for numbers in counted]


def _filling(kinds: list[list[Placement]]) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """List the kinds and placements of cards with a symbol in a cell, keyed by the symbol and the bit of the cell.

    The symbol is 0 for a point and 1 for a circle.
    """
    filling: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for number, ways in enumerate(kinds):
        for p, c in ways:
            for side, mask in enumerate((p, c)):
                for cell in each_bit(mask):
                    filling.setdefault((side, cell), []).append((number, p, c))
    return filling


def _completing(there: int, completes: dict[int, int]) -> int:
    """Return the bit set of the cards that would complete a minimal swish with some of the cards in the stack."""
    forbidden, part = 0, there
    while part:
        forbidden |= completes.get(part, 0)
        part = (part - 1) & there
    return forbidden


def count_without(copies: list[int], patterns: list[Counter[int]], clock: Clock) -> list[int]:
    """Return, for each n, the number of sets of n cards that contain none of the patterns.

    A pattern gives a number of copies for each kind. The function chooses a kind. For each number of copies of this
    kind, it determines what remains of the patterns, and counts the sets without these remaining patterns recursively.
    The result for a collection of remaining patterns is computed only once.
    """
    bit: dict[tuple[int, int], int] = {}
    for kind, most in enumerate(copies):
        for n in range(1, most + 1):
            bit[kind, n] = 1 << len(bit)
    kind_of = {copy_bit: kind for (kind, _), copy_bit in bit.items()}
    of_kind = [sum(bit[kind, n] for n in range(1, most + 1)) for kind, most in enumerate(copies)]
    free = [[comb(most, n) for n in range(most + 1)] for most in copies]
    known: dict[frozenset[int], list[int]] = {}

    def kinds_in(left: frozenset[int]) -> set[int]:
        union = 0
        for pattern in left:
            union |= pattern
        return {kind for kind, bits in enumerate(of_kind) if union & bits}

    def count(left: frozenset[int]) -> list[int]:
        """Return, for each n, the number of sets of n cards that contain none of the patterns in `left`.

        Only cards of the kinds that occur in these patterns are considered.
        """
        clock.tick()
        if not left:
            return [1]
        if left in known:
            return known[left]
        weight: defaultdict[int, float] = defaultdict(float)
        for pattern in left:
            for copy_bit in each_bit(pattern):
                weight[kind_of[copy_bit]] += 1 / pattern.bit_count() ** 2
        chosen = max(weight, key=lambda kind: (weight[kind], kind))
        results: dict[frozenset[int], list[int]] = {}
        for n in range(copies[chosen] + 1):
            rests = _rests(left, of_kind[chosen], [bit[chosen, number] for number in range(1, n + 1)])
            if rests is not None:
                results.setdefault(rests, [0] * (copies[chosen] + 1))[n] = comb(copies[chosen], n)
        total = [0]
        for rests, ways in results.items():
            least = _least(rests)
            part = _times(count(least), ways)
            for kind in set(weight) - kinds_in(least) - {chosen}:
                part = _times(part, free[kind])
            total = [x + y for x, y in zip_longest(total, part, fillvalue=0)]
        known[left] = total
        return total

    every = _least(frozenset(sum(bit[kind, n] for kind, n in pattern.items()) for pattern in patterns))
    total = count(every)
    for kind in set(range(len(copies))) - kinds_in(every):
        total = _times(total, free[kind])
    return total


def _rests(patterns: frozenset[int], of_kind: int, there: list[int]) -> frozenset[int] | None:
    """Return the rest of each pattern when some copies are present, or None if these copies complete a pattern."""
    rests = set()
    for pattern in patterns:
        mine = pattern & of_kind
        if not mine:
            rests.add(pattern)
        elif mine in there:
            if mine == pattern:
                return None
            rests.add(pattern ^ mine)
    return frozenset(rests)


def _least(patterns: frozenset[int]) -> frozenset[int]:
    """Return the patterns that contain no other pattern."""
    least: list[int] = []
    for pattern in sorted(patterns, key=int.bit_count):
        if not any(other & pattern == other for other in least):
            least.append(pattern)
    return frozenset(least)


def _times(a: list[int], b: list[int]) -> list[int]:
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product

"""SWISH: cards are laid by the definition; bounds are added up; what no certificate proves is searched for plainly."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb

from .verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, NotChecked, require

Placement = tuple[int, int]
"""A card in a configuration: the cells of its points and of its circles, as bits."""
Kind = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""A card up to its configurations: points and circles of the least one."""


def read_card(code: str) -> tuple[int, int, list[tuple[int, int]], list[tuple[int, int]]]:
    """Return height, width, points and circles of a card, cells counted from 0."""
    rows = code.split("/")
    require(len({len(row) for row in rows}) == 1 and not set(code) - set("*o./"), f"{code!r} is no card")
    cells = [(r, c, mark) for r, row in enumerate(rows) for c, mark in enumerate(row)]
    points, circles = ([(r, c) for r, c, mark in cells if mark == one] for one in "*o")
    return len(rows), len(rows[0]), points, circles


def configurations(code: str, symmetry: str) -> list[Kind]:
    """Return the points and circles of a card in each of its different configurations, the least first."""
    h, w, points, circles = read_card(code)
    ways = [
        lambda r, c: (r, c),
        lambda r, c: (r, w - 1 - c),
        lambda r, c: (h - 1 - r, c),
        lambda r, c: (h - 1 - r, w - 1 - c),
    ]
    if symmetry == "square":
        require(h == w, "only square boards have eight symmetries")
        ways += [
            lambda r, c: (w - 1 - c, r),
            lambda r, c: (c, h - 1 - r),
            lambda r, c: (c, r),
            lambda r, c: (w - 1 - c, h - 1 - r),
        ]
    return sorted(
        {(tuple(sorted(way(*one) for one in points)), tuple(sorted(way(*one) for one in circles))) for way in ways}
    )


class Cards:
    """The cards of a deck or position, sorted by the points of the least configuration, then by its circles."""

    def __init__(self, document: Json) -> None:
        require(document.get("kind") in ("swish-deck", "swish-position"), "it is about a deck or a position")
        symmetry = document.get("symmetry", "rectangle")
        width = read_card(document["cards"][0])[1]
        every = sorted(configurations(code, symmetry) for code in document["cards"])
        self.kind: list[Kind] = [ways[0] for ways in every]
        self.placements = [[tuple(_mask(part, width) for part in way) for way in ways] for ways in every]
        self.copies = Counter(self.kind)

    def __len__(self) -> int:
        return len(self.kind)


def _mask(cells: tuple[tuple[int, int], ...], width: int) -> int:
    return sum(1 << (r * width + c) for r, c in cells)


def is_swish(stack: list[Placement]) -> bool:
    """Tell whether two cards or more as they lie form a swish: points meet circles, one each."""
    points = [1 << bit for p, _ in stack for bit in range(p.bit_length()) if p >> bit & 1]
    circles = [1 << bit for _, c in stack for bit in range(c.bit_length()) if c >> bit & 1]
    return len(stack) > 1 and len(set(points)) == len(points) and sorted(points) == sorted(circles)


def can_be_laid(cards: list[list[Placement]], points: int = 0, circles: int = 0) -> bool:
    """Tell whether all of some cards, upon what lies there, can be laid so that points and circles meet."""
    if not cards:
        return points == circles
    gaps = points ^ circles
    cell = gaps & -gaps
    for place, ways in enumerate(cards) if cell else [(0, cards[0])]:
        for p, c in ways:
            fills = not cell or (c if points & cell else p) & cell
            if fills and not p & points and not c & circles:
                rest = cards[:place] + cards[place + 1 :]
                if can_be_laid(rest, points | p, circles | c):
                    return True
    return False


def has_swish(cards: list[list[Placement]], clock: Clock) -> bool:
    """Tell whether some of the cards form a swish: each in turn is the first of one, and open cells are filled."""

    def grow(left: list[list[Placement]], points: int, circles: int) -> bool:
        clock.tick()
        gaps = points ^ circles
        if not gaps:
            return True
        cell = gaps & -gaps
        for place, ways in enumerate(left):
            for p, c in ways:
                fits = (c if points & cell else p) & cell and not p & points and not c & circles
                if fits and grow(left[:place] + left[place + 1 :], points | p, circles | c):
                    return True
        return False

    for first, ways in enumerate(cards):
        for p, c in ways:
            if grow(cards[first + 1 :], p, c):
                return True
    return False


def no_swish_maximum(claim: Json, document: Json, export: Export) -> str:
    """Check the set, the swishes with weights, and the additions."""
    cards, certificate = Cards(document), claim["certificate"]
    indices = certificate["indices"]
    _require_indices(indices, cards)
    require(claim["value"] == claim["lower"] == len(indices), f"value {claim['value']} and {len(indices)} cards kept")
    clock = Clock(export, 60)
    require(not has_swish([cards.placements[i] for i in indices], clock), "the cards that are kept have a swish")
    for swish in certificate["swishes"]:
        _require_swish(swish, cards)
    if not claim["proved"]:
        require(claim["upper"] >= claim["value"], "the upper bound is less than the value")
        raise NotChecked("the set was checked, its bound is not said to be proved")
    require(claim["upper"] == claim["value"], "it is said to be proved, but the bounds differ")
    weights = certificate.get("weights")
    if weights is None:
        raise NotChecked("the set was checked; its bound is the answer of a hitting-set program")
    for swish in weights["swishes"]:
        _require_swish(swish, cards)
    needs = [Counter(cards.kind[i] for i in swish) for swish in weights["swishes"]]
    must_go = _must_go(weights, needs, cards, {})
    require(len(cards) - must_go == claim["upper"], f"the weights allow {len(cards) - must_go} cards")
    return CHECKED


def _require_indices(indices: Json, cards: Cards) -> None:
    fits = all(type(i) is int and 0 <= i < len(cards) for i in indices) and len(set(indices)) == len(indices)
    require(fits, f"{indices} are not indices of cards")


def _require_swish(swish: Json, cards: Cards) -> None:
    _require_indices(swish, cards)
    require(len(swish) > 1 and can_be_laid([cards.placements[i] for i in swish]), f"cards {swish} form no swish")


def _must_go(case: Json, needs: list[Counter[Kind]], cards: Cards, ranges: dict[Kind, tuple[int, int]]) -> int:
    """Return how many cards must go in a case, by additions: see schema/certificates.md."""
    if "card" in case:
        _require_indices([case["card"]], cards)
        kind, missing = cards.kind[case["card"]], case["missing"]
        least, most = ranges.get(kind, (0, cards.copies[kind]))
        require(least < missing <= most, "a case of weights is empty")
        fewer = _must_go(case["fewer"], needs, cards, {**ranges, kind: (least, missing - 1)})
        return min(fewer, _must_go(case["more"], needs, cards, {**ranges, kind: (missing, most)}))
    weights = [Fraction(weight, case["denominator"]) for weight in case["weights"]]
    require(len(weights) == len(needs) and min(weights, default=0) >= 0, "each swish has a weight, none is negative")
    total = sum(weights)
    for kind, copies in cards.copies.items():
        least, most = ranges.get(kind, (0, copies))
        total += min(
            missing
            - sum(
                w for w, need in zip(weights, needs, strict=True) if need[kind] and copies - need[kind] + 1 <= missing
            )
            for missing in range(least, most + 1)
        )
    return -(-total.numerator // total.denominator) if isinstance(total, Fraction) else total


def largest_swish(claim: Json, document: Json, export: Export) -> str:
    """Look at the stack, then look for a larger swish."""
    cards, value = Cards(document), claim["value"]
    if value:
        require(claim["certificate"], "a swish is stated without its stack")
        stack, width = [], read_card(document["cards"][0])[1]
        for code in claim["certificate"]["stack"]:
            _, _, points, circles = read_card(code)
            stack.append((_mask(tuple(points), width), _mask(tuple(circles), width)))
        used = Counter(configurations(code, document["symmetry"])[0] for code in claim["certificate"]["stack"])
        require(not used - cards.copies, "the stack has cards that the position has not")
        require(len(stack) == value == claim["lower"] and is_swish(stack), f"the stack is no swish of {value} cards")
    else:
        require(claim["certificate"] is None, "a stack shows a swish of no card")
    known = document.get("largest") or {}
    require((known.get("size"), known.get("proved")) == (value, claim["proved"]), "the document says otherwise")
    if not claim["proved"]:
        raise NotChecked("the stack was checked, and no bound is said to be proved")
    require(claim["upper"] == value, "it is said to be proved, but the bounds differ")
    for size in range(max(value + 1, 2), len(cards) + 1):
        found = _has_swish_of(size, cards, Clock(export, 30))
        require(not found, f"there is a swish of {size} cards")
        if found is None:
            break
    return RECOMPUTED


def _has_swish_of(size: int, cards: Cards, clock: Clock) -> bool | None:
    """Tell whether there is a swish of so many cards of one point and one circle; None where the cells are too few.

    The cells are gone through in order: each is left empty, or gets a card that has its point there.
    """
    if any(len(kind[0]) != 1 or len(kind[1]) != 1 for kind in cards.copies):
        raise NotChecked("the stack was checked; larger swishes are looked for of one point and one circle only")
    at: dict[int, list[tuple[int, Kind]]] = {}
    for kind, ways in dict(zip(cards.kind, cards.placements, strict=True)).items():
        for p, c in ways:
            at.setdefault(p, []).append((c, kind))
    every = sorted(at, key=lambda cell: len(at[cell]))
    if len(every) < size:
        return None
    left, cells = Counter(cards.copies), sum(every)

    def fill(place: int, taken: int, empty: int, may_skip: int) -> bool:
        clock.tick()
        if place == len(every):
            return not taken & empty  # as many circles as points, none of them on a cell without a point
        cell = every[place]
        for c, kind in at[cell]:
            if left[kind] and c & cells and not c & (taken | empty):
                left[kind] -= 1
                if fill(place + 1, taken | c, empty, may_skip):
                    return True
                left[kind] += 1
        return bool(may_skip and not cell & taken) and fill(place + 1, taken, empty | cell, may_skip - 1)

    return fill(0, 0, 0, len(every) - size)


def swish_counts(claim: Json, document: Json, export: Export) -> str:
    """Lay all swishes up to the stated size, and count them."""
    cards, most = Cards(document), claim["parameters"].get("max_size")
    require(most is None or type(most) is int, "swishes are counted up to a number of cards")
    placed: Counter[int] = Counter()
    sets: dict[int, set[frozenset[int]]] = {}
    for indices in _each_swish(cards, len(cards) if most is None else most, Clock(export, 120)):
        placed[len(indices)] += 1
        sets.setdefault(len(indices), set()).add(indices)
    counted = {str(size): {"card_sets": len(sets[size]), "placements": placed[size]} for size in sorted(placed)}
    require(claim["proved"] and claim["value"] == counted, f"the swishes are {counted}")
    return RECOMPUTED


def _each_swish(cards: Cards, most: int, clock: Clock) -> Iterator[frozenset[int]]:
    """Yield for each placement of a swish its cards.

    A stack is laid component by component: each begins with its first card, and the first cards come in order; further
    cards of a component fill the first open cell.
    """

    def lay(used: tuple[int, ...], root: int, points: int, circles: int) -> Iterator[frozenset[int]]:
        clock.tick()
        gaps = points ^ circles
        if not gaps and used:
            yield frozenset(used)
        if len(used) == most:
            return
        cell = gaps & -gaps
        for card in range(root + 1, len(cards)):
            if card in used:
                continue
            for p, c in cards.placements[card]:
                fits = not cell or (c if points & cell else p) & cell
                if fits and not p & points and not c & circles:
                    yield from lay((*used, card), root if cell else card, points | p, circles | c)

    yield from lay((), -1, 0, 0)


class Deals:
    """How many sets of n cards of a deck have no swish, for every n: counted once a deck."""

    def __init__(self) -> None:
        self.known: dict[str, list[int] | None] = {}

    def __call__(self, claim: Json, document: Json, export: Export) -> str:
        """Compare the stated number with the count."""
        cards, n, value = Cards(document), claim["parameters"]["n"], claim["value"]
        if "samples" in claim["parameters"]:
            raise NotChecked("a sample is not drawn again")
        require(
            1 <= n <= len(cards) and value["denominator"] == comb(len(cards), n), "the number of all deals is wrong"
        )
        label = document["label"]
        if label not in self.known:
            self.known[label] = None  # once is enough, where it takes too long
            patterns, copies = (
                minimal_swishes(cards, Clock(export, 240)),
                [cards.copies[kind] for kind in sorted(cards.copies)],
            )
            self.known[label] = count_without(copies, patterns, Clock(export, 400))
        if self.known[label] is None:
            raise NotChecked("counting the deals again takes too long here")
        counted = self.known[label][n]
        require(counted == value["numerator"], f"{counted} deals of {n} cards have no swish, not {value['numerator']}")
        return RECOMPUTED


def minimal_swishes(cards: Cards, clock: Clock) -> list[Counter[int]]:
    """Return the minimal swishes by how many copies of which kinds they need, those of fewer cards first.

    Stacks grow card by card: the first lies in its least configuration, since all may be turned together, and is of the
    first kind; each further one fills the first open cell. A stack with a smaller swish among its cards grows no more.
    """
    kinds = sorted(cards.copies)
    of_kind = dict(zip(cards.kind, cards.placements, strict=True))
    bits: list[list[int]] = []  # of each kind, a bit a copy: a stack has the first ones
    for kind in kinds:
        first = sum(map(len, bits))
        bits.append([1 << first + n for n in range(cards.copies[kind])])
    filling = _filling([of_kind[kind] for kind in kinds])
    found: dict[int, None] = {}
    completes: dict[int, int] = {}  # by the bits of some cards: those of the cards that make a minimal swish with them
    stacks = [(number, *of_kind[kind][0], bits[number][0]) for number, kind in enumerate(kinds)]
    while stacks:
        larger, new = [], {}
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
            rest = swish
            while rest:
                one = rest & -rest
                completes[swish ^ one] = completes.get(swish ^ one, 0) | one
                rest ^= one
        found |= new
        stacks = larger
    counted = ({number: sum(bool(bit & swish) for bit in of) for number, of in enumerate(bits)} for swish in found)
    return [Counter({number: n for number, n in one.items() if n}) for one in counted]


def _filling(kinds: list[list[Placement]]) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """Return by side (0: points, 1: circles) and cell the kinds and placements that have such a symbol there."""
    filling: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for number, ways in enumerate(kinds):
        for p, c in ways:
            for side, mask in enumerate((p, c)):
                for bit in range(mask.bit_length()):
                    if mask >> bit & 1:
                        filling.setdefault((side, 1 << bit), []).append((number, p, c))
    return filling


def _completing(there: int, completes: dict[int, int]) -> int:
    """Return the bits of the cards that make a minimal swish with some of those that are there."""
    forbidden, part = 0, there
    while part:
        forbidden |= completes.get(part, 0)
        part = (part - 1) & there
    return forbidden


def count_without(copies: list[int], patterns: list[Counter[int]], clock: Clock) -> list[int]:
    """Return for each n how many sets of n cards contain none of some patterns, each so many copies of some kinds.

    A kind is chosen; for each number of its copies the patterns that are left are counted in the same way. Equal rests
    are counted once.
    """
    bit = {}
    for kind, most in enumerate(copies):
        for n in range(1, most + 1):
            bit[kind, n] = 1 << len(bit)
    kind_of = {one: kind for (kind, _), one in bit.items()}
    of_kind = [sum(bit[kind, n] for n in range(1, most + 1)) for kind, most in enumerate(copies)]
    free = [[comb(most, n) for n in range(most + 1)] for most in copies]
    known: dict[frozenset[int], list[int]] = {}

    def kinds_in(left: frozenset[int]) -> set[int]:
        union = 0
        for pattern in left:
            union |= pattern
        return {kind for kind, bits in enumerate(of_kind) if union & bits}

    def count(left: frozenset[int]) -> list[int]:
        """Return the numbers of choices of the kinds that the patterns have."""
        clock.tick()
        if not left:
            return [1]
        if left in known:
            return known[left]
        weight: Counter[int] = Counter()
        for pattern in left:
            rest = pattern
            while rest:
                one = rest & -rest
                weight[kind_of[one]] += 1 / pattern.bit_count() ** 2
                rest ^= one
        chosen = max(weight, key=lambda kind: (weight[kind], kind))
        results: dict[frozenset[int], list[int]] = {}
        for n in range(copies[chosen] + 1):
            rests = _rests(left, of_kind[chosen], [bit[chosen, one] for one in range(1, n + 1)])
            if rests is not None:
                results.setdefault(rests, [0] * (copies[chosen] + 1))[n] = comb(copies[chosen], n)
        total = [0]
        for rests, ways in results.items():
            least = _least(rests)
            part = _times(count(least), ways)
            for kind in set(weight) - kinds_in(least) - {chosen}:
                part = _times(part, free[kind])
            total = _plus(total, part)
        known[left] = total
        return total

    every = _least(frozenset(sum(bit[kind, n] for kind, n in pattern.items()) for pattern in patterns))
    total = count(every)
    for kind in set(range(len(copies))) - kinds_in(every):
        total = _times(total, free[kind])
    return total


def _rests(patterns: frozenset[int], of_kind: int, there: list[int]) -> frozenset[int] | None:
    """Return what of the patterns is left where some numbers of copies are there; None where one of them is whole."""
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
    """Return the patterns that contain no other one."""
    least: list[int] = []
    for pattern in sorted(patterns, key=int.bit_count):
        if not any(one & pattern == one for one in least):
            least.append(pattern)
    return frozenset(least)


def _times(a: list[int], b: list[int]) -> list[int]:
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def _plus(a: list[int], b: list[int]) -> list[int]:
    return [x + y for x, y in zip(a + [0] * len(b), b + [0] * len(a), strict=True)][: max(len(a), len(b))]


CHECKS = {
    "swish.no-swish-maximum": no_swish_maximum,
    "swish.largest-swish": largest_swish,
    "swish.swish-counts": swish_counts,
    "swish.no-swish-probability": Deals(),
}

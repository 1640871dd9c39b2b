"""Checks of certificates of largest no-swish sets.

For a deck or a position, the weights of swishes are added up. For a board, the orbits of the cells are computed, an
orbit of each size is searched, and the numbers are added up.
"""

from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations
from math import comb, factorial, prod

from ludex_check_claims.lrat import Clause, at_least, require_refuted
from ludex_check_claims.swish.cards import Cards, Kind, configurations, each_stack, has_swish, mask, symmetries
from ludex_check_claims.swish.labels import written
from ludex_check_claims.verdicts import CHECKED, Clock, Export, Json, NotChecked, require, require_digest

Cell = tuple[int, int]

MOST_TRIED = 6
"""The maximum number of removed cards up to which a search checks that fewer cards do not hit all swishes.

For more cards, only the weights prove this.
"""
MOST_WRITTEN_OUT = 20_000
"""The maximum number of choices among copies.

If there are more, the certificate only lists swishes of the first copies.
"""

_ARGUMENTS = frozenset({"8464cc598bcd260b", "e0cc79435c53cd54"})
"""The digests of the arguments for which the numbers of orbits are checked, as in schema/certificates.md."""


def no_swish_maximum(claim: Json, document: Json, export: Export) -> str:
    """Check the no-swish set, the swishes with their weights, and the sums of the weights.

    For a board, check the closed form instead.
    """
    if document.get("kind") == "swish-board":
        return _board_maximum(claim, document, export)
    cards, certificate = Cards(document), claim["certificate"]
    indices = certificate["indices"]
    _require_indices(indices, cards)
    require(
        claim["value"] == claim["lower"] == len(indices),
        f"the value is {claim['value']}, but the set has {len(indices)} cards",
    )
    clock = Clock(export, 60)
    require(not has_swish([cards.placements[i] for i in indices], clock), "the cards of the set contain a swish")
    for swish in certificate["swishes"]:
        _require_swish(swish, cards, clock)
    _require_copies(certificate, cards, claim["value"] if claim["proved"] else len(cards))
    if not claim["proved"]:
        require(claim["upper"] >= claim["value"], "the upper bound is less than the value")
        raise NotChecked("the set has no swish, but the claim does not state that its bound is proved")
    require(claim["upper"] == claim["value"], "the claim is marked as proved, but its bounds differ")
    weights = certificate.get("weights")
    if "bound" in certificate:
        require(weights is None, "the certificate must have either weights or a refuted formula")
        _require_refuted(certificate, cards, claim["value"], Clock(export, 120))
        return CHECKED
    if weights is None:
        raise NotChecked(
            "the set has no swish, but its bound is the result of an integer program, which is not repeated"
        )
    for swish in weights["swishes"]:
        _require_swish(swish, cards, clock)
    needs = [Counter(cards.kind[i] for i in swish) for swish in weights["swishes"]]
    must_go = _must_go(weights, needs, cards, {})
    require(len(cards) - must_go == claim["upper"], f"the weights allow {len(cards) - must_go} cards")
    return CHECKED


def _require_refuted(certificate: Json, cards: Cards, size: int, clock: Clock) -> None:
    """Require that a proof refutes that more than `size` cards can be kept, but of no listed swish all cards.

    For each kind, in order, variable n states that at least n copies are kept.
    """
    bound = certificate["bound"]
    require_digest(bound)
    require(set(bound) == {"by", "proof", "digest"} and bound["by"] == "clauses", "the kind of the bound is unknown")
    variable: dict[tuple[Kind, int], int] = {}
    clauses: list[Clause] = []
    for kind in sorted(cards.copies):
        for copies in range(1, cards.copies[kind] + 1):
            variable[kind, copies] = len(variable) + 1
            if copies > 1:
                clauses.append((variable[kind, copies - 1], -variable[kind, copies]))
    swishes = [Counter(cards.kind[i] for i in swish) for swish in certificate["swishes"]]
    clauses += sorted({tuple(sorted(-variable[level] for level in swish.items())) for swish in swishes})
    counted = list(variable.values())
    require_refuted([*clauses, *at_least(counted, size + 1, len(counted))], bound["proof"], clock)


def _require_indices(indices: Json, cards: Cards) -> None:
    fits = all(type(i) is int and 0 <= i < len(cards) for i in indices) and len(set(indices)) == len(indices)
    require(fits, f"{indices} are not indices of cards")


def _require_swish(swish: Json, cards: Cards, clock: Clock) -> None:
    _require_indices(swish, cards)
    stacks = each_stack([cards.placements[i] for i in swish], len(swish), clock)
    require(len(swish) > 1 and any(len(used) == len(swish) for used, _ in stacks), f"cards {swish} do not form a swish")


def _require_copies(certificate: Json, cards: Cards, value: int) -> None:
    """Require that the certificate lists each swish with all choices among the copies, unless these are too many.

    If all choices are listed and few cards must be removed, also require that fewer cards do not hit all swishes.
    """
    kinds = {frozenset(Counter(cards.kind[i] for i in swish).items()) for swish in certificate["swishes"]}
    choices = sum(prod(comb(cards.copies[kind], n) for kind, n in swish_kinds) for swish_kinds in kinds)
    left_out = choices > MOST_WRITTEN_OUT
    require(certificate["up_to_copies"] is left_out, f"there are {choices} choices among the copies")
    listed = {frozenset(swish) for swish in certificate["swishes"]}
    number = len(kinds) if left_out else choices
    require(len(listed) == len(certificate["swishes"]) == number, "swishes are repeated or missing")
    must_go = len(cards) - value
    if not left_out and 0 < must_go <= MOST_TRIED:
        require(not _hit(sorted(map(sorted, listed)), must_go - 1), f"{must_go - 1} cards break all the swishes")


def _hit(swishes: list[list[int]], number: int) -> bool:
    """Return whether `number` cards can be chosen such that each swish contains one of them.

    One of the chosen cards must be in the first swish, so each card of the first swish is tried in turn.
    """
    if not swishes or not number:
        return not swishes
    return any(_hit([other for other in swishes if card not in other], number - 1) for card in swishes[0])


def _must_go(case: Json, needs: list[Counter[Kind]], cards: Cards, ranges: dict[Kind, tuple[int, int]]) -> int:
    """Return the number of cards that must be removed in a case, using the sums defined in schema/certificates.md."""
    if "card" in case:
        require(set(case) - {"swishes"} == {"card", "missing", "fewer", "more"}, "a case has the wrong members")
        _require_indices([case["card"]], cards)
        kind, missing = cards.kind[case["card"]], case["missing"]
        least, most = ranges.get(kind, (0, cards.copies[kind]))
        require(least < missing <= most, "a case of weights must not be empty")
        fewer = _must_go(case["fewer"], needs, cards, {**ranges, kind: (least, missing - 1)})
        return min(fewer, _must_go(case["more"], needs, cards, {**ranges, kind: (missing, most)}))
    require(set(case) - {"swishes"} == {"denominator", "weights"}, "a case has missing or unexpected members")
    require(type(case["denominator"]) is int and case["denominator"] > 0, "a denominator must be a positive number")
    weights = [Fraction(weight, case["denominator"]) for weight in case["weights"]]
    require(len(weights) == len(needs) and min(weights, default=0) >= 0, "a swish has no weight")
    total = sum(weights, Fraction())
    for kind, copies in cards.copies.items():
        least, most = ranges.get(kind, (0, copies))
        total += min(
            missing
            - sum(
                w for w, need in zip(weights, needs, strict=True) if need[kind] and copies - need[kind] + 1 <= missing
            )
            for missing in range(least, most + 1)
        )
    return -(-total.numerator // total.denominator)


class Board:
    """The orbits of the cells of a board under its symmetries, and the number of its cards: pairs up to symmetry."""

    def __init__(self, document: Json, clock: Clock) -> None:
        self.h, self.w, self.symmetry = document["height"], document["width"], document["symmetry"]
        self.clock = clock
        cells = [(r, c) for r in range(self.h) for c in range(self.w)]
        ways = [[way(*cell) for way in symmetries(self.h, self.w, self.symmetry)] for cell in cells]
        orbits = {min(images): set(images) for images in ways}
        self.orbits = list(orbits.values())
        self.sizes = Counter(map(len, self.orbits))
        # By Burnside's lemma, the number of classes of ordered pairs is the mean number of pairs that a symmetry fixes.
        # A symmetry fixes a pair if it fixes both cells.
        every = range(len(ways[0]))
        fixed = [sum(images[way] == cell for cell, images in zip(cells, ways, strict=True)) for way in every]
        self.cards = sum(number * (number - 1) for number in fixed) // len(fixed)
        self.within = {size: self._within(size) for size in self.sizes}

    def code(self, point: Cell, circle: Cell) -> str:
        """Return the code of the card with a point and a circle."""
        return written(((point,), (circle,)), self.h, self.w)

    def _within(self, size: int) -> tuple[int, int, int]:
        """Return the results for an orbit of `size` cells, considering only the cards with both cells in the orbit.

        The results are the number of these cards, the size of their largest no-swish sets, and the number of these
        sets.
        """
        orbit = next(candidate for candidate in self.orbits if len(candidate) == size)
        found = {tuple(configurations(self.code(p, c), self.symmetry)) for p in orbit for c in orbit if p != c}
        cards = [[(mask(points, self.w), mask(circles, self.w)) for points, circles in ways] for ways in sorted(found)]
        for most in range(len(cards), 0, -1):
            ways = sum(not has_swish(list(chosen), self.clock) for chosen in combinations(cards, most))
            if ways:
                return len(cards), most, ways
        return len(cards), 0, 1


def _board_maximum(claim: Json, document: Json, export: Export) -> str:
    """Check the size of the largest no-swish sets of a board by adding up the numbers for its orbits."""
    board, certificate, value = Board(document, Clock(export, 60)), claim["certificate"], claim["value"]
    _require_orbits(board, certificate)
    within = sum(count * board.within[size][0] for size, count in board.sizes.items())
    kept = sum(count * board.within[size][1] for size, count in board.sizes.items())
    require(certificate["cards"] == board.cards == document["cards"], f"the board has {board.cards} cards")
    require(certificate["within"] == within, f"{within} cards have both cells in one orbit")
    most = {str(size): board.within[size][1] for size in board.sizes}
    require(certificate["most_within"] == most, "the number of cards that can be kept within an orbit is wrong")
    require(value == (board.cards - within) // 2 + kept, "the numbers do not add up to the value")
    require(claim["proved"] and claim["lower"] == claim["upper"] == value, "a closed form must be proved")
    require(document["largest_no_swish_set"] == value, "the claim and the document differ")
    listed = document["construction"]
    if listed is not None:
        _require_construction(listed, board, value)
    return CHECKED


def _require_orbits(board: Board, certificate: Json) -> None:
    require(certificate["orbits"] == {str(size): count for size, count in board.sizes.items()}, "the orbits are wrong")
    argument = blake2b(certificate["argument"].encode(), digest_size=8).hexdigest()
    if argument not in _ARGUMENTS:
        raise NotChecked("the argument is not the one that the numbers belong to")


def _require_construction(codes: list[str], board: Board, value: int) -> None:
    """Require that the construction has the stated number of distinct cards, and that these cards contain no swish.

    A card either has its circle in a later orbit than its point, or has both in one orbit. The cards within an orbit
    must contain no swish.
    """
    every = [configurations(code, board.symmetry) for code in codes]
    require(len({tuple(ways) for ways in every}) == len(every) == value, "the construction has the wrong size")
    number = {cell: place for place, orbit in enumerate(sorted(board.orbits, key=min)) for cell in orbit}
    within: dict[int, list[list[tuple[int, int]]]] = {}
    for ways in every:
        (point,), (circle,) = ways[0]
        require(number[point] <= number[circle], "a card of the construction leads to an earlier orbit")
        if number[point] == number[circle]:
            placements = [(mask(points, board.w), mask(circles, board.w)) for points, circles in ways]
            within.setdefault(number[point], []).append(placements)
    for cards in within.values():
        require(not has_swish(cards, board.clock), "the construction has a swish within an orbit")


def maximum_sets(claim: Json, document: Json, export: Export) -> str:
    """Check the number of largest no-swish sets of a board.

    This number is the number of orders of the orbits, multiplied by the number of choices within each orbit.
    """
    require(document.get("kind") == "swish-board", "the subject must be a board")
    board, certificate = Board(document, Clock(export, 60)), claim["certificate"]
    _require_orbits(board, certificate)
    ways = {str(size): board.within[size][2] for size in board.sizes}
    require(certificate["ways_within"] == ways, "the number of choices within an orbit is wrong")
    number = factorial(len(board.orbits)) * prod(board.within[size][2] ** count for size, count in board.sizes.items())
    require(claim["value"] == document["maximum_sets"] == number, f"there are {number} largest sets")
    require(claim["proved"] and claim["lower"] is None and claim["upper"] is None, "a closed form must be proved")
    return CHECKED

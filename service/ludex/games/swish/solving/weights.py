"""Kinds of cards and their copies, and weights of swishes, which prove a bound on sets without a swish by additions.

Let kind k have c copies. A swish that needs u copies of k is broken by k as soon as at least `c - u + 1` copies are
missing. Assign weights to some swishes. For each kind, let f(m) be the total weight of the swishes that are broken by m
missing copies of this kind. Suppose that r(k) copies of each kind k are left out, and that no swish is left. Then each
swish is broken by some kind, so the sum of f(r(k)) over all kinds is at least the total weight Y of all swishes.
Therefore, the number of cards left out is at least Y plus the sum over k of `min(m - f(m))`, where the minimum is over
the possible numbers m. If f(m) never exceeds m, this bound is Y itself.

The best weights are the solution of a linear program. Its dual is the linear program for the cheapest way to break all
swishes. If the resulting bound is too weak, the proof distinguishes cases by the number of missing copies of a kind.
Each case has separate weights.

In a swish, no two copies of a card have the same configuration. A swish therefore has at most as many copies of a card
as the card has distinct configurations.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any

from ludex.engine.budget import Budget
from ludex.games.swish.card import Card
from ludex.games.swish.position import Position

Level = tuple[int, int]
"""A kind of card, and a number of copies, which is at least 1."""

KindCount = tuple[Level, ...]
"""Numbers of copies: pairs (kind, number of copies), sorted by kind. The numbers are at least 1."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds of cards in a position.

    `members[kind]` lists the indices of the copies of a kind. `ways[kind]` is the number of distinct configurations.
    """

    position: Position
    kind_of: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    ways: tuple[int, ...]

    @classmethod
    def of(cls, position: Position, budget: Budget | None = None) -> "Kinds":
        """Return the kinds of cards in a `position`. The kinds are sorted by the indices of their first copies.

        Raises BudgetExhausted.
        """
        budget = Budget.require(budget)
        numbers: dict[Card, int] = {}
        kind_of: list[int] = []
        members: list[list[int]] = []
        ways: list[int] = []
        for index, card in enumerate(position.cards):
            budget.check()
            distinct = card.distinct_configurations(position.symmetry)
            kind = numbers.setdefault(min(distinct), len(numbers))
            if kind == len(members):
                members.append([])
                ways.append(len(distinct))
            members[kind].append(index)
            kind_of.append(kind)
        return cls(position, tuple(kind_of), tuple(map(tuple, members)), tuple(ways))

    def telling_copies(self, kind: int) -> int:
        """Return how many copies of a `kind` can matter, which is at most the number of its distinct configurations."""
        return min(len(self.members[kind]), self.ways[kind])

    def cards(self, levels: Container[Level]) -> list[int]:
        """Return the cards of a set that contains at least the number of copies of each of the `levels`.

        If all copies that can matter are in the set, all other copies of the kind are too.
        """
        cards: list[int] = []
        for kind, members in enumerate(self.members):
            most = self.telling_copies(kind)
            copies = sum((kind, number) in levels for number in range(1, most + 1))
            cards += members if copies == most else members[:copies]
        return cards

    def count(self, indices: tuple[int, ...]) -> KindCount:
        """Return the number of copies of each kind among the cards at `indices`.

        >>> Kinds.of(Position.from_codes(["*o", "o*", "*o"])).count((0, 2))
        ((0, 2),)
        """
        counted: dict[int, int] = {}
        for index in indices:
            counted[self.kind_of[index]] = counted.get(self.kind_of[index], 0) + 1
        return tuple(sorted(counted.items()))

    def choices(self, count: KindCount) -> int:
        """Return the number of sets of cards in which the kinds have these numbers of copies."""
        return prod(comb(len(self.members[kind]), copies) for kind, copies in count)

    def expand(self, count: KindCount) -> list[tuple[int, ...]]:
        """Return all sets of cards in which the kinds have these numbers of copies. Each set is in ascending order.

        >>> Kinds.of(Position.from_codes(["*o", "o*", "*o"])).expand(((0, 2),))
        [(0, 1), (0, 2), (1, 2)]
        """
        picks = [combinations(self.members[kind], copies) for kind, copies in count]
        return [tuple(sorted(index for part in pick for index in part)) for pick in product(*picks)]


MAX_DEPTH = 100
"""The maximum nesting depth of cases."""

Box = Mapping[int, tuple[int, int]]
"""The minimum and the maximum number of missing copies of each kind.

If a kind is not listed, any number of its copies may be missing.
"""


@dataclass(frozen=True, slots=True)
class LeafWeights:
    """A leaf of the case distinction: the weights of the swishes, as numerators over a common denominator."""

    denominator: int
    weights: tuple[int, ...]

    @property
    def tree(self) -> dict[str, Any]:
        """Return the weights in the form used by certificates."""
        return {"denominator": self.denominator, "weights": list(self.weights)}


@dataclass(frozen=True, slots=True)
class Branch:
    """Two cases: fewer than `missing` copies of a card are left out, or at least `missing` copies are left out.

    `card` is the index of one of the copies.
    """

    card: int
    missing: int
    fewer: "Branch | LeafWeights"
    more: "Branch | LeafWeights"

    @property
    def tree(self) -> dict[str, Any]:
        """Return the cases in the form used by certificates."""
        return {"card": self.card, "missing": self.missing, "fewer": self.fewer.tree, "more": self.more.tree}


@dataclass(frozen=True, slots=True)
class Weights:
    """Swishes and their weights in each case. A swish represents every choice among the copies of its cards."""

    swishes: tuple[tuple[int, ...], ...]
    cases: Branch | LeafWeights

    @property
    def proof(self) -> dict[str, Any]:
        """Return the proof of the bound in the form used by certificates."""
        return {"swishes": [list(swish) for swish in self.swishes], **self.cases.tree}

    @classmethod
    def from_json(cls, proof: object) -> "Weights":
        """Return the weights stated by `proof`, given as JSON. Raises ValueError if `proof` does not state weights.

        >>> proof = {"swishes": [[0, 1]], "denominator": 2, "weights": [2]}
        >>> Weights.from_json(proof).proof == proof
        True
        """
        swishes = proof.get("swishes") if isinstance(proof, dict) else None
        if not isinstance(proof, dict) or not isinstance(swishes, list) or not all(map(_are_numbers, swishes)):
            raise ValueError("weights must list their swishes, each by the indices of its cards")
        tree = {name: value for name, value in proof.items() if name != "swishes"}
        return cls(tuple(map(tuple, swishes)), _read(tree, len(swishes)))

    def renumbered(self, numbers: Sequence[int]) -> "Weights":
        """Return the same weights with renumbered cards. `numbers[i]` is the new number of card i."""
        swishes = tuple(tuple(sorted(numbers[card] for card in swish)) for swish in self.swishes)
        return Weights(swishes, _renumbered(self.cases, numbers))


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(type(number) is int for number in value)


def _read(tree: object, swishes: int, depth: int = 0) -> Branch | LeafWeights:
    if not isinstance(tree, dict) or depth > MAX_DEPTH:
        raise ValueError(f"a case of weights must be an object, nested at most {MAX_DEPTH} deep")
    if set(tree) == {"denominator", "weights"}:
        weights, denominator = tree["weights"], tree["denominator"]
        if not (_are_numbers(weights) and type(denominator) is int and denominator > 0 and len(weights) == swishes):
            raise ValueError(f"weights must be {swishes} numerators and a positive denominator")
        if min(weights, default=0) < 0:
            raise ValueError("a weight must not be negative")
        return LeafWeights(denominator, tuple(weights))
    if set(tree) != {"card", "missing", "fewer", "more"} or not _are_numbers([tree["card"], tree["missing"]]):
        raise ValueError("a case must have weights, or two cases by the number of missing copies of a card")
    fewer, more = (_read(tree[name], swishes, depth + 1) for name in ("fewer", "more"))
    return Branch(tree["card"], tree["missing"], fewer, more)


def _renumbered(case: Branch | LeafWeights, numbers: Sequence[int]) -> Branch | LeafWeights:
    if isinstance(case, LeafWeights):
        return case
    fewer, more = (_renumbered(part, numbers) for part in (case.fewer, case.more))
    return Branch(numbers[case.card], case.missing, fewer, more)


def missing_cards(kinds: Kinds, weights: Weights) -> int:
    """Return a lower bound on the number of cards that a set without a swish leaves out.

    The bound is computed by adding the `weights` of swishes of the `kinds`. The function does not check that the given
    card sets are swishes. Raises ValueError if a card index does not exist.

    >>> from ludex.games.swish.position import Position
    >>> kinds = Kinds.of(Position.from_codes(["*o", "*o", "o*"]))
    >>> missing_cards(kinds, Weights(((0, 2),), LeafWeights(1, (1,))))
    1
    """
    every = [index for swish in weights.swishes for index in swish]
    if not all(0 <= index < len(kinds.kind_of) for index in every):
        raise ValueError("a swish with weights has a card that does not exist")
    counts = [kinds.count(swish) for swish in weights.swishes]
    return _least_missing(kinds, counts, weights.cases, {})


def _least_missing(kinds: Kinds, swishes: Sequence[KindCount], case: Branch | LeafWeights, box: Box) -> int:
    if isinstance(case, LeafWeights):
        least = missing_cards_bound(kinds, zip(swishes, case.weights, strict=True), case.denominator, box)
        return -(-least.numerator // least.denominator)
    if not 0 <= case.card < len(kinds.kind_of):
        raise ValueError(f"a case refers to card {case.card}, which does not exist")
    fewer, more = split_box(kinds, box, kinds.kind_of[case.card], case.missing)
    return min(_least_missing(kinds, swishes, case.fewer, fewer), _least_missing(kinds, swishes, case.more, more))


def split_box(kinds: Kinds, box: Box, kind: int, missing: int) -> tuple[Box, Box]:
    """Divide a `box` into two boxes by the number of missing copies of a `kind`.

    In the first box, fewer than `missing` copies are missing. In the second box, at least `missing` copies are missing.
    `kinds` are those of the position. Raises ValueError if one of the boxes is empty.
    """
    least, most = box.get(kind, (0, len(kinds.members[kind])))
    if not least < missing <= most:
        raise ValueError(f"the number of missing copies must be more than {least} and at most {most}, not {missing}")
    return {**box, kind: (least, missing - 1)}, {**box, kind: (missing, most)}


def missing_cards_bound(kinds: Kinds, weighed: Iterable[tuple[KindCount, int]], denominator: int, box: Box) -> Fraction:
    """Return a lower bound on the number of cards left out, if the numbers of missing copies are in a `box`.

    `kinds` are those of the position. `weighed` lists swishes with their weights, which are numerators over a common
    `denominator`.
    """
    listed = list(weighed)
    total = sum(weight for _, weight in listed)
    broken: dict[int, list[int]] = {}
    for count, weight in listed:
        for kind, copies in count:
            of_kind = broken.setdefault(kind, [0] * (len(kinds.members[kind]) + 1))
            of_kind[len(kinds.members[kind]) - copies + 1] += weight
    for kind in {*broken, *box}:
        least, most = box.get(kind, (0, len(kinds.members[kind])))
        steps = broken.get(kind, [0] * (len(kinds.members[kind]) + 1))
        total += min(missing * denominator - sum(steps[: missing + 1]) for missing in range(least, most + 1))
    return Fraction(total, denominator)

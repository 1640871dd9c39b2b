"""Copies of cards: the kinds of cards in a position, and how many copies of each kind can matter for a swish.

In a swish, no two copies of a card have the same configuration. A swish therefore has at most as many copies of a card
as the card has distinct configurations.
"""

from collections.abc import Container
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod

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

"""A large set without a swish that follows an order of the orbits, from which the search for a largest set starts.

For cards with one point and one circle each, a linear order of the orbits gives a large no-swish set. It contains the
cards whose point is in an earlier orbit than their circle. In addition, it contains, for each orbit, a largest set
without a swish among the cards that have both symbols in this orbit. A swish is a set of cycles. Along a cycle of these
cards, the orbits never get earlier, so the cycle stays within one orbit. On whole boards, this construction is optimal
for every order (see :mod:`ludex.games.swish.study.boards`). For a deck, the order is improved by moving one orbit at a
time.
"""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from ludex.engine.budget import Budget
from ludex.games.swish.orbits import orbit_numbers
from ludex.games.swish.position import Position
from ludex.games.swish.solving.copies import Kinds
from ludex.games.swish.solving.depth_first import DepthFirst


def forward_cards(kinds: Kinds, budget: Budget) -> list[int]:
    """Return the indices of a large no-swish set of the cards of `kinds`, within a `budget`.

    The result is empty if any card does not have exactly one point and one circle. Raises BudgetExhausted. Cost:
    O(orbits^2) for each improvement of the order.
    """
    position = kinds.position
    if not all(card.is_one_pair for card in position.cards):
        return []
    ends = _orbits_of_ends(position, range(len(position.cards)))
    weight = np.zeros((max(map(max, ends)) + 1,) * 2, dtype=np.int64)
    np.add.at(weight, tuple(zip(*ends, strict=True)), 1)
    rank = np.empty(len(weight), dtype=np.int64)
    rank[_good_order(weight, budget)] = np.arange(len(weight))
    kept = [i for i, (tail, head) in enumerate(ends) if rank[tail] < rank[head]]
    for group in within_orbits(position):
        kept += _largest_within(position, group, budget)
    return kept


def within_orbits(position: Position) -> list[list[int]]:
    """Return the cards of a `position` with one point and one circle, both in the same orbit, grouped by orbit."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    one_pair = [i for i, card in enumerate(position.cards) if card.is_one_pair]
    for index, (tail, head) in zip(one_pair, _orbits_of_ends(position, one_pair), strict=True):
        if tail == head:
            groups[tail].append(index)
    return [groups[orbit] for orbit in sorted(groups)]


def _orbits_of_ends(position: Position, indices: Iterable[int]) -> list[tuple[int, int]]:
    """Return the orbits of the point and of the circle of the cards at `indices`."""
    number = orbit_numbers(position.height, position.width, position.symmetry)
    cards = (position.cards[i] for i in indices)
    return [(number[card.points[0]], number[card.circles[0]]) for card in cards]


def _good_order(weight: np.typing.NDArray[np.int64], budget: Budget) -> list[int]:
    """Return an order with a large total weight of the pairs in which the first element precedes the second.

    The order is found by sorting the elements by surplus, and then moving one element at a time.
    """
    surplus = weight.sum(axis=1) - weight.sum(axis=0)
    order = sorted(range(len(weight)), key=lambda orbit: (-int(surplus[orbit]), orbit))
    improved = True
    while improved:
        improved = False
        for element in range(len(weight)):
            budget.check()
            rest = [other for other in order if other != element]
            forward = np.concatenate([[0], np.cumsum(weight[rest, element])])
            onward = np.concatenate([np.cumsum(weight[element, rest][::-1])[::-1], [0]])
            place = int(np.argmax(forward + onward))
            if (forward + onward)[place] > (forward + onward)[order.index(element)]:
                order = [*rest[:place], element, *rest[place:]]
                improved = True
    return order


def _largest_within(position: Position, group: list[int], budget: Budget) -> list[int]:
    """Return a largest set without a swish among the cards within an orbit.

    For one kind after another, the search tries each number of copies.
    """
    kinds = Kinds.of(position.part(group))
    best: list[int] = []

    def extend(kept: list[int], kind: int) -> None:
        nonlocal best
        budget.check()
        later = sum(len(members) for members in kinds.members[kind:])
        if len(kept) + later <= len(best):
            return
        if kind == len(kinds.members):
            best = kept
            return
        members = kinds.members[kind]
        # It suffices to try the numbers of copies that can matter.
        for copies in [len(members), *range(kinds.telling_copies(kind) - 1, -1, -1)]:
            chosen = [*kept, *(group[i] for i in members[:copies])]
            cards = tuple(position.cards[i] for i in chosen)
            search = DepthFirst.of(Position(cards, position.symmetry), copies_differ=False) if chosen else None
            if search is None or search.first(None, budget).swish is None:
                extend(chosen, kind + 1)

    extend([], 0)
    return best

"""A large no-swish set from an order of the orbits, for cards with one point and one circle.

Given a linear order of the orbits, keep the cards whose point's orbit comes before their circle's. A swish is a set of
cycles, so it would have to stay within one orbit. Of the cards within an orbit keep a largest set without a swish. On
whole boards this is optimal for every order (see :mod:`ludex.games.swish.study.boards`). For a deck the order is
improved by moving one orbit at a time.
"""

from collections import defaultdict

import numpy as np

from ludex.engine.budget import Budget
from ludex.games.swish.card import Cell
from ludex.games.swish.orbits import orbit_of
from ludex.games.swish.position import Position
from ludex.games.swish.solving.copies import Kinds
from ludex.games.swish.solving.depth_first import DepthFirst


def forward_cards(kinds: Kinds, budget: Budget) -> list[int]:
    """Return the indices of a large no-swish set of the cards of `kinds`, within a `budget`.

    There are none if some card does not have one point and one circle. Raises BudgetExhausted. Cost: O(orbits^2) for
    each improvement of the order.
    """
    position = kinds.position
    if not all(card.is_one_pair for card in position.cards):
        return []
    ends = _orbits_of_ends(position)
    names = sorted({orbit for pair in ends for orbit in pair})
    number = {orbit: place for place, orbit in enumerate(names)}
    weight = np.zeros((len(names), len(names)), dtype=np.int64)
    for tail, head in ends:
        weight[number[tail], number[head]] += 1
    rank = np.empty(len(names), dtype=np.int64)
    rank[_good_order(weight, budget)] = np.arange(len(names))
    kept = [i for i, (tail, head) in enumerate(ends) if rank[number[tail]] < rank[number[head]]]
    for group in within_orbits(position, range(len(position.cards))):
        kept += _largest_within(position, group, budget)
    return kept


def within_orbits(position: Position, indices: range | list[int]) -> list[list[int]]:
    """Return those of the cards at `indices` that have point and circle in the same orbit, for each such orbit.

    The cards are those of a `position`.
    """
    groups: defaultdict[Cell, list[int]] = defaultdict(list)
    one_pair = [i for i in indices if position.cards[i].is_one_pair]
    ends = _orbits_of_ends(position.part(one_pair)) if one_pair else []
    for index, (tail, head) in zip(one_pair, ends, strict=True):
        if tail == head:
            groups[tail].append(index)
    return [groups[orbit] for orbit in sorted(groups)]


def _orbits_of_ends(position: Position) -> list[tuple[Cell, Cell]]:
    """Return, for each card, the first cells of its point's and its circle's orbits."""
    names: dict[Cell, Cell] = {}

    def name(cell: Cell) -> Cell:
        if cell not in names:
            names[cell] = orbit_of(cell, position.height, position.width, position.symmetry)[0]
        return names[cell]

    return [(name(card.points[0]), name(card.circles[0])) for card in position.cards]


def _good_order(weight: np.typing.NDArray[np.int64], budget: Budget) -> list[int]:
    """Return an order with much weight going forward: start by surplus, then move single elements while that gains."""
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
    """Return a largest set of the cards of one orbit without a swish, trying its kinds one after the other."""
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
        # The copies that can matter are as good as all of them.
        for copies in [len(members), *range(kinds.telling_copies(kind) - 1, -1, -1)]:
            chosen = [*kept, *(group[i] for i in members[:copies])]
            cards = tuple(position.cards[i] for i in chosen)
            search = DepthFirst.of(Position(cards, position.symmetry), copies_differ=False) if chosen else None
            if search is None or search.first(None, budget).swish is None:
                extend(chosen, kind + 1)

    extend([], 0)
    return best

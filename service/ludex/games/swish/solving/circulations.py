"""A largest circulation of cards between the orbits of cells, the bound that it proves, and swishes that attain it.

A card with one point and one circle leads from the orbit of the point to the orbit of the circle. In a swish, as many
cards leave an orbit as enter it, and at most as many as the orbit has cells. A set of cards with these properties is a
circulation. A largest circulation is found as a flow of minimum cost, with integers only. No swish is larger. The
linear relaxation of the placements has the same maximum, because a circulation can be spread evenly over the
configurations of its cards.

The potentials of the flow prove the bound again: they are a dual solution, which
:func:`ludex.games.swish.solving.size_bounds.proved_bound` checks.

Source: R. K. Ahuja, T. L. Magnanti and J. B. Orlin, "Network Flows", 1993, chapter 9.

A second search finds the configurations in which the cards of a circulation form a swish. A circulation states which
cards a swish consists of, but not how they are placed. Add an empty arc, from a cell to itself, for each cell of an
orbit that remains empty. Then as many arcs leave and enter each orbit as it has cells, and exactly one arc must leave
and exactly one must enter each cell. This is like colouring the edges of a regular bipartite graph, where the cells of
an orbit are the colours. As in that problem, arcs are placed one after another. If an arc fits a free cell at one end
only, a chain of other arcs is moved by a flip, so that the other end becomes free (a Kempe chain). If no chain helps,
the arc replaces the arcs in its way, which are placed again later. Without flips, a chain could always be found; with
flips, a chain can return to the cell where it began, so the search is not exact. Searches with other circulations
follow if it does not succeed.

Source: D. König, "Über Graphen und ihre Anwendung auf Determinantentheorie und Mengenlehre", Mathematische Annalen 77
(1916), for chains in bipartite graphs.
"""

from random import Random

import numpy as np
from numpy.typing import NDArray
from ortools.graph.python import min_cost_flow
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ludex.engine.budget import Budget
from ludex.games.swish.solving.placements import Placements
from ludex.games.swish.solving.size_bounds import SCALE, CardArcs, CardParities, Integers, proved_bound

_MOST_PREFERENCE = 8


def largest_circulation(
    arcs: CardArcs, random: np.random.Generator | None = None, excluded: Integers | None = None
) -> Integers:
    """Return the first placements of the cards of a largest circulation.

    If there are several, `random` decides which of them is returned. The circulation contains none of the `excluded`
    cards.
    """
    cards, first = np.unique(arcs.card, return_index=True)
    if excluded is not None:
        first = first[~np.isin(cards, excluded)]
    preference = np.zeros(len(first), np.int64) if random is None else random.integers(0, _MOST_PREFERENCE, len(first))
    flow = _flow(arcs, first, preference - _MOST_PREFERENCE * (len(first) + 1))
    chosen: Integers = first[flow[: len(first)] > 0]
    return chosen


def circulation_bound(placements: Placements, arcs: CardArcs) -> int:
    """Return the size of a largest circulation of the `arcs` of some `placements`, proved by its potentials."""
    balance, room = circulation_potentials(arcs)
    bound = proved_bound(placements, balance * SCALE, room * SCALE)
    return bound if bound >= 2 else 0


def circulation_potentials(arcs: CardArcs) -> tuple[Integers, Integers]:
    """Return the balance and the room of each cell that prove that no circulation is larger than a largest one.

    Between the sides of an orbit that cards enter and leave, the balance increases by the room. The side that cards
    enter has the number of the orbit, and the side that they leave has this number plus the number of orbits.
    """
    first = np.unique(arcs.card, return_index=True)[1]
    costs = np.full(len(first), -1)
    flow = _flow(arcs, first, costs)
    tails, heads, capacities = _network(arcs, first)
    costs = np.concatenate([costs, np.zeros(arcs.orbits, np.int64)])
    forward, backward = flow < capacities, flow > 0
    starts = np.concatenate([tails[forward], heads[backward]])
    ends = np.concatenate([heads[forward], tails[backward]])
    lengths = np.concatenate([costs[forward], -costs[backward]])
    distance, before = np.zeros(2 * arcs.orbits, np.int64), None
    while before is None or (distance != before).any():
        before = distance.copy()
        np.minimum.at(distance, ends, before[starts] + lengths)
    entering, leaving = distance[: arcs.orbits], distance[arcs.orbits :]
    room = np.maximum(0, leaving - entering)
    return entering[arcs.orbit], room[arcs.orbit]


def _network(arcs: CardArcs, first: Integers) -> tuple[Integers, Integers, Integers]:
    """Return the tails, the heads and the capacities: the arcs of cards, followed by one arc within each orbit."""
    orbits = np.arange(arcs.orbits)
    tails = np.concatenate([arcs.orbit[arcs.tail[first]] + arcs.orbits, orbits])
    heads = np.concatenate([arcs.orbit[arcs.head[first]], orbits + arcs.orbits])
    return tails, heads, np.concatenate([np.ones(len(first), np.int64), np.bincount(arcs.orbit)])


def _flow(arcs: CardArcs, first: Integers, costs: Integers) -> NDArray[np.int64]:
    """Return the flow of minimum cost along the arcs of the network."""
    flow = min_cost_flow.SimpleMinCostFlow()
    tails, heads, capacities = _network(arcs, first)
    costs = np.concatenate([costs, np.zeros(arcs.orbits, np.int64)])
    numbers = flow.add_arcs_with_capacity_and_unit_cost(tails, heads, capacities, costs)
    status = flow.solve()
    if status != flow.OPTIMAL:
        raise ArithmeticError(f"the flow of minimum cost has the status {status}")
    return np.asarray(flow.flows(numbers), np.int64)


_SEED = 1
_ATTEMPTS = 60
_ATTEMPTS_OF_A_SIZE = 6
_STEPS_OF_AN_ARC = 10
_STEPS_BETWEEN_CHECKS = 256
_FREE = -1


def lift_circulations(arcs: CardArcs, bound: int, budget: Budget) -> Integers:
    """Return the placements of a large swish, or an empty array if none is found.

    The search ends when the swish has `bound` cards, which no swish exceeds, after some attempts, or when the `budget`
    is exhausted. It raises no exception. Later attempts exclude some cards at random, so that the circulations become
    smaller. The components of a circulation are placed separately.
    """
    numbers, random = np.random.default_rng(_SEED), Random(_SEED)
    best, cards, parities = np.zeros(0, np.int64), np.unique(arcs.card), CardParities(arcs)
    for attempt in range(_ATTEMPTS):
        if len(best) >= bound or budget.exhausted():
            break
        excluded = numbers.choice(cards, min(len(cards), attempt // _ATTEMPTS_OF_A_SIZE), replace=False)
        circulation = largest_circulation(arcs, numbers, excluded)
        components = [part for part in _components(arcs, circulation) if parities.allow(part)]
        if sum(map(len, components)) > len(best):
            chosen = [Lifting(arcs, part, random).placements(budget) for part in components]
            best = max(best, np.concatenate(chosen), key=len)
    return best


def _components(arcs: CardArcs, circulation: Integers) -> list[Integers]:
    """Return the parts of a circulation that have no orbit in common, largest first."""
    tails, heads = arcs.orbit[arcs.tail[circulation]], arcs.orbit[arcs.head[circulation]]
    matrix = coo_array((np.ones(len(tails), np.int8), (tails, heads)), shape=(arcs.orbits, arcs.orbits))
    component = connected_components(matrix, directed=False)[1][tails]
    return sorted((circulation[component == number] for number in np.unique(component)), key=len, reverse=True)


class Lifting:
    """A placement of some arcs of a circulation, such that at most one arc leaves and at most one enters each cell.

    `tails` and `heads` are the cells of each arc, or -1 for an arc that is not placed. The arcs of the cards come first
    and the empty arcs follow.
    """

    def __init__(self, arcs: CardArcs, circulation: Integers, random: Random) -> None:
        self._random = random
        cells, empty = len(arcs.orbit), []
        used = np.bincount(arcs.orbit[arcs.tail[circulation]], minlength=arcs.orbits)
        self._arcs, self._circulation = arcs, circulation
        for orbit in np.flatnonzero(used):
            empty += np.flatnonzero(arcs.orbit == orbit)[used[orbit] :].tolist()
        starts = [*zip(arcs.tail[circulation].tolist(), arcs.head[circulation].tolist(), strict=True)]
        starts += [(cell, cell) for cell in empty]
        images = arcs.images.tolist()
        self._options = [sorted({(image[tail], image[head]) for image in images}) for tail, head in starts]
        self._flips = [image for image in images if all(image[image[cell]] == cell for cell in range(cells))]
        self.tails, self.heads = [_FREE] * len(starts), [_FREE] * len(starts)
        self._leaving, self._entering = [_FREE] * cells, [_FREE] * cells

    def placements(self, budget: Budget) -> Integers:
        """Return the placements of the cards if the search for them succeeds, or an empty array."""
        if not self.search(budget):
            return np.zeros(0, np.int64)
        arcs, circulation = self._arcs, self._circulation
        ends = np.array([self.tails, self.heads])[:, : len(circulation)]
        # The placements of a card are consecutive, and its first placement is in the circulation.
        chosen = [
            first + int(np.argmax((arcs.tail[first:] == tail) & (arcs.head[first:] == head)))
            for first, tail, head in zip(circulation.tolist(), *ends, strict=True)
        ]
        return np.array(chosen, np.int64)

    def search(self, budget: Budget) -> bool:
        """Place arcs until all are placed, and return whether this succeeds within a limited number of steps."""
        waiting = list(range(len(self.tails)))
        self._random.shuffle(waiting)
        for step in range(_STEPS_OF_AN_ARC * len(self.tails)):
            if not waiting:
                return True
            if step % _STEPS_BETWEEN_CHECKS == 0 and budget.exhausted():
                break
            at = self._random.randrange(len(waiting))
            waiting[at], waiting[-1] = waiting[-1], waiting[at]
            waiting += self._place(waiting.pop())
        return not waiting

    def _place(self, arc: int) -> list[int]:
        """Place an arc, and return the arcs that it replaces."""
        options = self._random.sample(self._options[arc], len(self._options[arc]))
        for tail, head in options:
            if self._leaving[tail] == self._entering[head] == _FREE:
                self._put(arc, tail, head)
                return []
        for tail, head in options:
            if self._make_room(tail, head):
                self._put(arc, tail, head)
                return []
        tail, head = options[0]
        replaced = sorted({self._leaving[tail], self._entering[head]} - {_FREE})
        for other in replaced:
            self._take(other)
        self._put(arc, tail, head)
        return replaced

    def _make_room(self, tail: int, head: int) -> bool:
        """Move a chain of arcs so that an arc can leave the cell `tail` and enter the cell `head`, one of them free."""
        at_tail = self._leaving[tail] != _FREE
        if at_tail and self._entering[head] != _FREE:
            return False
        here, cell = (self._leaving, tail) if at_tail else (self._entering, head)
        other_end = (not at_tail, head if at_tail else tail)
        for flip in self._flips:
            if here[flip[cell]] != _FREE:
                continue
            chain, end = self._chain(here[cell], at_tail, flip)
            if end != other_end:
                moved = [(arc, flip[self.tails[arc]], flip[self.heads[arc]]) for arc in chain]
                for arc in chain:
                    self._take(arc)
                for ends in moved:
                    self._put(*ends)
                return True
        return False

    def _chain(self, arc: int, from_tail: bool, flip: list[int]) -> tuple[list[int], tuple[bool, int]]:
        """Return the arcs that a `flip` must move together with an arc, and the free cell where the chain ends.

        The chain begins at the other end of the arc: at its head if `from_tail` is true. The cell is given with
        whether an arc leaves it, rather than enters it.
        """
        chain, at_tail = [arc], not from_tail
        while True:
            cell = flip[self.tails[chain[-1]] if at_tail else self.heads[chain[-1]]]
            other = self._leaving[cell] if at_tail else self._entering[cell]
            if other in (_FREE, chain[-1]):
                return chain, (at_tail, cell)
            chain.append(other)
            at_tail = not at_tail

    def _put(self, arc: int, tail: int, head: int) -> None:
        self.tails[arc], self.heads[arc] = tail, head
        self._leaving[tail] = self._entering[head] = arc

    def _take(self, arc: int) -> None:
        self._leaving[self.tails[arc]] = self._entering[self.heads[arc]] = _FREE
        self.tails[arc] = self.heads[arc] = _FREE

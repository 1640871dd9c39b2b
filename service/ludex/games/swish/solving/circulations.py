"""A largest circulation of cards between the orbits of cells, and the bound on the size of a swish that it proves.

A card with one point and one circle leads from the orbit of the point to the orbit of the circle. In a swish, as many
cards leave an orbit as enter it, and at most as many as the orbit has cells. A set of cards with these properties is a
circulation. A largest circulation is found as a flow of minimum cost, with integers only. No swish is larger. The
linear relaxation of the placements has the same maximum, because a circulation can be spread evenly over the
configurations of its cards.

The potentials of the flow prove the bound again: they are a dual solution, which
:func:`ludex.games.swish.solving.size_bounds.proved_bound` checks.

Source: R. K. Ahuja, T. L. Magnanti and J. B. Orlin, "Network Flows", 1993, chapter 9.
"""

import numpy as np
from numpy.typing import NDArray
from ortools.graph.python import min_cost_flow

from ludex.games.swish.solving.card_arcs import CardArcs, Integers
from ludex.games.swish.solving.placements import Placements
from ludex.games.swish.solving.size_bounds import SCALE, proved_bound

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

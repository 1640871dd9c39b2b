"""Cards of one symbol each: the largest swish in polynomial time, in closed form and as a matching.

Source: Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Theorem 2. It departs from the printed proof, which compares
the edges of a matching with k (a swish has twice as many cards) and keeps four duplicates of a card (an orbit of one or
two cells has room for as many only). Right is: a swish has at most min(points, circles, cells) pairs of each orbit.
"""

from collections import defaultdict
from dataclasses import dataclass

import networkx as nx

from ludex.engine.budget import Budget
from ludex.games.swish.card import Cell
from ludex.games.swish.found import Placed, Rule, Swish
from ludex.games.swish.orbits import orbit_of, takes
from ludex.games.swish.position import Position
from ludex.games.swish.solving.answers import Largest


@dataclass(frozen=True, slots=True)
class OrbitPairs:
    """An orbit's cells, and the indices of the cards whose point, or whose circle, lies on one of them."""

    cells: tuple[Cell, ...]
    points: tuple[int, ...]
    circles: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """Return the most pairs of a point and a circle that can lie here."""
        return min(len(self.points), len(self.circles), len(self.cells))


def applies_to(position: Position) -> bool:
    """Tell whether every card of a `position` has one symbol."""
    return all(len(card.points) + len(card.circles) == 1 for card in position.cards)


def orbit_pairs(position: Position, rule: Rule) -> list[OrbitPairs]:
    """Return the orbits that the cards of a `position` touch; under the rule `simple` each is one cell."""
    found: dict[tuple[Cell, ...], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for index, card in enumerate(position.cards):
        [cell] = card.points + card.circles
        cells = (cell,) if rule is Rule.SIMPLE else orbit_of(cell, *card.board, position.symmetry)
        found[cells][not card.points].append(index)
    return [OrbitPairs(cells, tuple(points), tuple(circles)) for cells, (points, circles) in sorted(found.items())]


def largest_of_one_symbol(position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None) -> Largest:
    """Return a largest swish of cards of one symbol each, proved, in linear time.

    Parameters
    ----------
    position : Position
        Cards of one point or one circle each.
    rule : Rule
        Whether cards may be flipped (SWISH) or lie as written (SIMPLE).
    max_size : int, optional
        The most cards of the swish, at least 2; without it any number.

    Returns
    -------
    Largest
        Two cards for each pair: the sum over the orbits of 2 min(points, circles, cells).

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Theorem 2.

    >>> largest_of_one_symbol(Position.from_codes(["*./..", "../.o", "o./..", ".*/.."])).size
    4
    """
    room = len(position.cards) // 2 if max_size is None else max_size // 2
    placed: list[Placed] = []
    for orbit in orbit_pairs(position, rule):
        pairs = min(orbit.pairs, room)
        room -= pairs
        for cell, *indices in zip(orbit.cells[:pairs], orbit.points, orbit.circles, strict=False):
            placed += [_laid(position, index, cell) for index in indices]
    swish = Swish(tuple(sorted(placed, key=lambda one: one.index))) if placed else None
    return Largest(swish, proved=True)


def _laid(position: Position, index: int, cell: Cell) -> Placed:
    card = position.cards[index]
    [own] = card.points + card.circles
    configuration = takes(own, cell, *card.board, position.symmetry)
    assert configuration is not None
    return Placed(index, configuration, card.configured(configuration))


def matched(position: Position, rule: Rule = Rule.SWISH, budget: Budget | None = None) -> list[tuple[int, int]]:
    """Return a largest matching of point cards with circle cards, by their indices: the way of the printed proof.

    Two cards are compatible if their cells are of one orbit. It is a b-matching: an orbit has room for as many pairs
    as it has cells. It is found as a flow from points over the orbit to circles, for each orbit. The cards of a
    `position` have one symbol each and are laid under a `rule`. Raises BudgetExhausted when the `budget` ends (None: no
    limits). Cost: some 0.2 seconds for an orbit of 1,000 cards.

    >>> len(matched(Position.from_codes(["*.", ".*", "*.", "o.", "o.", ".o"])))
    2
    """
    pairs: list[tuple[int, int]] = []
    for orbit in orbit_pairs(position, rule):
        if budget is not None:
            budget.check()
        pairs += _flow(orbit)
    return sorted(pairs)


def _flow(orbit: OrbitPairs) -> list[tuple[int, int]]:
    if not orbit.pairs:
        return []
    network = nx.DiGraph()
    network.add_edge("in", "out", capacity=len(orbit.cells))
    for index in orbit.points:
        network.add_edge("from", index, capacity=1)
        network.add_edge(index, "in", capacity=1)
    for index in orbit.circles:
        network.add_edge("out", index, capacity=1)
        network.add_edge(index, "to", capacity=1)
    _, flow = nx.maximum_flow(network, "from", "to")
    points = [index for index in orbit.points if flow[index]["in"]]
    circles = [index for index in orbit.circles if flow["out"][index]]
    return list(zip(points, circles, strict=True))

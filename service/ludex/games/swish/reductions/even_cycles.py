"""Cards with two symbols, for the rule with flips, that encode the search for even cycles in a directed graph.

T. Horiyama, T. Ito, J. Kawahara, S. Minato, A. Suzuki, R. Uehara, Y. Yamaguchi, "Computational Complexity of Swish"
(arXiv 2601.09289, FUN 2026), show that SWISH is NP-complete for cards with two symbols. They reduce from the question
whether disjoint directed cycles of even length can cover all vertices of a graph. This question is NP-complete (F.
Hoersch et al., arXiv 2510.18393). The module uses a different reduction from the same question, with a short proof:

Vertex v has two cells, (v, 1) and (v, 2), in one quarter of the board. Its card has a point on the first cell and a
circle on the second cell. Arc u -> v has a card with a point on (u, 2) and a circle on the mirror image of (v, 1). In a
swish, the circle of an arc's card meets the point of a vertex's card, and the circle of a vertex's card meets the point
of an arc's card. The cards therefore form closed walks, which change to the other side of the board with each arc. A
walk can end on the cell on which it started if and only if its number of arcs is even. Since a vertex has one card, the
walks are disjoint cycles. The largest swish therefore has twice as many cards as the maximum number of vertices covered
by disjoint even cycles. Upward flips move a whole cycle and therefore make no difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludex.engine.arguments import require_integer, require_pairs
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.swish.card import Configuration
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.card_reductions import card_of, require_room
from ludex.games.swish.swishes import Placement, Swish

Arc = tuple[int, int]
_WIDTH = 4

MAX_VERTICES = 127
"""The maximum number of vertices, because a board has at most 255 rows, and each vertex needs two rows."""


class DigraphError(Fault):
    """The vertices and arcs do not form a directed graph without loops and repeated arcs."""


@dataclass(frozen=True, slots=True)
class EvenCycleCards:
    """The cards of a directed graph, one for each vertex and then one for each arc.

    The largest swish has twice as many cards as the maximum number of vertices covered by disjoint even directed
    cycles.

    Parameters
    ----------
    vertices : int
        The number of vertices, which are counted from 0.
    arcs : tuple of (int, int)
        The arcs.
    position : Position
        The cards, each with one point and one circle.
    """

    vertices: int
    arcs: tuple[Arc, ...]
    position: Position

    def largest(self, covered: int) -> int:
        """Return the size of a largest swish if even cycles can cover `covered` vertices."""
        return 2 * covered

    def swish_of(self, cycles: Sequence[Sequence[int]]) -> Swish:
        """Return the swish that corresponds to disjoint even `cycles`, each given by its vertices in order.

        Raises DigraphError.
        """
        number = {arc: self.vertices + place for place, arc in enumerate(self.arcs)}
        placed = []
        for cycle in cycles:
            for place, vertex in enumerate(cycle):
                arc = (vertex, cycle[(place + 1) % len(cycle)])
                if arc not in number or len(cycle) % 2:
                    raise DigraphError(f"{list(cycle)[:6]} is not an even cycle of the graph")
                side = Configuration.FLIP_LEFT if place % 2 else Configuration.IDENTITY
                placed += [(vertex, side), (number[arc], side)]
        if len({index for index, _ in placed}) != len(placed):
            raise DigraphError("the cycles are not disjoint")
        cards = self.position.cards
        return Swish(tuple(Placement(index, side, cards[index].configured(side)) for index, side in sorted(placed)))

    def cycles_of(self, swish: Swish) -> tuple[tuple[int, ...], ...]:
        """Return the disjoint even cycles that correspond to a `swish`, each starting from its least vertex."""
        after = dict(self.arcs[index - self.vertices] for index in swish.indices if index >= self.vertices)
        cycles = []
        while after:
            cycle = [min(after)]
            while (vertex := after.pop(cycle[-1])) != cycle[0]:
                cycle.append(vertex)
            cycles.append(tuple(cycle))
        return tuple(cycles)


def even_cycle_cards(vertices: int, arcs: Sequence[Arc]) -> EvenCycleCards:
    """Return cards whose largest swish with flips determines how many vertices disjoint even cycles can cover.

    Parameters
    ----------
    vertices : int
        The number of vertices, 1 to 127.
    arcs : sequence of (int, int)
        Pairs of distinct vertices, counted from 0, without repetition.

    Returns
    -------
    EvenCycleCards
        The cards, each with one point and one circle. The board has four columns, and two rows for each vertex.

    Raises
    ------
    DigraphError
        If the arguments do not form a directed graph without loops, or the graph is too large.

    Notes
    -----
    Cost: linear. The module docstring contains the proof.

    References
    ----------
    Horiyama et al. (arXiv 2601.09289), who prove that SWISH with two symbols per card is NP-complete.

    Examples
    --------
    >>> reduction = even_cycle_cards(2, [(0, 1), (1, 0)])
    >>> [str(card) for card in reduction.position.cards][2]
    '.*../...o/..../....'
    >>> reduction.swish_of([(0, 1)]).size
    4
    """
    vertices = require_integer(vertices, "vertices")
    arcs = require_pairs(arcs, "arcs")
    if not 1 <= vertices <= MAX_VERTICES:
        raise DigraphError(f"{vertices} vertices given; 1 to {MAX_VERTICES} are allowed", ("vertices",))
    require_room(2 * vertices, _WIDTH, vertices + len(arcs))
    seen: set[Arc] = set()
    for place, (u, v) in enumerate(arcs):
        if not (0 <= u < vertices and 0 <= v < vertices and u != v) or (u, v) in seen:
            known = "is repeated" if (u, v) in seen else f"does not join two different vertices of 0 to {vertices - 1}"
            raise DigraphError(f"arc {u} -> {v} {known}", ("arcs", place))
        seen.add((u, v))
    board = 2 * vertices, _WIDTH
    of_vertices = [card_of(board, [(v, 1)], [(v, 2)]) for v in range(1, vertices + 1)]
    of_arcs = [card_of(board, [(u + 1, 2)], [(v + 1, _WIDTH)]) for u, v in arcs]
    return EvenCycleCards(vertices, tuple(arcs), Position((*of_vertices, *of_arcs)))


def planted_even_cycles(vertices: int, further_arcs: int, seed: int) -> tuple[Arc, ...]:
    """Return the arcs of a random directed graph in which disjoint even cycles cover all vertices.

    Parameters
    ----------
    vertices : int
        An even number, 2 to 126.
    further_arcs : int
        The number of additional arcs. If there is not enough room, fewer are added.
    seed : int
        The seed of the random numbers.

    Returns
    -------
    tuple of (int, int)
        The arcs, in order.

    Raises
    ------
    DigraphError
        If the number of vertices is odd or out of bounds, or the number of arcs is negative.

    References
    ----------
    F. Hörsch and others (arXiv 2510.18393), who prove that deciding whether disjoint even cycles cover all vertices is
    NP-complete.

    Examples
    --------
    >>> planted_even_cycles(4, 1, 0)
    ((0, 2), (0, 3), (1, 3), (2, 0), (3, 1))
    """
    for name, number in (("vertices", vertices), ("further_arcs", further_arcs), ("seed", seed)):
        require_integer(number, name)
    if vertices % 2 or not 2 <= vertices <= MAX_VERTICES:
        raise DigraphError(f"the number of vertices must be even, 2 to {MAX_VERTICES}, not {vertices}", ("vertices",))
    if further_arcs < 0:
        raise DigraphError(f"the number of additional arcs must not be negative: {further_arcs}", ("further_arcs",))
    numbers = RandomNumbers(seed)
    order = list(numbers.shuffled(vertices))
    arcs: set[Arc] = set()
    while order:
        length = 2 * (1 + numbers.below(len(order) // 2))
        cycle, order = order[:length], order[length:]
        arcs |= set(zip(cycle, cycle[1:] + cycle[:1], strict=True))
    others = [(u, v) for u in range(vertices) for v in range(vertices) if u != v and (u, v) not in arcs]
    arcs |= {others[place] for place, _ in zip(numbers.shuffled(len(others)), range(further_arcs), strict=False)}
    return tuple(sorted(arcs))

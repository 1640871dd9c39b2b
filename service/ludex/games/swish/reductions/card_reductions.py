"""Reductions from cards to cards, and functions that all reductions to cards share.

`three_symbol_cards` replaces cards of up to four symbols by cards of up to three symbols. The largest simple-swish
becomes four times as large. Source: Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 4 and Observation 5.
Boards with fewer than three columns are extended by empty columns on the right, a step that the printed text omits.

`flip_cards` reduces SIMPLE-SWISH to SWISH. It replaces each card by four mirrored cards, so that flips give no
advantage. The source is Theorem 1 of the same paper. The mirrored cells have the coordinates `2w+1-b` and `2h+1-a`. The
printed text has `w+1-b` and `h+1-a`, which would leave the mirrored card in the same quarter of the board.

`even_cycle_cards` encodes the search for even cycles in a directed graph by cards with two symbols, for the rule with
flips. T. Horiyama, T. Ito, J. Kawahara, S. Minato, A. Suzuki, R. Uehara, Y. Yamaguchi, "Computational Complexity of
Swish" (arXiv 2601.09289, FUN 2026), show that SWISH is NP-complete for cards with two symbols. They reduce from the
question whether disjoint directed cycles of even length can cover all vertices of a graph. This question is NP-complete
(F. Hoersch et al., arXiv 2510.18393). The module uses a different reduction from the same question, with a short proof:

Vertex v has two cells, (v, 1) and (v, 2), in one quarter of the board. Its card has a point on the first cell and a
circle on the second cell. Arc u -> v has a card with a point on (u, 2) and a circle on the mirror image of (v, 1). In a
swish, the circle of an arc's card meets the point of a vertex's card, and the circle of a vertex's card meets the point
of an arc's card. The cards therefore form closed walks, which change to the other side of the board with each arc. A
walk can end on the cell on which it started if and only if its number of arcs is even. Since a vertex has one card, the
walks are disjoint cycles. The largest swish therefore has twice as many cards as the maximum number of vertices covered
by disjoint even cycles. Upward flips move a whole cycle and therefore make no difference.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludex.engine.arguments import require_integer, require_pairs
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.swish.card import Card, Cell, Configuration, Symmetry, require_board
from ludex.games.swish.position import MAX_CARDS, Position, PositionError
from ludex.games.swish.swishes import Placement, Swish


def require_room(height: int, width: int, cards: int) -> None:
    """Raise BoardError or PositionError if a position on this board with this number of `cards` is out of bounds."""
    require_board(height, width)
    if cards > MAX_CARDS:
        raise PositionError(f"the reduction would make {cards:,} cards; at most {MAX_CARDS:,} are allowed")


def card_of(board: tuple[int, int], points: Iterable[Cell], circles: Iterable[Cell]) -> Card:
    """Return the card of a `board` (height and width) with symbols on these cells, which may be in any order."""
    return Card(*board, tuple(sorted(points)), tuple(sorted(circles)))


_PARTS = 4


@dataclass(frozen=True, slots=True)
class ThreeSymbolCards:
    """Cards with at most three symbols each. Cards `4 i` to `4 i + 3` are made from card i of `source`.

    A simple-swish contains either all four cards that are made from the same card, or none of them.
    """

    source: Position
    position: Position

    def largest(self, of_source: int) -> int:
        """Return the size of a largest simple-swish, given the size of a largest simple-swish of the source cards."""
        return _PARTS * of_source

    def swish_of(self, swish: Swish) -> Swish:
        """Return the simple-swish that corresponds to a `swish` of the source cards; it is four times as large."""
        return Swish.as_written(
            self.position.cards, (_PARTS * index + part for index in swish.indices for part in range(_PARTS))
        )

    def source_of(self, swish: Swish) -> Swish:
        """Return the simple-swish of the source cards that corresponds to a `swish`."""
        return Swish.as_written(self.source.cards, {index // _PARTS for index in swish.indices})


def three_symbol_cards(source: Position) -> ThreeSymbolCards:
    """Return four cards of at most three symbols for each card of a position (Lemma 4).

    Parameters
    ----------
    source : Position
        Cards of at most four symbols each, placed as written.

    Returns
    -------
    ThreeSymbolCards
        The cards, on a board with one additional row for each source card.

    Raises
    ------
    PositionError
        If a card has more than four symbols, or there would be too many cards.
    BoardError
        If the board would have more than 255 rows or 4,096 cells.

    Notes
    -----
    Cost: linear.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 4.

    Examples
    --------
    >>> reduction = three_symbol_cards(Position.from_codes(["*o", "o*"]))
    >>> len(reduction.position.cards), reduction.position.height, reduction.position.width, reduction.largest(2)
    (8, 3, 3, 8)
    """
    Position.require(source, "source")
    cards = source.cards
    for index, card in enumerate(cards):
        if (symbols := len(card.points) + len(card.circles)) > _PARTS:
            raise PositionError(f"the card has {symbols} symbols; Lemma 4 supports at most {_PARTS}", index)
    board = source.height + len(cards), max(source.width, _PARTS - 1)
    require_room(*board, _PARTS * len(cards))
    new_cards: list[Card] = []
    for index, card in enumerate(cards):
        row = source.height + index + 1
        symbols_left = [(cell, True) for cell in card.points] + [(cell, False) for cell in card.circles]
        for part in range(_PARTS):
            own = symbols_left[part : part + 1]
            points = [cell for cell, is_point in own if is_point] + [(row, part + 1)] * (part < _PARTS - 1)
            circles = [cell for cell, is_point in own if not is_point] + [(row, part)] * (part > 0)
            new_cards.append(card_of(board, points, circles))
    return ThreeSymbolCards(source, Position(tuple(new_cards), source.symmetry))


_QUARTERS = Symmetry.RECTANGLE.configurations


@dataclass(frozen=True, slots=True)
class FlipCards:
    """Cards in the quarters of a board whose sides are twice as long.

    Cards 4 i to 4 i + 3 are made from card i of `source`.

    The largest swish with flips is four times as large as the largest simple-swish of the source cards.
    """

    source: Position
    position: Position

    def largest(self, of_source: int) -> int:
        """Return the size of a largest swish, given the size `of_source` of a largest simple-swish of the source."""
        return len(_QUARTERS) * of_source

    def swish_of(self, swish: Swish) -> Swish:
        """Return the swish that corresponds to a simple-swish of the source cards; it is four times as large."""
        return Swish.as_written(
            self.position.cards,
            (len(_QUARTERS) * index + part for index in swish.indices for part in range(len(_QUARTERS))),
        )

    def source_of(self, swish: Swish) -> Swish | None:
        """Return a simple-swish of the source cards that has at least a quarter of the cards of a `swish`.

        It corresponds to the cards of the swish in one quarter of the board, chosen such that it is as large as
        possible. Returns None if the swish has no cards.
        """
        quarters: dict[tuple[bool, bool], list[Placement]] = defaultdict(list)
        for placed in swish.cards:
            a, b = (placed.placed.points + placed.placed.circles)[0]
            quarters[a > self.source.height, b > self.source.width].append(placed)
        if not quarters:
            return None
        fullest = max(quarters.values(), key=len)
        return Swish.as_written(self.source.cards, {placed.index // len(_QUARTERS) for placed in fullest})


def flip_cards(source: Position) -> FlipCards:
    """Return four cards, for the rule with flips, for each card of a position placed as written (Theorem 1).

    Parameters
    ----------
    source : Position
        Cards placed as written, on a board of at most 127 rows and columns.

    Returns
    -------
    FlipCards
        The cards, on a board whose sides are twice as long. If this board would be square, it has an empty middle
        column.

    Raises
    ------
    PositionError
        If the symmetry is not `rectangle`, or there would be too many cards.
    BoardError
        If the board would be out of bounds.

    Notes
    -----
    Cost: linear.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Theorem 1.

    Examples
    --------
    >>> reduction = flip_cards(Position.from_codes(["*o", "o*"]))
    >>> [str(card) for card in reduction.position.cards[:4]]
    ['*o../....', '..o*/....', '..../*o..', '..../..o*']
    """
    Position.require(source, "source")
    if source.symmetry is not Symmetry.RECTANGLE:
        raise PositionError("Theorem 1 is about the four flips; omit symmetry")
    height, width = 2 * source.height, 2 * source.width
    width += height == width
    require_room(height, width, len(_QUARTERS) * len(source.cards))
    new_cards = [_enlarged(card, height, width).configured(flip) for card in source.cards for flip in _QUARTERS]
    return FlipCards(source, Position(tuple(new_cards)))


def _enlarged(card: Card, height: int, width: int) -> Card:
    assert Configuration.IDENTITY is _QUARTERS[0]
    return Card(height, width, card.points, card.circles)


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

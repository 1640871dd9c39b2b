"""The placements of a position's cards, laid out as arrays for the search kernels.

A placement is a card in one of its different configurations. Placements that cannot take part in any swish are left
out before the search begins.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.swish.card import Card, Cell, Configuration
from ludex.swish.found import Placed, Rule, Swish
from ludex.swish.position import Position, PositionError

MAX_SEARCH_CARDS = 1000

# Up to so many cards of one point and one circle are searched sooner than pruned.
_FEW_CARDS = 24

Integers = npt.NDArray[np.int32]
Rows = tuple[Integers, Integers]
"""Lists of different lengths: row i is values[starts[i]:starts[i + 1]]."""


@dataclass(frozen=True, slots=True)
class Placements:
    """What the kernels search.

    `cards` (placement -> card index), sorted; `first` (card -> its first placement, one more entry at the end);
    `before` (card -> the copy that must be laid before it, or -1); `points`, `circles` (placement -> cells);
    `with_point`, `with_circle` (cell -> placements that have one there). Cells are numbered from 0 among those that
    a placement touches.
    """

    position: Position
    placed: tuple[Placed, ...]
    cards: Integers
    first: Integers
    before: Integers
    points: Rows
    circles: Rows
    with_point: Rows
    with_circle: Rows

    @property
    def cells(self) -> int:
        """Return the number of cells that some placement touches."""
        return len(self.with_point[0]) - 1

    def swish(self, chosen: list[int]) -> Swish:
        """Return the swish that placements form, its cards by index."""
        return Swish(tuple(sorted((self.placed[i] for i in chosen), key=lambda placed: placed.index)))


def placements_of(
    position: Position, rule: Rule, copies_differ: bool = True, budget: Budget | None = None
) -> Placements:
    """Return the placements of a position that may take part in a swish.

    Where copies do not differ, one stands for the other: they are laid in their order, and of each card only as many
    as it has different configurations, since no more can lie in one swish.

    Raises PositionError for more than 1,000 cards, and BudgetExhausted. Cost: linear in placements and symbols; the
    pruning of cards with other than one point and one circle repeats until nothing more falls away.
    """
    if len(position.cards) > MAX_SEARCH_CARDS:
        raise PositionError(f"{len(position.cards)} cards, a search takes at most {MAX_SEARCH_CARDS}")
    ways: dict[Card, list[tuple[Card, Configuration]]] = {}
    copies: defaultdict[Card, list[int]] = defaultdict(list)
    before = np.full(len(position.cards), -1, dtype=np.int32)
    every: list[Placed] = []
    budget = budget or Budget()
    for index, card in enumerate(position.cards):
        if card not in ways:
            budget.check()
            ways[card] = list(rule.ways_to_lay(card, position.symmetry).items())
        if not copies_differ:
            earlier = copies[card if rule is Rule.SIMPLE else card.canonical(position.symmetry)]
            if len(earlier) == len(ways[card]):
                continue
            if earlier:
                before[index] = earlier[-1]
            earlier.append(index)
        every += [Placed(index, configuration, laid) for laid, configuration in ways[card]]
    if not all(card.is_one_pair for card in ways):
        every = _that_can_close(every, budget)
    elif len(position.cards) > _FEW_CARDS:
        every = _within_strong_components(every)
    return _arrays(position, every, before)


def _within_strong_components(placed: list[Placed]) -> list[Placed]:
    """Keep the placements on a closed walk from point to circle, where each card is one point and one circle.

    A swish of such cards is a set of directed cycles on cells, so each of its placements joins two cells of one
    strong component.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    number = _numbered_cells(placed)
    tails = [number[p.placed.points[0]] for p in placed]
    heads = [number[p.placed.circles[0]] for p in placed]
    size = len(number)
    matrix = coo_array((np.ones(len(placed), dtype=np.int8), (tails, heads)), shape=(size, size))
    _, component = connected_components(matrix, directed=True, connection="strong")
    return [p for p, t, h in zip(placed, tails, heads, strict=True) if component[t] == component[h]]


def _that_can_close(placed: list[Placed], budget: Budget) -> list[Placed]:
    """Drop placements with a symbol that no other card can meet, until none is left to drop."""
    while True:
        budget.check()
        point_cards: defaultdict[Cell, set[int]] = defaultdict(set)
        circle_cards: defaultdict[Cell, set[int]] = defaultdict(set)
        for p in placed:
            for cell in p.placed.points:
                point_cards[cell].add(p.index)
            for cell in p.placed.circles:
                circle_cards[cell].add(p.index)

        def met(cells: tuple[Cell, ...], partners: defaultdict[Cell, set[int]], index: int) -> bool:
            return all(partners.get(cell, set()) - {index} for cell in cells)

        kept = [
            p
            for p in placed
            if met(p.placed.points, circle_cards, p.index) and met(p.placed.circles, point_cards, p.index)
        ]
        if len(kept) == len(placed):
            return kept
        placed = kept


def _numbered_cells(placed: list[Placed]) -> dict[Cell, int]:
    cells = {cell for p in placed for symbols in (p.placed.points, p.placed.circles) for cell in symbols}
    return {cell: number for number, cell in enumerate(sorted(cells))}


def _rows(lists: list[list[int]]) -> Rows:
    starts = np.zeros(len(lists) + 1, dtype=np.int32)
    np.cumsum([len(row) for row in lists], out=starts[1:])
    return starts, np.array([value for row in lists for value in row], dtype=np.int32)


def _arrays(position: Position, placed: list[Placed], before: Integers) -> Placements:
    number = _numbered_cells(placed)
    points = [[number[cell] for cell in p.placed.points] for p in placed]
    circles = [[number[cell] for cell in p.placed.circles] for p in placed]
    with_point: list[list[int]] = [[] for _ in number]
    with_circle: list[list[int]] = [[] for _ in number]
    for i in range(len(placed)):
        for cell in points[i]:
            with_point[cell].append(i)
        for cell in circles[i]:
            with_circle[cell].append(i)
    cards = np.array([p.index for p in placed], dtype=np.int32)
    first = np.searchsorted(cards, np.arange(len(position.cards) + 1)).astype(np.int32)
    return Placements(
        position,
        tuple(placed),
        cards,
        first,
        before,
        _rows(points),
        _rows(circles),
        _rows(with_point),
        _rows(with_circle),
    )

"""SWISH in the plain ways that ours is measured against: cards laid out in plain Python before they are searched."""

from collections import defaultdict
from itertools import accumulate

import numpy as np

from ludex.engine.budget import Budget
from ludex.games.swish.card import Card
from ludex.games.swish.position import Position
from ludex.games.swish.solving.depth_first import DepthFirst
from ludex.games.swish.solving.placements import Integers, Placements, Rows
from ludex.games.swish.swishes import Placement, Swish


def first_swish(position: Position) -> Swish | None:
    """Return the first swish that is met."""
    return DepthFirst(laid_out(position)).first(None, Budget()).swish


def largest_swish(position: Position) -> Swish | None:
    """Return a largest swish."""
    search = DepthFirst(laid_out(position))
    first = search.first(None, Budget()).swish
    return None if first is None else search.largest(None, Budget(), known=first).swish


def laid_out(position: Position) -> Placements:
    """Return the placements of one-point-one-circle cards, made one after the other; copies stand for each other."""
    placed: list[Placement] = []
    copies: defaultdict[Card, list[int]] = defaultdict(list)
    before = [-1] * len(position.cards)
    for index, card in enumerate(position.cards):
        ways = card.distinct_configurations(position.symmetry)
        earlier = copies[card.canonical(position.symmetry)]
        if len(earlier) == len(ways):
            continue
        if earlier:
            before[index] = earlier[-1]
        earlier.append(index)
        placed += [Placement(index, configuration, laid) for laid, configuration in ways.items()]
    cells = sorted({cell for one in placed for cell in (*one.placed.points, *one.placed.circles)})
    number = {cell: place for place, cell in enumerate(cells)}
    points = [[number[cell] for cell in one.placed.points] for one in placed]
    circles = [[number[cell] for cell in one.placed.circles] for one in placed]
    with_point: list[list[int]] = [[] for _ in cells]
    with_circle: list[list[int]] = [[] for _ in cells]
    for i, (pointing, circling) in enumerate(zip(points, circles, strict=True)):
        for cell in pointing:
            with_point[cell].append(i)
        for cell in circling:
            with_circle[cell].append(i)
    cards = _integers([one.index for one in placed])
    first = np.searchsorted(cards, np.arange(len(position.cards) + 1)).astype(np.int32)
    ways_laid = _integers([position.symmetry.configurations.index(one.configuration) for one in placed])
    rows = map(_rows, (points, circles, with_point, with_circle))
    return Placements(
        position,
        cards,
        ways_laid,
        first,
        _integers(before),
        *rows,
        len(set(cards.tolist())),
        (len(cells), 1, 1, 2, 1, 1),
    )


def _integers(values: list[int]) -> Integers:
    return np.array(values, dtype=np.int32)


def _rows(lists: list[list[int]]) -> Rows:
    return _integers([0, *accumulate(map(len, lists))]), _integers([value for row in lists for value in row])

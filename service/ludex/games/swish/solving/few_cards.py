"""Searches of few cards: a single compiled call computes the layout and the result."""

import numpy as np
import numpy.typing as npt

from ludex.games.swish.kernels import largest as largest_kernel
from ludex.games.swish.kernels import tables
from ludex.games.swish.position import Position
from ludex.games.swish.solving.placements import FEW_CARDS, Images, Integers, images_of, records_of, symbols_in
from ludex.games.swish.swishes import Placement, Rule, SearchOutcome, Swish

FEW_SYMBOLS = 512
"""The maximum number of symbols. It does not apply if each card has one point and one circle."""

# This many steps take about 10 ms, as in a slice of the depth-first search.
STEPS = 500_000

_NO_BUFFER = np.zeros((1, 1), dtype=np.uint64)
_NO_TALLY = np.zeros(1, dtype=np.int64)

Arrays = tuple[Integers, Integers, npt.NDArray[np.int64], npt.NDArray[np.uint64]]


def find_any_of_few_cards(position: Position, rule: Rule, max_size: int | None) -> SearchOutcome:
    """Return the first swish of a `position` under a `rule` that the depth-first search finds.

    The swish has at most `max_size` cards (None for any number). The outcome is undecided if there are too many cards,
    or if the search needs too many steps. Cost: 20 microseconds for a table of the commercial game.
    """
    return _solved(position, rule, max_size, seek_largest=False)


def find_largest_of_few_cards(position: Position, rule: Rule, max_size: int | None) -> SearchOutcome:
    """Return the largest swish of a `position` under a `rule`, by branch and bound.

    The swish has at most `max_size` cards (None for any number). The outcome is undecided if there are too many cards,
    or if the search needs too many steps. Cost: 70 microseconds for a table of the commercial game.
    """
    return _solved(position, rule, max_size, seek_largest=True)


def work_arrays(cards: int, symbols: int, images: Images) -> Arrays:
    """Return the arrays that `kernels.tables` uses: room, frames, tally and buffer.

    The arrays are large enough for `cards` cards with `symbols` points and circles in total, in the configurations of
    `images`.
    """
    configurations, cells = images.shape
    room = np.empty(tables.room_for(cards, configurations, symbols, cells), np.int32)
    return room, np.empty((cards + cells + 1, largest_kernel.FRAME_SIZE), np.int32), _NO_TALLY, _NO_BUFFER


def _solved(position: Position, rule: Rule, max_size: int | None, *, seek_largest: bool) -> SearchOutcome:
    cards = position.cards
    if len(cards) > FEW_CARDS:
        return SearchOutcome(None, decided=False)
    images = images_of(position, rule)
    records = records_of(cards)
    symbols = symbols_in(len(cards), records)
    if symbols > FEW_SYMBOLS:
        return SearchOutcome(None, decided=False)
    arrays = work_arrays(len(cards), symbols, images)
    most = len(cards) if max_size is None else min(max_size, len(cards))
    size, _ = tables.solve(seek_largest, images, position.width, len(cards), records, most, STEPS, *arrays)
    if size == tables.UNDECIDED:
        return SearchOutcome(None, decided=False)
    return SearchOutcome(
        _swish(position, sorted(arrays[0][:size].tolist()), len(images)) if size else None, decided=True
    )


def _swish(position: Position, nodes: list[int], configurations: int) -> Swish:
    """Return the swish that consists of the given nodes.

    Node `card * configurations + k` is configuration k of the card.
    """
    cards, ways = position.cards, position.symmetry.configurations
    placed = []
    for node in nodes:
        index, way = node // configurations, ways[node % configurations]
        placed.append(Placement(index, way, cards[index].configured(way)))
    return Swish(tuple(placed))

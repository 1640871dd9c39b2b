"""The placements of a position's cards, as arrays for the search kernels.

A placement is a card in one of its distinct configurations. Placements that cannot take part in any swish are removed
before the search starts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.identity.outline import merge_groups
from ludex.games.swish.kernels import layout
from ludex.games.swish.position import MAX_SEARCH_CARDS, Position, PositionError
from ludex.games.swish.swishes import Placement, Rule, Swish

FEW_CARDS = 24
"""The maximum number of cards with one point and one circle each for which pruning takes longer than searching."""

Integers = npt.NDArray[np.int32]
Rows = tuple[Integers, Integers]
"""Lists of different lengths: row i is `values[starts[i]:starts[i + 1]]`."""

Images = npt.NDArray[np.int16]
Records = npt.NDArray[np.uint8]

_record: Callable[[Card], bytes] = attrgetter("record")
_ALL: Integers = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Placements:
    """The arrays that the kernels search.

    Only the cells that a placement touches are numbered, from 0.

    Parameters
    ----------
    position : Position
        The cards.
    cards, ways : int32 (placements)
        The card of each placement and the number of its configuration, sorted by card and then by configuration.
    first : int32 (cards + 1)
        The first placement of each card.
    before : int32 (cards)
        The copy that must be placed before the card, or -1.
    points, circles : Rows
        The cells of each placement.
    with_point, with_circle : Rows
        For each cell, the placements with a point on the cell, and the placements with a circle on it.
    usable_cards : int
        The number of cards with a placement.
    limits : tuple of int
        The number of cells, followed by the minimum numbers of points, circles and symbols and the maximum numbers of
        points and circles over all placements.
    """

    position: Position
    cards: Integers
    ways: Integers
    first: Integers
    before: Integers
    points: Rows
    circles: Rows
    with_point: Rows
    with_circle: Rows
    usable_cards: int
    limits: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def cells(self) -> int:
        """Return the number of cells that are touched by any placement."""
        return self.limits[0]

    @property
    def placed(self) -> tuple[Placement, ...]:
        """Return the placements as placed cards."""
        return tuple(map(self._placed, range(len(self))))

    def independent_parts(self) -> list[tuple[int, ...]]:
        """Partition the cards with a placement such that placements of different parts have no common cell.

        The nonempty parts of a swish, one for each part of the cards, are therefore swishes themselves, and can be
        combined freely. Cost: about a microsecond per point or circle.
        """
        (points, pointed), (circles, circled) = self.with_point, self.with_circle
        on_cell = (
            np.concatenate([pointed[points[cell] : points[cell + 1]], circled[circles[cell] : circles[cell + 1]]])
            for cell in range(self.cells)
        )
        least = merge_groups(np.unique(self.cards[placed]).tolist() for placed in on_cell)
        parts: dict[int, list[int]] = {}
        for card in sorted(least):
            parts.setdefault(least[card], []).append(card)
        return [tuple(cards) for cards in parts.values()]

    def swish(self, chosen: Iterable[int]) -> Swish:
        """Return the swish formed by the placements `chosen`, with its cards given by index."""
        return Swish(tuple(map(self._placed, sorted(chosen))))

    def _placed(self, i: int) -> Placement:
        index = self.cards.item(i)
        configuration = self.position.symmetry.configurations[self.ways.item(i)]
        return Placement(index, configuration, self.position.cards[index].configured(configuration))


def placements_of(
    position: Position, rule: Rule, copies_differ: bool = True, budget: Budget | None = None
) -> Placements:
    """Return the placements of a `position` that may take part in a swish under a `rule`.

    If `copies_differ` is False, copies of a card are interchangeable. Such copies are placed in order. Copies in excess
    of the number of distinct configurations get no placements, because a swish has no room for them. `budget` limits
    the pruning (None for no limits). Raises PositionError if there are more than 1,000 cards, and
    BudgetExhausted. Cost: linear in the number of placements and symbols. If some cards do not have one point and one
    circle, pruning is repeated until nothing changes.
    """
    cards = position.cards
    if len(cards) > MAX_SEARCH_CARDS:
        raise PositionError(f"{len(cards)} cards given; a search supports at most {MAX_SEARCH_CARDS}")
    if budget is not None:
        budget.check()
    images = images_of(position, rule)
    records = records_of(cards)
    symbols = len(images) * symbols_in(len(cards), records)
    most, board = len(images) * len(cards), images.shape[1]
    laid_cards, ways, before, kinds = _integers(most), _integers(most), _integers(len(cards)), _integers(3 * len(cards))
    points, circles = _rows(most, symbols), _rows(most, symbols)
    laid, one_pair_each = layout.lay(
        images, position.width, records, copies_differ, laid_cards, ways, before, kinds, points, circles
    )
    kept = _ALL
    if not one_pair_each:
        kept = _that_can_close(laid, laid_cards, points, circles, board, budget)
    elif len(cards) > FEW_CARDS:
        kept = _within_strong_components(points[1][:laid], circles[1][:laid], board)
    first, number = _integers(len(cards) + 1), _integers(board)
    with_point, with_circle = _rows(board, symbols), _rows(board, symbols)
    left, usable, limits = layout.index(
        laid, kept, laid_cards, ways, first, points, circles, number, with_point, with_circle
    )
    return Placements(
        position,
        laid_cards[:left],
        ways[:left],
        first,
        before,
        _first_rows(left, points),
        _first_rows(left, circles),
        _first_rows(limits[0], with_point),
        _first_rows(limits[0], with_circle),
        usable,
        limits,
    )


def images_of(position: Position, rule: Rule) -> Images:
    """Return the image of each cell in each configuration that a `rule` allows.

    The result has type int16 and shape (configurations, cells). The board and its symmetry are those of a `position`.
    Cells are numbered from 0 in row order.
    """
    images = _images(position.height, position.width, position.symmetry)
    return images[:1] if rule is Rule.SIMPLE else images


@lru_cache(maxsize=32)
def _images(height: int, width: int, symmetry: Symmetry) -> Images:
    cells = [(a, b) for a in range(1, height + 1) for b in range(1, width + 1)]
    return np.array(
        [
            [(a - 1) * width + b - 1 for a, b in (configuration.moves(cell, height, width) for cell in cells)]
            for configuration in symmetry.configurations
        ],
        dtype=np.int16,
    )


def records_of(cards: Sequence[Card]) -> Records:
    """Return the concatenated records of `cards`, which are the input of compiled code, as an array of type uint8."""
    return np.frombuffer(bytearray().join(map(_record, cards)), np.uint8)


def symbols_in(cards: int, records: Records) -> int:
    """Return the number of points and circles in the `records` of `cards` cards."""
    return (len(records) - 4 * cards) // 2


def _integers(size: int) -> Integers:
    return np.empty(size, np.int32)


def _rows(rows: int, values: int) -> Rows:
    return np.empty(rows + 1, np.int32), np.empty(values, np.int32)


def _first_rows(rows: int, lists: Rows) -> Rows:
    return lists[0][: rows + 1], lists[1]


def _within_strong_components(tails: Integers, heads: Integers, board: int) -> Integers:
    """Return, for each placement of cards with one point and one circle each, 1 if it lies on a closed walk, else 0.

    A swish of cards with one point and one circle each is a set of directed cycles on cells. Therefore, each placement
    of a swish joins two cells of the same strong component.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    matrix = coo_array((np.ones(len(tails), dtype=np.int8), (tails, heads)), shape=(board, board))
    _, component = connected_components(matrix, directed=True, connection="strong")
    kept: Integers = (component[tails] == component[heads]).astype(np.int32)
    return kept


def _that_can_close(
    placements: int, cards: Integers, points: Rows, circles: Rows, board: int, budget: Budget | None
) -> Integers:
    """Remove placements with a symbol that no other card can meet, until there are no more such placements.

    Return, for each placement, 1 if it remains and 0 if it has been removed.
    """
    kept = np.ones(placements, dtype=np.int32)
    pointing, circling = _integers(board), _integers(board)
    while layout.drop_unmet(placements, cards, points, circles, kept, pointing, circling):
        if budget is not None:
            budget.check()
    return kept

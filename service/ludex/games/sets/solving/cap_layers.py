"""An exact search for caps of the deck with three properties and four values. A cap is composed of four layers.

The cards with one value of the first property form a layer of 4 x 4 cells. A set of the deck either lies in one layer
or has one card in each layer. In the second case, the cells of its cards are all equal or all different in each of the
other two properties. Three layers therefore exclude some cells of the fourth layer. The fourth layer may be any cap
that avoids the excluded cells.

The search uses symmetries to examine fewer caps. All caps within a layer are in a list that is sorted by size.

- A permutation of the values of the first property sorts the four layers by size.
- One of the 1,152 symmetries of the other two properties turns the first layer into the representative of one of the 65
  classes of caps within a layer.
- The symmetries that preserve the first layer divide the possible second layers into classes. The second layer can be
  assumed to be the first layer of its class in the list.
- Among the choices that remain, the search uses the choice whose second layer is listed first. The third layer is
  therefore not listed before the second layer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.kernels import cap_layers as kernel
from ludex.games.sets.position import is_set

DECK = Deck(properties=3, values=4)
_LAYER = Deck(properties=2, values=4)
_CELLS = _LAYER.size
_SECONDS = 256
"""The number of second layers tried in a slice, which takes about 10 ms."""


@dataclass(frozen=True, slots=True)
class _Layers:
    """All caps within a layer as words of 16 bits, the largest caps first, and look-up tables for these words."""

    words: NDArray[np.int64]
    sizes: NDArray[np.int64]
    most: NDArray[np.int8]
    fourth: NDArray[np.int8]
    symmetries: NDArray[np.int64]


def find_cap_in_layers(at_least: int, budget: Budget) -> tuple[int, ...] | None:
    """Return a cap with at least `at_least` cards of the deck with three properties and four values, or None.

    If the result is None, it is proved that there is no such cap. Raises BudgetExhausted when the `budget` is
    exhausted. Cost: one second if there is no such cap, mostly for the tables of the layers.

    >>> find_cap_in_layers(29, Budget()) is None
    True
    """
    layers = _layers()
    index = np.full(1 << _CELLS, -1, np.int64)
    index[layers.words] = np.arange(len(layers.words))
    blocks, found = np.zeros((2, 256), np.int64), np.zeros(4, np.int64)
    seen = np.zeros(1 << _CELLS, bool)
    for a, word in enumerate(layers.words.tolist()):
        if 4 * layers.sizes[a] < at_least:
            return None
        if seen[word]:
            continue
        images = _images(layers.symmetries, word)
        seen[images] = True
        seconds = _classes(layers, layers.symmetries[images == word], a, at_least)
        for first in range(0, len(seconds), _SECONDS):
            budget.check()
            last = min(first + _SECONDS, len(seconds))
            if kernel.search(
                a, seconds, first, last, layers.words, layers.sizes, layers.most, layers.fourth, at_least, blocks, found
            ):
                return _cards([*found[:3].tolist(), _best_within(layers, int(found[3]))])
    return None


def caps_in_layers(size: int, budget: Budget) -> Iterator[tuple[int, ...]]:
    """Yield caps of `size` cards of the deck with three properties and four values, at least one of each class.

    Two caps are in the same class if a symmetry of the deck maps one to the other. Raises BudgetExhausted when the
    `budget` is exhausted. Cost: ten seconds for the largest caps, which have 28 cards and of which 255 are yielded;
    more for smaller caps.
    """
    layers = _layers()
    blocks, seen = np.zeros((2, 256), np.int64), np.zeros(1 << _CELLS, bool)
    for a, word in enumerate(layers.words.tolist()):
        if 4 * layers.sizes[a] < size:
            return
        if seen[word]:
            continue
        images = _images(layers.symmetries, word)
        seen[images] = True
        for b in _classes(layers, layers.symmetries[images == word], a, size).tolist():
            budget.check()
            kernel.fill(word, layers.words[b], layers.fourth, blocks)
            for third, fourth in _pairs_of_layers(layers, b, size - int(layers.sizes[a] + layers.sizes[b]), blocks):
                yield _cards([word, int(layers.words[b]), third, fourth])


def _pairs_of_layers(layers: _Layers, b: int, size: int, blocks: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of third and fourth layers that complete a cap and have `size` cells in total."""
    end = _end_of_size(layers, (size + 1) // 2)
    thirds, sizes = layers.words[b:end], layers.sizes[b:end]
    open_cells = (1 << _CELLS) - 1 & ~(blocks[0, thirds & 255] | blocks[1, thirds >> 8])
    for place in np.flatnonzero(np.minimum(sizes, layers.most[open_cells]) >= size - sizes).tolist():
        rest = size - int(sizes[place])
        fourths = layers.words[max(_end_of_size(layers, rest + 1), b + place) : _end_of_size(layers, rest)]
        for fourth in fourths[fourths & ~open_cells[place] == 0].tolist():
            yield int(thirds[place]), fourth


def _end_of_size(layers: _Layers, size: int) -> int:
    """Return the index that follows the last layer of at least `size` cells."""
    return int(np.searchsorted(-layers.sizes, -size, side="right"))


def _classes(layers: _Layers, symmetries: NDArray[np.int64], a: int, at_least: int) -> NDArray[np.int64]:
    """Return one second layer of each class under `symmetries`.

    The layers are large enough for a cap of `at_least` cards, and not larger than the first layer `a`.
    """
    seen = np.zeros(1 << _CELLS, bool)
    seconds = []
    start = int(np.searchsorted(-layers.sizes, -layers.sizes[a]))
    for b in range(start, len(layers.words)):
        if layers.sizes[a] + 3 * layers.sizes[b] < at_least:
            break
        if not seen[layers.words[b]]:
            seen[_images(symmetries, int(layers.words[b]))] = True
            seconds.append(b)
    return np.array(seconds, np.int64)


def _images(symmetries: NDArray[np.int64], word: int) -> NDArray[np.int64]:
    """Return the images of a layer. A row of `symmetries` contains, for each cell, the bit of the image of the cell."""
    cells = [cell for cell in range(_CELLS) if word >> cell & 1]
    images: NDArray[np.int64] = symmetries[:, cells].sum(axis=1)
    return images


def _best_within(layers: _Layers, cells: int) -> int:
    """Return a largest cap within the cells of a word."""
    return int(next(word for word in layers.words if not word & ~cells))


def _cards(words: list[int]) -> tuple[int, ...]:
    return tuple(
        _CELLS * value + cell for value, word in enumerate(words) for cell in range(_CELLS) if word >> cell & 1
    )


@cache
def _layers() -> _Layers:
    words = np.arange(1 << _CELLS, dtype=np.int64)
    sizes = np.bitwise_count(words).astype(np.int64)
    is_cap = np.ones(len(words), bool)
    for cards in combinations(range(_CELLS), _LAYER.values):
        if is_set(_LAYER, cards):
            mask = sum(1 << cell for cell in cards)
            is_cap &= words & mask != mask
    most = np.where(is_cap, sizes, 0)
    for cell in range(_CELLS):
        most = np.maximum(most, most[words & ~(1 << cell)])
    caps = words[is_cap]
    caps = caps[np.argsort(-sizes[caps], kind="stable")]
    return _Layers(caps, sizes[caps], most.astype(np.int8), _fourth(), _symmetries())


def _fourth() -> NDArray[np.int8]:
    """Return, for any three cells, the cell that completes them to a set, or -1 if no cell does, as an array."""
    fourth = np.full((_CELLS, _CELLS, _CELLS), -1, np.int8)
    for cells in product(range(_CELLS), repeat=3):
        values = tuple(_missing(set(column)) for column in zip(*map(_LAYER.digits, cells), strict=True))
        if None not in values:
            fourth[cells] = _LAYER.card(tuple(value for value in values if value is not None))
    return fourth


def _missing(values: set[int]) -> int | None:
    """Return the value that completes three values to all equal or all different values, or None if no value does."""
    if len(values) == 1:
        return next(iter(values))
    return sum(range(_LAYER.values)) - sum(values) if len(values) == _LAYER.values - 1 else None


def _symmetries() -> NDArray[np.int64]:
    """Return the 1,152 symmetries of a layer as rows of an array. A row contains the bit of the image of each cell."""
    orders = list(permutations(range(_LAYER.values)))
    bits = []
    for rows, columns, turned in product(orders, orders, (False, True)):
        images = [(rows[row], columns[column]) for row, column in map(_LAYER.digits, range(_CELLS))]
        bits.append([1 << _LAYER.card((column, row) if turned else (row, column)) for row, column in images])
    return np.array(bits, np.int64)

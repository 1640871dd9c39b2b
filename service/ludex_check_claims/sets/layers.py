"""The search which shows that no cap of three properties with four values has more than a given number of cards.

The cards with one value of the first property form a layer: a square of 4 x 4 cells. A set lies in one layer, or has a
card in each layer. In the second case, the cells of its cards are all equal or all different in each of the other two
properties. So two layers and a cell of the third layer exclude some cells of the fourth layer.
"""

from itertools import permutations, product

from ludex_check_claims.sets.cards import Card, last_card, sets_among
from ludex_check_claims.verdicts import Clock

VALUES = 4
CELLS: list[Card] = list(product(range(VALUES), repeat=2))
"""The cells of a layer. Cell i is bit i of a word."""


def cap_in_layers_exists(least: int, clock: Clock) -> bool:
    """Return whether there is a cap with at least `least` cards.

    A permutation of the values of the first property sorts the layers by size. A symmetry of the other two properties
    moves the first layer to the least image. The second layer is any cap, and the third layer grows cell by cell.
    """
    most = _most_within(clock)
    caps = [word for word in range(1 << len(CELLS)) if most[word] == word.bit_count()]
    excluded = _excluded()
    for first in caps:
        size = first.bit_count()
        if VALUES * size < least or not _is_least(first):
            continue
        for second in caps:
            left = least - size - second.bit_count()
            if second.bit_count() > size or 2 * second.bit_count() < left:
                continue
            clock.tick()
            by_third = [0] * len(CELLS)
            for x in _cells(first):
                for y in _cells(second):
                    by_third = [word | other for word, other in zip(by_third, excluded[x][y], strict=True)]
            if _can_complete(left, second.bit_count(), by_third, most, clock):
                return True
    return False


def _can_complete(left: int, largest: int, by_third: list[int], most: list[int], clock: Clock) -> bool:
    """Return whether a third layer of at most `largest` cells and a fourth layer can have `left` cells in total."""

    def grow(cell: int, third: int, open_cells: int) -> bool:
        clock.tick()
        fourth = most[open_cells]
        if third.bit_count() + fourth >= left:
            return True
        if cell == len(CELLS) or fourth + min(largest, third.bit_count() + len(CELLS) - cell) < left:
            return False
        larger = third | 1 << cell
        fits = larger.bit_count() <= largest and most[larger] == larger.bit_count()
        if fits and grow(cell + 1, larger, open_cells & ~by_third[cell]):
            return True
        return grow(cell + 1, third, open_cells)

    return grow(0, 0, (1 << len(CELLS)) - 1)


def _most_within(clock: Clock) -> list[int]:
    """Return, for each word of cells, the size of a largest cap within these cells of a layer."""
    sets = [sum(1 << CELLS.index(cell) for cell in found) for found in sets_among(CELLS, VALUES, clock)]
    most: list[int] = []
    for word in range(1 << len(CELLS)):
        if all(word & line != line for line in sets):
            most.append(word.bit_count())
        else:
            most.append(max(most[word & ~(1 << cell)] for cell in _cells(word)))
    return most


def _excluded() -> list[list[list[int]]]:
    """Return, for any three cells of three layers, the cells that complete them to a set, as a word."""

    def completing(*cells: int) -> int:
        last = last_card(tuple(CELLS[cell] for cell in cells), VALUES)
        return 0 if last is None else 1 << CELLS.index((last[0], last[1]))

    every = range(len(CELLS))
    return [[[completing(x, y, z) for z in every] for y in every] for x in every]


def _is_least(word: int) -> bool:
    """Return whether no symmetry of a layer moves a word to a smaller word."""
    cells = [CELLS[cell] for cell in _cells(word)]
    for rows, columns in product(permutations(range(VALUES)), repeat=2):
        image = sum(1 << (VALUES * rows[a] + columns[b]) for a, b in cells)
        turned = sum(1 << (VALUES * columns[b] + rows[a]) for a, b in cells)
        if min(image, turned) < word:
            return False
    return True


def _cells(word: int) -> list[int]:
    return [cell for cell in range(len(CELLS)) if word >> cell & 1]

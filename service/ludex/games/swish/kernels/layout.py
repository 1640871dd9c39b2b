"""The layout of cards as arrays for the searches: the placements of each card, and the cells that a placement touches.

A placement is a card in a configuration. The following arguments have the same meaning in all functions. The type of an
array is followed by its shape.

cards, ways : int32 (placements)
    The card and the configuration of each placement. The placements are sorted by card.
points, circles, laid : (int32 (placements + 1), int32 (symbols))
    The cells of the points, and the cells of the circles. Each is a pair (starts, cells), in which the cells of
    placement i are cells[starts[i]:starts[i + 1]], in row order. `laid` is either `points` or `circles`.
images : int16 (configurations, cells)
    The image of each cell in each configuration. Cells are numbered from 0 in row order.
width : int
    The number of columns of the board.
records : uint8
    The records of the cards, one after the other (see :class:`ludex.games.swish.card.Card`).
kinds : int32 (3 * cards)
    For each kind of card: the first placement of its first copy, the number of its copies that have placements, and the
    last of these copies.
placements : int
    The number of placements.
kept : int32 (placements), or empty
    1 for the placements that are kept. If the array is empty, all placements are kept.

The arrays that the functions write are long enough for all cards in all configurations.
"""

import numpy as np

from ludex.engine.compilation import compiled

# The three columns of the `kinds` array.
LEAST = 0
COPIES = 1
LAST_COPY = 2

_NOBODY = -1
_SEVERAL = -2


@compiled
def lay(images, width, records, tell_copies_apart, cards, ways, before, kinds, points, circles):
    """Write the placements of each card, one for each of its distinct configurations.

    Returns the number of placements, and whether each card has one point and one circle. `before` is an array of type
    int32 to which the function writes, for each card, the copy that must be placed before this card, or -1. If
    `tell_copies_apart` is false, copies must be placed in their order, and copies in excess of the number of distinct
    configurations are omitted. The function also writes `cards`, `ways`, `kinds`, `points` and `circles`. For the
    arguments that are not explained here, see the module.
    """
    configurations = images.shape[0]
    # If a literal 0 were passed to other kernels, numba would compile these kernels again for this literal.
    placements, known, at = np.int64(0), np.int64(0), np.int64(0)
    one_pair_each = True
    points[0][0] = 0
    circles[0][0] = 0
    for card in range(before.shape[0]):
        before[card] = -1
        begin = placements
        p, c = number_at(records, at), number_at(records, at + 2)
        at += 4
        one_pair_each &= p == 1 and c == 1
        for way in range(configurations):
            move(images, way, width, records, at, p, points, placements)
            move(images, way, width, records, at + 2 * p, c, circles, placements)
            if not is_among(placements, begin, points, circles):
                cards[placements] = card
                ways[placements] = way
                placements += 1
        at += 2 * (p + c)
        if not tell_copies_apart:
            kind = kind_of(begin, placements, known, kinds, points, circles)
            known = max(known, kind + 1)
            if kinds[3 * kind + COPIES] == placements - begin:
                placements = begin
                continue
            if kinds[3 * kind + COPIES] > 0:
                before[card] = kinds[3 * kind + LAST_COPY]
            kinds[3 * kind + COPIES] += 1
            kinds[3 * kind + LAST_COPY] = card
    return placements, one_pair_each


@compiled
def number_at(records, at):
    """Return the number that is stored in two bytes of `records` from index `at` on, low byte first."""
    return np.int64(records[at]) | (np.int64(records[at + 1]) << 8)


@compiled
def move(images, way, width, records, at, count, laid, i):
    """Write the cells of `count` symbols of a card to `laid`, as the cells of placement `i`.

    The cells of the symbols begin at index `at` of `records`. Row `way` of `images` maps each cell to its image, and
    `width` is the width of the board. The images are sorted by the method of D. Shell (1959), which is fast for the few
    symbols of most cards.
    """
    starts, cells = laid
    start = starts[i]
    for k in range(count):
        row, column = np.int64(records[at + 2 * k]), np.int64(records[at + 2 * k + 1])
        cells[start + k] = images[way, (row - 1) * width + column - 1]
    starts[i + 1] = start + count
    gap = count // 2
    while gap > 0:
        for k in range(start + gap, start + count):
            cell = cells[k]
            place = k
            while place >= start + gap and cells[place - gap] > cell:
                cells[place] = cells[place - gap]
                place -= gap
            cells[place] = cell
        gap //= 2


@compiled
def order(i, j, laid):
    """Compare the cells of placements `i` and `j` in `laid`.

    The placements must have the same number of cells. Returns a negative number, 0 or a positive number.
    """
    starts, cells = laid
    for k in range(starts[i + 1] - starts[i]):
        difference = cells[starts[i] + k] - cells[starts[j] + k]
        if difference != 0:
            return difference
    return 0


@compiled
def is_among(i, begin, points, circles):
    """Return whether placement `i` coincides with an earlier placement of the same card, from `begin` to `i - 1`.

    For `points` and `circles`, see the module.
    """
    for j in range(begin, i):  # noqa: SIM110
        if order(i, j, points) == 0 and order(i, j, circles) == 0:
            return True
    return False


@compiled
def kind_of(begin, end, known, kinds, points, circles):
    """Return the kind of the card that has the placements from `begin` to `end - 1`.

    If the card is not a copy of an earlier card, the result is the number of a new kind. `known` is the number of kinds
    of earlier cards. For `kinds`, `points` and `circles`, see the module.
    """
    least = begin
    for i in range(begin + 1, end):
        difference = order(i, least, points)
        if difference < 0 or (difference == 0 and order(i, least, circles) < 0):
            least = i
    for kind in range(known):
        other = np.int64(kinds[3 * kind + LEAST])
        if (
            have_as_many(other, least, points)
            and have_as_many(other, least, circles)
            and order(other, least, points) == 0
            and order(other, least, circles) == 0
        ):
            return kind
    kinds[3 * known + LEAST] = least
    kinds[3 * known + COPIES] = 0
    return known


@compiled
def have_as_many(i, j, laid):
    """Return whether placements `i` and `j` have the same number of cells in `laid`."""
    starts = laid[0]
    return starts[i + 1] - starts[i] == starts[j + 1] - starts[j]


@compiled
def drop_unmet(placements, cards, points, circles, kept, pointing, circling):
    """Drop each placement that has a symbol which no other card can meet. Returns whether any placement was dropped.

    The function makes only one pass. For each cell of the board, it writes the card that can have a point on the cell
    to `pointing`, and the card that can have a circle on the cell to `circling` (see :func:`note`). For `placements`,
    `cards`, `points`, `circles` and `kept`, see the module.
    """
    for cell in range(pointing.shape[0]):
        pointing[cell] = _NOBODY
        circling[cell] = _NOBODY
    for i in range(placements):
        if kept[i]:
            note(i, cards[i], points, pointing)
            note(i, cards[i], circles, circling)
    dropped = False
    for i in range(placements):
        if kept[i] and not (is_met(i, cards[i], points, circling) and is_met(i, cards[i], circles, pointing)):
            kept[i] = 0
            dropped = True
    return dropped


@compiled
def note(i, card, laid, owners):
    """Record a `card` as an owner of the cells of its placement `i` in `laid`.

    `owners` is an array of type int32 that contains the card recorded for each cell of the board. Special values stand
    for no card and for several cards.
    """
    starts, cells = laid
    for k in range(starts[i], starts[i + 1]):
        cell = cells[k]
        if owners[cell] == _NOBODY:
            owners[cell] = card
        elif owners[cell] != card:
            owners[cell] = _SEVERAL


@compiled
def is_met(i, card, laid, owners):
    """Return whether each cell of placement `i` in `laid` has an owner other than its `card`.

    `owners` is as in :func:`note`.
    """
    starts, cells = laid
    for k in range(starts[i], starts[i + 1]):
        owner = owners[cells[k]]
        if owner != _SEVERAL and (owner < 0 or owner == card):
            return False
    return True


@compiled
def index(placements, kept, cards, ways, first, points, circles, number, with_point, with_circle):
    """Remove placements that are not kept, number the cells that are touched, and list the placements of each cell.

    Returns the number of placements, the number of cards that have a placement, and the result of :func:`limits_of`.

    The function writes the following arrays of type int32. `first` (cards + 1) contains the first placement of each
    card. `number` (cells of the board) contains the new number of each cell. `with_point` and `with_circle` are pairs
    (starts, placements), in which the placements with a symbol on cell c are placements[starts[c]:starts[c + 1]]. For
    the arguments that are not explained here, see the module.
    """
    if kept.shape[0] > 0:
        placements = leave_out(placements, kept, cards, ways, points, circles)
    for cell in range(number.shape[0]):
        number[cell] = 0
    for k in range(points[0][placements]):
        number[points[1][k]] = 1
    for k in range(circles[0][placements]):
        number[circles[1][k]] = 1
    cells = np.int64(0)
    for cell in range(number.shape[0]):
        if number[cell]:
            number[cell] = cells
            cells += 1
    invert(placements, cells, number, points, with_point)
    invert(placements, cells, number, circles, with_circle)
    card, used = 0, 0
    for i in range(placements):
        used += i == 0 or cards[i] != cards[i - 1]
        while card <= cards[i]:
            first[card] = i
            card += 1
    for rest in range(card, first.shape[0]):
        first[rest] = placements
    return placements, used, limits_of(placements, cells, points[0], circles[0])


@compiled
def leave_out(placements, kept, cards, ways, points, circles):
    """Move the placements that are kept to the front of the arrays, and return the number of these placements.

    For the arguments, see the module.
    """
    left = np.int64(0)
    for i in range(placements):
        if kept[i]:
            cards[left] = cards[i]
            ways[left] = ways[i]
            shift(i, left, points)
            shift(i, left, circles)
            left += 1
    return left


@compiled
def shift(source, target, laid):
    """Move the cells of placement `source` in `laid`. They become the cells of an earlier placement, `target`."""
    starts, cells = laid
    begin, end, place = starts[source], starts[source + 1], starts[target]
    for k in range(begin, end):
        cells[place + k - begin] = cells[k]
    starts[target + 1] = place + end - begin


@compiled
def invert(placements, cells, number, laid, touching):
    """Renumber the cells of placements, and list the placements of each cell in ascending order.

    `cells` is the number of cells that are touched, and `number` contains the new number of each cell of the board. The
    lists are written to `touching`, a pair (starts, placements). For `placements` and `laid`, see the module.
    """
    starts, laid_cells = laid
    place, listed = touching
    for cell in range(cells + 1):
        place[cell] = 0
    for k in range(starts[placements]):
        laid_cells[k] = number[laid_cells[k]]
        place[laid_cells[k] + 1] += 1
    for cell in range(cells):
        place[cell + 1] += place[cell]
    for i in range(placements):
        for k in range(starts[i], starts[i + 1]):
            listed[place[laid_cells[k]]] = i
            place[laid_cells[k]] += 1
    for cell in range(cells, 0, -1):
        place[cell] = place[cell - 1]
    place[0] = 0


@compiled
def limits_of(placements, cells, p_start, c_start):
    """Return the number of cells, and the minimum and maximum numbers of symbols of a placement.

    The result is (cells, least points, least circles, least symbols, most points, most circles). `p_start` and
    `c_start` are the arrays `starts` of the points and of the circles. `placements` is the number of placements.
    """
    if placements == 0:
        return 0, 0, 0, 1, 0, 0
    most = np.int64(1 << 30)
    least_points, least_circles, least_symbols = most, most, most
    most_points, most_circles = np.int64(0), np.int64(0)
    for i in range(placements):
        points, circles = np.int64(p_start[i + 1] - p_start[i]), np.int64(c_start[i + 1] - c_start[i])
        least_points, least_circles = min(least_points, points), min(least_circles, circles)
        least_symbols = min(least_symbols, points + circles)
        most_points, most_circles = max(most_points, points), max(most_circles, circles)
    return cells, least_points, least_circles, least_symbols, most_points, most_circles

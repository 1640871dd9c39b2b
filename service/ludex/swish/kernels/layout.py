"""Cards laid out as arrays for the searches: each in its different configurations, on the cells that these touch.

A placement is a card in a configuration. `cards` and `ways` (placement -> card, configuration) are in the order of the
cards; `points` and `circles` are pairs of starts and cells: those of placement i are cells[starts[i]:starts[i + 1]],
in row order. All arrays but the images and the records of the cards are int32, and as long as all cards in all
configurations need.
"""

import numpy as np

from ludex.engine.compilation import compiled

# Of a kind of cards, in the `kinds` array.
LEAST = 0
COPIES = 1
LAST_COPY = 2

_NOBODY = -1
_SEVERAL = -2


@compiled
def lay(images, width, records, tell_copies_apart, cards, ways, before, kinds, points, circles):
    """Lay each card in its different configurations.

    Return how many placements there are, and whether each card has one point and one circle. `images` is int16
    (configurations, cells), where each cell goes; `records` are those of the cards, one after the other. Where copies
    are not told apart, `before` (card -> the copy that must be laid before it, or -1) is written, and copies beyond the
    number of configurations are left out; `kinds` (3 * cards) is for that.
    """
    configurations = images.shape[0]
    # A literal 0 would have what it is given to compiled for itself.
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
    """Return the number in two bytes, the low one first."""
    return np.int64(records[at]) | (np.int64(records[at + 1]) << 8)


@compiled
def move(images, way, width, records, at, count, laid, i):
    """Write where symbols go as the cells of placement i, in row order (D. Shell's sort, 1959: most are few)."""
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
    """Compare the cells of two placements with as many symbols: negative, 0 or positive."""
    starts, cells = laid
    for k in range(starts[i + 1] - starts[i]):
        difference = cells[starts[i] + k] - cells[starts[j] + k]
        if difference != 0:
            return difference
    return 0


@compiled
def is_among(i, begin, points, circles):
    """Tell whether placement i lies as one of the same card does, begin to i."""
    for j in range(begin, i):  # noqa: SIM110
        if order(i, j, points) == 0 and order(i, j, circles) == 0:
            return True
    return False


@compiled
def kind_of(begin, end, known, kinds, points, circles):
    """Return the kind of a card with placements begin to end: that of its copies, or the next new one.

    `kinds` has for each kind the least placement of its first copy, the copies that were laid, and the last of them.
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
    """Tell whether two placements have as many cells."""
    starts = laid[0]
    return starts[i + 1] - starts[i] == starts[j + 1] - starts[j]


@compiled
def drop_unmet(placements, cards, points, circles, kept, pointing, circling):
    """Drop placements with a symbol that no other card can meet, once; tell whether there were any.

    `kept` is 1 for the placements that are left; `pointing`, `circling` (cells of the board) are for the card that has
    a point, or a circle, on a cell.
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
    """Note a card on the cells of its placement i."""
    starts, cells = laid
    for k in range(starts[i], starts[i + 1]):
        cell = cells[k]
        if owners[cell] == _NOBODY:
            owners[cell] = card
        elif owners[cell] != card:
            owners[cell] = _SEVERAL


@compiled
def is_met(i, card, laid, owners):
    """Tell whether each cell of placement i has an owner beside its card."""
    starts, cells = laid
    for k in range(starts[i], starts[i + 1]):
        owner = owners[cells[k]]
        if owner != _SEVERAL and (owner < 0 or owner == card):
            return False
    return True


@compiled
def index(placements, kept, cards, ways, first, points, circles, number, with_point, with_circle):
    """Leave out the placements that are not kept, number the cells that are touched, and list what touches each.

    `first` (card -> its first placement, one more entry) is written, and `with_point`, `with_circle` (cell ->
    placements). `number` (cells of the board) is for the numbering. With no entries in `kept` all placements stay.

    Return how many placements there are, how many cards have one, and (cells, least points, least circles, least
    symbols, most points, most circles) of a placement.
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
    """Move the placements that are kept to the front, and return how many there are."""
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
    """Move the cells of a placement to those of an earlier one."""
    starts, cells = laid
    begin, end, place = starts[source], starts[source + 1], starts[target]
    for k in range(begin, end):
        cells[place + k - begin] = cells[k]
    starts[target + 1] = place + end - begin


@compiled
def invert(placements, cells, number, laid, touching):
    """Give the cells of placements their new numbers, and list the placements of each cell, in order."""
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
    """Return the number of cells, and the least and most symbols of a placement."""
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

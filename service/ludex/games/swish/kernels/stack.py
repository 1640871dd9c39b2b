"""The stack of placements of a depth-first search: its arrays, cells and frames.

A cell is open if it has a point and no circle, or a circle and no point. If there are open cells, a search branches on
the open cell that the fewest placements would close. If there is no open cell, the stack is empty or a swish. Then
another part may begin, with any card after the first card of the previous part. Within a part, only cards after the
first card of the part are added. Every set of placements is therefore visited exactly once: its parts are its connected
components, sorted by their least cards.

The following arguments have the same meaning in all functions. The type of an array is followed by its shape.

problem : tuple of int32 arrays
    The arrays of placements.Placements: cards, first and before; the starts and cells of the points; the starts and
    cells of the circles; the starts and placements with a point on each cell; and the starts and placements with a
    circle on each cell.
work : tuple of int32 arrays
    The arrays state (STATE_SIZE), used (by card), cover (by cell: 1 for a point, 2 for a circle, 3 for both),
    open_cells (a list of cells), and open_place (by cell: its index in open_cells).
frames : int32 (most depth + 1, FRAME_SIZE)
    For each depth, the choices that have not been tried yet, in the columns that are defined below.
limits : tuple of int
    The number of cells; the minimum number of points, of circles and of symbols of a placement; and the maximum number
    of points and of circles of a placement.
"""

from ludex.engine.compilation import compiled

# The return values of `advance`.
OUT_OF_STEPS = 0
FOUND = 1
FULL = 2
EXHAUSTED = 3

# Indices in the `state` array.
DEPTH = 0
OPEN = 1
STEPS = 2
POINTS_LAID = 3
CIRCLES_LAID = 4
BUFFERED = 5
SIZE = 6
CUT = 7
STATE_SIZE = 8

# Columns of the `frames` array, which has one row for each depth.
CURSOR = 0
END = 1
SOURCE = 2
ROOT = 3
LAID = 4
FRAME_SIZE = 5

# The sources of a frame's placements.
ANY_PLACEMENT = 0
CLOSE_WITH_CIRCLE = 1
CLOSE_WITH_POINT = 2


@compiled
def fits(i, root, problem, work):
    """Return whether placement `i` can be added to the stack.

    Its card must be unused and after `root`, and the copy that must be placed before this card must be used. On no cell
    may there be two points or two circles. For `problem` and `work`, see the module.
    """
    cards, _, before, p_start, p_cell, c_start, c_cell, _, _, _, _ = problem
    _, used, cover, _, _ = work
    card = cards[i]
    if card <= root or used[card]:
        return False
    if before[card] >= 0 and not used[before[card]]:
        return False
    for k in range(p_start[i], p_start[i + 1]):
        if cover[p_cell[k]] & 1:
            return False
    for k in range(c_start[i], c_start[i + 1]):  # noqa: SIM110
        if cover[c_cell[k]] & 2:
            return False
    return True


@compiled
def toggle(cell, symbol, work):
    """Add a symbol to a `cell`, or remove it if it is there, and update the list of open cells in `work`.

    `symbol` is 1 for a point and 2 for a circle.
    """
    state, _, cover, open_cells, open_place = work
    before = cover[cell]
    after = before ^ symbol
    cover[cell] = after
    was_open = before in (1, 2)
    is_open = after in (1, 2)
    if is_open and not was_open:
        open_place[cell] = state[OPEN]
        open_cells[state[OPEN]] = cell
        state[OPEN] += 1
    elif was_open and not is_open:
        state[OPEN] -= 1
        last = open_cells[state[OPEN]]
        place = open_place[cell]
        open_cells[place] = last
        open_place[last] = place


@compiled
def lay(i, sign, problem, work):
    """Add placement `i` to the stack if `sign` is 1, or remove it if `sign` is -1.

    For `problem` and `work`, see the module.
    """
    cards, _, _, p_start, p_cell, c_start, c_cell, _, _, _, _ = problem
    state, used, _, _, _ = work
    used[cards[i]] = 1 if sign > 0 else 0
    for k in range(p_start[i], p_start[i + 1]):
        toggle(p_cell[k], 1, work)
    for k in range(c_start[i], c_start[i + 1]):
        toggle(c_cell[k], 2, work)
    state[POINTS_LAID] += sign * (p_start[i + 1] - p_start[i])
    state[CIRCLES_LAID] += sign * (c_start[i + 1] - c_start[i])


@compiled
def open_frame(depth, root, frames, problem, work):
    """Create the frame at a `depth`.

    The choices of the frame are the placements that fit and close an open cell. The open cell with the fewest such
    placements is used. If no cell is open, the choices are those that begin a new part. Only cards after `root` are
    added. For `frames`, `problem` and `work`, see the module.
    """
    cards, first, _, _, _, _, _, wp_start, wp, wc_start, wc = problem
    state, _, cover, open_cells, _ = work
    frames[depth, ROOT] = root
    frames[depth, LAID] = -1
    if state[OPEN] == 0:
        frames[depth, SOURCE] = ANY_PLACEMENT
        frames[depth, CURSOR] = first[root + 1]
        frames[depth, END] = len(cards)
        return
    fewest = 1 << 30
    for o in range(state[OPEN]):
        cell = open_cells[o]
        needs_circle = cover[cell] == 1
        if needs_circle:
            begin, end = wc_start[cell], wc_start[cell + 1]
        else:
            begin, end = wp_start[cell], wp_start[cell + 1]
        fitting = 0
        for k in range(begin, end):
            i = wc[k] if needs_circle else wp[k]
            state[STEPS] += 1
            if fits(i, root, problem, work):
                fitting += 1
                if fitting >= fewest:
                    break
        if fitting < fewest:
            fewest = fitting
            frames[depth, SOURCE] = CLOSE_WITH_CIRCLE if needs_circle else CLOSE_WITH_POINT
            frames[depth, CURSOR] = begin if fewest > 0 else end
            frames[depth, END] = end
            if fewest == 0:
                return


@compiled
def next_fitting(depth, frames, problem, work):
    """Return the next placement that can be added, among the choices of the frame at a `depth`.

    The cursor of the frame advances past this placement. The result is -1 if no choice is left. For `frames`, `problem`
    and `work`, see the module.
    """
    wp, wc = problem[8], problem[10]
    cursor, end = frames[depth, CURSOR], frames[depth, END]
    source, root = frames[depth, SOURCE], frames[depth, ROOT]
    chosen = -1
    while cursor < end and chosen < 0:
        if source == ANY_PLACEMENT:
            candidate = cursor
        elif source == CLOSE_WITH_CIRCLE:
            candidate = wc[cursor]
        else:
            candidate = wp[cursor]
        cursor += 1
        work[0][STEPS] += 1
        if fits(candidate, root, problem, work):
            chosen = candidate
    frames[depth, CURSOR] = cursor
    return chosen


@compiled
def cards_needed(most_size, limits, work):
    """Return a lower bound on the number of cards that are needed to close all open cells.

    If no cards can close these cells, the result is greater than `most_size`. For `limits` and `work`, see the module.
    """
    state, _, cover, open_cells, _ = work
    most_points, most_circles = limits[4], limits[5]
    points = 0
    for o in range(state[OPEN]):
        if cover[open_cells[o]] == 1:
            points += 1
    circles = state[OPEN] - points
    needed = 0
    if points > 0:
        needed = (points + most_circles - 1) // most_circles if most_circles > 0 else most_size + 1
    if circles > 0:
        needed = max(needed, (circles + most_points - 1) // most_points if most_points > 0 else most_size + 1)
    return needed

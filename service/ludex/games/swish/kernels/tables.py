"""Layout, pruning, indexing and search of a table of few cards in a single call.

`room` is an int32 array with at least `room_for` entries. It provides the memory for all arrays of the layout and of
the search, one after another. Its initial content does not matter. The answer is written to the beginning of `room`: it
consists of the number `card * configurations + configuration` for each card of the swish. `at` is the index at which
the free part of `room` begins. `images`, `width` and `records` are those of `kernels.layout`. `frames`, `problem` and
`work` are those of `kernels.stack`. The searches must be called with typed numbers, because literals would cause
another compilation.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.games.swish.kernels import cycles, largest, layout, stack

UNDECIDED = -1


@compiled
def room_for(cards, configurations, symbols, cells):
    """Return the number of entries that the arrays of a table need.

    The table has `cards` cards with `symbols` points and circles in total, on a board of `cells` cells. Each card has
    `configurations` configurations.
    """
    placements = configurations * cards
    return 7 * cards + 5 * placements + 4 * configurations * symbols + 8 * cells + 5 + stack.STATE_SIZE


@compiled
def solve(seek_largest, images, width, cards, records, most_size, step_limit, room, frames, tally, buffer):
    """Return the number of cards in a swish of the table, and the number of steps that are left.

    If `seek_largest` is true, the swish is a largest swish. Otherwise, it is the first swish found. The number of cards
    is 0 if there is no swish, and UNDECIDED if `step_limit` steps do not suffice. `cards` is the number of cards on the
    table, and `most_size` is the maximum number of cards in a swish. `tally` and `buffer` are those of
    `cycles.advance`. `frames` has the columns of `kernels.largest`. The number of its rows is the number of cards
    plus the number of cells plus 1. For `images`, `width`, `records` and `room`, see the module.
    """
    problem, ways, used_cards, limits, at = laid_out(images, width, cards, records, room)
    most_size = min(most_size, used_cards)
    if most_size < 2:
        return 0, step_limit
    work = board(cards, limits[0], room, at)
    state = work[0]
    frames[0, stack.CURSOR], frames[0, stack.END], frames[0, stack.SOURCE] = 0, len(problem[0]), stack.ANY_PLACEMENT
    frames[0, stack.ROOT], frames[0, stack.LAID] = -1, -1
    status = cycles.advance(
        cycles.LIST,
        np.bool_(True),
        (np.int64(2), most_size),
        step_limit,
        limits,
        frames,
        problem,
        work,
        tally,
        buffer,
    )
    step_limit -= state[stack.STEPS]
    if status == stack.OUT_OF_STEPS:
        return UNDECIDED, step_limit
    if status == stack.EXHAUSTED:
        return 0, step_limit
    size = write_answer(state[stack.SIZE], images.shape[0], frames, problem, ways, room)
    if not seek_largest:
        return size, step_limit
    clear(work)
    undecided = largest.choose_cell(np.int64(0), limits, frames, problem, work)
    while undecided and size < most_size:
        status = largest.improve(size, most_size, step_limit, limits, frames, problem, work)
        step_limit -= state[stack.STEPS]
        if status == stack.OUT_OF_STEPS:
            return UNDECIDED, step_limit
        if status == stack.EXHAUSTED:
            break
        size = write_answer(state[stack.DEPTH] + 1, images.shape[0], frames, problem, ways, room)
    return size, step_limit


@compiled
def solve_each(
    seek_largest, images, width, records, starts, deals, begin, step_limit, dealt, room, frames, tally, buffer, sizes
):  # fmt: skip
    """Call :func:`solve` for each deal from `begin` on, and write the sizes. Return the deal at which to continue.

    `records` are the records of a deck. `starts` contains the indices at which the records of its cards begin, followed
    by the end of the last record (type int32, shape (cards + 1,)). `deals` has type int32 and shape (deals, n). `dealt`
    has type uint8 and is long enough for the records of n cards. Each deal may take `step_limit` steps. After a total
    of `step_limit` steps, no new deal is begun. The sizes are written to `sizes`, an array of type int32 with one
    element for each deal. For the remaining arrays, which must be long enough for n cards, see :func:`solve`.
    """
    n = deals.shape[1]
    left = step_limit
    t = begin
    while t < deals.shape[0] and left > 0:
        place = 0
        for i in range(n):
            card = deals[t, i]
            for k in range(starts[card], starts[card + 1]):
                dealt[place] = records[k]
                place += 1
        sizes[t], after = solve(
            seek_largest, images, width, n, dealt[:place], n, step_limit, room, frames, tally, buffer
        )
        left -= step_limit - after + images.shape[0] * place + images.shape[1]
        t += 1
    return t


@compiled
def laid_out(images, width, cards, records, room):
    """Lay out `cards` cards in `room`.

    Returns the `problem` of a search, the `ways` of its placements, the result of `layout.index`, and the index at
    which the free part of `room` begins. For few cards, the layout is that of `placements.placements_of` with
    interchangeable copies. For `images`, `width`, `records` and `room`, see the module.
    """
    configurations, cells = images.shape
    most = configurations * cards
    most_symbols = configurations * ((records.shape[0] - 4 * cards) // 2)
    # The beginning of `room` is reserved for the answer.
    laid, at = part(room, cards, most)
    ways, at = part(room, at, most)
    before, at = part(room, at, cards)
    kinds, at = part(room, at, 3 * cards)
    p_start, at = part(room, at, most + 1)
    p_cell, at = part(room, at, most_symbols)
    c_start, at = part(room, at, most + 1)
    c_cell, at = part(room, at, most_symbols)
    points, circles = (p_start, p_cell), (c_start, c_cell)
    placements, one_pair_each = layout.lay(
        images, width, records, np.bool_(False), laid, ways, before, kinds, points, circles
    )
    kept, at = part(room, at, 0 if one_pair_each else placements)
    for i in range(kept.shape[0]):
        kept[i] = 1
    pointing, at = part(room, at, cells)
    circling, at = part(room, at, cells)
    while kept.shape[0] > 0 and layout.drop_unmet(placements, laid, points, circles, kept, pointing, circling):
        pass
    first, at = part(room, at, cards + 1)
    number, at = part(room, at, cells)
    wp_start, at = part(room, at, cells + 1)
    wp, at = part(room, at, most_symbols)
    wc_start, at = part(room, at, cells + 1)
    wc, at = part(room, at, most_symbols)
    placements, used_cards, limits = layout.index(
        placements, kept, laid, ways, first, points, circles, number, (wp_start, wp), (wc_start, wc)
    )
    problem = (laid[:placements], first, before, p_start, p_cell, c_start, c_cell, wp_start, wp, wc_start, wc)
    return problem, ways, used_cards, limits, at


@compiled
def board(cards, cells, room, at):
    """Return the `work` arrays of a search with an empty stack. The arrays are in `room` from index `at` on.

    `cards` is the number of cards, and `cells` is the number of cells.
    """
    state, at = part(room, at, stack.STATE_SIZE)
    used, at = part(room, at, cards)
    cover, at = part(room, at, cells)
    open_cells, at = part(room, at, cells)
    open_place, at = part(room, at, cells)
    work = (state, used, cover, open_cells, open_place)
    clear(work)
    return work


@compiled
def part(room, begin, size):
    """Return the part of `room` with `size` entries from `begin` on, and the index at which the next part begins."""
    return room[begin : begin + size], begin + size


@compiled
def clear(work):
    """Remove all cards from the stack in `work`."""
    state, used, cover, _, _ = work
    for i in range(state.shape[0]):
        state[i] = 0
    for card in range(used.shape[0]):
        used[card] = 0
    for cell in range(cover.shape[0]):
        cover[cell] = 0


@compiled
def write_answer(depths, configurations, frames, problem, ways, room):
    """Write the placements of the first `depths` frames to the beginning of `room`, and return their number.

    `configurations` is the number of configurations of a card, and `ways` is the configuration of each placement. For
    `frames` and `problem`, see the module.
    """
    cards = problem[0]
    size = np.int64(0)
    for depth in range(depths):
        i = frames[depth, stack.LAID]
        if i >= 0:
            room[size] = cards[i] * configurations + ways[i]
            size += 1
    return size

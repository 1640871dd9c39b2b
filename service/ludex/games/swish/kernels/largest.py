"""The compiled branch and bound for a largest swish.

The search branches on cells. A cell either is left out of the swish, or has a point and a circle. The search branches
on an open cell or, if there is none, on the undecided cell with the fewest ways to continue. A cell is left out
immediately if no placement that fits has a point on it, or if none has a circle on it. Each cell that is left out
lowers the bound. Therefore, once a swish that covers nearly all cells is known, the search for a larger swish is short.

`limits`, `frames`, `problem` and `work` are those of `kernels.stack`. The root of every frame is -1. Frames have the
additional column CELL.
"""

from ludex.engine.compilation import compiled
from ludex.games.swish.kernels.stack import (
    CIRCLES_LAID,
    CLOSE_WITH_CIRCLE,
    CLOSE_WITH_POINT,
    CURSOR,
    DEPTH,
    END,
    EXHAUSTED,
    FOUND,
    LAID,
    OPEN,
    OUT_OF_STEPS,
    POINTS_LAID,
    ROOT,
    SIZE,
    SOURCE,
    STEPS,
    fits,
    lay,
    next_fitting,
)

# Special values in column LAID: the cell of the frame was left out of the swish, or the frame has no choices left.
LEFT_OUT = -2
SPENT = -3

# The column of the cell that a frame decides. The other columns are those of `kernels.stack`.
CELL = 5
FRAME_SIZE = 6


@compiled
def fitting(cell, with_point, enough, problem, work):
    """Count the placements that can be added to the stack and that cover a `cell`. Stop counting at `enough`.

    If `with_point` is true, the placements must have a point on the cell. Otherwise, they must have a circle on it. For
    `problem` and `work`, see the module.
    """
    starts = problem[7] if with_point else problem[9]
    placements = problem[8] if with_point else problem[10]
    count = 0
    for k in range(starts[cell], starts[cell + 1]):
        work[0][STEPS] += 1
        if fits(placements[k], -1, problem, work):
            count += 1
            if count >= enough:
                break
    return count


@compiled
def leave_out(cell, sign, work):
    """Leave a free `cell` out of the swish if `sign` is 1, or make the cell free again if `sign` is -1.

    For `work`, see the module.
    """
    state, _, cover, _, _ = work
    cover[cell] = 3 if sign > 0 else 0
    state[POINTS_LAID] += sign
    state[CIRCLES_LAID] += sign


@compiled
def choose_cell(depth, limits, frames, problem, work):
    """Create the frame at a `depth` for the undecided cell with the fewest choices.

    Returns False if all cells are decided. For `limits`, `frames`, `problem` and `work`, see the module.
    """
    cover = work[2]
    wp_start, wc_start = problem[7], problem[9]
    fewest = 1 << 30
    chosen = -1
    for cell in range(limits[0]):
        if cover[cell] == 3:
            continue
        ways = 0
        if cover[cell] != 1:
            ways = fitting(cell, True, fewest, problem, work)
        if cover[cell] != 2 and (cover[cell] == 1 or ways > 0):
            circles = fitting(cell, False, fewest, problem, work)
            ways = circles if cover[cell] == 1 else min(ways, circles)
        if cover[cell] == 0:
            ways += 1
        if ways < fewest:
            fewest = ways
            chosen = cell
            if cover[cell] != 0 and ways == 0:
                break
    if chosen < 0:
        return False
    needs_circle = cover[chosen] == 1
    starts = wc_start if needs_circle else wp_start
    only_way_is_out = cover[chosen] == 0 and fewest == 1
    frames[depth, CELL] = chosen
    frames[depth, ROOT] = -1
    frames[depth, LAID] = -1
    frames[depth, SOURCE] = CLOSE_WITH_CIRCLE if needs_circle else CLOSE_WITH_POINT
    frames[depth, END] = starts[chosen + 1]
    frames[depth, CURSOR] = starts[chosen + 1] if only_way_is_out else starts[chosen]
    return True


@compiled
def most_cards(most_size, limits, problem, work):
    """Return an upper bound on the number of cards of the swishes to which the stack can be extended.

    The bound is at most `most_size`. For `limits`, `problem` and `work`, see the module.
    """
    first = problem[1]
    state, used, _, _, _ = work
    cells, least_points, least_circles, least_symbols, _, _ = limits
    unused = 0
    for card in range(len(used)):
        if not used[card] and first[card + 1] > first[card]:
            unused += 1
    points = cells - state[POINTS_LAID]
    circles = cells - state[CIRCLES_LAID]
    more = min(unused, (points + circles) // least_symbols)
    if least_points > 0:
        more = min(more, points // least_points)
    if least_circles > 0:
        more = min(more, circles // least_circles)
    return min(most_size, state[SIZE] + more)


@compiled
def improve(best, most_size, step_limit, limits, frames, problem, work):
    """Continue the search for about `step_limit` steps. Returns FOUND, OUT_OF_STEPS or EXHAUSTED.

    FOUND means that a swish was found that has more than `best` and at most `most_size` cards. Its placements are the
    non-negative entries in column LAID of frames[:state[DEPTH]]. If frame state[DEPTH] has laid a placement, this
    placement belongs to the swish too. For `limits`, `frames`, `problem` and `work`, see the module.
    """
    state, _, cover, _, _ = work
    state[STEPS] = 0
    while state[DEPTH] >= 0:
        if state[STEPS] >= step_limit:
            return OUT_OF_STEPS
        depth = state[DEPTH]
        laid = frames[depth, LAID]
        cell = frames[depth, CELL]
        if laid >= 0:
            lay(laid, -1, problem, work)
            state[SIZE] -= 1
        elif laid == LEFT_OUT:
            leave_out(cell, -1, work)
            frames[depth, LAID] = SPENT
        chosen = -1 if frames[depth, LAID] == SPENT else next_fitting(depth, frames, problem, work)
        if chosen >= 0:
            frames[depth, LAID] = chosen
            lay(chosen, 1, problem, work)
            state[SIZE] += 1
        elif cover[cell] == 0 and frames[depth, LAID] != SPENT:
            frames[depth, LAID] = LEFT_OUT
            leave_out(cell, 1, work)
        else:
            frames[depth, LAID] = SPENT
            state[DEPTH] -= 1
            continue
        if most_cards(most_size, limits, problem, work) > best and choose_cell(
            depth + 1, limits, frames, problem, work
        ):
            state[DEPTH] = depth + 1
        if chosen >= 0 and state[OPEN] == 0 and best < state[SIZE] <= most_size:
            return FOUND
    return EXHAUSTED

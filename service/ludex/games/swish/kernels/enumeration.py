"""A compiled search that lists all swishes one after another, or counts them by size.

The search keeps its whole state in arrays, runs for a given number of steps, and can be continued.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.games.swish.kernels.stack import (
    ANY_PLACEMENT,
    BUFFERED,
    CURSOR,
    CUT,
    DEPTH,
    EXHAUSTED,
    FOUND,
    FULL,
    LAID,
    OPEN,
    OUT_OF_STEPS,
    POINTS_LAID,
    ROOT,
    SIZE,
    SOURCE,
    STEPS,
    cards_needed,
    lay,
    next_fitting,
    open_frame,
)

# What `advance` does with each swish.
LIST = 0
COUNT = 1


@compiled
def write_card_set(size, frames, problem, work, buffer):
    """Append the set of the cards in the first `size` placements of the stack to `buffer`.

    A card set is a row of bits in `buffer`, an array of type uint64 and shape (rows, words). `frames`, `problem` and
    `work` are those of :mod:`ludex.games.swish.kernels.stack`.
    """
    cards = problem[0]
    state = work[0]
    row = state[BUFFERED]
    for word in range(buffer.shape[1]):
        buffer[row, word] = 0
    for depth in range(size):
        card = cards[frames[depth, LAID]]
        buffer[row, card >> 6] |= np.uint64(1) << np.uint64(card & 63)
    state[BUFFERED] = row + 1


@compiled
def advance(mode, first_only, sizes, step_limit, limits, frames, problem, work, tally, buffer):
    """Continue the search for about `step_limit` steps. Returns FOUND, FULL, OUT_OF_STEPS or EXHAUSTED.

    state[CUT] is set to 1 if a branch was pruned because of the maximum number of cards.

    Parameters
    ----------
    mode : int
        With LIST, the function returns FOUND at each swish. Its placements are then in column LAID of
        frames[:state[SIZE]]. With COUNT, the function counts the swishes in `tally`, and writes each card set to
        `buffer`.
    first_only : bool
        Whether the first card is placed only in its first configuration.
    sizes : (int, int)
        The minimum and the maximum number of cards of a swish.
    step_limit : int
        The approximate maximum number of steps.
    limits, frames, problem, work : see :mod:`ludex.games.swish.kernels.stack`
        The placements and the state of the search.
    tally : int64 (most cards + 1)
        The number of placements that form a swish, by size.
    buffer : uint64 (rows, words)
        Card sets as rows of bits. FULL is returned when `buffer` has no free row.
    """
    cards, first = problem[0], problem[1]
    state = work[0]
    least_size, most_size = sizes
    state[STEPS] = 0
    while state[DEPTH] >= 0:
        if state[STEPS] >= step_limit:
            return OUT_OF_STEPS
        depth = state[DEPTH]
        laid = frames[depth, LAID]
        if laid >= 0:
            lay(laid, -1, problem, work)
            frames[depth, LAID] = -1
        source, root = frames[depth, SOURCE], frames[depth, ROOT]
        chosen = next_fitting(depth, frames, problem, work)
        if chosen < 0:
            state[DEPTH] -= 1
            continue
        if depth == 0 and first_only:
            frames[depth, CURSOR] = first[cards[chosen] + 1]
        frames[depth, LAID] = chosen
        if source == ANY_PLACEMENT:
            root = cards[chosen]
        lay(chosen, 1, problem, work)
        size = depth + 1
        state[SIZE] = size
        if size + max(cards_needed(most_size, limits, work), 1) > most_size:
            state[CUT] = 1
        elif state[OPEN] > 0 or state[POINTS_LAID] < limits[0]:
            open_frame(size, root, frames, problem, work)
            state[DEPTH] = size
        if state[OPEN] == 0 and size >= least_size:
            if mode == LIST:
                return FOUND
            tally[size] += 1
            write_card_set(size, frames, problem, work, buffer)
            if state[BUFFERED] == buffer.shape[0]:
                return FULL
    return EXHAUSTED

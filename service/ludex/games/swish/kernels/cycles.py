"""Swishes as cycles: cheap cycles that a linear program violates, minimal swishes, and all swishes one after another.

**Cheap cycles.** Each card has one point and one circle. Each configuration of a card is an arc from the cell of its
point to the cell of its circle. A cycle through distinct cells is a swish if its arcs belong to different cards. Any
union of disjoint cycles of this kind is a swish too. Using copy n of a card costs `costs[kind, n]`. A cycle whose total
cost is below a limit is a violated inequality. A path is abandoned as soon as its cost plus the distance back to the
first cell reaches the limit. The distances are computed as if cards could be used repeatedly.

Source: M. Grötschel, M. Jünger and G. Reinelt, "On the acyclic subgraph polytope", Mathematical Programming 33 (1985),
for the separation of cycles by shortest paths; the search for paths with distinct cards is ours.

**Minimal swishes.** The card set of a minimal swish contains no smaller swish. Therefore, a minimal swish is a single
connected part. A partial stack whose cards already contain a swish cannot be extended to a minimal swish. `limits`,
`frames`, `problem` and `work` are those of `kernels.stack`. Card sets are 64-bit masks.

**All swishes** are listed one after another, or counted by size. The search keeps its whole state in arrays, runs for a
given number of steps, and can be continued.
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

INFINITE = 1e18


@compiled
def distances_to(start, first, head, kind, costs, distance):
    """Compute the least cost of a path from each cell to `start`, with the algorithm of Bellman and Ford.

    The arcs from cell c have the numbers from `first[c]` to `first[c + 1] - 1`. `head` and `kind` are arrays of type
    int64 that contain the head and the kind of each arc. `costs[kind, n]` is the cost of using copy n of a kind, where
    n counts from 0 (type float64, shape (kinds, copies + 1)). The result is written to `distance`, an array of type
    float64 with one element for each cell.
    """
    for cell in range(len(distance)):
        distance[cell] = INFINITE
    distance[start] = 0.0
    changed = True
    while changed:
        changed = False
        for cell in range(len(distance)):
            least = distance[cell]
            for arc in range(first[cell], first[cell + 1]):
                least = min(least, distance[head[arc]] + costs[kind[arc], 0])
            if least < distance[cell]:
                distance[cell] = least
                changed = True


@compiled
def cheap_cycles(start, limit, first, head, kind, costs, distance, room, path, used, visited, spent, found, lengths):
    """Find cycles through the cell `start` that cost less than `limit`. Return their number, and the steps left.

    The arcs and the costs are given as in :func:`distances_to`, whose result is `distance`. The search ends after
    `room` steps, or when `found` is full. The first `lengths[i]` elements of row i of `found` (int64) are the kinds of
    cycle i. Cycles that are longer than a row are omitted. The arrays `path` (int64), `used` (int64, by kind),
    `visited` (bool, by cell) and `spent` (float64) are working memory. `used` and `visited` must be zero.
    """
    count, depth = 0, 0
    path[0], spent[0] = first[start], 0.0
    cell = start
    while depth >= 0 and room > 0 and count < len(found):
        room -= 1
        arc = path[depth]
        if arc == first[cell + 1]:
            depth -= 1
            if depth >= 0:
                visited[cell] = False
                arc = path[depth]
                used[kind[arc]] -= 1
                path[depth] = arc + 1
                cell = start if depth == 0 else head[path[depth - 1]]
            continue
        cost = spent[depth] + costs[kind[arc], used[kind[arc]]]
        target = head[arc]
        if cost + distance[target] >= limit or visited[target]:
            path[depth] = arc + 1
        elif target == start:
            if depth > 0 and depth < found.shape[1]:
                for place in range(depth + 1):
                    found[count, place] = kind[path[place]]
                lengths[count] = depth + 1
                count += 1
            path[depth] = arc + 1
        elif depth + 1 >= found.shape[1]:
            path[depth] = arc + 1
        else:
            used[kind[arc]] += 1
            visited[target] = True
            depth += 1
            path[depth], spent[depth] = first[target], cost
            cell = target
    for place in range(depth):
        used[kind[path[place]]] -= 1
        visited[head[path[place]]] = False
    return count, room


@compiled
def contains_any(card_set, last, known, known_start):
    """Return whether a `card_set` contains one of the `known` masks that include the card `last`.

    The masks that include `last` are known[known_start[last]:known_start[last + 1]]. `known` has type uint64.
    `known_start` has type int64 and shape (cards + 1,).
    """
    for k in range(known_start[last], known_start[last + 1]):  # noqa: SIM110
        if known[k] & card_set == known[k]:
            return True
    return False


@compiled
def any_within(card_set, masks):
    """Return whether one of the `masks` is a subset of a `card_set`. The masks are an array of type uint64."""
    for mask in masks:  # noqa: SIM110
        if mask & card_set == mask:
            return True
    return False


@compiled
def minimal_swishes(size, step_limit, limits, frames, problem, work, masks, known, known_start, buffer):
    """Continue the search for about `step_limit` steps. Returns FULL, OUT_OF_STEPS or EXHAUSTED.

    The minimal swishes of `size` cards are written to `buffer`, an array of type uint64. A minimal swish may be written
    several times. `masks[depth]` (uint64) is the set of the cards placed at smaller depths. `known` and `known_start`
    contain the minimal swishes of fewer cards, in the form of :func:`contains_any`. For `limits`, `frames`, `problem`
    and `work`, see the module.
    """
    cards, first = problem[0], problem[1]
    state = work[0]
    state[STEPS] = 0
    while state[DEPTH] >= 0:
        if state[STEPS] >= step_limit:
            return OUT_OF_STEPS
        depth = state[DEPTH]
        laid = frames[depth, LAID]
        if laid >= 0:
            lay(laid, -1, problem, work)
            frames[depth, LAID] = -1
        root = frames[depth, ROOT]
        chosen = next_fitting(depth, frames, problem, work)
        if chosen < 0:
            state[DEPTH] -= 1
            continue
        card = cards[chosen]
        if depth == 0:
            frames[0, 0] = first[card + 1]
            root = card
        card_set = masks[depth] | (np.uint64(1) << np.uint64(card))
        state[STEPS] += known_start[card + 1] - known_start[card]
        if contains_any(card_set, card, known, known_start):
            continue
        frames[depth, LAID] = chosen
        lay(chosen, 1, problem, work)
        masks[depth + 1] = card_set
        laid_cards = depth + 1
        if state[OPEN] == 0:
            if laid_cards == size:
                buffer[state[BUFFERED]] = card_set
                state[BUFFERED] += 1
                if state[BUFFERED] == len(buffer):
                    return FULL
        elif laid_cards + cards_needed(size, limits, work) <= size:
            open_frame(laid_cards, root, frames, problem, work)
            state[DEPTH] = laid_cards
        else:
            state[CUT] = 1
    return EXHAUSTED


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

"""Compiled enumeration of minimal swishes of a given size.

The card set of a minimal swish contains no smaller swish. Therefore, a minimal swish is a single connected part. A
partial stack whose cards already contain a swish cannot be extended to a minimal swish. `limits`, `frames`, `problem`
and `work` are those of `kernels.stack`. Card sets are 64-bit masks.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.games.swish.kernels.stack import (
    BUFFERED,
    CUT,
    DEPTH,
    EXHAUSTED,
    FULL,
    LAID,
    OPEN,
    OUT_OF_STEPS,
    ROOT,
    STEPS,
    cards_needed,
    lay,
    next_fitting,
    open_frame,
)


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

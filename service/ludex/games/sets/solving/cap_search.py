"""A large cap by a tabu search over the sets of a deck or of a position: quick and seeded. It proves nothing."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.sets.kernels import caps as kernel

_WORK = 1_500_000_000
"""The number of cards looked at in a search whose end is not known otherwise: about three seconds."""
_SLICE = 10_000_000
"""The number of cards looked at between two looks at the budget: some 30 ms."""
_SEED = 1


def searched_cap(
    sets: NDArray[np.int32],
    cards: int,
    budget: Budget,
    enough: int | None = None,
    start: Sequence[int] = (),
    work: int = _WORK,
    seed: int = _SEED,
) -> tuple[int, ...]:
    """Return a large set of the cards 0 to `cards` - 1 that contains none of the `sets`, int32 (sets, v).

    The search begins with `start`, which is a cap. It ends when the cap has `enough` cards (None: never), after `work`
    looks at cards, or with the `budget`; nothing is raised. `seed` decides its random choices. The same input gives the
    same cap if the budget suffices. It finds 20 cards of Deck(4, 3), 28 of Deck(3, 4), 45 of Deck(5, 3) and 112 of
    Deck(6, 3) in some milliseconds.

    >>> searched_cap(np.array([[0, 1, 2], [0, 3, 4]], np.int32), 5, Budget())
    (1, 2, 3, 4)
    """
    v = sets.shape[1]
    enough = cards if enough is None else min(enough, cards)
    members = sets.ravel()
    sets_of = (np.argsort(members, kind="stable") // v).astype(np.int32)
    starts = np.zeros(cards + 1, np.int64)
    np.cumsum(np.bincount(members, minlength=cards), out=starts[1:])
    chosen, best = np.zeros(cards, np.int8), np.zeros(cards, np.int8)
    inside = np.zeros(len(sets), np.int8)
    completes = np.zeros(cards, np.int32)
    tabu = np.zeros(cards, np.int64)
    state = np.zeros(kernel.STATE_LENGTH, np.int64)
    random = np.array([seed], np.uint64)
    for card in start:
        kernel.put(card, sets, starts, sets_of, chosen, inside, completes)
    best[:] = chosen
    state[kernel.SIZE] = state[kernel.LARGEST] = len(start)
    step_work = cards + 2 * v * (1 + len(members) // max(1, cards))
    steps = max(1, _SLICE // step_work)
    for _ in range(max(1, work // _SLICE)):
        kernel.search(
            steps, enough, sets, starts, sets_of, chosen, inside, completes, tabu, best, state, random
        )  # fmt: skip
        if state[kernel.LARGEST] >= enough or budget.exhausted():
            break
    return tuple(np.flatnonzero(best).tolist())

"""Large caps found quickly and without proof: by tabu search, and as products of caps with fewer properties.

The product of two caps, all pairs of a card of the first and a card of the second, is a cap. Suppose that some pairs
form a set. If their first parts are all equal, the second parts form a set. Otherwise the first parts differ in some
property, so they are pairwise different and form a set themselves. Both cases contradict that the factors are caps.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.kernels import caps as kernel
from ludex.games.sets.solving.cap_bounds import cap_upper_bound
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.study.closed_forms import sets_in_deck

_WORK = 1_500_000_000
"""The number of cards visited in a search without another end: about three seconds."""
_SLICE = 10_000_000
"""The number of cards visited between two checks of the budget: some 30 ms."""
_SEED = 1


def tabu_search_cap(
    sets: NDArray[np.int32],
    cards: int,
    budget: Budget,
    enough: int | None = None,
    start: Sequence[int] = (),
    work: int = _WORK,
    seed: int = _SEED,
) -> tuple[int, ...]:
    """Return a large subset of the cards 0 to `cards` - 1 that contains none of the `sets`, int32 (sets, v).

    The search starts from the cap `start`. It ends when the cap has `enough` cards (None: never), after `work` card
    visits, or when the budget is exhausted; no exception is raised. `seed` determines its random choices. The same
    input gives the same cap if the budget suffices. In some milliseconds, it finds 20 cards of Deck(4, 3), 28 of
    Deck(3, 4), 45 of Deck(5, 3) and 112 of Deck(6, 3).

    >>> tabu_search_cap(np.array([[0, 1, 2], [0, 3, 4]], np.int32), 5, Budget())
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


MAX_SETS = 1_000_000
"""The maximum number of sets of a deck that is searched itself."""
_MAX_SETS_OF_PART = 100_000
"""The maximum number of sets of a deck that is searched as a factor of a product."""
_WORK_OF_DECK = 300_000_000
_WORK_OF_PART = 100_000_000
_KNOWN = {(5, 3): 45, (6, 3): 112}
"""The sizes of largest caps by (properties, values), at which a search may stop.

That there are no larger caps (Y. Edel and others 2002; A. Potechin 2008) is not proved here.
"""


def find_large_cap(deck: Deck, budget: Budget) -> NDArray[np.int32]:
    """Return the cards, ascending, of a large cap of a `deck`; it is a largest cap for p <= 2 or v <= 2.

    The result for a deck is always the same if the `budget` suffices. If it is exhausted, the cap may be smaller; no
    exception is raised. Cost: a few seconds at most.

    >>> len(find_large_cap(Deck(12, 2), Budget())), len(find_large_cap(Deck(3, 25), Budget()))
    (1, 13824)
    """
    v = deck.values
    if v <= 2:
        return np.arange(v - 1, dtype=np.int32)
    caps = [np.zeros(1, np.int32), np.arange(v - 1, dtype=np.int32)]
    for properties in range(2, deck.properties):
        caps.append(_best(Deck(properties, v), caps, _MAX_SETS_OF_PART, _WORK_OF_PART, budget))
    return _best(deck, caps, MAX_SETS, _WORK_OF_DECK, budget) if deck.properties > 1 else caps[1]


def _best(deck: Deck, caps: list[NDArray[np.int32]], most_sets: int, work: int, budget: Budget) -> NDArray[np.int32]:
    """Return the largest cap found by searches and as products of caps with 1, 2, ... fewer properties."""
    cap = _best_product(caps, deck)
    enough = _KNOWN.get((deck.properties, deck.values), cap_upper_bound(deck))
    if len(cap) >= enough or sets_in_deck(deck) > most_sets:
        return cap
    listed = Lookup(deck, range(deck.size)).all(budget)
    # The search depends on the order of the sets, which the solver does not guarantee.
    sets = listed.cards[np.lexsort(listed.cards.T[::-1])]
    # Start from the empty cap, then from the product unless a better cap has been found.
    for start in (np.empty(0, np.int32), cap):
        if listed.complete and len(cap) < enough and not budget.exhausted():
            found = tabu_search_cap(sets, deck.size, budget, enough, start.tolist(), work)
            cap = max(cap, np.array(found, np.int32), key=len)
    return cap


def _best_product(caps: list[NDArray[np.int32]], deck: Deck) -> NDArray[np.int32]:
    """Return the largest product of two of the caps with the deck's number of properties."""
    properties = deck.properties
    first = max(range(1, properties), key=lambda k: len(caps[k]) * len(caps[properties - k]))
    second = properties - first
    return (caps[first][:, None] * np.int32(deck.values**second) + caps[second]).ravel()

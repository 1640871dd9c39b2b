"""Large caps of whole decks: by a search if the deck is small, and as products of caps of fewer properties.

The product of two caps, all pairs of a card of one and a card of the other, is a cap. For consider a set of such pairs.
If all cards agree in the first part, the second parts are a set. Otherwise the first parts differ in some property, so
they are all different, and are a set themselves.
"""

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.cap_bounds import cap_upper_bound
from ludex.games.sets.solving.cap_search import searched_cap
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.study.facts import sets_in_deck

MAX_SETS = 1_000_000
"""Decks with more sets have no search of their own."""
_MAX_SETS_OF_PART = 100_000
"""Decks with more sets are not searched as a part of a product."""
_WORK = 300_000_000
_WORK_OF_PART = 100_000_000
_KNOWN = {(5, 3): 45, (6, 3): 112}
"""By (properties, values) the sizes of the largest caps, at which a search may stop.

That there are no larger ones (Y. Edel and others 2002; A. Potechin 2008) is not proved here.
"""


def large_cap(deck: Deck, budget: Budget) -> NDArray[np.int32]:
    """Return the cards, ascending, of a cap of a `deck`: a largest one for p <= 2 or v <= 2, otherwise the best found.

    The same deck has the same cap if the `budget` suffices. If it ends, the cap may be smaller; nothing is raised.
    Cost: a few seconds at most.

    >>> len(large_cap(Deck(12, 2), Budget())), len(large_cap(Deck(3, 25), Budget()))
    (1, 13824)
    """
    v = deck.values
    if v <= 2:
        return np.arange(v - 1, dtype=np.int32)
    caps = [np.zeros(1, np.int32), np.arange(v - 1, dtype=np.int32)]
    for properties in range(2, deck.properties):
        caps.append(_best(Deck(properties, v), caps, _MAX_SETS_OF_PART, _WORK_OF_PART, budget))
    return _best(deck, caps, MAX_SETS, _WORK, budget) if deck.properties > 1 else caps[1]


def _best(deck: Deck, caps: list[NDArray[np.int32]], most_sets: int, work: int, budget: Budget) -> NDArray[np.int32]:
    """Return the largest cap that products of caps of 1, 2, ... fewer properties and searches give."""
    cap = _best_product(caps, deck)
    enough = _KNOWN.get((deck.properties, deck.values), cap_upper_bound(deck))
    if len(cap) >= enough or sets_in_deck(deck) > most_sets:
        return cap
    listed = Lookup(deck, range(deck.size)).all(budget)
    # The search depends on the order, which the solver is free to change.
    sets = listed.cards[np.lexsort(listed.cards.T[::-1])]
    # First from nothing, then from the product, unless something better has been found.
    for start in (np.empty(0, np.int32), cap):
        if listed.complete and len(cap) < enough and not budget.exhausted():
            found = searched_cap(sets, deck.size, budget, enough, start.tolist(), work)
            cap = max(cap, np.array(found, np.int32), key=len)
    return cap


def _best_product(caps: list[NDArray[np.int32]], deck: Deck) -> NDArray[np.int32]:
    """Return the largest product of two of the caps that has the deck's number of properties."""
    properties = deck.properties
    first = max(range(1, properties), key=lambda k: len(caps[k]) * len(caps[properties - k]))
    second = properties - first
    return (caps[first][:, None] * np.int32(deck.values**second) + caps[second]).ravel()

"""A tabu search for caps.

Each step adds a card to the cap. For each set that this card would complete, another card of the set is removed.

Cards are indices from 0. The following arguments are the same in all functions. For each array, the type is followed by
the shape in parentheses.

sets : int32 (sets, v)
    The cards of each set.
starts, sets_of : int64 (cards + 1), int32 (sets * v)
    The sets that contain card c are sets_of[starts[c]:starts[c + 1]].
chosen : int8 (cards)
    1 for the cards of the cap.
inside : int8 (sets)
    The number of chosen cards of each set.
completes : int32 (cards)
    For each card, the number of sets that contain the card and whose other cards are all chosen.
tabu : int64 (cards)
    For each card, the step before which the card must not be added.
best : int8 (cards)
    1 for the cards of the largest cap found so far.
state : int64 (STATE_LENGTH)
    The state of the search, with the indices below.
random : uint64 (1)
    The state of the random numbers.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import first_below, next_bits

SIZE = 0
"""The index in `state` of the current number of cards of the cap."""
LARGEST = 1
"""The index in `state` of the number of cards of the largest cap found so far."""
STEP = 2
"""The index in `state` of the number of steps since the start."""
STATE_LENGTH = 3

_STAYS_AWAY = 3
_AND_UP_TO = 10


@compiled
def put(card, sets, starts, sets_of, chosen, inside, completes):
    """Add a `card` to the cap. For the other arguments, see the module."""
    others = sets.shape[1] - 1
    chosen[card] = 1
    for i in range(starts[card], starts[card + 1]):
        s = sets_of[i]
        inside[s] += 1
        if inside[s] == others:
            for k in range(others + 1):
                if not chosen[sets[s, k]]:
                    completes[sets[s, k]] += 1


@compiled
def take(card, sets, starts, sets_of, chosen, inside, completes):
    """Remove a `card` from the cap. For the other arguments, see the module."""
    others = sets.shape[1] - 1
    own = 0
    for i in range(starts[card], starts[card + 1]):
        s = sets_of[i]
        if inside[s] == others:
            for k in range(others + 1):
                if not chosen[sets[s, k]]:
                    completes[sets[s, k]] -= 1
        inside[s] -= 1
        own += inside[s] == others
    chosen[card] = 0
    completes[card] = own


@compiled
def search(steps, enough, sets, starts, sets_of, chosen, inside, completes, tabu, best, state, random):
    """Make `steps` steps, but stop as soon as the largest cap found has `enough` cards.

    Each step adds a random card among those that complete the fewest sets. A card that was removed shortly before is
    not added unless it completes no set. For the other arguments, see the module.
    """
    for _ in range(steps):
        if state[LARGEST] >= enough:
            return
        state[STEP] += 1
        card = _next_card(chosen, completes, tabu, state, random)
        if card < 0:
            continue
        if completes[card]:
            _make_room(card, sets, starts, sets_of, chosen, inside, completes, tabu, state, random)
        put(card, sets, starts, sets_of, chosen, inside, completes)
        state[SIZE] += 1
        if state[SIZE] > state[LARGEST]:
            state[LARGEST] = state[SIZE]
            for i in range(chosen.shape[0]):
                best[i] = chosen[i]


@compiled
def _next_card(chosen, completes, tabu, state, random):
    """Return a random card among the allowed cards that complete the fewest sets, or -1 if no card is allowed.

    For the arguments, see the module.
    """
    fewest, equal, card = -1, 0, -1
    for i in range(chosen.shape[0]):
        if chosen[i] or (completes[i] and tabu[i] > state[STEP]):
            continue
        if fewest < 0 or completes[i] < fewest:
            fewest, equal, card = completes[i], 1, i
        elif completes[i] == fewest:
            equal += 1
            if first_below(next_bits(random), equal) == 0:
                card = i
    return card


@compiled
def _make_room(card, sets, starts, sets_of, chosen, inside, completes, tabu, state, random):
    """For each set that a `card` would complete, remove a random other card of the set from the cap.

    For the other arguments, see the module.
    """
    others = sets.shape[1] - 1
    for i in range(starts[card], starts[card + 1]):
        s = sets_of[i]
        if inside[s] != others:
            continue
        k = first_below(next_bits(random), others)
        for j in range(others + 1):
            if sets[s, j] == card:
                continue
            if k == 0:
                leaving = sets[s, j]
                take(leaving, sets, starts, sets_of, chosen, inside, completes)
                state[SIZE] -= 1
                tabu[leaving] = state[STEP] + _STAYS_AWAY + first_below(next_bits(random), _AND_UP_TO)
                break
            k -= 1

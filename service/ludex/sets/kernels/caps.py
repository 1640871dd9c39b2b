"""A tabu search for caps: a card comes in, and of each set that it would complete another card leaves.

Cards count by index from 0. `sets` is int32 (sets, v), the cards of each; `starts` (cards + 1) and `sets_of` list, one
card after the other, the sets that it is in. The rest is the state of the search: `chosen` int8 (cards) marks
the cap; `inside` int8 (sets) counts the chosen cards of a set; `completes` int32 (cards) counts for a card
the sets whose other cards are all chosen; `tabu` int64 (cards) is the step until which a card stays away; `best` int8
(cards) is the largest cap so far, `random` the state of the random numbers.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import first_below, next_bits

SIZE = 0
"""In `state`: the cards of the cap now."""
LARGEST = 1
"""In `state`: the cards of the largest cap so far."""
STEP = 2
"""In `state`: the steps since the start."""
STATE_LENGTH = 3

_STAYS_AWAY = 3
_AND_UP_TO = 10


@compiled
def put(card, sets, starts, sets_of, chosen, inside, completes):
    """Take a card in."""
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
    """Let a card leave."""
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
    """Make so many steps, fewer where the largest cap has enough cards.

    In each step a card comes in that completes the fewest sets, any one of them, but none that left shortly before
    unless it completes nothing.
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
    """Return a random one of the cards that may come in and complete the fewest sets, or -1."""
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
    """Let a random card leave of each set that the card would complete."""
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

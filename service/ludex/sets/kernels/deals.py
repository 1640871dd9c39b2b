"""Cards dealt at random, and what lies on the table then, for three values: many deals and games, compiled.

`cards` is int32, the whole deck in any order; what is dealt comes to its front. `ones`, `twos` (v^p) and `numbers_of`
are those of `ludex.sets.kernels.third_card`, by the card's number. `lies` is int8 (v^p), 1 for the cards on the table.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import first_below, next_bits
from ludex.sets.kernels.tables import find

ROUND = 0
"""In `state` of a game: the rounds played."""
TABLE = 1
"""In `state` of a game: the cards on the table."""
DEALT = 2
"""In `state` of a game: the cards that have left the deck."""
OVER = 3
"""In `state` of a game: 1 at its end."""
STATE_LENGTH = 4


@compiled
def deal(cards, dealt, more, random):
    """Bring so many random cards more behind those that have been dealt."""
    for i in range(dealt, dealt + more):
        k = i + first_below(next_bits(random), cards.shape[0] - i)
        cards[i], cards[k] = cards[k], cards[i]


@compiled
def deals_without_set(deals, n, cards, ones, twos, numbers_of, lies, random):
    """Return how many of so many deals of n cards have no set."""
    without = 0
    for _ in range(deals):
        deal(cards, 0, n, random)
        for i in range(n):
            lies[cards[i]] = 1
        without += find(cards, n, ones, twos, numbers_of, lies)[0] < 0
        for i in range(n):
            lies[cards[i]] = 0
    return without


@compiled
def begin(first, cards, table, lies, state, random):
    """Deal the first table of a game."""
    for i in range(state[TABLE]):
        lies[table[i]] = 0
    state[ROUND], state[TABLE], state[DEALT], state[OVER] = 0, 0, 0, 0
    _draw(first, cards, table, lies, state, random)


@compiled
def _draw(more, cards, table, lies, state, random):
    """Lay so many cards more on the table."""
    deal(cards, state[DEALT], more, random)
    for i in range(more):
        card = cards[state[DEALT] + i]
        table[state[TABLE] + i] = card
        lies[card] = 1
    state[TABLE] += more
    state[DEALT] += more


@compiled
def play(cards, table, ones, twos, numbers_of, lies, state, random, enough, tables, had_set, work):
    """Play rounds of a game until it ends, `tables` is full, or so many pairs of cards may have been looked at.

    After a set cards come while the table has not enough. For each round write the cards on the table and whether there
    was a set. Return the rounds.
    """
    rounds = 0
    while not state[OVER] and rounds < tables.shape[0] and work > 0:
        size = state[TABLE]
        tables[rounds] = size
        a, b, c = find(table, size, ones, twos, numbers_of, lies)
        has_set = a >= 0
        work -= size * size
        had_set[rounds] = has_set
        rounds += 1
        state[ROUND] += 1
        if has_set:
            _leave(table, lies, a, b, c, state)
        if state[DEALT] < cards.shape[0]:
            if not has_set or state[TABLE] < enough:
                _draw(3, cards, table, lies, state, random)
        elif not has_set:
            state[OVER] = 1
    return rounds


@compiled
def _leave(table, lies, a, b, c, state):
    """Take a set from the table; the other cards keep their order."""
    lies[a], lies[b], lies[c] = 0, 0, 0
    kept = 0
    for i in range(state[TABLE]):
        if lies[table[i]]:
            table[kept] = table[i]
            kept += 1
    state[TABLE] = kept

"""Compiled simulation of many random deals and games with three values.

The following arguments are the same in all functions. For each array, the type is followed by the shape in parentheses.

cards : int32 (v^p)
    The whole deck in any order. Cards that are dealt are moved to the front.
ones, twos, numbers_of
    As in `ludex.games.sets.kernels.tables`, indexed by the number of the card.
lies : int8 (v^p)
    1 for the cards on the table.
table : int32 (maximum number of cards on a table)
    The cards on the table, in the order of dealing.
state : int64 (STATE_LENGTH)
    The state of a game, with the indices below.
random : uint64 (1)
    The state of the random numbers.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import first_below, next_bits
from ludex.games.sets.kernels.tables import find

ROUND = 0
"""The index in `state` of the number of rounds played."""
TABLE = 1
"""The index in `state` of the number of cards on the table."""
DEALT = 2
"""The index in `state` of the number of cards that have been dealt."""
OVER = 3
"""The index in `state` of a flag that is 1 at the end of the game."""
STATE_LENGTH = 4


@compiled
def deal(cards, dealt, more, random):
    """Deal `more` random cards: move them to the positions after the first `dealt` cards, which are already dealt.

    For `cards` and `random`, see the module.
    """
    for i in range(dealt, dealt + more):
        k = i + first_below(next_bits(random), cards.shape[0] - i)
        cards[i], cards[k] = cards[k], cards[i]


@compiled
def deals_without_set(deals, n, cards, ones, twos, numbers_of, lies, random):
    """Deal `n` cards `deals` times, and return how many of these deals contain no set.

    For the other arguments, see the module.
    """
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
    """Deal the first `first` cards of a game to the table. For the other arguments, see the module."""
    for i in range(state[TABLE]):
        lies[table[i]] = 0
    state[ROUND], state[TABLE], state[DEALT], state[OVER] = 0, 0, 0, 0
    _draw(first, cards, table, lies, state, random)


@compiled
def _draw(more, cards, table, lies, state, random):
    """Deal `more` cards to the table. For the other arguments, see the module."""
    deal(cards, state[DEALT], more, random)
    for i in range(more):
        card = cards[state[DEALT] + i]
        table[state[TABLE] + i] = card
        lies[card] = 1
    state[TABLE] += more
    state[DEALT] += more


@compiled
def play(cards, table, ones, twos, numbers_of, lies, state, random, enough, tables, had_set, work):
    """Play rounds of a game until it ends, `tables` is full, or about `work` pairs of cards have been tested.

    After a set is removed, cards are dealt if fewer than `enough` cards are left on the table. For each round, the
    number of cards on the table is written to `tables` (type int32), and 1 or 0 is written to `had_set` (type int8),
    depending on whether there was a set. Returns the number of rounds. For the other arguments, see the module.
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
    """Remove a set, the cards `a`, `b` and `c`, from the table. The other cards keep their order. See the module."""
    lies[a], lies[b], lies[c] = 0, 0, 0
    kept = 0
    for i in range(state[TABLE]):
        if lies[table[i]]:
            table[kept] = table[i]
            kept += 1
    state[TABLE] = kept

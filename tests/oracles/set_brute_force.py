"""Sets by trying every choice of v cards: slow and obvious. Cards are texts, one digit a property. No ludex here."""

from itertools import combinations, product


def whole_deck(properties, values):
    """Return all cards, in the order of their texts."""
    return ["".join(card) for card in product("0123456789abcdefghijklmnopqrstuvwxyz"[:values], repeat=properties)]


def is_set(cards):
    """Tell whether in every property the cards have one value, or as many as they are."""
    return all(len(set(column)) in {1, len(cards)} for column in zip(*cards, strict=True))


def all_sets(cards, values):
    """Return every set among the cards, as a set of sorted tuples."""
    return {tuple(sorted(chosen)) for chosen in combinations(cards, values) if is_set(chosen)}


def play(order, properties, values):
    """Play the game of the thesis's section 2.1 with a shuffled deck; the first set in lexicographic order leaves.

    Return the rounds (cards on the table, set or None, cards that came) and the cards that are left.
    """
    first = min(values * properties, len(order))
    table, deck = order[:first], order[first:]
    rounds = []
    while True:
        found = next((chosen for chosen in combinations(table, values) if is_set(chosen)), None)
        came, deck = deck[:values], deck[values:]
        rounds.append((len(table), found, tuple(came)))
        if found is None and not came:
            return rounds, table
        table = [card for card in table if card not in (found or ())] + came

"""The dynamic algorithm as S. Takeshita's thesis describes it (sections 5.4.1 to 5.4.4): a historical baseline.

It is not complete. New basis pairs are made of newly drawn cards only, so a set with cards from three draws is never
seen; and for v > 3, where two cards do not decide a set, a partial set that is extended greedily may take a card that
leads nowhere, so that sets of a table that does not change are missed. Where the text leaves a choice, the one that
finds more is taken: the quick-complete dictionary keeps all partial sets that wait for a card, and each pair is
extended with the whole table. Cards are texts, one digit a property. Imports nothing from ludex.
"""

from itertools import combinations


class ThesisDynamic:
    """The table, the partial sets, the quick-complete dictionary, and the sets found, in their order."""

    def __init__(self, cards, values):
        self.values = values
        self.table = list(cards)
        self.found = []
        self._used = set()
        # 5.4.1: a partial set for every two cards.
        self._partial = [list(pair) for pair in combinations(self.table, 2)]
        self._quick = {}
        self._extend()
        self._delete()

    def draw(self, cards):
        """Lay new cards on the table, and find what the algorithm finds with them."""
        self.table += cards
        self._complete_quickly(cards)
        # 5.4.3: new basis pairs, of the new cards that complete nothing.
        unused = [card for card in cards if card not in self._used]
        self._partial += [list(pair) for pair in combinations(unused, 2)]
        self._extend()
        self._delete()

    def _extend(self):
        """5.4.2: each partial set takes the cards of the table that fit, one after the other."""
        for partial in self._partial:
            if self._used & set(partial):
                continue
            for card in self.table:
                free = card not in self._used and card not in partial
                if free and len(partial) < self.values and self._fits([*partial, card]):
                    partial.append(card)
            if len(partial) == self.values:
                self._take(partial)
            elif len(partial) == self.values - 1:
                waiting = self._quick.setdefault(self._missing(partial), [])
                if partial not in waiting:
                    waiting.append(list(partial))

    def _complete_quickly(self, cards):
        """5.4.3: a new card that a partial set waits for completes it, unless one of its cards is used already."""
        for card in cards:
            for partial in self._quick.pop(card, []):
                if not self._used & {card, *partial}:
                    self._take([*partial, card])

    def _take(self, cards):
        self.found.append(tuple(sorted(cards)))
        self._used |= set(cards)

    def _delete(self):
        """5.4.4: used cards leave the partial sets; what is left of one needs two cards to be one."""
        self.table = [card for card in self.table if card not in self._used]
        left = [[card for card in partial if card not in self._used] for partial in self._partial]
        self._partial = [partial for partial in left if len(partial) >= 2]
        self._quick = {
            missing: kept
            for missing, waiting in self._quick.items()
            if missing not in self._used and (kept := [partial for partial in waiting if not self._used & set(partial)])
        }

    def _fits(self, cards):
        """In every property the values are all the same or all different."""
        return all(len(set(column)) in {1, len(cards)} for column in zip(*cards, strict=True))

    def _missing(self, partial):
        """Return the one card that completes a set of v - 1 cards."""
        alphabet = "0123456789abcdefghijklmnopqrstuvwxyz"[: self.values]
        columns = [set(column) for column in zip(*partial, strict=True)]
        return "".join(
            column.pop() if len(column) == 1 else next(value for value in alphabet if value not in column)
            for column in columns
        )


def play(order, properties, values):
    """Play with a shuffled deck to its end: v cards are drawn whenever the algorithm sees no set any more.

    Return the sets found, and after each draw (the first table first) the cards that the algorithm left on the table.
    """
    first = min(values * properties, len(order))
    game = ThesisDynamic(order[:first], values)
    tables = [tuple(game.table)]
    for start in range(first, len(order), values):
        game.draw(list(order[start : start + values]))
        tables.append(tuple(game.table))
    return game.found, tables

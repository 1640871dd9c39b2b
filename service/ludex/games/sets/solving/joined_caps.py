"""All caps of five properties with three values that have two large hyperplanes which share 8 or 9 cards.

Cards are points (g, x, y) of five dimensions, where g has three. The hyperplanes y = 0 and x = 0 have at least 19 cards
each, and the space x = y = 0 has 8 or 9. The search has the following steps.

1. The cards of the space are one of the classes of caps of three properties.
2. They are extended to 19 cards of a hyperplane in all ways. The shears (g, x) -> (g + x v, x) and the reflection
   x -> -x preserve the space, so only one extension of each orbit is needed. There are very few.
3. Two extensions, one for each hyperplane, are joined. The shears act on each of them independently.
4. Of the other cards, those that complete two of the cards to a set are excluded. Among the rest, the search branches
   on the card that excludes most of the others.

See :mod:`ludex.games.sets.study.hyperplane_bounds` for the proof that every cap of 46 cards would be found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.keys import representative
from ludex.games.sets.position import Position
from ludex.games.sets.study.hyperplane_bounds import LARGE, PROPERTIES, SHARED

DECK = Deck(PROPERTIES, 3)
_SPACE = Deck(3, 3)
_MOST_IN_SPACE = 9
_TICKS = 1000
"""The number of branches between two checks of the budget, which take a few milliseconds."""

Extension = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards g of the spaces x = 1 and x = 2 that extend the cards of the space x = 0."""


@cache
def _thirds(deck: Deck) -> tuple[tuple[int, ...], ...]:
    """Return the card that completes each two cards to a set, which is the same card if they are equal."""
    digits = [deck.digits(card) for card in range(deck.size)]
    return tuple(
        tuple(deck.card(tuple(-(x + y) % 3 for x, y in zip(a, b, strict=True))) for b in digits) for a in digits
    )


def _cards(word: int) -> Iterator[int]:
    """Yield the cards of a bit set."""
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1


def _excluded(card: int, chosen: Sequence[int]) -> int:
    """Return, as a bit set, the cards of a space that complete a card and one of those chosen to a set."""
    thirds = _thirds(_SPACE)[card]
    return sum(1 << third for third in {thirds[other] for other in chosen})


def classes_of_caps(size: int) -> list[tuple[int, ...]]:
    """Return a cap of each class of caps of three properties with a number of cards, more than four.

    Such a cap contains four cards in general position, which a symmetry maps to the cards 0, 1, 3 and 9.

    >>> len(classes_of_caps(8)), len(classes_of_caps(9)), len(classes_of_caps(10))
    (3, 1, 0)
    """
    frame = (0, 1, 3, 9)
    excluded = {_thirds(_SPACE)[a][b] for a, b in combinations(frame, 2)} | set(frame)
    allowed = sum(1 << card for card in range(_SPACE.size) if card not in excluded)
    caps = _caps_within(allowed, size - len(frame), frame)
    return list({representative(Position(_SPACE, tuple(sorted(cap)))).cards: cap for cap in caps}.values())


def extensions(shared: Sequence[int], budget: Budget) -> list[Extension]:
    """Return the extensions of a cap of three properties to caps of :data:`LARGE` cards of four properties.

    The first space has at least as many cards as the second one. One extension of each orbit under the shears and the
    reflection is returned, in order. Raises BudgetExhausted. Cost: a fraction of a second for 8 or 9 cards.

    >>> [cap] = classes_of_caps(9)
    >>> sorted({(len(first), len(second)) for first, second in extensions(cap, Budget())})
    [(8, 2), (9, 1)]
    """
    missing = LARGE - len(shared)
    blocked = [_excluded(card, shared) for card in range(_SPACE.size)]
    found: set[Extension] = set()

    def choose(first: list[int], left: int, allowed: int, beyond: int) -> None:
        """Choose `left` more cards among those allowed in the first space. `beyond` are allowed in the second one."""
        needed = missing - len(first) - left
        if beyond.bit_count() < needed:
            return
        if not left:
            found.update(_normal(tuple(first), second) for second in _caps_within(beyond, needed))
            return
        for card in _cards(allowed):
            if allowed.bit_count() < left:
                return
            budget.check()
            allowed &= ~(1 << card)
            choose([*first, card], left - 1, allowed & ~_excluded(card, first), beyond & ~blocked[card])

    every = (1 << _SPACE.size) - 1
    for size in range((missing + 1) // 2, min(missing, _MOST_IN_SPACE) + 1):
        choose([0], size - 1, every - 1, every & ~blocked[0])
    return sorted(found)


def _caps_within(allowed: int, size: int, chosen: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the caps of a number of cards that consist of allowed cards, given as a bit set, and those chosen."""
    if not size:
        yield chosen
        return
    for card in _cards(allowed):
        if allowed.bit_count() < size:
            return
        allowed &= ~(1 << card)
        yield from _caps_within(allowed & ~_excluded(card, chosen), size - 1, (*chosen, card))


def _normal(first: tuple[int, ...], second: tuple[int, ...]) -> Extension:
    """Return the first extension in the orbit of an extension whose first space contains the card 0."""
    orders = [(first, second), (second, first)] if len(first) == len(second) else [(first, second)]
    return min(_sheared(a, b, card) for a, b in orders for card in a)


def _sheared(first: tuple[int, ...], second: tuple[int, ...], card: int) -> Extension:
    """Return the image under the shear that maps a card of the first space to the card 0."""
    thirds = _thirds(_SPACE)
    opposite = thirds[card][0]
    # x - c = -(-x + c) and -x - 0 is the third card of x and 0.
    return (
        tuple(sorted(thirds[thirds[0][other]][card] for other in first)),
        tuple(sorted(thirds[thirds[0][other]][opposite] for other in second)),
    )


def find_joined_cap(at_least: int, budget: Budget | None = None) -> tuple[int, ...] | None:
    """Return the cards of a cap with two large hyperplanes that share 8 or 9 cards, or None if there is none.

    Parameters
    ----------
    at_least : int
        The number of cards of the cap, more than 30.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    tuple of int or None
        A cap with this number of cards, in ascending order. None proves that there is none.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted before the result is known.

    Notes
    -----
    Cost: a few seconds for 46 cards; half a minute for 41.

    Examples
    --------
    >>> len(find_joined_cap(40))
    40
    """
    budget = budget or Budget()
    done = 0
    for size in SHARED:
        for shared in classes_of_caps(size):
            for first, second in combinations_with_replacement(extensions(shared, budget), 2):
                budget.report(done, None, "pairs of hyperplanes")
                found = _Completion.of(_joined(shared, first, second), budget).search(at_least)
                if found is not None:
                    return found
                done += 1
    return None


def _joined(shared: Sequence[int], first: Extension, second: Extension) -> list[int]:
    """Return the cards of the deck of two extensions: the first with y = 0, the second with x = 0."""
    cards = [9 * card for card in shared]
    cards += [9 * card + 3 * x for x, space in enumerate(first, 1) for card in space]
    return cards + [9 * card + y for y, space in enumerate(second, 1) for card in space]


@dataclass(slots=True)
class _Completion:
    """The cards of a cap, and the cards that can be added to it, which are numbered.

    `pairs` contains, for each card that can be added, the cards that complete it and a card of the cap to a set, as a
    bit set of numbers. `thirds` contains the card that completes each two to a set, as a bit set, or 0.
    """

    cap: list[int]
    others: list[int]
    pairs: list[int]
    thirds: list[list[int]]
    budget: Budget
    ticks: int = 0

    @classmethod
    def of(cls, cap: list[int], budget: Budget) -> "_Completion":
        thirds = _thirds(DECK)
        taken = set(cap) | {thirds[a][b] for a, b in combinations(cap, 2)}
        others = [card for card in range(DECK.size) if card not in taken]
        bit = {card: 1 << number for number, card in enumerate(others)}
        pairs = [sum(bit.get(thirds[card][member], 0) for member in cap) for card in others]
        table = [[bit.get(thirds[a][b], 0) if a != b else 0 for b in others] for a in others]
        return cls(cap, others, pairs, table, budget)

    def search(self, at_least: int) -> tuple[int, ...] | None:
        """Return a cap of `at_least` cards that contains the cap, or None."""
        chosen = self._choose([], (1 << len(self.others)) - 1, at_least - len(self.cap))
        return None if chosen is None else tuple(sorted([*self.cap, *(self.others[number] for number in chosen)]))

    def _choose(self, chosen: list[int], allowed: int, needed: int) -> list[int] | None:
        """Return the numbers of the cards to add, among those allowed, or None."""
        while allowed.bit_count() >= needed > 0:
            self.ticks += 1
            if self.ticks % _TICKS == 0:
                self.budget.check()
            card = max(_cards(allowed), key=lambda number: (self.pairs[number] & allowed).bit_count())
            allowed &= ~(1 << card)
            rest = allowed & ~self.pairs[card]
            for other in chosen:
                rest &= ~self.thirds[card][other]
            found = self._choose([*chosen, card], rest, needed - 1)
            if found is not None:
                return found
        return None if needed > 0 else chosen

"""The search for caps of five properties with three values in which two large hyperplanes share 8 or 9 cards.

Cards are points (g, x, y), where g has three coordinates and x and y are single coordinates. The hyperplanes y = 0 and
x = 0 contain at least 19 cards of the cap each, and the space x = y = 0 contains 8 or 9 cards of the cap. The search
has the following steps.

1. The cards of the cap in the space x = y = 0 form a cap of three properties. One cap of each class is tried.
2. These cards are extended to 19 cards of a hyperplane in all possible ways. The shears (g, x) -> (g + x v, x) and the
   reflection x -> -x preserve every point of the space, so only one extension of each orbit is needed. There are very
   few orbits.
3. Two extensions, one for each hyperplane, are joined. One of each orbit suffices for both of them, because the shears
   and reflections of x and those of y are independent.
4. All cards that complete two of the joined cards to a set are excluded. Each further card of the cap must be one of
   the remaining cards. The search branches on the card that excludes the most remaining cards.

See :mod:`ludex.games.sets.study.cap_bounds` for the proof that every cap of 46 cards would be found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.keys import representative
from ludex.games.sets.position import Position
from ludex.games.sets.study.cap_bounds import LARGE, PROPERTIES, SHARED

DECK = Deck(PROPERTIES, 3)
_SPACE = Deck(3, 3)
_MOST_IN_SPACE = 9
_TICKS = 1000
"""The number of branches between two checks of the budget, which take a few milliseconds."""

Extension = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards g of the spaces x = 1 and x = 2 that extend the cards of the space x = 0 to the cards of a hyperplane."""


@cache
def _thirds(deck: Deck) -> tuple[tuple[int, ...], ...]:
    """Return, for any two cards, the card that completes them to a set. For two equal cards, it is the same card."""
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
    """Return the cards of a space that complete a card and one of the chosen cards to a set, as a bit set."""
    thirds = _thirds(_SPACE)[card]
    return sum(1 << third for third in {thirds[other] for other in chosen})


def classes_of_caps(size: int) -> list[tuple[int, ...]]:
    """Return a cap of each class of caps of three properties with `size` cards. `size` must be more than four.

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
    """Return the extensions of a cap of three properties to caps of four properties with :data:`LARGE` cards.

    The result is sorted and contains one extension of each orbit under the shears and the reflection. Its first space
    has at least as many cards as its second space. Raises BudgetExhausted. Cost: a fraction of a second for 8 or 9
    cards.

    >>> [cap] = classes_of_caps(9)
    >>> sorted({(len(first), len(second)) for first, second in extensions(cap, Budget())})
    [(8, 2), (9, 1)]
    """
    missing = LARGE - len(shared)
    blocked = [_excluded(card, shared) for card in range(_SPACE.size)]
    found: set[Extension] = set()

    def choose(first: list[int], left: int, allowed: int, beyond: int) -> None:
        """Choose `left` more of the `allowed` cards in the first space. `beyond` are allowed in the second space."""
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
    """Yield the caps that consist of the `chosen` cards and `size` cards of the bit set `allowed`."""
    if not size:
        yield chosen
        return
    for card in _cards(allowed):
        if allowed.bit_count() < size:
            return
        allowed &= ~(1 << card)
        yield from _caps_within(allowed & ~_excluded(card, chosen), size - 1, (*chosen, card))


def _normal(first: tuple[int, ...], second: tuple[int, ...]) -> Extension:
    """Return the least extension in the orbit of an extension among those whose first space contains the card 0."""
    orders = [(first, second), (second, first)] if len(first) == len(second) else [(first, second)]
    return min(_sheared(a, b, card) for a, b in orders for card in a)


def _sheared(first: tuple[int, ...], second: tuple[int, ...], card: int) -> Extension:
    """Return the image of an extension under the shear that maps a given card of the first space to the card 0."""
    thirds = _thirds(_SPACE)
    opposite = thirds[card][0]
    # x - c = -(-x + c) and -x - 0 is the third card of x and 0.
    return (
        tuple(sorted(thirds[thirds[0][other]][card] for other in first)),
        tuple(sorted(thirds[thirds[0][other]][opposite] for other in second)),
    )


def find_joined_cap(at_least: int, budget: Budget | None = None) -> tuple[int, ...] | None:
    """Return the cards of a cap in which two large hyperplanes share 8 or 9 cards, or None if there is no such cap.

    Parameters
    ----------
    at_least : int
        The number of cards of the cap, more than 30.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    tuple of int or None
        The cards of a cap with this number of cards, in ascending order. If the result is None, it is proved that there
        is no such cap.

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
    """Return the cards of two extensions as cards of the whole deck: the first with y = 0, the second with x = 0."""
    cards = [9 * card for card in shared]
    cards += [9 * card + 3 * x for x, space in enumerate(first, 1) for card in space]
    return cards + [9 * card + y for y, space in enumerate(second, 1) for card in space]


@dataclass(slots=True)
class _Completion:
    """The cards of a cap, and the numbered cards, `others`, that can be added to the cap.

    For each of these numbered cards, `pairs` contains the bit set of those that complete it and a card of the cap to a
    set. For any two numbered cards, `thirds` contains the bit of the numbered card that completes them to a set, or 0
    if there is none.
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
        """Return a cap of `at_least` cards that contains the given cap, or None if there is none."""
        chosen = self._choose([], (1 << len(self.others)) - 1, at_least - len(self.cap))
        return None if chosen is None else tuple(sorted([*self.cap, *(self.others[number] for number in chosen)]))

    def _choose(self, chosen: list[int], allowed: int, needed: int) -> list[int] | None:
        """Choose `needed` more of the `allowed` numbers. Return all chosen numbers, or None if it is impossible."""
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

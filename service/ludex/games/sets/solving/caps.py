"""Caps (positions without a set): find a largest cap of a deck or of a position, and decide whether a cap is complete.

Tabu search and products of caps with fewer properties find large caps quickly, but do not prove that they are the
largest.

The product of two caps consists of all pairs of a card of the first cap and a card of the second cap. The product is
itself a cap. To prove this, suppose that some pairs form a set. If their first parts are all equal, their second parts
form a set. Otherwise the first parts differ in some property, so they are pairwise different and form a set. Both cases
contradict the assumption that both factors are caps.

Some large caps are recorded with a group of symmetries that maps them to themselves. A symmetry permutes the
properties, and the values of each property. If a group of symmetries preserves a cap, the cap is a union of orbits of
cards. If there are few orbits, an integer program or simulated annealing quickly finds a large cap that the group
preserves. The recorded caps are the largest caps that searches with random symmetries found. We know of no larger caps
of these decks. For Deck(5, 4), simulated annealing found 281 cards for 14 of 1,964 random groups, and never more.

Source: M. Braun, A. Kohnert and A. Wassermann, "Optimal linear codes from matrix groups", IEEE Transactions on
Information Theory 51 (2005), for the method of prescribed symmetries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck, digit_array
from ludex.games.sets.kernels import caps as kernel
from ludex.games.sets.position import Position, PositionError
from ludex.games.sets.solving import cap_layers, joined_caps
from ludex.games.sets.solving.cap_layers import DECK, find_cap_in_layers
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.search import find_any
from ludex.games.sets.study.closed_forms import cap_bound_method, cap_upper_bound, counting_bound, sets_in_deck


@dataclass(frozen=True, slots=True)
class CardSymmetry:
    """A symmetry of a deck.

    If property `order[i]` of a card has the value a, property i of the image of the card has the value `values[i][a]`.
    """

    order: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]

    def images(self, deck: Deck) -> NDArray[np.int64]:
        """Return the image of every card of a `deck`.

        >>> CardSymmetry((1, 0), ((0, 2, 1), (0, 1, 2))).images(Deck(2, 3)).tolist()
        [0, 6, 3, 1, 7, 4, 2, 8, 5]
        """
        digits = digit_array(deck, np.arange(deck.size, dtype=np.int32))
        numbers = np.zeros(deck.size, np.int64)
        for place, values in zip(self.order, self.values, strict=True):
            numbers = numbers * deck.values + np.array(values)[digits[:, place]]
        return numbers


def orbits_of_cards(deck: Deck, symmetries: Sequence[CardSymmetry]) -> NDArray[np.int64]:
    """Return, for each card of a `deck`, the smallest card in its orbit under the group of `symmetries`.

    >>> orbits_of_cards(Deck(1, 3), [CardSymmetry((0,), ((1, 0, 2),))]).tolist()
    [0, 0, 2]
    """
    images = [symmetry.images(deck) for symmetry in symmetries]
    smallest, before = np.arange(deck.size), None
    while before is None or (smallest != before).any():
        before = smallest
        for image in images:
            smallest = np.minimum(smallest, smallest[image])
            np.minimum.at(smallest, image, smallest)
    return smallest


@dataclass(frozen=True, slots=True)
class SymmetricCap:
    """A cap that is the union of the orbits of the cards `starts` under the group that a symmetry generates."""

    symmetry: CardSymmetry
    starts: tuple[int, ...]

    def cards(self, deck: Deck) -> NDArray[np.int32]:
        """Return the cards of the cap as cards of a `deck`, in ascending order."""
        return np.flatnonzero(np.isin(orbits_of_cards(deck, [self.symmetry]), self.starts)).astype(np.int32)


RECORDED = {
    (3, 5): SymmetricCap(
        CardSymmetry((1, 0, 2), ((3, 4, 2, 1, 0), (4, 1, 2, 0, 3), (2, 0, 1, 3, 4))),
        (0, 5, 8, 13, 20, 23, 25, 28, 30, 34, 53, 75, 78),
    ),
    (3, 6): SymmetricCap(
        CardSymmetry((1, 0, 2), ((4, 1, 3, 5, 0, 2), (3, 1, 5, 2, 0, 4), (5, 1, 0, 3, 4, 2))),
        (
            *(0, 1, 4, 6, 9, 10, 12, 13, 16, 18, 21, 22, 36, 37, 40, 42, 43, 45, 48, 49, 52, 73, 85, 108, 112, 120),
            *(121, 124, 144, 145, 148),
        ),
    ),
    (4, 4): SymmetricCap(
        CardSymmetry((1, 3, 2, 0), ((2, 0, 1, 3), (2, 3, 1, 0), (0, 1, 2, 3), (2, 1, 0, 3))),
        (0, 1, 3, 10, 12, 13, 15, 68, 69, 100),
    ),
    (5, 4): SymmetricCap(
        CardSymmetry((3, 1, 2, 4, 0), ((0, 3, 2, 1), (1, 0, 2, 3), (2, 1, 0, 3), (3, 1, 2, 0), (0, 1, 2, 3))),
        (2, 6, 11, 26, 34, 38, 43, 48, 49, 55, 128, 129, 135, 155, 202, 242, 246, 698, 730),
    ),
}
"""The recorded caps, keyed by (properties, values). They have 66, 127, 90 and 281 cards."""


_WORK = 1_500_000_000
"""The maximum number of visits to cards in a search. They take about three seconds."""
_SLICE = 10_000_000
"""The number of visits to cards between two checks of the budget. They take about 30 ms."""
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
    """Return a large subset of the cards 0 to `cards` - 1 that contains none of the given `sets`.

    `sets` is an array of shape (sets, v) and type int32. The search starts from the cap `start`. It ends when the cap
    has `enough` cards (unless `enough` is None), after `work` visits to cards, or when the budget is exhausted. No
    exception is raised. `seed` determines the random choices. The same input gives the same cap if the budget is not
    exhausted. Within milliseconds, the search finds 20 cards of Deck(4, 3), 28 of Deck(3, 4), 45 of Deck(5, 3) and 112
    of Deck(6, 3).

    >>> tabu_search_cap(np.array([[0, 1, 2], [0, 3, 4]], np.int32), 5, Budget(), work=1000)
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
"""The maximum number of sets in a deck that is searched directly."""
_MAX_SETS_OF_PART = 100_000
"""The maximum number of sets in a smaller deck that is searched for a factor of a product."""
_WORK_OF_DECK = 300_000_000
_WORK_OF_PART = 100_000_000
_KNOWN = {(6, 3): 112}
"""The sizes of largest caps, keyed by (properties, values). A search may stop as soon as it reaches this size.

A. Potechin (2008) proved that there are no larger caps. This program does not repeat the proof.
"""


def find_large_cap(deck: Deck, budget: Budget) -> NDArray[np.int32]:
    """Return the cards of a large cap of a `deck` in ascending order. For p <= 2 or v <= 2, it is a largest cap.

    Every call for a deck gives the same result unless the `budget` is exhausted. If it is exhausted, the cap may be
    smaller, but no exception is raised. Cost: a few seconds at most.

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
    """Return the recorded cap of a deck, or the largest cap that a search or a product of smaller caps yields."""
    recorded = RECORDED.get((deck.properties, deck.values))
    if recorded is not None:
        return recorded.cards(deck)
    cap = _best_product(caps, deck)
    enough = _KNOWN.get((deck.properties, deck.values), cap_upper_bound(deck))
    if len(cap) >= enough or sets_in_deck(deck) > most_sets:
        return cap
    listed = Lookup(deck, range(deck.size)).all(budget)
    # The search depends on the order of the sets, which the solver does not guarantee.
    sets = listed.cards[np.lexsort(listed.cards.T[::-1])]
    # Start from the empty cap, and then from the product, unless a better cap has been found.
    for start in (np.empty(0, np.int32), cap):
        if listed.complete and len(cap) < enough and not budget.exhausted():
            found = tabu_search_cap(sets, deck.size, budget, enough, start.tolist(), work)
            cap = max(cap, np.array(found, np.int32), key=len)
    return cap


def _best_product(caps: list[NDArray[np.int32]], deck: Deck) -> NDArray[np.int32]:
    """Return the largest product of two of the given caps whose numbers of properties add up to that of the deck."""
    properties = deck.properties
    first = max(range(1, properties), key=lambda k: len(caps[k]) * len(caps[properties - k]))
    second = properties - first
    return (caps[first][:, None] * np.int32(deck.values**second) + caps[second]).ravel()


MAX_SETS_WITHIN = 200_000
"""The maximum number of sets in a position that is searched for a largest cap."""


@dataclass(frozen=True, slots=True)
class Cap:
    """A cap, given by its cards in ascending order, and an upper bound on the size of any cap.

    `proved` is true if it is proved that there is no larger cap. In this case, `upper_bound` is the number of cards.
    `method` is the method that proves the upper bound: 'closed-form', 'counting', 'hyperplanes', 'layers',
    'integer-program', or 'none' if the cap consists of all cards.
    """

    cards: tuple[int, ...]
    proved: bool
    upper_bound: int
    method: str

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    @classmethod
    def from_json(cls, deck: Deck, codes: object, proved: bool, upper_bound: int | None, method: str) -> "Cap":
        """Return the cap of a `deck` whose cards have the `codes` in a claim.

        `proved`, `upper_bound` and `method` are the values in the claim. Raises ValueError if the arguments do not
        describe a cap. This method does not check whether the cards contain a set.
        """
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            raise ValueError("a largest cap must list the codes of its cards")
        cards = Position.from_codes(deck, codes).sorted().cards
        if upper_bound is None or upper_bound < len(cards) or proved != (upper_bound == len(cards)):
            raise ValueError(
                f"proved is {proved}, but the cap has {len(cards)} cards and the upper bound is {upper_bound}"
            )
        return cls(cards, proved, upper_bound, method)


def largest_cap(deck: Deck, budget: Budget | None = None) -> Cap:
    """Return a largest cap of a deck, or a large cap with an upper bound if no proof is found.

    Parameters
    ----------
    deck : Deck
        A deck of up to a million cards.
    budget : Budget, optional
        The limits of the search. The default has no limits. If the budget is exhausted, the cap may be smaller or
        unproved, but no exception is raised.

    Returns
    -------
    Cap
        The cards, whether it is proved that no cap is larger, an upper bound, and the method that proves the bound. The
        maximum is proved for v <= 2, for p <= 2, for v = 3 and p <= 5 (2, 4, 9, 20 and 45 cards), and for v = 4 and p =
        3 (28 cards).

    Notes
    -----
    Cost: a few seconds at most, even for a million cards.

    References
    ----------
    R. Meshulam, "On subsets of finite abelian groups with no 3-term arithmetic progressions" (1995); J. Bierbrauer and
    Y. Edel, "Bounds on affine caps" (2002). For the searches for v = 4 and for p = 5, see
    :mod:`ludex.games.sets.solving.cap_layers` and :mod:`ludex.games.sets.solving.joined_caps`.

    Examples
    --------
    >>> cap = largest_cap(Deck(3, 3))
    >>> cap.size, cap.proved, largest_cap(Deck(2, 5)).size, largest_cap(Deck(4, 1)).cards
    (9, True, 16, ())
    """
    Deck.require(deck)
    budget = Budget.require(budget)
    cards = tuple(find_large_cap(deck, budget.quiet()).tolist())
    bound = cap_upper_bound(deck)
    if deck == cap_layers.DECK:
        return _by_layers(cards, budget)
    if deck == joined_caps.DECK:
        return _by_hyperplanes(cards, budget)
    return Cap(cards, len(cards) == bound, bound, cap_bound_method(deck))


def _by_layers(cards: tuple[int, ...], budget: Budget) -> Cap:
    """Search for larger caps until it is proved that there are none, and return the largest cap found.

    If the budget is exhausted, return the bound that is known without a search.
    """
    larger: tuple[int, ...] | None = cards
    try:
        while larger is not None:
            cards = larger
            larger = find_cap_in_layers(len(cards) + 1, budget)
    except BudgetExhausted:
        return Cap(cards, False, DECK.values * cap_upper_bound(Deck(DECK.properties - 1, DECK.values)), "layers")
    return Cap(cards, True, len(cards), "layers")


def _by_hyperplanes(cards: tuple[int, ...], budget: Budget) -> Cap:
    """Search for a cap of more than 45 cards with two large hyperplanes. Return the given cap with the proved bound.

    If the budget is exhausted, return the bound that is known without a search.
    """
    deck, most = joined_caps.DECK, cap_upper_bound(joined_caps.DECK)
    try:
        larger = joined_caps.find_joined_cap(most + 1, budget)
    except BudgetExhausted:
        bound = counting_bound(deck.properties, cap_upper_bound(Deck(deck.properties - 1, deck.values)))
        return Cap(cards, False, bound, "counting")
    if larger is not None:
        raise ArithmeticError(f"a cap of {len(larger)} cards contradicts the bound {most}")
    return Cap(cards, len(cards) == most, most, "hyperplanes")


def largest_cap_within(position: Position, budget: Budget | None = None) -> Cap:
    """Return a largest cap among the cards of a position, proved if the budget suffices.

    Parameters
    ----------
    position : Position
        Cards that contain at most 200,000 sets.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    Cap
        The cards, whether they are proved to be the maximum, and an upper bound.

    Raises
    ------
    PositionError
        If there are more than 200,000 sets.
    BudgetExhausted
        If the sets could not be listed in time.

    Notes
    -----
    The cost is that of an integer program with a constraint for each set: milliseconds for tables of a game, and
    exponential time in the worst case.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1, for sets.

    Examples
    --------
    >>> largest_cap_within(Position.from_codes(Deck(2, 3), ["00", "01", "02", "11"])).size
    3
    """
    Position.require(position)
    budget = Budget.require(budget)
    cards = position.cards
    listed = Lookup(position.deck, cards).all(budget, MAX_SETS_WITHIN)
    if not listed.complete:
        budget.check()
        raise PositionError(
            f"the cards contain more than {MAX_SETS_WITHIN:,} sets, which are too many for the search for a largest cap"
        )
    kept, bound = _largest_subset(listed.cards, cards, min(len(cards), cap_upper_bound(position.deck)), budget)
    return Cap(tuple(sorted(kept)), len(kept) == bound, bound, "integer-program" if len(listed) else "none")


def _largest_subset(
    sets: NDArray[np.int32], cards: tuple[int, ...], bound: int, budget: Budget
) -> tuple[list[int], int]:
    """Return a largest cap among the cards, and an upper bound. `sets` lists all sets among the cards."""
    if not len(sets):
        return list(cards), len(cards)
    if sets.shape[1] <= 2:
        return list(cards[: sets.shape[1] - 1]), sets.shape[1] - 1
    order = np.sort(np.array(cards))
    indices = np.searchsorted(order, sets).astype(np.int32)
    kept = tabu_search_cap(indices, len(cards), budget, bound, work=50_000_000)
    if len(kept) < bound and not budget.exhausted():
        from ludex.games.sets.solving.cp_sat_programs import largest_subset_without

        kept, bound = largest_subset_without(indices, len(cards), kept, bound, budget)
    return order[list(kept)].tolist(), bound


def is_cap(position: Position, budget: Budget | None = None) -> bool:
    """Return whether the cards of a position contain no set.

    Parameters
    ----------
    position : Position
        Any cards of a deck.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    bool
        Whether the cards are a cap.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted before the result is known.

    References
    ----------
    K. Chaudhuri and others, "On the complexity of the game of Set" (2003), which proves that the problem is
    NP-complete.

    Examples
    --------
    >>> is_cap(Position(Deck(2, 3), (0, 1, 3, 4))), is_cap(Position(Deck(2, 3), (0, 1, 2)))
    (True, False)
    """
    Position.require(position)
    return Lookup(position.deck, position.cards).any(Budget.require(budget)) is None


def is_complete(cap: Position, budget: Budget | None = None) -> bool:
    """Return whether every card of the deck that is not in a `cap` forms a set with cards of the cap.

    `budget` limits the search (None for no limits). Raises BudgetExhausted. Cost: for three values, linear in the
    number of pairs of cards of the cap. Otherwise, one search for each card of the deck, up to the first card that
    forms no set.

    >>> from ludex.games.sets.deck import Deck
    >>> is_complete(Position(Deck(2, 3), (0, 1, 3, 4))), is_complete(Position(Deck(2, 3), (0, 1, 3)))
    (True, False)
    """
    budget = budget or Budget()
    if cap.deck.values <= 2:  # any v cards form a set
        return len(cap.cards) == cap.deck.values - 1
    others = sorted(set(range(cap.deck.size)) - set(cap.cards))
    if cap.deck.values == 3:
        return _thirds(cap).issuperset(others)

    for card in others:
        budget.check()
        if find_any(Position(cap.deck, (*cap.cards, card)), budget=budget) is None:
            return False
    return True


def _thirds(cap: Position) -> set[int]:
    """Return the cards that complete two cards of the cap to a set.

    In each property, the values of a set add up to 0 modulo 3.
    """
    digits = {card: cap.deck.digits(card) for card in cap.cards}
    return {
        cap.deck.card(tuple(-(x + y) % 3 for x, y in zip(digits[a], digits[b], strict=True)))
        for a, b in combinations(cap.cards, 2)
    }

"""Count the caps of each size of a deck, and the classes of these caps. One cap of each class is extended card by card.

A cap of k + 1 cards contains k + 1 caps of k cards. Let N(C) be the number of caps in a class C. Let e(C, D) be the
number of cards that extend a given cap in C to a cap in the class D. For a class D of caps of k + 1 cards, `(k + 1)
N(D)` is the sum of `N(C) e(C, D)` over all classes C of caps of k cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ludex.engine.arguments import require_integer
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets import identity, solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, PositionError
from ludex.games.sets.study.closed_forms import sets_in_deck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_SETS = 1_000_000
"""The maximum number of sets in a deck whose caps are counted."""
_CLASS_BYTES, _CARD_BYTES = 400, 16

MAX_CLASSES = 20_000
"""If there are more classes than this, no representatives are stored."""

Cards = tuple[int, ...]
ClassOfCaps = tuple[Cards, int]
"""A cap of a class, and the number of caps in the class."""


@dataclass(frozen=True, slots=True)
class CapCount:
    """The number of caps of `size` cards of a deck, and the number of their equivalence classes."""

    properties: int
    values: int
    size: int
    caps: int
    classes: int


@dataclass(frozen=True, slots=True)
class CapCounts:
    """For each size, how many caps a deck has, and how many classes of caps under symmetries that preserve sets.

    If the counts are `complete`, the last size is that of the largest caps. Otherwise, it is the last size whose caps
    have all been counted. For each size, `representatives` lists one cap of each class with the number of caps in the
    class. `representatives` is None if there are too many classes to store.
    """

    deck: Deck
    by_size: tuple[int, ...]
    classes: tuple[int, ...]
    complete: bool
    representatives: tuple[tuple[ClassOfCaps, ...], ...] | None = field(default=None, compare=False, repr=False)

    @property
    def largest(self) -> int:
        """Return the largest counted size. If the counts are complete, this is the size of the largest caps."""
        return len(self.by_size) - 1

    def decides(self, size: int) -> bool:
        """Return whether the number of caps of `size` cards is known."""
        return self.complete or size <= self.largest

    @property
    def sizes(self) -> list[CapCount]:
        """Return the numbers for each size as a response, in ascending order of size."""
        both = enumerate(zip(self.by_size, self.classes, strict=True))
        deck = self.deck
        return [CapCount(deck.properties, deck.values, size, caps, classes) for size, (caps, classes) in both]

    @classmethod
    def from_json(cls, deck: Deck, value: object, complete: bool, listed: object = None) -> "CapCounts":
        """Return the cap counts that a claim states for a `deck`.

        `value` contains the numbers of caps and of classes for each size. `listed` contains the classes of each size,
        or is None if the claim does not list them. `complete` states whether the last size is that of the largest caps.
        Raises ValueError if the arguments cannot be numbers of caps.
        """
        if not isinstance(value, list) or not value or not all(map(_is_pair, value)):
            raise ValueError("counts of caps must have two numbers for each size: caps and classes")
        by_size, classes = zip(*value, strict=True)
        return cls(deck, by_size, classes, complete, None if listed is None else _classes_stated(deck, listed))

    @property
    def listed(self) -> list[list[list[str | int]]] | None:
        """Return the classes as JSON.

        A class is a list of two elements: the codes of one of its caps, in one string, and the number of its caps.
        """
        if self.representatives is None:
            return None
        code = self.deck.code
        return [[[" ".join(map(code, cards)), caps] for cards, caps in of_size] for of_size in self.representatives]

    def cut(self, up_to: int | None) -> "CapCounts":
        """Return only the counts for caps of at most `up_to` cards (None for all counts).

        >>> CapCounts(Deck(1, 3), (1, 3, 3), (1, 1, 1), complete=True).cut(1).by_size
        (1, 3)
        """
        if up_to is None or self.largest <= up_to:
            return self
        end = up_to + 1
        kept = None if self.representatives is None else self.representatives[:end]
        return replace(
            self, by_size=self.by_size[:end], classes=self.classes[:end], complete=False, representatives=kept
        )


@dataclass(frozen=True, slots=True)
class CapsOfDeck:
    """The numbers of caps of a deck by size, starting with the empty cap.

    `largest_size` is the size of the largest caps, or null if there may be caps that are larger than the counted caps.
    """

    properties: int
    values: int
    largest_size: int | None
    items: list[CapCount]

    @classmethod
    def of(cls, counts: CapCounts) -> "CapsOfDeck":
        """Return the response for the cap counts `counts`.

        >>> CapsOfDeck.of(CapCounts(Deck(1, 3), (1, 3), (1, 1), complete=False)).largest_size is None
        True
        """
        deck, largest = counts.deck, counts.largest if counts.complete else None
        return cls(deck.properties, deck.values, largest, counts.sizes)


def _is_pair(both: object) -> bool:
    return isinstance(both, list) and len(both) == 2 and all(type(entry) is int and entry > 0 for entry in both)


def _classes_stated(deck: Deck, listed: object) -> tuple[tuple[ClassOfCaps, ...], ...]:
    every: list[tuple[ClassOfCaps, ...]] = []
    for of_size in listed if isinstance(listed, list) else [None]:
        if not isinstance(of_size, list) or not all(map(_is_class, of_size)):
            raise ValueError("classes of caps must be one list per size, of pairs of the codes of a cap and a number")
        every.append(tuple((Position.from_codes(deck, text.split()).cards, caps) for text, caps in of_size))
    return tuple(every)


def _is_class(both: object) -> bool:
    return isinstance(both, list) and len(both) == 2 and isinstance(both[0], str) and type(both[1]) is int


@dataclass(slots=True)
class _CapClass:
    """A cap of a class, and the number of caps in the class."""

    cards: Cards
    caps: int


def count_caps(deck: Deck, budget: Budget | None = None, up_to: int | None = None) -> CapCounts:
    """Count the caps of each size of a deck, and their classes under the symmetries that preserve sets.

    Parameters
    ----------
    deck : Deck
        A deck with at most 1,000,000 sets.
    budget : Budget, optional
        The limits of the count. The default has no limits. The progress is the number of classes of the current size
        that have been extended. If the budget is exhausted, the completed sizes are returned, and no exception is
        raised.
    up_to : int, optional
        The largest size to count. By default, all sizes are counted.

    Returns
    -------
    CapCounts
        The numbers of caps and of classes by size, and whether all sizes are counted.

    Raises
    ------
    PositionError
        If the deck has more than 1,000,000 sets.

    Notes
    -----
    Cost: a canonical form for each class and each card that extends it. Deck(3, 3) takes a fifth of a second. Deck(4,
    3), with 9,908 classes, takes two minutes.

    References
    ----------
    The method is described in the module :mod:`ludex.games.sets.study.cap_counts`; the canonical forms follow B. McKay,
    "Practical graph isomorphism" (1981).

    Examples
    --------
    >>> count_caps(Deck(2, 3))
    CapCounts(deck=Deck(properties=2, values=3), by_size=(1, 9, 36, 72, 54), classes=(1, 1, 1, 1, 1), complete=True)
    """
    Deck.require(deck)
    budget = Budget.require(budget)
    up_to = None if up_to is None else require_integer(up_to, "up_to")
    if deck.values <= 2:
        few = (1, deck.size)[: deck.values][: None if up_to is None else up_to + 1]
        return CapCounts(deck, few, (1,) * len(few), len(few) == deck.values)
    if sets_in_deck(deck) > MAX_SETS:
        raise PositionError(
            f"the deck has {sets_in_deck(deck):,} sets; caps can be counted in decks with at most {MAX_SETS:,}"
        )
    by_size, classes = [1], [1]
    level = [_CapClass((), 1)]
    representatives: list[tuple[ClassOfCaps, ...]] = [(((), 1),)]
    complete = True
    try:
        sets = _all_sets(deck, budget)
        while level and (up_to is None or len(by_size) <= up_to):
            level = _extended(deck, level, sets, budget)
            if level:
                by_size.append(sum(cap_class.caps for cap_class in level))
                classes.append(len(level))
                budget.count(len(level))
                kept = sum(classes) <= MAX_CLASSES
                representatives.append(tuple((cap_class.cards, cap_class.caps) for cap_class in level) if kept else ())
        complete = not level
    except BudgetExhausted:
        complete = False
    kept_classes = tuple(representatives) if sum(classes) <= MAX_CLASSES else None
    return CapCounts(deck, tuple(by_size), tuple(classes), complete, kept_classes)


def class_faults(counts: CapCounts, budget: Budget) -> Iterator[str]:
    """Yield the faults in the classes of `counts`, whose caps and numbers of caps are computed by a second method.

    The number of caps in a class follows from the symmetries that preserve a cap. In addition, caps of k + 1 cards with
    one marked card are counted in two ways: such a cap is a cap of k cards together with a card that extends it. So no
    class is missing. Raises BudgetExhausted when the `budget` is exhausted. Cost: a canonical form, the automorphisms
    of a graph and a scan of all sets for each class.
    """
    listed, deck = counts.representatives, counts.deck
    if listed is None:
        return
    if tuple(map(len, listed)) != counts.classes or listed[0] != (((), 1),) or deck.values <= 2:
        yield "the number of listed classes of caps is not the stated number"
        return
    sets = _all_sets(deck, budget)
    forms: set[bytes] = set()
    for size, of_size in enumerate(listed):
        if sum(caps for _, caps in of_size) != counts.by_size[size]:
            yield f"the classes of caps of {size} cards do not add up to {counts.by_size[size]}"
        extended = 0
        for cards, caps in of_size:
            budget.check()
            cap = Position(deck, cards)
            extended += caps * len(_extensions(deck, cards, sets))
            if len(set(cards)) != size or solving.lookup.Lookup(deck, cards).any(budget) is not None:
                yield f"{' '.join(cap.codes)} is not a cap of {size} cards"
            elif (number := identity.canonical_search.class_size(cap)) != caps:
                yield f"the class of the cap {' '.join(cap.codes)} has {number} caps, not {caps}"
            forms.add(identity.keys.canonical_position(cap).form)
        if size < counts.largest or counts.complete:
            larger = (size + 1) * counts.by_size[size + 1] if size < counts.largest else 0
            if extended != larger:
                yield f"caps of {size} cards can be extended in {extended} ways, not in {larger}"
    if len(forms) != sum(counts.classes):
        yield "two listed classes of caps are equal"


def _all_sets(deck: Deck, budget: Budget) -> "NDArray[np.int32]":
    listed = solving.lookup.Lookup(deck, range(deck.size)).all(budget)
    if not listed.complete:
        budget.check()
    return listed.cards


def _extended(deck: Deck, level: list[_CapClass], sets: "NDArray[np.int32]", budget: Budget) -> list[_CapClass]:
    """Return the classes of the caps that have one more card than the caps of the given classes."""
    found: dict[bytes, _CapClass] = {}
    size = len(level[0].cards)
    for done, cap_class in enumerate(level):
        budget.report(done, len(level), f"classes of caps of {size} cards")
        for card in _extensions(deck, cap_class.cards, sets):
            budget.check()
            cards = (*cap_class.cards, card)
            form = identity.keys.canonical_position(Position(deck, cards)).form
            found.setdefault(form, _CapClass(cards, 0)).caps += cap_class.caps
        budget.hold((len(level) + len(found)) * (_CLASS_BYTES + _CARD_BYTES * size))
    for extended in found.values():
        extended.caps //= size + 1
    return list(found.values())


def _extensions(deck: Deck, cap: Cards, sets: "NDArray[np.int32]") -> list[int]:
    """Return the cards that extend a cap to a larger cap."""
    import numpy as np

    chosen = np.zeros(deck.size, np.int8)
    chosen[list(cap)] = 1
    inside = chosen[sets].sum(axis=1)
    chosen[sets[inside == deck.values - 1].ravel()] = 1
    return np.flatnonzero(chosen == 0).tolist()

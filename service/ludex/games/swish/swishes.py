"""Swishes: the rules, placed cards, stacks of cards, and search results, as values and as responses.

A response gives each card by its index, its code as listed, and its code as placed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ludex.engine.arguments import require_sequence
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.evidence import Evidence, StatedEvidence
from ludex.games.swish.card import Card, Configuration, Symmetry
from ludex.games.swish.position import Position


class Rule(StrEnum):
    """The rule of placement: cards in every configuration (SWISH), or only as written (SIMPLE-SWISH).

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2 (SWISH) and section 2 (SIMPLE-SWISH).

    Examples
    --------
    >>> from ludex.games.swish.position import Position
    >>> from ludex.games.swish.solving.search import find_largest
    >>> cards = Position.from_codes(["*o", "*o"])
    >>> [find_largest(cards, rule).size for rule in (Rule.SWISH, Rule.SIMPLE)]
    [2, 0]
    """

    SWISH = "swish"
    SIMPLE = "simple"


@dataclass(frozen=True, slots=True)
class Placement:
    """A card of a position, given by its index, and the configuration in which it is placed.

    `placed` is the card in that configuration.
    """

    index: int
    configuration: Configuration
    placed: Card


@dataclass(frozen=True, slots=True)
class Swish:
    """Cards of a position, given by index, placed so that they form a swish.

    Parameters
    ----------
    cards : tuple of Placement
        For each card, its index in the position, its configuration, and the card in that configuration.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2.

    Examples
    --------
    >>> as_listed = [Card.from_code("*o"), Card.from_code("o*")]
    >>> swish = Swish.as_written(as_listed, [0, 1])
    >>> swish.size, swish.indices, is_swish(swish.stack)
    (2, (0, 1), True)
    """

    cards: tuple[Placement, ...]

    def __post_init__(self) -> None:
        require_sequence(self.cards, Placement, "cards")

    @classmethod
    def as_written(cls, cards: Sequence[Card], indices: Iterable[int]) -> "Swish":
        """Return the swish of the `cards` at these `indices`, each placed as written."""
        return cls(tuple(Placement(index, Configuration.IDENTITY, cards[index]) for index in sorted(indices)))

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    @property
    def indices(self) -> tuple[int, ...]:
        """Return the indices of the cards in the position."""
        return tuple(placed.index for placed in self.cards)

    @property
    def stack(self) -> tuple[Card, ...]:
        """Return the cards as they are placed."""
        return tuple(placed.placed for placed in self.cards)


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards laid on top of one another, under a symmetry.

    Stacks that differ by turning or flipping the whole stack are identified.
    """

    cards: tuple[Card, ...]
    symmetry: Symmetry = Symmetry.RECTANGLE


def is_swish(stack: Sequence[Card]) -> bool:
    """Return whether the cards of a `stack`, laid on top of one another as written, form a swish (section 1.2).

    A swish has at least two cards, all on the same board. Every point meets exactly one circle, every circle exactly
    one point, and no two points or two circles share a cell. Cost: linear in the number of symbols.

    >>> is_swish([Card.from_code("*o"), Card.from_code("o*")])
    True
    >>> is_swish([Card.from_code("*o."), Card.from_code(".*o")])
    False
    """
    points = [cell for card in stack for cell in card.points]
    circles = [cell for card in stack for cell in card.circles]
    return (
        len(stack) >= 2
        and len({card.board for card in stack}) == 1
        and len(set(points)) == len(points)
        and len(set(circles)) == len(circles)
        and set(points) == set(circles)
    )


LISTING_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The result of a search: the swish found (or None), and whether the search was completed."""

    swish: Swish | None
    decided: bool


@dataclass(frozen=True, slots=True)
class Largest:
    """A largest swish, or None if there is none. If it is not proved to be largest, it is the largest swish found.

    It is proved that no swish has more than `upper_bound` cards. None stands for the size of the swish if it is proved
    to be largest, and for no bound if it is not. `bound` is a certificate that no swish of the canonical cards is
    larger, or None if there is no such certificate (see :mod:`ludex.games.swish.solving.size_proofs`).
    """

    swish: Swish | None
    proved: bool
    upper_bound: int | None = None
    bound: Mapping[str, Any] | None = field(default=None, hash=False)

    @property
    def size(self) -> int:
        """Return the number of cards of the swish, or 0 if there is no swish."""
        return 0 if self.swish is None else self.swish.size

    @property
    def evidence(self) -> Evidence | None:
        """Return what the proof rests on, or None if the swish is not proved to be largest."""
        return bound_evidence(self.bound) if self.proved else None

    def at_most(self, cards: int) -> int:
        """Return the proved upper bound on the size of a swish of `cards` cards."""
        if self.proved:
            return self.size
        return cards if self.upper_bound is None else min(cards, self.upper_bound)

    def known(self, budget: Budget) -> "Largest":
        """Return this result if anything is known.

        Raises BudgetExhausted if the `budget` ended before any swish was found.
        """
        if self.swish is None and not self.proved:
            raise BudgetExhausted(budget.exhausted() or "time")
        return self


def bound_evidence(bound: Mapping[str, Any] | None) -> Evidence:
    """Return what a proof that no swish is larger rests on, given its certificate or None.

    >>> bound_evidence({"by": "cards"}).value, bound_evidence(None).value
    ('certificate', 'search')
    """
    if bound is None:
        return Evidence.SEARCH
    return Evidence.RECOMPUTED if bound.get("by") == "reduction" else Evidence.CERTIFICATE


@dataclass(frozen=True, slots=True)
class SwishListing:
    """Swishes, one for each placement, in order of size. `complete` states whether these are all swishes."""

    items: tuple[Swish, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class SizeCount:
    """For one size, the number of card sets that form a swish, and the number of placements (stacks on fixed cells)."""

    card_sets: int
    placements: int


def truncate_listing(listing: SwishListing, position: Position, code_characters: int) -> SwishListing:
    """Return the first swishes of a `listing` whose codes together have at most `code_characters` characters.

    The first swish is always included. The swishes are those of a `position`. Each card of a swish has two codes: the
    code as listed and the code as placed. Without this limit, the codes of large cards could take gigabytes of memory.
    """
    code = position.height * (position.width + 1) - 1
    room = code_characters
    for shown, swish in enumerate(listing.items):
        room -= 2 * code * swish.size
        if room < 0 and shown:
            return SwishListing(listing.items[:shown], complete=False)
    return listing


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card of a swish: its index, its code as listed, its configuration, and its code as placed."""

    index: int
    card: str
    configuration: str
    placed: str


@dataclass(frozen=True, slots=True)
class FoundSwish:
    """A swish among given cards, given by their indices."""

    size: int
    cards: tuple[PlacedCard, ...]


@dataclass(frozen=True, slots=True)
class AnySwish:
    """The result of a search: a swish, or the statement that there is none."""

    found: bool
    swish: FoundSwish | None

    @classmethod
    def of(cls, swish: Swish | None, position: Position) -> "AnySwish":
        """Return the response for a `swish` of a `position`, or None if there is none."""
        return cls(swish is not None, None if swish is None else swish_responses([swish], position)[0])


@dataclass(frozen=True, slots=True)
class LargestSwish:
    """A largest swish or, if it is not proved to be largest, the largest swish found.

    If it is proved and has size 0, there is no swish. In any case, it is proved that no swish has more than
    `upper_bound` cards. `bound` is a certificate of this for the canonical cards (see schema/certificates.md), or null
    if the search itself is the proof.
    """

    size: int
    swish: FoundSwish | None
    proved: bool
    evidence: StatedEvidence
    upper_bound: int
    bound: Mapping[str, Any] | None = field(hash=False)

    @classmethod
    def of(cls, largest: Largest, position: Position) -> "LargestSwish":
        """Return the response for the `largest` swish of a `position`."""
        swish = AnySwish.of(largest.swish, position).swish
        at_most = largest.at_most(len(position.cards))
        return cls(largest.size, swish, largest.proved, largest.evidence, at_most, largest.bound)


@dataclass(frozen=True, slots=True)
class SwishCounts:
    """The number of swishes of each size."""

    by_size: dict[str, SizeCount]

    @classmethod
    def of(cls, counts: Mapping[int, SizeCount]) -> "SwishCounts":
        """Return the response for the given `counts`, in ascending order of size."""
        return cls({str(size): counts[size] for size in sorted(counts)})


@dataclass(frozen=True, slots=True)
class Swishes:
    """Swishes, one for each placement, smallest first. `complete` states whether these are all swishes."""

    items: list[FoundSwish]
    complete: bool

    @classmethod
    def of(cls, listing: SwishListing, position: Position) -> "Swishes":
        """Return the response for a `listing` of the swishes of a `position`."""
        return cls(swish_responses(listing.items, position), listing.complete)


def swish_responses(swishes: Iterable[Swish], position: Position) -> list[FoundSwish]:
    """Return `swishes` of a `position` in the form of responses.

    Cards that are placed in the same way share one object.

    >>> from ludex.games.swish.solving.search import find_any
    >>> position = Position.from_codes(["*o", "o*"])
    >>> swish_responses([find_any(position)], position)[0].cards[0]
    PlacedCard(index=0, card='*o', configuration='identity', placed='*o')
    """
    known: dict[tuple[int, Configuration], PlacedCard] = {}

    def card(placed: Placement) -> PlacedCard:
        key = placed.index, placed.configuration
        if key not in known:
            code = str(position.cards[placed.index])
            known[key] = PlacedCard(placed.index, code, placed.configuration.value, str(placed.placed))
        return known[key]

    return [FoundSwish(swish.size, tuple(map(card, swish.cards))) for swish in swishes]

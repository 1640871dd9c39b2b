"""Swishes in the form of responses, with each card given by its index, its code as listed, and its code as placed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludex.games.swish.card import Configuration
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Largest, Placement, SizeCount, Swish, SwishListing


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
    """A swish, or the result that there is none."""

    found: bool
    swish: FoundSwish | None

    @classmethod
    def of(cls, swish: Swish | None, position: Position) -> "AnySwish":
        """Return the response for a `swish` of a `position`, or None if there is none."""
        return cls(swish is not None, None if swish is None else swish_responses([swish], position)[0])


@dataclass(frozen=True, slots=True)
class LargestSwish:
    """A largest swish or, if not proved, the largest swish found. If it is proved and has size 0, there is no swish."""

    size: int
    swish: FoundSwish | None
    proved: bool

    @classmethod
    def of(cls, largest: Largest, position: Position) -> "LargestSwish":
        """Return the response for the `largest` swish of a `position`."""
        return cls(largest.size, AnySwish.of(largest.swish, position).swish, largest.proved)


@dataclass(frozen=True, slots=True)
class SwishCounts:
    """The numbers of swishes, by size."""

    by_size: dict[str, SizeCount]

    @classmethod
    def of(cls, counts: Mapping[int, SizeCount]) -> "SwishCounts":
        """Return the response for these `counts`, the smallest size first."""
        return cls({str(size): counts[size] for size in sorted(counts)})


@dataclass(frozen=True, slots=True)
class Swishes:
    """Swishes, one for each placement, the smallest first. `complete` states whether there are no others."""

    items: list[FoundSwish]
    complete: bool

    @classmethod
    def of(cls, listing: SwishListing, position: Position) -> "Swishes":
        """Return the response for the swishes of a `listing` of a `position`."""
        return cls(swish_responses(listing.items, position), listing.complete)


def swish_responses(swishes: Iterable[Swish], position: Position) -> list[FoundSwish]:
    """Return `swishes` of a `position` in the form of responses. Equally placed cards share one object.

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

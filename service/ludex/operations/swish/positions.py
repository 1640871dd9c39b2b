"""Positions: stored with what is found in them, looked up by their hypergraphs, sorted into classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import Matching
from ludex.catalogue.reading import Shown
from ludex.catalogue.storing import Stored
from ludex.engine.budget import Budget
from ludex.swish.found import Swish
from ludex.swish.position import Position
from ludex.swish.solving.search import LISTING_LIMIT


class Find(StrEnum):
    """What to find and store with a position."""

    ANY = "any"
    LARGEST = "largest"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """A position that was stored, and the swishes that were looked for, by the indices given.

    `matching` lists, for card i as given, its index in the stored position. `complete`: of a largest swish, it is
    proved; of all, there are no others; of any, always.
    """

    stored: Stored
    matching: Matching
    swishes: tuple[Swish, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class IsomorphicPosition:
    """A stored position; `matching` lists, for card i of the cards asked for, its card of the stored one."""

    shown: Shown
    matching: Matching


@dataclass(frozen=True, slots=True)
class ClassOfPositions:
    """Given positions with isomorphic hypergraphs, by index, and the labels of the stored ones of this class.

    `matchings[k][i]` is the card of the position members[k] for card i of the position members[0].
    """

    members: tuple[int, ...]
    matchings: tuple[Matching, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwishInPosition:
    """A stored swish, laid with the canonical cards of a stored position."""

    label: str
    swish: Swish


@dataclass(frozen=True, slots=True)
class SwishesInPosition:
    """Some of the swishes that were found in a stored position, and after which the next begin; None at the end."""

    position: Position
    items: tuple[SwishInPosition, ...]
    after: int | None


def store_position(
    catalogue: Catalogue,
    position: Position,
    budget: Budget,
    find: Find | None = None,
    *,
    limit: int = LISTING_LIMIT,
    code_characters: int | None = None,
) -> StoredPosition:
    """Store a position with its hypergraph, and with the swishes that `find` asks for.

    `limit` and `code_characters` bound what `find` all keeps: as many swishes, and codes of as many characters together
    (one swish is always kept). Raises BudgetExhausted where the budget ended before anything was known; nothing is
    stored then.
    """
    raise NotImplementedError


def read_position(catalogue: Catalogue, label: str) -> Position:
    """Return a stored position, its cards canonical and in order. Raises UnknownObject."""
    raise NotImplementedError


def isomorphic_positions(catalogue: Catalogue, position: Position, limit: int = 100) -> list[IsomorphicPosition]:
    """Return the stored positions whose hypergraph is isomorphic to that of these cards, the oldest first.

    Raises HypergraphError for cards that have none.
    """
    raise NotImplementedError


def classes_of_positions(catalogue: Catalogue | None, positions: Sequence[Position]) -> list[ClassOfPositions]:
    """Sort positions into classes with isomorphic hypergraphs, and name the stored positions of each, 100 at most.

    Without a catalogue none is named. Raises HypergraphError.
    """
    raise NotImplementedError


def swishes_in_position(
    catalogue: Catalogue, label: str, after: int | None = None, limit: int = 100
) -> SwishesInPosition:
    """Return the swishes that were found in a stored position, the oldest first. Raises UnknownObject."""
    raise NotImplementedError

"""Levels: solving and storing drawings, reading stored ones, the neighbours of a level, the next one to play."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.listing import After, Count
from ludex.catalogue.reading import Shown
from ludex.catalogue.storing import Stored
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing
from ludex.planarity.level import Level
from ludex.planarity.points import Points


class Nearness(StrEnum):
    """What near levels share: the graph; the order type of the points; the state space.

    The state space is the same where the graph is and, for a connected graph, the x-type.
    """

    GRAPH = "graph"
    ORDER_TYPE = "order-type"
    STATE_SPACE = "state-space"


@dataclass(frozen=True, slots=True)
class FoundLevel:
    """A stored level: as it is shown, and its domain value."""

    shown: Shown
    level: Level


@dataclass(frozen=True, slots=True)
class NearLevels:
    """A page of the levels that are near one, the oldest first, and how many there are. `after` is None at the end."""

    items: tuple[Shown, ...]
    after: After | None
    count: Count


def store_level(
    catalogue: Catalogue, drawing: Drawing, budget: Budget | None = None, *, source: str = "submitted"
) -> Stored:
    """Solve a drawing and store it as a level, or return the stored level that it is, with the matching.

    One of which all is known is not solved again; of another what is now known better is kept. Where the time ends
    first it is stored with `proved` false. Raises BudgetExhausted where it is cancelled; then nothing is stored.
    """
    raise NotImplementedError


def find_level(catalogue: Catalogue, name: str) -> FoundLevel:
    """Return the stored level with a label. Raises UnknownObject."""
    raise NotImplementedError


def stored_drawing(catalogue: Catalogue, name: str) -> Drawing:
    """Return the drawing of the level or class of the census with a label. Raises UnknownObject."""
    raise NotImplementedError


def stored_points(catalogue: Catalogue, name: str) -> Points:
    """Return the points of the order type, x-type, level or class of the census with a label. Raises UnknownObject."""
    raise NotImplementedError


def near_levels(
    catalogue: Catalogue, name: str, nearness: Nearness, after: After | None = None, limit: int = 100
) -> NearLevels:
    """Return a page of the other levels that are near a level, the oldest first; `after` is `(id,)`.

    Raises UnknownObject, and ListingError for an `after` that is of another form.
    """
    raise NotImplementedError


def next_level(
    catalogue: Catalogue,
    after: str | None = None,
    *,
    pack: str | None = None,
    filters: Mapping[str, Any] | None = None,
) -> Shown | None:
    """Return the next graded level by grade and then by age, of all levels or of a pack; the first without `after`.

    None after the last. Levels without a grade are passed over; after one of these comes the first. Raises
    UnknownLevel or UnknownPack, which are UnknownObject, and ListingError for a filter that there is not.
    """
    raise NotImplementedError

"""Solving stored levels again with more time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.reading import ObjectView, document_of, find, value_of
from ludex.engine.budget import Budget
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.levels import store_level


@dataclass(frozen=True, slots=True)
class ChosenLevel:
    """A level chosen for solving: whether its minimum is proved, and the place after which to continue."""

    place: int
    label: str
    proved: bool


@dataclass(frozen=True, slots=True)
class UpdatedLevel:
    """The results of a level after solving it again."""

    label: str
    proved: bool
    min_swaps: int | None


def choose_next_level(catalogue: Catalogue, filters: Mapping[str, Any], after: int) -> ChosenLevel | None:
    """Return the level with the smallest id above `after` that matches the filters, or None. Raises ListingError."""
    with catalogue.reading() as reader:
        items = page(reader, LEVEL, dict(filters), after=(after,), limit=1).items
        return _choose(items[0], items[0].id) if items else None


def choose_level(catalogue: Catalogue, name: str, place: int) -> ChosenLevel:
    """Return the level with a label. Raises UnknownObject."""
    with catalogue.reading() as reader:
        return _choose(find(reader, name, LEVEL), place)


def _choose(level: ObjectView, place: int) -> ChosenLevel:
    return ChosenLevel(place, level.label, document_of(LEVEL, level).proved)


def count_levels(catalogue: Catalogue, filters: Mapping[str, Any]) -> int:
    """Return the number of levels that match the filters. Raises ListingError."""
    with catalogue.reading() as reader:
        return count(reader, LEVEL, dict(filters)).count


def solve_again(catalogue: Catalogue, name: str, budget: Budget | None = None) -> UpdatedLevel:
    """Solve and grade a stored level again, unless its solution is complete, and store better results.

    Raises UnknownObject, and BudgetExhausted if the budget is cancelled; nothing is stored then.
    """
    with catalogue.reading() as reader:
        stored = find(reader, name, LEVEL)
        level = value_of(reader, stored)
    if not level.settled:
        store_level(catalogue, level.drawing, budget, provenance=level.provenance)
        with catalogue.reading() as reader:
            better = value_of(reader, find(reader, stored.label, LEVEL))
    else:
        better = level
    return UpdatedLevel(stored.label, better.solution.proved, better.solution.min_swaps)

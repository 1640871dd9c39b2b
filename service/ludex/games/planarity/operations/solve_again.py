"""Solving stored levels again, with more time than they had."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.reading import Shown, document_of, find, value_of
from ludex.engine.budget import Budget
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.levels import store_level


@dataclass(frozen=True, slots=True)
class ChosenLevel:
    """A level that is to be solved again: whether its minimum is proved, and the place after which to go on."""

    place: int
    label: str
    proved: bool


@dataclass(frozen=True, slots=True)
class SolvedAgain:
    """What is known of a level after it was solved again."""

    label: str
    proved: bool
    min_swaps: int | None


def next_level(catalogue: Catalogue, filters: Mapping[str, Any], after: int) -> ChosenLevel | None:
    """Return the level with the least id above one that filters choose, None if there is none. Raises ListingError."""
    with catalogue.reading() as reader:
        found = page(reader, LEVEL, dict(filters), after=(after,), limit=1).items
        return _chosen(found[0], found[0].id) if found else None


def level_called(catalogue: Catalogue, name: str, place: int) -> ChosenLevel:
    """Return the level with a label. Raises UnknownObject."""
    with catalogue.reading() as reader:
        return _chosen(find(reader, name, LEVEL), place)


def _chosen(found: Shown, place: int) -> ChosenLevel:
    return ChosenLevel(place, found.label, document_of(LEVEL, found).proved)


def count_levels(catalogue: Catalogue, filters: Mapping[str, Any]) -> int:
    """Return how many levels filters choose. Raises ListingError."""
    with catalogue.reading() as reader:
        return count(reader, LEVEL, dict(filters)).count


def solve_again(catalogue: Catalogue, name: str, budget: Budget | None = None) -> SolvedAgain:
    """Solve and grade a stored level again, unless all is known of it, and store what is known better.

    Raises UnknownObject, and BudgetExhausted if it is cancelled; then nothing is stored.
    """
    with catalogue.reading() as reader:
        found = find(reader, name, LEVEL)
        level = value_of(reader, found)
    if not level.settled:
        store_level(catalogue, level.drawing, budget, provenance=level.provenance)
        with catalogue.reading() as reader:
            better = value_of(reader, find(reader, found.label, LEVEL))
    else:
        better = level
    return SolvedAgain(found.label, better.solution.proved, better.solution.min_swaps)

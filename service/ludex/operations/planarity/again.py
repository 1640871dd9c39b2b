"""Solving stored levels again, with more time than they had."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.catalogue.listing import count, page
from ludex.catalogue.reading import find, value_of
from ludex.engine.budget import Budget
from ludex.operations.planarity.levels import store_level


@dataclass(frozen=True, slots=True)
class SolvedAgain:
    """A level that was solved again: whether its minimum was proved before, and is now."""

    label: str
    proved_before: bool
    proved: bool
    min_swaps: int | None


def chosen_levels(catalogue: Catalogue, filters: Mapping[str, Any], after: int, limit: int) -> list[tuple[int, str]]:
    """Return ids and labels of levels that filters choose, the oldest after an id first. Raises ListingError."""
    with catalogue.reading() as reader:
        found = page(reader, LEVEL, dict(filters), after=(after,), limit=limit).items
    return [(one.id, one.label) for one in found]


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
        store_level(catalogue, level.drawing, budget, source=level.source)
        with catalogue.reading() as reader:
            better = value_of(reader, find(reader, found.label, LEVEL))
    else:
        better = level
    return SolvedAgain(found.label, level.solution.proved, better.solution.proved, better.solution.min_swaps)

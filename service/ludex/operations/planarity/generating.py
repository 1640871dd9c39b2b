"""Generating levels with a proved minimum of swaps, stored or not."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storing import Stored
from ludex.engine.budget import Budget
from ludex.planarity.making.provenance import Parameters


@dataclass(frozen=True, slots=True)
class GeneratedLevels:
    """Levels of different classes; `shortfall` says why they are fewer than asked for, None where they are not.

    A level that was not to be stored has the id 0 (and `created` False, `matching` None).
    """

    items: tuple[Stored, ...]
    shortfall: str | None


def generate_levels(
    catalogue: Catalogue | None, parameters: Parameters, count: int, budget: Budget | None = None
) -> GeneratedLevels:
    """Generate levels whose proved minimum is the one asked for; with a catalogue they are stored.

    The same parameters give the same levels. One that is stored already comes as it is stored, with the matching. The
    levels found when the budget ends are measured all the same, within seconds. Raises GenerationError for a count out
    of range.
    """
    raise NotImplementedError

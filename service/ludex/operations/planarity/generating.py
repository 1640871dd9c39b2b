"""Generating levels with a proved minimum of swaps, stored or not."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import prepare
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.catalogue.reading import Shown, show_unstored, shown
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import store_many
from ludex.engine.budget import Budget
from ludex.planarity.level import Level
from ludex.planarity.making.provenance import Parameters


@dataclass(frozen=True, slots=True)
class GeneratedLevels:
    """Levels of different classes; `shortfall` says why they are fewer than asked for, None where they are not.

    `shown` are the same levels as they are shown. A level that was not to be stored has the id 0 (and `created` False,
    `matching` None).
    """

    items: tuple[Stored, ...]
    shown: tuple[Shown, ...]
    shortfall: str | None


def generate_levels(
    catalogue: Catalogue | None,
    parameters: Parameters,
    count: int,
    budget: Budget | None = None,
    *,
    measuring: float | None = None,
) -> GeneratedLevels:
    """Generate levels whose proved minimum is the one asked for; with a catalogue they are stored.

    The same parameters give the same levels. One that is stored already comes as it is stored, with the matching. The
    difficulty of each is measured within the budget too or, where `measuring` says how long, in so many seconds of its
    own, so that levels found before the budget ended are worth it. Raises GenerationError for a count out of range.
    """
    from ludex.planarity.making.generation import generate
    from ludex.planarity.study.difficulty import difficulty

    budget = budget or Budget()
    batch = generate(parameters, count, budget)
    entries = []
    for one in batch.items:
        share = budget if measuring is None else Budget(seconds=measuring)
        measures = difficulty(one.drawing, one.solution, share)
        entries.append(prepare(LEVEL, Level(one.drawing, one.solution, measures, one.provenance.as_document())))
    if catalogue is None:
        made = [Stored(0, LEVEL, entry.label, False, entry.document) for entry in entries]
        return GeneratedLevels(tuple(made), tuple(map(show_unstored, entries)), batch.shortfall)
    with catalogue.writing() as writer:
        made = store_many(writer, entries)
        return GeneratedLevels(tuple(made), tuple(shown(writer, LEVEL, [one.id for one in made])), batch.shortfall)

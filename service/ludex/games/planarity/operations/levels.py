"""Levels: solving and storing drawings, reading stored ones, the neighbours of a level; generating levels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Named, prepare
from ludex.catalogue.lists.listing import After, Count, count, page
from ludex.catalogue.objects.reading import Shown, document_of, find, find_key, show_unstored, shown, value_of
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store, store_many
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.workers import Spread, applied
from ludex.games.planarity import study
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.identity.swap_class import LEVEL as TAG
from ludex.games.planarity.kinds import GRAPH, LEVEL
from ludex.games.planarity.kinds.drawn_class import identify_class
from ludex.games.planarity.level import Level, explained
from ludex.games.planarity.making.generation import Generated, generate
from ludex.games.planarity.making.provenance import Parameters
from ludex.games.planarity.solving.solution import UPPER_BOUND
from ludex.graphs.isomorphism import through


class Nearness(StrEnum):
    """What near levels share: the graph; the order type of the points; the state space.

    The state space is the same if the graph is the same and, for a connected graph, the x-type.
    """

    GRAPH = "graph"
    ORDER_TYPE = "order-type"
    STATE_SPACE = "state-space"


@dataclass(frozen=True, slots=True)
class NearLevels:
    """A page of the levels that are near one, the oldest first, and how many there are. `after` is None at the end."""

    items: tuple[Shown, ...]
    after: After | None
    count: Count


@dataclass(frozen=True, slots=True)
class GeneratedLevels:
    """Levels of different classes; `shortfall` says why they are fewer than asked for, None if they are not.

    `shown` are the same levels as they are shown. A level that was not to be stored has the id 0 (and `created` False,
    `matching` None).
    """

    items: tuple[Stored, ...]
    shown: tuple[Shown, ...]
    shortfall: str | None


def class_of(drawing: Drawing) -> Named:
    """Return key, label and canonical order of the level that a drawing is, stored or not. Cost: a canonical form."""
    return identify_class(TAG, drawing).named(LEVEL.name)


def as_stored(found: Shown, given: Named) -> Stored:
    """Return what storing a drawing comes to if the level is there already: the stored one, with the matching."""
    document = document_of(LEVEL, found)
    order = identify_class(TAG, document.drawing.drawing()).order
    matching = through(given.order or (), order or ())
    return Stored(found.id, LEVEL, found.label, False, document, matching, found)


def store_level(
    catalogue: Catalogue,
    drawing: Drawing,
    budget: Budget | None = None,
    *,
    provenance: Mapping[str, Any] | None = None,
    way: Sequence[Edge] | None = None,
) -> Stored:
    """Solve a drawing and store it as a level, or return the stored level that it is, with the matching.

    `provenance` says where it comes from (None: it was submitted), `way` are swaps that are known to make it plane. One
    of which all is known is not solved again; of another what is now known better is kept. If the time ends first it is
    stored with `proved` false. Raises BudgetExhausted if it is cancelled; then nothing is stored.
    """
    budget = budget or Budget()
    given = class_of(drawing)
    with catalogue.reading() as reader:
        known = find_key(reader, LEVEL, given.key)
        settled = known is not None and value_of(reader, known).settled
    if known is not None and settled:
        return as_stored(known, given)
    before = budget.cost()
    solution, difficulty = study.difficulty.graded(drawing, budget)
    if not solution.proved and budget.exhausted() == "cancelled":
        raise BudgetExhausted("cancelled")
    if way is not None and not solution.proved and (solution.min_swaps is None or len(way) < solution.min_swaps):
        solution = replace(solution, min_swaps=len(way), swaps=tuple(way), reason=UPPER_BOUND)
    level = explained(Level(drawing, solution, difficulty, provenance or {"source": "submitted"}), budget)
    entry = prepare(LEVEL, level, known=given).costing(budget.cost().since(before))
    with catalogue.writing() as writer:
        return as_shown(writer, store(writer, entry))


def find_level(catalogue: Catalogue, name: str) -> Level:
    """Return the stored level with a label. Raises UnknownObject."""
    with catalogue.reading() as reader:
        level: Level = value_of(reader, find(reader, name, LEVEL))
        return level


def near_levels(
    catalogue: Catalogue, name: str, nearness: Nearness, after: After | None = None, limit: int = 100
) -> NearLevels:
    """Return a page of the other levels that are near a level, the oldest first; `after` is `(id,)`.

    Raises UnknownObject, and ListingError for an `after` that is of another form.
    """
    with catalogue.reading() as reader:
        found = find(reader, name, LEVEL)
        document = document_of(LEVEL, found)
        filters = {"graph": document.graph}
        if nearness is Nearness.ORDER_TYPE:
            filters = {"order_type": document.order_type}
        elif nearness is Nearness.STATE_SPACE and document_of(GRAPH, find(reader, document.graph, GRAPH)).connected:
            filters |= {"x_type": document.x_type}
        # One more, since the level itself may be among them.
        met = page(reader, LEVEL, filters, after=after, limit=limit + 1, whole=True)
        counted = count(reader, LEVEL, filters)
    others = [one for one in met.items if one.id != found.id]
    items = tuple(others[:limit])
    more = met.after is not None or len(others) > limit
    return NearLevels(items, (items[-1].id,) if more else None, Count(counted.count - counted.exact, counted.exact))


def _measured(with_reason: bool, allowed: Budget | float, one: Generated) -> Level:
    """Return a generated level with its difficulty and, if wanted, with why fewer swaps do not suffice."""
    budget = Budget(allowed) if isinstance(allowed, float) else allowed
    measures = study.difficulty.difficulty(one.drawing, one.solution, budget)
    level = Level(one.drawing, one.solution, measures, one.provenance.as_document())
    return explained(level, budget) if with_reason else level


def generate_levels(
    catalogue: Catalogue | None,
    parameters: Parameters,
    count: int,
    budget: Budget | None = None,
    *,
    measuring: float | None = None,
    spread: Spread = applied,
) -> GeneratedLevels:
    """Generate levels whose proved minimum is the one asked for; with a catalogue they are stored.

    The same parameters give the same levels. One that is stored already comes as it is stored, with the matching. The
    difficulty of each is measured within the budget too or, if `measuring` is given, in that many seconds of its
    own, so that levels found before the budget ended are worth it. `spread` uses other processes: then `measuring` is
    given. Raises GenerationError for a count out of range.
    """
    budget = budget or Budget()
    batch = generate(parameters, count, budget, spread)
    measure = partial(_measured, catalogue is not None, budget if measuring is None else measuring)
    levels = spread(measure, batch.items)
    entries = [prepare(LEVEL, level).costing(one.cost) for level, one in zip(levels, batch.items, strict=True)]
    if catalogue is None:
        made = [Stored(0, LEVEL, entry.label, False, entry.document) for entry in entries]
        return GeneratedLevels(tuple(made), tuple(map(show_unstored, entries)), batch.shortfall)
    with catalogue.writing() as writer:
        made = store_many(writer, entries)
        return GeneratedLevels(tuple(made), tuple(shown(writer, LEVEL, [one.id for one in made])), batch.shortfall)

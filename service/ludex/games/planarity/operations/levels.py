"""Operations on levels: solve, store, find and generate levels, and list the levels near a given level."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import LabelledIdentity, prepare
from ludex.catalogue.lists.listing import After, Count, count, page
from ludex.catalogue.objects.reading import (
    ObjectView,
    document_of,
    find,
    find_key,
    find_keys,
    read_views,
    show_unstored,
    value_of,
)
from ludex.catalogue.objects.store_result import Stored, record_existing
from ludex.catalogue.objects.storing import as_shown, store, store_many
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.workers import ParallelMap, serial_map
from ludex.games.planarity import study
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.identity.swap_class import LEVEL as TAG
from ludex.games.planarity.kinds import GRAPH, LEVEL
from ludex.games.planarity.kinds.level import identify_class
from ludex.games.planarity.level import Level, add_lower_bound
from ludex.games.planarity.making.generation import GeneratedLevel, GenerationParameters, generate
from ludex.games.planarity.solving.solution import UPPER_BOUND
from ludex.games.planarity.study.level_orders import LevelOrder
from ludex.graphs.canonical import matching_from_orders
from ludex.operations import packs


class Nearness(StrEnum):
    """The property that makes levels near: the same graph, the same order type of the points, or the same state space.

    The state space is the same if the graph and, for a connected graph, the x-type are the same.
    """

    GRAPH = "graph"
    ORDER_TYPE = "order-type"
    STATE_SPACE = "state-space"


@dataclass(frozen=True, slots=True)
class NearLevels:
    """A page of the list of levels near a given level, sorted from the oldest, and the total number of such levels.

    `after` is the position at which the next page starts. It is None on the last page.
    """

    items: tuple[ObjectView, ...]
    after: After | None
    count: Count


@dataclass(frozen=True, slots=True)
class GeneratedLevels:
    """Generated levels, no two of which are in the same class.

    `shown` contains the same levels in the form in which the catalogue shows them. If there are fewer levels than
    requested, `shortfall` explains why; otherwise it is None. For a level that was not stored, the id is 0, `created`
    is False and `matching` is None.
    """

    items: tuple[Stored, ...]
    shown: tuple[ObjectView, ...]
    shortfall: str | None


def identify_level(drawing: Drawing) -> LabelledIdentity:
    """Return the key, the label and the canonical order of the level of a drawing. The level need not be stored.

    Cost: a canonical form.
    """
    return identify_class(TAG, drawing).named(LEVEL.name)


def store_level(
    catalogue: Catalogue,
    drawing: Drawing,
    budget: Budget | None = None,
    *,
    provenance: Mapping[str, Any] | None = None,
    way: Sequence[Edge] | None = None,
) -> Stored:
    """Solve a drawing and store it as a level. If its level already exists, return this level with the matching.

    `provenance` is the origin of the drawing. None means that the drawing was submitted. `way` contains swaps that are
    known to make the drawing plane. An existing level is solved again only if its solution is not complete, and better
    results are then stored. If the time runs out, the level is stored with `proved` false. If the budget is cancelled,
    nothing is stored, and BudgetExhausted is raised.
    """
    budget = budget or Budget()
    identified = identify_level(drawing)
    with catalogue.reading() as reader:
        known = find_key(reader, LEVEL, identified.key)
    if known is not None:
        document = document_of(LEVEL, known)
        stored = LEVEL.read(document, ())
        if stored.settled:
            record_existing(catalogue, [known.id])
            there = identified if stored.drawing == drawing else identify_class(TAG, stored.drawing)
            matching = matching_from_orders(identified.order or (), there.order or ())
            return Stored(known.id, LEVEL, known.label, False, document, matching, known)
    before = budget.cost()
    solution, difficulty = study.difficulty.solve_and_grade(drawing, budget)
    if not solution.proved and budget.exhausted() == "cancelled":
        raise BudgetExhausted("cancelled")
    if way is not None and not solution.proved and (solution.min_swaps is None or len(way) < solution.min_swaps):
        solution = replace(solution, min_swaps=len(way), swaps=tuple(way), reason=UPPER_BOUND)
    level = add_lower_bound(Level(drawing, solution, difficulty, provenance or {"source": "submitted"}), budget)
    entry = prepare(LEVEL, level, known=identified).costing(budget.cost().since(before))
    with catalogue.writing() as writer:
        return as_shown(writer, store(writer, entry), alone=True)


def find_level(catalogue: Catalogue, name: str) -> Level:
    """Return the stored level with the given label. Raises UnknownObject."""
    with catalogue.reading() as reader:
        level: Level = value_of(reader, find(reader, name, LEVEL))
        return level


def near_levels(
    catalogue: Catalogue, name: str, nearness: Nearness, after: After | None = None, limit: int = 100
) -> NearLevels:
    """Return a page of the levels near a given level, sorted from the oldest, without the given level itself.

    `after` is `(id,)`, where id is that of the last level on the previous page. Raises UnknownObject, and ListingError
    for an invalid `after`.
    """
    with catalogue.reading() as reader:
        near_to = find(reader, name, LEVEL)
        document = document_of(LEVEL, near_to)
        filters = {"graph": document.graph}
        if nearness is Nearness.ORDER_TYPE:
            filters = {"order_type": document.order_type}
        elif nearness is Nearness.STATE_SPACE and document_of(GRAPH, find(reader, document.graph, GRAPH)).connected:
            filters |= {"x_type": document.x_type}
        # Fetch one more level than requested, because the level itself may be among the results.
        matches = page(reader, LEVEL, filters, after=after, limit=limit + 1, whole=True)
        counted = count(reader, LEVEL, filters)
    others = [level for level in matches.items if level.id != near_to.id]
    items = tuple(others[:limit])
    more = matches.after is not None or len(others) > limit
    return NearLevels(items, (items[-1].id,) if more else None, Count(counted.count - counted.exact, counted.exact))


def _measure_level(allowed: Budget | float, generated: GeneratedLevel) -> Level:
    """Measure the difficulty of a generated level, and find a short proof that fewer swaps do not suffice."""
    budget = Budget(allowed) if isinstance(allowed, float) else allowed
    measures = study.difficulty.difficulty(generated.drawing, generated.solution, budget)
    level = Level(generated.drawing, generated.solution, measures, generated.provenance.as_document())
    return add_lower_bound(level, budget)


def generate_levels(
    catalogue: Catalogue | None,
    parameters: GenerationParameters,
    count: int,
    budget: Budget | None = None,
    *,
    measuring: float | None = None,
    spread: ParallelMap = serial_map,
) -> GeneratedLevels:
    """Generate levels with the requested minimum, which is proved, and store them if a catalogue is given.

    The same parameters give the same levels. A level that is already stored is returned in its stored form, with the
    matching. The difficulty of each level is measured within the budget, or within `measuring` additional seconds if
    this argument is given. In the second case, levels are graded even if the budget is exhausted when they are found.
    `spread` may use several processes, and then requires `measuring`. Raises GenerationError if the count is out of
    range.
    """
    budget = budget or Budget()
    batch = generate(parameters, count, budget, spread)
    measure = partial(_measure_level, budget if measuring is None else measuring)
    levels = spread(measure, batch.items)
    entries = [prepare(LEVEL, level).costing(item.cost) for level, item in zip(levels, batch.items, strict=True)]
    if catalogue is None:
        items = tuple(Stored(0, LEVEL, entry.label, False, entry.document) for entry in entries)
        return GeneratedLevels(items, tuple(map(show_unstored, entries)), batch.shortfall)
    with catalogue.writing() as writer:
        items = tuple(store_many(writer, entries))
        return GeneratedLevels(items, tuple(read_views(writer, LEVEL, [item.id for item in items])), batch.shortfall)


def generate_to_order(
    catalogue: Catalogue,
    order: LevelOrder,
    count: int,
    budget: Budget | None = None,
    *,
    stores: bool = True,
) -> GeneratedLevels:
    """Make levels to order (see :mod:`ludex.games.planarity.study.level_orders`), and store them if `stores` is true.

    Levels are left out if they are not distinct from the levels of the excluded packs. Raises Fault, UnknownObject.
    """
    found = study.level_orders.levels_to_order(order, count, budget, _excluded_keys(catalogue, order))
    entries = [prepare(LEVEL, level) for level in found.items]
    if not stores:
        items = tuple(Stored(0, LEVEL, entry.label, False, entry.document) for entry in entries)
        return GeneratedLevels(items, tuple(map(show_unstored, entries)), found.shortfall)
    with catalogue.writing() as writer:
        items = tuple(store_many(writer, entries))
        return GeneratedLevels(items, tuple(read_views(writer, LEVEL, [item.id for item in items])), found.shortfall)


def _excluded_keys(catalogue: Catalogue, order: LevelOrder) -> set[bytes]:
    kind = catalogue.registry.kind["planarity-pack"]
    given = (level for name in order.excluded for _, level in packs.levels_of_pack(catalogue, kind, name))
    return {order.key(level.drawing) for level in given}


@dataclass(frozen=True, slots=True)
class OrderPart:
    """The levels that a part of a search found and stored, and the state of the search, or None at its end."""

    labels: tuple[str, ...]
    found: int
    shortfall: str | None
    state: Mapping[str, Any] | None


def continue_order(
    catalogue: Catalogue, order: LevelOrder, count: int, state: Mapping[str, Any] | None, attempts: int, budget: Budget
) -> OrderPart:
    """Make some attempts of a search for levels to order, and store the levels in one transaction.

    The levels are those of :func:`generate_to_order`. Raises Fault, UnknownObject, BudgetExhausted.
    """
    if state is None:
        search = study.level_orders.OrderSearch(order, count, _excluded_keys(catalogue, order))
    else:
        search = study.level_orders.OrderSearch.resumed(order, count, state)
    ended = search.run(budget, attempts)
    with catalogue.writing() as writer:
        stored = store_many(writer, [prepare(LEVEL, level) for level in search.levels])
    labels = tuple(item.label for item in stored)
    return OrderPart(labels, search.found, search.shortfall(), None if ended else search.state())


@dataclass(frozen=True, slots=True)
class OneSwapLevel:
    """A stored level, and those edges of the requested level whose swap leads to the stored level."""

    level: ObjectView
    swaps: tuple[Edge, ...]


def one_swap_levels(catalogue: Catalogue, name: str, budget: Budget | None = None) -> tuple[OneSwapLevel, ...]:
    """Return the stored levels that are one swap away from the level with a label, sorted from the oldest.

    The levels are looked up by key, and nothing is stored. Raises UnknownObject and BudgetExhausted. Cost: one
    canonical form for each edge.
    """
    budget = budget or Budget()
    drawing = find_level(catalogue, name).drawing
    own = identify_level(drawing).key
    swaps: dict[bytes, list[Edge]] = {}
    for edge in drawing.edges:
        budget.check()
        swaps.setdefault(identify_level(drawing.swapped(edge)).key, []).append(edge)
    swaps.pop(own, None)
    with catalogue.reading() as reader:
        ids = {node: key for key, node in find_keys(reader, swaps).items()}
        return tuple(
            OneSwapLevel(level, tuple(swaps[ids[level.id]])) for level in read_views(reader, LEVEL, sorted(ids))
        )


@dataclass(frozen=True, slots=True)
class UpdatedLevel:
    """The results of solving a level again."""

    label: str
    proved: bool
    min_swaps: int | None


def list_levels(
    catalogue: Catalogue, filters: Mapping[str, Any], after: int, limit: int
) -> list[tuple[int, str, bool]]:
    """Return the levels with the smallest ids above `after` that match the filters, at most `limit`.

    For each level, these are the id, the label, and whether the minimum is proved. Raises ListingError.
    """
    with catalogue.reading() as reader:
        return _with_proofs(page(reader, LEVEL, dict(filters), after=(after,), limit=limit).items)


def find_levels(catalogue: Catalogue, names: Sequence[str]) -> list[tuple[int, str, bool]]:
    """Return the levels with the given names, as :func:`list_levels` does. Raises UnknownObject."""
    with catalogue.reading() as reader:
        return _with_proofs(find(reader, name, LEVEL) for name in names)


def _with_proofs(levels: Iterable[ObjectView]) -> list[tuple[int, str, bool]]:
    return [(level.id, level.label, document_of(LEVEL, level).proved) for level in levels]


def count_levels(catalogue: Catalogue, filters: Mapping[str, Any]) -> int:
    """Return the number of levels that match the filters. Raises ListingError."""
    with catalogue.reading() as reader:
        return count(reader, LEVEL, dict(filters)).count


def solve_again(catalogue: Catalogue, name: str, budget: Budget | None = None) -> UpdatedLevel:
    """Solve and grade a stored level again unless its solution is complete. Store the results if they are better.

    Raises UnknownObject. If the budget is cancelled, nothing is stored, and BudgetExhausted is raised.
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

"""The jobs of Swap Planarity: bulk generation, the level collection, solving levels, the census and experiments."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from decimal import Decimal
from itertools import chain
from typing import Annotated, Any

from pydantic import Field

from ludex.catalogue.kinds.label import MAX_QUERY
from ludex.catalogue.lists.filters import WHERE
from ludex.catalogue.objects.store_result import count_job_objects
from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import MAX_SEED, seed_or_random
from ludex.games.planarity import operations, study
from ludex.games.planarity.drawing import MAX_VERTICES
from ludex.games.planarity.requests.generating import BuiltPack, OrderParameters
from ludex.games.planarity.requests.points import Delta, units_of
from ludex.games.planarity.study.census_graphs import (
    MAX_CENSUS_POINTS,
    MAX_COUNTED_POINTS,
    MIN_CENSUS_POINTS,
    connected_graphs,
)
from ludex.games.planarity.study.collections import split_name
from ludex.games.planarity.study.level_bands import LEVELS
from ludex.games.planarity.study.level_orders import LevelOrder
from ludex.jobs.operation import (
    Cursor,
    Division,
    JobContext,
    JobOperation,
    Step,
    collection_operation,
    numbered_parts,
    rows_operation,
)
from ludex.operations.packs import MAX_PACK_LEVELS, create_pack
from ludex.requests.fields import Label, RequestModel, Seed, SlugText, Title, example


class LevelCollectionArguments(RequestModel):
    """The size of the collection."""

    model_config = example(levels=100)

    levels: Annotated[int, Field(ge=10, le=1_000_000)] = Field(
        default=LEVELS, description="Number of levels of the whole collection, a multiple of ten."
    )


def store_part(request: LevelCollectionArguments, cursor: Cursor, context: JobContext) -> Step:
    """Make and store the collection of graded levels, which are inequivalent and have proved minima.

    Each part of the job stores the levels of one graph family with a given number of vertices. At the end, the job
    stores packs by difficulty and by theme.
    """
    part = study.level_collection.collection_parts(request.levels)[cursor["first"]]
    stored = operations.level_collection.store_part(context.catalogue, part, context.budget.quiet())
    context.check_cancelled()
    return Step(None, {"new": stored.new, "known": stored.known}, part.size)


def _join(request: LevelCollectionArguments, results: Sequence[Any], context: JobContext) -> Any:  # noqa: ANN401 - JSON
    packs = operations.level_collection.store_collection_packs(context.catalogue, request.levels)
    counts = {name: sum(result[name] for result in results) for name in ("new", "known")}
    return {**counts, "packs": [pack.slug for pack in packs]}


_DIVISION = Division(
    numbered_parts(lambda request: len(study.level_collection.collection_parts(request.levels)), 1),
    _join,
    lambda request, _context: request.levels,
)
LEVEL_COLLECTION = JobOperation(
    "planarity-level-collection", LevelCollectionArguments, store_part, "levels", division=_DIVISION
)


_MOST_LEVELS = 100_000_000
_BATCH = 20
_PART_SECONDS = 10.0
_FIRST_PARTS = 16
_PARTS_AT_ONCE = 500
_MOST_BATCHES = 200
_SOLVED_AT_ONCE = 4
_LABELS_KEPT = 100
_GRAPHS_AT_ONCE = 16
_WITHOUT_NEW = 20
_ATTEMPTS = 40
"""so few that a step takes some seconds"""


class GenerateArguments(OrderParameters):
    """The parameters of the levels to generate, and their number."""

    model_config = example(vertices=8, edges=12, swaps=3, delta=0.02, seed=7, count=1000)

    count: Annotated[int, Field(ge=1, le=_MOST_LEVELS)] = Field(
        default=1,
        description=("Number of levels to generate, which belong to distinct classes and may already be stored."),
    )


class BuildArguments(OrderParameters):
    """The name of a pack, the parameters of the levels to generate for it, and their number."""

    model_config = example(slug="spread", vertices="6..9", edges="6..14", swaps="1..5", spread="even", count=20, seed=7)

    slug: SlugText = Field(description="Unique name: lower-case letters and digits, in words joined by `-`.")
    title: Title | None = Field(default=None, description="Title. By default, it is the slug.")
    count: Annotated[int, Field(ge=1, le=MAX_PACK_LEVELS)] = Field(default=20, description="Number of levels.")


def _require_levels(request: GenerateArguments) -> None:
    """Raise Fault if there are no levels with these parameters, or too many levels to order."""
    if isinstance(request.read(None), LevelOrder) and request.count > MAX_PACK_LEVELS:
        raise Fault(f"ranges, grades and exclusions generate at most {MAX_PACK_LEVELS:,} levels", ("count",))


def _plan_order(request: OrderParameters, results: Sequence[Any], context: JobContext) -> list[Cursor]:
    """Return the only part of a search for levels to order, in which each attempt depends on all earlier attempts."""
    return [] if results else [_beginning(request, context)]


def _beginning(request: OrderParameters, context: JobContext) -> Cursor:
    """Return the seed of a job, and the newest object before it."""
    from ludex.operations.objects import newest_object

    return {"seed": seed_or_random(request.seed), "first": newest_object(context.catalogue)}


def _order_step(request: "GenerateArguments | BuildArguments", cursor: Cursor, context: JobContext) -> Step:
    """Make some attempts of a search for levels to order. The cursor has the state of the search."""
    order = request.model_copy(update={"seed": cursor["seed"]}).order()
    state = cursor.get("state")
    part = operations.levels.continue_order(context.catalogue, order, request.count, state, _ATTEMPTS, context.budget)
    labels = [*cursor.get("labels", ()), *part.labels]
    after = {**cursor, "labels": labels, "steps": cursor.get("steps", 0) + 1, "state": part.state}
    result = {name: after[name] for name in ("seed", "first", "labels", "steps")} | {"shortfall": part.shortfall}
    return Step(None if part.state is None else after, result, part.found)


def _plan_generation(request: GenerateArguments, results: Sequence[Any], context: JobContext) -> list[Cursor]:
    """Return parts with as many levels as are still missing. The result does not depend on the size of the parts."""
    if isinstance(request.read(None), LevelOrder):
        return _plan_order(request, results, context)
    found = _levels_of(context)
    if not results:
        at = _beginning(request, context)
        size, batch = _BATCH, 0
    else:
        at = {name: results[-1][name] for name in ("seed", "first")}
        batch = sum(result["batches"] for result in results)
        fruitless = sum(result["batches"] for result in results if result["found"] == found)
        if fruitless >= _WITHOUT_NEW or any(result["shortfall"] for result in results):
            return []
        seconds = sum(result["seconds"] for result in results) / sum(result["generated"] for result in results)
        size = _BATCH * max(1, min(int(_PART_SECONDS / seconds / _BATCH), _MOST_BATCHES))
    parts: list[Cursor] = []
    missing = request.count - found
    while missing > 0 and len(parts) < (_PARTS_AT_ONCE if results else _FIRST_PARTS):
        levels = min(size, missing)
        parts.append({**at, "found": found, "start": batch, "batch": batch, "levels": levels})
        batch, missing = batch + -(-levels // _BATCH), missing - levels
    return parts


def generate(request: GenerateArguments, cursor: Cursor, context: JobContext) -> Step:
    """Generate and store levels with a given, proved minimum number of swaps.

    Batches of 20 levels have consecutive seeds. `new` counts levels that were not stored before, and `known` counts
    levels that were. `repeated` counts levels that this job generated again; the job generates others instead.
    `shortfall` explains why there are fewer levels than requested. With ranges, grades or exclusions, each step makes
    40 attempts, and the levels are those of `POST /planarity/generate`.
    """
    parameters = request.read(None)
    if isinstance(parameters, LevelOrder):
        return _order_step(request, cursor, context)
    started = time.monotonic()
    # Consecutive batches have consecutive seeds.
    parameters = replace(parameters, seed=(cursor["seed"] + cursor["batch"]) % (MAX_SEED + 1))
    levels = min(_BATCH, cursor["levels"])
    batch = operations.levels.generate_levels(context.catalogue, parameters, levels, context.budget)
    context.check_cancelled()
    after = {
        **cursor,
        "batch": cursor["batch"] + 1,
        "levels": 0 if batch.shortfall else cursor["levels"] - levels,
        "generated": cursor.get("generated", 0) + len(batch.items),
        "seconds": cursor.get("seconds", 0.0) + time.monotonic() - started,
        "labels": [*cursor.get("labels", ()), *(item.label for item in batch.items)][-_LABELS_KEPT:],
    }
    kept = ("seed", "first", "found", "generated", "seconds", "labels")
    result = {name: after[name] for name in kept}
    result |= {"batches": after["batch"] - cursor["start"], "shortfall": batch.shortfall}
    return Step(after if after["levels"] else None, result, after["generated"])


def _join_generation(request: GenerateArguments, results: Sequence[Any], context: JobContext) -> Any:  # noqa: ANN401
    found, new = _levels_of(context), _levels_of(context, results[0]["first"])
    if isinstance(request.read(None), LevelOrder):
        [result] = results
        counts = {"new": new, "known": found - new, "repeated": len(result["labels"]) - found}
        own = {"seed": result["seed"], "batches": result["steps"], "shortfall": result["shortfall"]}
        return {**counts, **own, "newest_labels": result["labels"][-_LABELS_KEPT:]}
    shortfall = None
    if found < request.count:
        reasons = (result["shortfall"] for result in results if result["shortfall"])
        why = next(reasons, f"the last {_WITHOUT_NEW} batches contained only known levels")
        shortfall = f"{found:,} of {request.count:,} levels: {why}"
    return {
        "new": new,
        "known": found - new,
        "repeated": sum(result["generated"] for result in results) - found,
        "seed": results[0]["seed"],
        "batches": sum(result["batches"] for result in results),
        "shortfall": shortfall,
        "newest_labels": [label for result in results for label in result["labels"]][-_LABELS_KEPT:],
    }


def build_pack(request: BuildArguments, cursor: Cursor, context: JobContext) -> Step:
    """Generate levels to order, store them, and store a pack of them, sorted by grade.

    Each step makes 40 attempts and stores the levels that it finds. The levels are those of
    `POST /planarity/packs/build`. At the end, the job stores the pack. `shortfall` states which grades lack levels.
    """
    return _order_step(request, cursor, context)


def _join_pack(request: BuildArguments, results: Sequence[Any], context: JobContext) -> Any:  # noqa: ANN401 - JSON
    [result] = results
    labels = result["labels"]
    if not labels:
        raise Fault(result["shortfall"] or "no level was found", ("count",))
    kind = context.catalogue.registry.kind["planarity-pack"]
    pack = create_pack(context.catalogue, kind, request.slug, request.title or request.slug, labels).stored
    return asdict(BuiltPack(pack.label, request.slug, len(labels), result["seed"], result["shortfall"]))


def _levels_of(context: JobContext, after: int = 0) -> int:
    """Return the number of different levels that the job has generated, or of those that are newer than an object."""
    with context.catalogue.reading() as reader:
        return count_job_objects(reader, context.job, after).get("planarity-level", 0)


class SolveAgainArguments(RequestModel):
    """The stored levels to solve again, and the time limit per level."""

    model_config = example(where="vertices>=20 -proved", time_limit_each=600)

    labels: list[Label] | None = Field(default=None, min_length=1, max_length=10_000, description="Labels of levels.")
    where: str = Field(
        default="-proved",
        max_length=MAX_QUERY,
        description="Only levels that match this query. By default, levels whose minimum is not proved.",
    )
    time_limit_each: Annotated[float, Field(gt=0)] | None = Field(
        default=None, description="Time limit for each level in seconds; no limit by default."
    )


def _plan_solving(request: SolveAgainArguments, results: Sequence[Any], context: JobContext) -> list[Cursor]:
    """Return parts of a few levels each. A query is continued after the last level of the parts before."""
    if request.labels is None:
        after, most = results[-1]["last"] if results else 0, _PARTS_AT_ONCE * _SOLVED_AT_ONCE
        levels = operations.levels.list_levels(context.catalogue, {WHERE: request.where}, after, most)
    else:
        levels = [] if results else operations.levels.find_levels(context.catalogue, request.labels)
    return [{"levels": levels[at : at + _SOLVED_AT_ONCE]} for at in range(0, len(levels), _SOLVED_AT_ONCE)]


def solve_again(request: SolveAgainArguments, cursor: Cursor, context: JobContext) -> Step:
    """Solve and grade stored levels again with more time.

    Each step solves one level. Improvements are stored: a proof, a shorter solution, solution counts, or the
    difficulty. Levels whose values are all known are skipped.
    """
    # A step that is repeated finds its own proof, so the cursor states whether the minimum was proved before.
    (last, label, proved), *others = cursor["levels"]
    result = operations.levels.solve_again(context.catalogue, label, _share(context.budget, request.time_limit_each))
    context.check_cancelled()
    newly, unproved = cursor.get("newly", []), cursor.get("unproved", 0) + (not result.proved)
    if result.proved and not proved:
        newly = [*newly, result.label]
        context.say(
            f"{result.label}: {'unreachable' if result.min_swaps is None else f'{result.min_swaps} swaps'}, proved"
        )
    counts = {"solved": cursor.get("solved", 0) + 1, "newly": newly, "unproved": unproved}
    return Step({"levels": others, **counts} if others else None, {"last": last, **counts}, counts["solved"])


def _join_solving(_request: SolveAgainArguments, results: Sequence[Any], _context: JobContext) -> Any:  # noqa: ANN401
    newly = [label for result in results for label in result["newly"]]
    return {
        "levels": sum(result["solved"] for result in results),
        "newly_proved": len(newly),
        "still_unproved": sum(result["unproved"] for result in results),
        "newest_proved": newly[-_LABELS_KEPT:],
    }


def _number_to_solve(request: SolveAgainArguments, context: JobContext) -> int:
    if request.labels is not None:
        return len(request.labels)
    return operations.levels.count_levels(context.catalogue, {WHERE: request.where})


def _share(budget: Budget, seconds: float | None) -> Budget:
    """Return a budget that has its own time limit and reports progress to the whole budget."""
    return replace(budget.share(seconds=seconds), progress=budget.progress, memory_bytes=budget.memory_bytes)


class CensusArguments(RequestModel):
    """The arguments of a census."""

    model_config = example(n=5)

    n: Annotated[int, Field(ge=MIN_CENSUS_POINTS, le=MAX_CENSUS_POINTS)] = Field(description="Number of points.")
    classes: bool = Field(default=True, description="Whether to store every class, not only the totals.")


def census(request: CensusArguments, cursor: Cursor, context: JobContext) -> Step:
    """Count the swap classes of connected graphs with two disjoint edges, grouped by minimum, and store them.

    Each step handles one graph. At the end, the job computes the totals. For 7 points there are 191,797,124 classes, so
    consider computing only the totals.
    """
    new = cursor.get("new", 0)
    new += operations.census.store_classes(context.catalogue, request.n, cursor["first"], context.budget)
    context.check_cancelled()
    done = cursor.get("done", 0) + 1
    after = {"first": cursor["first"] + 1, "stop": cursor["stop"], "new": new, "done": done}
    return Step(after if after["first"] < after["stop"] else None, {"new": new}, done)


def _join_census(request: CensusArguments, results: Sequence[Any], context: JobContext) -> Any:  # noqa: ANN401 - JSON
    shares = operations.census.store_totals(context.catalogue, request.n, context.budget)
    return {"new_classes": sum(result["new"] for result in results), "census": asdict(shares)}


def _number_of_graphs(request: CensusArguments) -> int:
    return len(connected_graphs(request.n)) if request.classes else 0


class CensusCountsArguments(RequestModel):
    """The arguments of a census that only counts classes."""

    model_config = example(n=6, max_edges=8)

    n: Annotated[int, Field(ge=MIN_CENSUS_POINTS, le=MAX_COUNTED_POINTS)] = Field(description="Number of points.")
    max_edges: Annotated[int, Field(ge=3, le=28)] | None = Field(
        default=None, description="Maximum number of edges of the graphs; by default all graphs."
    )


def census_counts(request: CensusCountsArguments, cursor: Cursor, context: JobContext) -> Step:
    """Count the swap classes of graphs with few edges, by number of edges and minimum, and store the counts.

    Each part counts the classes of 16 graphs. At the end, the job checks the sums by Burnside's lemma and stores them.
    For 8 points, the graphs with at most 9 edges take half a minute of processor time; all graphs take half an hour.
    """
    graphs = study.census_parts.graphs_by_edges(request.n, request.max_edges)[cursor["first"] : cursor["stop"]]
    counts = study.census_parts.count_classes(request.n, graphs, context.budget.quiet())
    context.check_cancelled()
    return Step(None, [[*key, classes] for key, classes in counts.items()], len(graphs))


def _join_counts(request: CensusCountsArguments, results: Sequence[Any], context: JobContext) -> Any:  # noqa: ANN401
    counts: Counter[tuple[int, int | None]] = Counter()
    for edges, minimum, classes in chain.from_iterable(results):
        counts[edges, minimum] += classes
    summary = operations.census.store_counts(context.catalogue, request.n, request.max_edges, counts, context.budget)
    return {"census": asdict(summary)}


def _number_of_counted_graphs(request: CensusCountsArguments) -> int:
    return len(study.census_parts.graphs_by_edges(request.n, request.max_edges))


def _some_graphs(request: CensusCountsArguments) -> None:
    """Raise Fault if there is no connected graph with so few edges."""
    if request.max_edges is not None and request.max_edges < request.n - 1:
        raise Fault(f"a connected graph of {request.n} vertices has at least {request.n - 1} edges", ("max_edges",))


class CollectionArguments(RequestModel):
    """The name of a collection."""

    model_config = example(collection="order-types-7")

    collection: Annotated[str, Field(max_length=64)] = Field(
        description=(
            "Name of the collection, such as order-types-8. The name consists of the type of the members "
            "(order-types, x-types, swap-classes, graphs or planar-graphs) and the number of points."
        )
    )


def _known_collection(request: CollectionArguments) -> None:
    """Raise Fault for an unknown name."""
    try:
        split_name(request.collection)
    except ValueError as error:
        raise Fault(str(error), ("collection",)) from None


_Sizes = Annotated[list[Annotated[int, Field(ge=3, le=MAX_VERTICES)]], Field(min_length=1, max_length=64)]
_Samples = Annotated[int, Field(ge=1, le=100_000)]


class AttemptsArguments(RequestModel):
    """The sizes, restart thresholds and sample counts for the experiment of Figure 13."""

    model_config = example(sizes=[8, 10], delta=0.03, samples=20)

    sizes: _Sizes = Field(default=[8, 10, 11, 12], description="Numbers of points.")
    delta: Delta = Field(default=Decimal("0.03"), json_schema_extra={"default": 0.03})
    thresholds: list[Annotated[int, Field(ge=1)]] | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        description="Restart thresholds; by default the thresholds in Figure 13.",
    )
    samples: _Samples = Field(default=100, description="Number of samples per row.")
    seed: Seed = 0


def _attempts(request: AttemptsArguments, size: int, budget: Budget) -> Rows[Any]:
    thresholds = request.thresholds or study.experiments.THRESHOLDS
    return study.experiments.attempts_by_threshold(
        (size,), units_of(request.delta), thresholds, request.samples, request.seed, budget=budget
    )


class InteriorArguments(RequestModel):
    """The sizes, distances and sample counts for the experiment of Figures 14 and 15."""

    model_config = example(sizes=[5, 6, 7], deltas=[0, 0.01], samples=20)

    sizes: _Sizes = Field(default=[*range(5, 21)], description="Numbers of points.")
    deltas: Annotated[list[Delta], Field(min_length=1, max_length=64)] = Field(
        default=[Decimal(thousandths) / 1000 for thousandths in (0, 5, 10, 15, 20, 25, 30)],
        json_schema_extra={"default": [0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03]},
    )
    samples: _Samples = Field(default=100, description="Number of samples per row.")
    seed: Seed = 0


def _interior(request: InteriorArguments, delta: Any, budget: Budget) -> Rows[Any]:  # noqa: ANN401 - an exact number
    return study.experiments.interior_points(
        request.sizes, (units_of(delta),), request.samples, request.seed, budget=budget
    )


class TrueMinimaArguments(RequestModel):
    """The numbers of random swaps and the drawings for the experiment on true minima."""

    model_config = example(swaps=[1, 2], vertices=8, edges=12, samples=20)

    swaps: Annotated[list[Annotated[int, Field(ge=0, le=60)]], Field(min_length=1, max_length=61)] = Field(
        default=[*range(1, 9)], description="Numbers of random swaps."
    )
    vertices: Annotated[int, Field(ge=3, le=MAX_VERTICES)] = 11
    edges: Annotated[int, Field(ge=0)] = 20
    delta: Delta = Field(default=Decimal("0.02"), json_schema_extra={"default": 0.02})
    flips: Annotated[int, Field(ge=0, le=10_000)] = 3
    samples: _Samples = Field(default=100, description="Number of samples for each number of swaps.")
    seed: Seed = 0


def _true_minima(request: TrueMinimaArguments, swaps: int, budget: Budget) -> Rows[Any]:
    units = units_of(request.delta, request.vertices)
    of = (request.vertices, request.edges, units, request.flips, request.samples, request.seed)
    return study.experiments.minima_of_scrambles((swaps,), *of, budget)


_GENERATION = Division(_plan_generation, _join_generation, lambda request, _context: request.count)
_BUILDING = Division(_plan_order, _join_pack, lambda request, _context: request.count)
_CENSUS = Division(
    numbered_parts(_number_of_graphs, _GRAPHS_AT_ONCE),
    _join_census,
    lambda request, _context: _number_of_graphs(request),
)
_SOLVING = Division(_plan_solving, _join_solving, _number_to_solve)
_COUNTS = Division(
    numbered_parts(_number_of_counted_graphs, _GRAPHS_AT_ONCE),
    _join_counts,
    lambda request, _context: _number_of_counted_graphs(request),
)
_COLLECTION = """Store all members of a complete collection, and the claim that states their number.

Each step stores 250 members, or the swap classes of one graph. The swap classes of 7 and 8 points are too many to
store, so they are only counted.
"""

OPERATIONS = (
    JobOperation("planarity-generate", GenerateArguments, generate, "levels", _require_levels, division=_GENERATION),
    JobOperation(
        "planarity-pack-build",
        BuildArguments,
        build_pack,
        "levels",
        lambda request: request.order(),
        division=_BUILDING,
    ),
    JobOperation("planarity-solve-again", SolveAgainArguments, solve_again, "levels", division=_SOLVING),
    JobOperation("planarity-census", CensusArguments, census, "graphs", division=_CENSUS),
    JobOperation(
        "planarity-census-counts", CensusCountsArguments, census_counts, "graphs", _some_graphs, division=_COUNTS
    ),
    collection_operation(
        "planarity-collection",
        CollectionArguments,
        lambda request, batch, context: operations.census.store_batch(
            context.catalogue, request.collection, batch, context.budget.quiet()
        ),
        lambda request, context: (
            operations.census.store_size(context.catalogue, request.collection, context.budget).size
        ),
        _COLLECTION,
        _known_collection,
    ),
    LEVEL_COLLECTION,
    rows_operation(
        "planarity-experiment-attempts",
        AttemptsArguments,
        lambda request: request.sizes,
        _attempts,
        "sizes",
        "Count the attempts to place a point by restart threshold (Figure 13); each part handles one number of points.",
        lambda request: units_of(request.delta),
    ),
    rows_operation(
        "planarity-experiment-interior",
        InteriorArguments,
        lambda request: request.deltas,
        _interior,
        "distances",
        "Count the points inside the hull (Figures 14 and 15); each part handles one distance.",
    ),
    rows_operation(
        "planarity-experiment-minima",
        TrueMinimaArguments,
        lambda request: request.swaps,
        _true_minima,
        "numbers of swaps",
        "Count the true minima of drawings after random swaps; each part handles one number of swaps.",
    ),
)

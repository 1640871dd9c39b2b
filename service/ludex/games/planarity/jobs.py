"""Jobs of Swap Planarity: levels generated in bulk, levels solved again, the census, the experiments of the paper."""

import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows
from ludex.engine.random_numbers import MAX_SEED, seed_or_random
from ludex.games.planarity import operations, study
from ludex.games.planarity.making.provenance import Parameters
from ludex.games.planarity.requests.levels import AskedLevels
from ludex.games.planarity.requests.points import Delta, units_of
from ludex.games.planarity.study.census import connected_graphs
from ludex.games.planarity.study.census_bounds import MAX_CENSUS_POINTS, MIN_CENSUS_POINTS
from ludex.jobs.experiments import rows_step
from ludex.jobs.operation import Cursor, JobContext, Operation, Step
from ludex.requests.fields import Label, RequestModel, Seed, example

_MOST_LEVELS = 100_000_000
_MOST_AT_ONCE = 200
_LABELS_KEPT = 100
_WITHOUT_NEW = 20
_SHORT_STEP, _LONG_STEP = 0.5, 4.0


class GenerateMany(AskedLevels):
    """What levels to generate, and how many different ones."""

    model_config = example(vertices=8, edges=12, swaps=3, delta=0.02, seed=7, count=1000)

    count: Annotated[int, Field(ge=1, le=_MOST_LEVELS)] = Field(
        default=1, description="How many levels, all of different classes, whether stored before or not."
    )


def parameters_of(asked: GenerateMany, number: int = 0) -> Parameters:
    """Return the parameters of the batch with a number: each has the next seed."""
    delta = units_of(asked.delta, asked.vertices)
    seed = ((asked.seed or 0) + number) % (MAX_SEED + 1)
    return Parameters(asked.vertices, asked.edges, asked.swaps, delta, asked.flips, seed, asked.method)


def generate(asked: GenerateMany, cursor: Cursor, work: JobContext) -> Step:
    """Generate and store levels whose proved minimum number of swaps is the one asked for.

    Each step is a batch with the next seed, of as many levels as some seconds suffice for; what a batch has stored
    stays. `new` levels were not stored before, `known` ones were; `repeated` ones came twice and count once.
    `shortfall` says why there are fewer than asked for.
    """
    from ludex.operations.objects import newest_object

    if not cursor:
        # Before anything is stored: what is new is told by what was the newest then, however often a step is made.
        counts = dict.fromkeys(("batches", "new", "known", "repeated", "fruitless"), 0)
        newest = newest_object(work.catalogue)
        at = {"seed": seed_or_random(asked.seed), "size": 10, "first": newest, "last": newest, "labels": [], **counts}
        return Step(at, None, 0, asked.count)
    before = cursor
    started = time.monotonic()
    left = asked.count - before["new"] - before["known"]
    parameters = parameters_of(asked.model_copy(update={"seed": before["seed"]}), before["batches"])
    batch = operations.levels.generate_levels(work.catalogue, parameters, min(before["size"], left), work.budget)
    work.check_cancelled()
    # By their ids, not by what storing said: if this step was made before, its levels are new all the same.
    new = [one.label for one in batch.items if one.id > before["last"]]
    known = sum(one.id <= before["first"] for one in batch.items)
    seconds = time.monotonic() - started
    faster, slower = seconds < _SHORT_STEP, seconds > _LONG_STEP
    size = (
        min(before["size"] * 2, _MOST_AT_ONCE) if faster else max(before["size"] // 2, 1) if slower else before["size"]
    )
    after = {
        "seed": before["seed"],
        "batches": before["batches"] + 1,
        "size": size,
        "new": before["new"] + len(new),
        "known": before["known"] + known,
        "repeated": before["repeated"] + len(batch.items) - len(new) - known,
        "fruitless": 0 if new or known else before["fruitless"] + 1,
        "first": before["first"],
        "last": newest_object(work.catalogue),
        "labels": [*before["labels"], *new][-_LABELS_KEPT:],
    }
    done = after["new"] + after["known"]
    over = done >= asked.count or after["fruitless"] >= _WITHOUT_NEW or not batch.items
    shortfall = None
    if over and done < asked.count:
        why = batch.shortfall or f"the last {_WITHOUT_NEW} batches gave only levels that were there already"
        shortfall = f"{done:,} of {asked.count:,} levels: {why}"
    kept = {name: after[name] for name in ("new", "known", "repeated", "seed", "batches")}
    result = {**kept, "shortfall": shortfall, "newest_labels": after["labels"]}
    return Step(None if over else after, result, done, asked.count)


class SolveAgain(RequestModel):
    """Which stored levels to solve again, and how long each."""

    model_config = example(proved=False, time_limit_each=600)

    labels: list[Label] | None = Field(default=None, min_length=1, max_length=10_000, description="Only these levels.")
    proved: bool | None = Field(
        default=False, description="Only levels whose minimum is proved, or is not; null: whichever."
    )
    vertices: Annotated[int, Field(ge=1)] | None = Field(default=None, description="Only levels of so many vertices.")
    edges: Annotated[int, Field(ge=0)] | None = Field(default=None, description="Only levels of so many edges.")
    time_limit_each: Annotated[float, Field(gt=0)] | None = Field(
        default=None, description="Seconds that each level may take; without it there is no limit."
    )


def solve_again(asked: SolveAgain, cursor: Cursor, work: JobContext) -> Step:
    """Solve and grade stored levels again, with more time than they had.

    Each step is one level. What is known better then is stored: a proof, a shorter way, the counts, the difficulty. A
    level of which all is known is passed over.
    """
    filters: dict[str, Any] = {"proved": asked.proved, "vertices": asked.vertices, "edges": asked.edges}
    filters = {name: value for name, value in filters.items() if value is not None}

    def following(counts: dict[str, Any], place: int) -> Step:
        """Return the step that ends here; the next level is chosen now, so that it is the same if it is tried again."""
        if asked.labels is None:
            chosen = operations.solve_again.choose_next_level(work.catalogue, filters, place)
        else:
            chosen = (
                operations.solve_again.choose_level(work.catalogue, asked.labels[place], place + 1)
                if place < len(asked.labels)
                else None
            )
        solved, total = counts["solved"], max(counts["total"], counts["solved"])
        cursor = None if chosen is None else counts | asdict(chosen)
        return Step(cursor, _solved(counts), solved, total if chosen else solved)

    if not cursor:
        total = (
            operations.solve_again.count_levels(work.catalogue, filters) if asked.labels is None else len(asked.labels)
        )
        return following({"solved": 0, "newly": 0, "unproved": 0, "labels": [], "total": total}, 0)
    found = operations.solve_again.solve_again(
        work.catalogue, cursor["label"], _share(work.budget, asked.time_limit_each)
    )
    work.check_cancelled()
    gained = found.proved and not cursor["proved"]
    if gained:
        work.say(f"{found.label}: {'unreachable' if found.min_swaps is None else f'{found.min_swaps} swaps'}, proved")
    counts = {
        "solved": cursor["solved"] + 1,
        "newly": cursor["newly"] + gained,
        "unproved": cursor["unproved"] + (not found.proved),
        "labels": [*cursor["labels"], *([found.label] if gained else [])][-_LABELS_KEPT:],
        "total": cursor["total"],
    }
    return following(counts, cursor["place"])


def _solved(counts: Mapping[str, Any]) -> dict[str, Any]:
    names = {"levels": "solved", "newly_proved": "newly", "still_unproved": "unproved"}
    return {name: counts[of] for name, of in names.items()} | {"newest_proved": counts["labels"]}


def _share(budget: Budget, seconds: float | None) -> Budget:
    """Return a budget with a time of its own that tells the progress of the whole."""
    return replace(budget.share(seconds=seconds), progress=budget.progress, memory_bytes=budget.memory_bytes)


class CensusAsked(RequestModel):
    """The number of points of a census."""

    model_config = example(n=5)

    n: Annotated[int, Field(ge=MIN_CENSUS_POINTS, le=MAX_CENSUS_POINTS)] = Field(description="How many points.")
    classes: bool = Field(default=True, description="False: the totals only are stored, not every class.")


def census(asked: CensusAsked, cursor: Cursor, work: JobContext) -> Step:
    """Count the swap classes of connected graphs with two disjoint edges by their minimum, and store them.

    Each step is one graph, the last one the totals. A second for 5 points, a minute for 6; for 7 the totals take
    minutes and the 191,797,124 classes a day.
    """
    graphs = len(connected_graphs(asked.n)) if asked.classes else 0
    before = dict(cursor) or {"graph": 0, "new": 0}
    if before["graph"] < graphs:
        new = before["new"] + operations.census.store_classes(work.catalogue, asked.n, before["graph"], work.budget)
        after = {"graph": before["graph"] + 1, "new": new}
        return Step(after, {"new_classes": new, "census": None}, after["graph"], graphs + 1)
    shares = operations.census.store_totals(work.catalogue, asked.n, work.budget)
    return Step(None, {"new_classes": before["new"], "census": asdict(shares)}, graphs + 1, graphs + 1)


_Sizes = Annotated[list[Annotated[int, Field(ge=3, le=64)]], Field(min_length=1, max_length=64)]
_Samples = Annotated[int, Field(ge=1, le=100_000)]


class Attempts(RequestModel):
    """The sizes, the restart thresholds and the samples of the experiment of Figure 13."""

    model_config = example(sizes=[8, 10], delta=0.03, samples=20)

    sizes: _Sizes = Field(default=[8, 10, 11, 12], description="Numbers of points.")
    delta: Delta = Field(default=Decimal("0.03"), json_schema_extra={"default": 0.03})
    thresholds: list[Annotated[int, Field(ge=1)]] | None = Field(
        default=None, min_length=1, max_length=100, description="Restart thresholds; those of Figure 13 if not given."
    )
    samples: _Samples = Field(default=100, description="Of each row.")
    seed: Seed = 0


def attempts(asked: Attempts, cursor: Cursor, work: JobContext) -> Step:
    """Count attempts at placing a point against the restart threshold (Figure 13); each step is a number of points."""
    thresholds = asked.thresholds or study.experiments.THRESHOLDS

    def rows(size: int) -> Rows[Any]:
        return study.experiments.attempts_by_threshold(
            (size,), units_of(asked.delta), thresholds, asked.samples, asked.seed, budget=work.budget
        )

    return rows_step(asked.sizes, rows, cursor, work)


class Interior(RequestModel):
    """The sizes, distances and samples of the experiment of Figures 14 and 15."""

    model_config = example(sizes=[5, 6, 7], deltas=[0, 0.01], samples=20)

    sizes: _Sizes = Field(default=[*range(5, 21)], description="Numbers of points.")
    deltas: Annotated[list[Delta], Field(min_length=1, max_length=64)] = Field(
        default=[Decimal(one) / 1000 for one in (0, 5, 10, 15, 20, 25, 30)],
        json_schema_extra={"default": [0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03]},
    )
    samples: _Samples = Field(default=100, description="Of each row.")
    seed: Seed = 0


def interior(asked: Interior, cursor: Cursor, work: JobContext) -> Step:
    """Count points inside the hull (Figures 14 and 15); each step is a distance."""

    def rows(delta: Any) -> Rows[Any]:  # noqa: ANN401 - a number as it was read
        return study.experiments.interior_points(
            asked.sizes, (units_of(delta),), asked.samples, asked.seed, budget=work.budget
        )

    return rows_step(asked.deltas, rows, cursor, work)


class AskedSwaps(RequestModel):
    """The numbers of random swaps, and the drawings, of the experiment on true minima."""

    model_config = example(swaps=[1, 2], vertices=8, edges=12, samples=20)

    swaps: Annotated[list[Annotated[int, Field(ge=0, le=60)]], Field(min_length=1, max_length=61)] = Field(
        default=[*range(1, 9)], description="Numbers of random swaps."
    )
    vertices: Annotated[int, Field(ge=3, le=64)] = 11
    edges: Annotated[int, Field(ge=0)] = 20
    delta: Delta = Field(default=Decimal("0.02"), json_schema_extra={"default": 0.02})
    flips: Annotated[int, Field(ge=0, le=10_000)] = 3
    samples: _Samples = Field(default=100, description="Of each number of swaps.")
    seed: Seed = 0


def asked_swaps(asked: AskedSwaps, cursor: Cursor, work: JobContext) -> Step:
    """Count the true minima of drawings after random swaps; each step is a number of swaps."""

    def rows(swaps: int) -> Rows[Any]:
        units = units_of(asked.delta, asked.vertices)
        of = (asked.vertices, asked.edges, units, asked.flips, asked.samples, asked.seed)
        return study.experiments.minima_of_scrambles((swaps,), *of, work.budget)

    return rows_step(asked.swaps, rows, cursor, work)


OPERATIONS = (
    Operation("planarity-generate", GenerateMany, generate, "levels", parameters_of),
    Operation("planarity-solve-again", SolveAgain, solve_again, "levels"),
    Operation("planarity-census", CensusAsked, census, "graphs"),
    Operation("planarity-experiment-attempts", Attempts, attempts, "sizes", lambda asked: units_of(asked.delta)),
    Operation("planarity-experiment-interior", Interior, interior, "distances"),
    Operation("planarity-experiment-asked", AskedSwaps, asked_swaps, "numbers of swaps"),
)

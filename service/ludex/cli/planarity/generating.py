"""`ludex planarity generate`: levels with the proved minimum that is asked for."""

import sys
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, Output, require_writable
from ludex.cli.planarity.arguments import Delta, MethodOption, Seed, read_delta
from ludex.cli.progress import TimeLimit, searching
from ludex.engine.budget import Budget
from ludex.engine.random_numbers import MAX_SEED
from ludex.planarity.making.generation import MAX_COUNT
from ludex.planarity.making.point_sets import Method
from ludex.planarity.making.provenance import GenerationError, Parameters

if TYPE_CHECKING:
    from ludex.api.planarity.levels import Level
    from ludex.catalogue.planarity.preparing import PreparedLevel
    from ludex.planarity.making.generation import Batch, Generated

_MEASURING_SECONDS = 10.0


def generate(
    vertices: Annotated[int, typer.Option("--vertices", "-n", help="How many vertices.")],
    edges: Annotated[int, typer.Option("--edges", "-m", help="How many edges.")],
    swaps: Annotated[int, typer.Option("--swaps", "-s", help="The minimum number of swaps, which is proved.")],
    delta: Delta = "0.02",
    flips: Annotated[int, typer.Option("--flips", help="Random Lawson flips of the triangulation.")] = 3,
    seed: Seed = None,
    count: Annotated[int, typer.Option("--count", min=1, max=MAX_COUNT, help="How many levels, all different.")] = 1,
    method: MethodOption = Method.REJECTION,
    store: Annotated[
        bool, typer.Option("--store", help="Store them; those that are stored already are named.")
    ] = False,
    file: Output = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Generate levels and write them as lines of JSON, one a level; `--json` makes one object of them, as the API does.

    The same seed gives the same levels. The effort is bounded: standard error says why there are fewer than asked for.
    """
    from ludex.api.planarity.generating import GeneratedLevels
    from ludex.planarity.making.generation import generate as generated

    if file is not None:
        require_writable(file)
    parameters = _parameters(vertices, edges, swaps, read_delta(delta, vertices), flips, seed, method)
    with searching(time_limit) as budget:
        batch = generated(parameters, count, budget)
    levels = [_prepared(one) for one in batch.items]
    answers = _stored(levels) if store else _unstored(levels)
    if as_json:
        lines = [GeneratedLevels(items=answers, shortfall=batch.shortfall).model_dump_json()]
    else:
        lines = [answer.model_dump_json() for answer in answers]
    if file is None:
        output.write(lines)
    else:
        file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    print(_said(parameters, batch, answers, store), file=sys.stderr)  # noqa: T201
    if not answers:
        raise typer.Exit(1)


def _parameters(
    vertices: int, edges: int, swaps: int, delta: int, flips: int, seed: int | None, method: Method
) -> Parameters:
    chosen = randbelow(MAX_SEED + 1) if seed is None else seed
    try:
        return Parameters(vertices, edges, swaps, delta, flips, chosen, method)
    except GenerationError as error:
        raise CommandError(f"--{error.field}: {error.message}") from error


def _prepared(generated: "Generated") -> "PreparedLevel":
    """Measure a level; where the batch was ended early too, those that were found are worth it."""
    from ludex.catalogue.planarity.preparing import prepare_level
    from ludex.planarity.study.difficulty import difficulty

    measures = difficulty(generated.drawing, generated.solution, Budget(seconds=_MEASURING_SECONDS))
    return prepare_level(generated.drawing, generated.solution, measures, generated.provenance.as_document())


def _unstored(levels: "list[PreparedLevel]") -> "list[Level]":
    from ludex.api.planarity.levels import show_unstored

    return [show_unstored(level) for level in levels]


def _stored(levels: "list[PreparedLevel]") -> "list[Level]":
    from ludex.api.planarity.levels import show
    from ludex.api.planarity.storing_levels import same_level
    from ludex.catalogue.planarity.storing_levels import store_levels

    if not levels:
        return []
    with opened() as database, database.writing() as session:
        stored = store_levels(session, levels)
    return [show(one.level, same_level(one.matching)) for one in stored]


def _said(parameters: Parameters, batch: "Batch", answers: "list[Level]", store: bool) -> str:
    known = sum(answer.duplicate_of is not None for answer in answers)
    stored = f", {len(answers) - known} new, {known} stored before" if store else ""
    shortfall = "" if batch.shortfall is None else f"; {batch.shortfall}"
    return f"ludex: {len(answers)} levels of seed {parameters.seed}{stored}{shortfall}"

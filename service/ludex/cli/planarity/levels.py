"""`ludex planarity generate`, `add` and `import`: levels with a proved minimum; drawings stored as levels."""

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.input_text import called, opened_lines
from ludex.cli.opening import opened
from ludex.cli.output import Json, Output, answer, complain, json_text, require_writable, write, write_lines
from ludex.cli.planarity.arguments import Delta, MethodOption, Seed, read_delta
from ludex.cli.planarity.solving import described
from ludex.cli.planarity.sources import Drawn, read_drawing
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import show_stored
from ludex.engine.budget import BudgetExhausted
from ludex.engine.random_numbers import chosen_seed
from ludex.planarity.drawing_text import read_any_drawing
from ludex.planarity.making.generation import MAX_COUNT
from ludex.planarity.making.point_sets import Method
from ludex.planarity.making.provenance import GenerationError, Parameters
from ludex.planarity.untangle import read_untangle

if TYPE_CHECKING:
    from ludex.operations.planarity.drawing_lines import DrawingLine
    from ludex.operations.planarity.levels import GeneratedLevels
    from ludex.planarity.drawing import Drawing

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
    from ludex.operations.planarity.levels import generate_levels

    require_writable(file)
    try:
        parameters = Parameters(vertices, edges, swaps, read_delta(delta, vertices), flips, chosen_seed(seed), method)
    except GenerationError as error:
        raise CommandError(f"--{error.field}: {error.message}") from None
    with opened() if store else nullcontext() as catalogue, searching(time_limit) as budget:
        found = generate_levels(catalogue, parameters, count, budget, measuring=_MEASURING_SECONDS)
    duplicates = [one.duplicate_of for one in found.items]
    every = zip(found.shown, duplicates, strict=True)
    lines = [one.text(f'"duplicate_of":{json_text(known)}') for one, known in every]
    if as_json:
        lines = [f'{{"items":[{",".join(lines)}],"shortfall":{json_text(found.shortfall)}}}']
    write_lines(lines, file)
    complain(_said(parameters.seed, found, store))
    if not found.items:
        raise typer.Exit(1)


def add(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Solve a drawing and store it as a level, or name the stored level that it is, with the matching."""
    from ludex.catalogue.kinds.planarity.level import LevelDocument
    from ludex.operations.planarity.levels import store_level

    given = read_drawing(drawing)
    with opened() as catalogue, searching(time_limit) as budget:
        stored = store_level(catalogue, given, budget)
    level = stored.document
    assert isinstance(level, LevelDocument)
    known = described("swap", level.min_swaps, level.proved, level.lower_bound, level.reason)
    show_stored(stored, as_json, [known])


def import_drawings(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file with a drawing a line; `-`: standard input.")],
    untangle: Annotated[
        bool, typer.Option("--untangle", help="The lines are descriptions of Untangle, such as 4:0-2,1-3.")
    ] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="How long each drawing may be solved; 0: without a limit.")
    ] = 10.0,
    as_json: Json = False,
) -> None:
    """Store the drawings of a file, `{"points": ..., "edges": ...}` a line, and report what came of each line.

    A line that is refused changes nothing, and the others are stored; the exit code is 2 then.
    """
    from ludex.operations.planarity.drawing_lines import ImportedDrawings
    from ludex.operations.planarity.drawing_lines import import_drawings as imported

    lines_done: list[DrawingLine] = []
    end = ""
    read, source = (_of_untangle, "untangle") if untangle else (read_any_drawing, "import")
    with opened_lines(file) as lines, opened() as catalogue, searching() as budget:
        try:
            for one in imported(catalogue, lines, source=source, read=read, seconds=seconds or None, budget=budget):
                lines_done.append(one)
                if not as_json:
                    _report(file, one)
        except BudgetExhausted:
            end = "; ended before the last line"
    report = ImportedDrawings.of(lines_done)
    counted = f"{report.new:,} new, {report.duplicates:,} known before, {report.refused:,} refused{end}"
    answer(report, as_json, [counted])
    if report.refused:
        raise typer.Exit(2)


def _of_untangle(line: str | bytes) -> "Drawing":
    return read_untangle(line.decode("utf-8") if isinstance(line, bytes) else line)


def _report(file: str, line: "DrawingLine") -> None:
    if line.reason is not None:
        complain(f"{called(file)}, line {line.line}: {line.reason}")
    elif line.duplicate_of is None:
        write([f"line {line.line}: new {line.label}"])
    else:
        write(
            [f"line {line.line}: known {line.label}, matching {' '.join(map(str, line.duplicate_of.matching or ()))}"]
        )


def _said(seed: int, found: "GeneratedLevels", store: bool) -> str:
    new = sum(one.created for one in found.items)
    stored = f", {new} new, {len(found.items) - new} stored before" if store else ""
    shortfall = "" if found.shortfall is None else f"; {found.shortfall}"
    return f"{len(found.items)} levels of seed {seed}{stored}{shortfall}"

"""`ludex planarity add` and `import`: drawings stored as levels, each class once."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.planarity.sources import Drawn, drawing_of, opened_lines, read_drawing
from ludex.cli.progress import TimeLimit, searching
from ludex.engine.budget import BudgetExhausted
from ludex.planarity.drawing import Drawing

if TYPE_CHECKING:
    from ludex.catalogue.planarity.drawing_lines import DrawingLine


def add(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Solve a drawing and store it as a level, or name the stored level that it is, with the matching."""
    from ludex.api.planarity.levels import show
    from ludex.api.planarity.storing_levels import same_level
    from ludex.catalogue.planarity.preparing import prepare_level
    from ludex.catalogue.planarity.storing_levels import store_level
    from ludex.cli.planarity.solving import described
    from ludex.planarity.study.difficulty import graded

    given = read_drawing(drawing)
    with opened() as database:
        with searching(time_limit) as budget:
            solution, measures = graded(given, budget)
        level = prepare_level(given, solution, measures, {"source": "submitted"})
        with database.writing() as session:
            stored = store_level(session, level)
    model = show(stored.level, same_level(stored.matching))
    state = "stored" if stored.matching is None else f"known before, vertices {_written(stored.matching)}"
    lines = [f"{model.label}: {state}"]
    lines += described("swap", model.min_swaps, model.proved, model.lower_bound, model.reason)
    output.answer(model, as_json, lines)


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
    from ludex.api.planarity.importing import ImportedLine, ImportReport, show_line
    from ludex.catalogue.planarity.drawing_lines import import_drawings as imported
    from ludex.planarity.untangle import read_untangle

    def of_untangle(line: str | bytes) -> Drawing:
        return read_untangle(line.decode("utf-8") if isinstance(line, bytes) else line)

    reports: list[ImportedLine] = []
    ended: BudgetExhausted | None = None
    read, source = (of_untangle, "untangle") if untangle else (drawing_of, "import")
    with opened_lines(file) as lines, opened() as database, searching() as budget:
        try:
            for one in imported(database, lines, source=source, read=read, seconds=seconds or None, budget=budget):
                reports.append(show_line(one))
                if not as_json:
                    _report(file, one)
        except BudgetExhausted as exhausted:
            ended = exhausted
    outcomes = [one.outcome for one in reports]
    new, duplicates, refused = (outcomes.count(outcome) for outcome in ("new", "duplicate", "refused"))
    model = ImportReport(new=new, duplicates=duplicates, refused=refused, lines=reports)
    end = "" if ended is None else "; ended before the last line"
    output.answer(model, as_json, [f"{new:,} new, {duplicates:,} known before, {refused:,} refused{end}"])
    if refused:
        raise typer.Exit(2)


def _report(file: str, line: "DrawingLine") -> None:
    if line.reason is not None:
        print(f"ludex: {file}, line {line.line}: {' '.join(line.reason.split())}", file=sys.stderr)  # noqa: T201
    elif line.matching is None:
        output.write([f"line {line.line}: new {line.label}"])
    else:
        output.write([f"line {line.line}: known {line.label}, vertices {_written(line.matching)}"])


def _written(matching: tuple[int, ...]) -> str:
    return " ".join(map(str, matching))

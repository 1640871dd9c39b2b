"""`ludex planarity add` and `import`: drawings stored as levels, each class once."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.input_text import called, opened_lines
from ludex.cli.opening import opened
from ludex.cli.output import Json, answer, complain, write
from ludex.cli.planarity.solving import described
from ludex.cli.planarity.sources import Drawn, drawing_of, read_drawing
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import show_stored
from ludex.engine.budget import BudgetExhausted
from ludex.planarity.drawing import Drawing

if TYPE_CHECKING:
    from ludex.operations.planarity.drawing_lines import DrawingLine


def add(drawing: Drawn, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Solve a drawing and store it as a level, or name the stored level that it is, with the matching."""
    from ludex.catalogue.kinds.planarity.level import LevelDocument
    from ludex.operations.planarity.levels import store_level

    given = read_drawing(drawing)
    with opened() as catalogue, searching(time_limit) as budget:
        stored = store_level(catalogue, given, budget)
    level = stored.document
    assert isinstance(level, LevelDocument)
    lines = described("swap", level.min_swaps, level.proved, level.lower_bound, level.reason)
    show_stored(stored, as_json, lines)


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
    from ludex.operations.planarity.drawing_lines import Outcome
    from ludex.operations.planarity.drawing_lines import import_drawings as imported

    reports: list[DrawingLine] = []
    end = ""
    read, source = (_of_untangle, "untangle") if untangle else (drawing_of, "import")
    with opened_lines(file) as lines, opened() as catalogue, searching() as budget:
        try:
            for one in imported(catalogue, lines, source=source, read=read, seconds=seconds or None, budget=budget):
                reports.append(one)
                if not as_json:
                    _report(file, one)
        except BudgetExhausted:
            end = "; ended before the last line"
    counts = Counter(one.outcome for one in reports)
    new, known, refused = (counts[outcome] for outcome in (Outcome.NEW, Outcome.DUPLICATE, Outcome.REFUSED))
    report = {"new": new, "duplicates": known, "refused": refused, "lines": [_document(one) for one in reports]}
    answer(report, as_json, [f"{new:,} new, {known:,} known before, {refused:,} refused{end}"])
    if refused:
        raise typer.Exit(2)


def _of_untangle(line: str | bytes) -> Drawing:
    from ludex.planarity.untangle import read_untangle

    return read_untangle(line.decode("utf-8") if isinstance(line, bytes) else line)


def _report(file: str, line: "DrawingLine") -> None:
    if line.reason is not None:
        complain(f"{called(file)}, line {line.line}: {line.reason}")
    elif line.matching is None:
        write([f"line {line.line}: new {line.label}"])
    else:
        write([f"line {line.line}: known {line.label}, matching {' '.join(map(str, line.matching))}"])


def _document(line: "DrawingLine") -> dict[str, object]:
    duplicate = None if line.matching is None else {"relation": "swap", "matching": line.matching}
    told = {name: getattr(line, name) for name in ("line", "outcome", "label", "reason")}
    return {**told, "duplicate_of": duplicate}

"""`ludex planarity import` and `pack`: files of drawings stored as levels, and the packs that levels are in."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.games import registry
from ludex.cli.input_text import called, opened_lines
from ludex.cli.lists import write_list, write_objects
from ludex.cli.opening import opened
from ludex.cli.output import Json, answer, complain, write
from ludex.cli.progress import searching
from ludex.cli.stored_objects import delete_object, find_object
from ludex.engine.budget import BudgetExhausted
from ludex.planarity.named_line import NamedLine
from ludex.planarity.untangle import read_untangle
from ludex.requests.planarity.sources import drawing_of_line

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.operations.planarity.drawing_lines import DrawingLine

Pack = Annotated[str, typer.Argument(metavar="PACK", help="The pack's slug.")]

_PACK, _LEVEL = "planarity-pack", "planarity-level"


@dataclass(frozen=True, slots=True)
class _Opened:
    catalogue: "Catalogue"


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
    with opened_lines(file) as lines, opened() as catalogue, searching() as budget:
        of_json = partial(drawing_of_line, work=_Opened(catalogue))
        read, source = (_of_untangle, "untangle") if untangle else (of_json, "import")
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


def _of_untangle(line: str | bytes) -> NamedLine:
    text, _, name = (line.decode("utf-8") if isinstance(line, bytes) else line).partition("\t")
    return NamedLine(read_untangle(text), name.strip() or None)


def _report(file: str, line: "DrawingLine") -> None:
    if line.reason is not None:
        complain(f"{called(file)}, line {line.line}: {line.reason}")
        return
    matching = "" if line.duplicate_of is None else " ".join(map(str, line.duplicate_of.matching or ()))
    known = "new" if line.duplicate_of is None else "known"
    own = "".join(f", {one}" for one in (line.name, line.id) if one is not None)
    write([f"line {line.line}{own}: {known} {line.label}{f', matching {matching}' if matching else ''}"])


def list_packs(as_json: Json = False) -> None:
    """List the stored packs; as JSON a pack a line."""
    write_list(registry().kind[_PACK], [], form="ndjson" if as_json else "table")


def show(pack: Pack, as_json: Json = False) -> None:
    """List the levels of a pack in the order to play them; as JSON a level a line."""
    from ludex.operations.planarity.packs import levels_of_pack

    label = find_object(pack, _PACK).label
    with opened() as catalogue:
        write_objects(registry().kind[_LEVEL], (one for one, _ in levels_of_pack(catalogue, label)), as_json)


def next_level(
    pack: Pack,
    after: Annotated[str | None, typer.Option("--after", help="A level's label; the first one if not given.")] = None,
    as_json: Json = False,
) -> None:
    """Show the level of a pack that comes after a given one, or the first."""
    from ludex.operations.planarity.packs import NotInPack, next_of_pack

    with opened() as catalogue:
        try:
            found = next_of_pack(catalogue, pack, after)
        except NotInPack as error:
            raise CommandError(f"--after: {error}") from None
    if as_json:
        write([f'{{"level":{"null" if found is None else found.text()}}}'])
    else:
        write(["none: that was the last one" if found is None else found.label])


def remove(pack: Pack) -> None:
    """Delete a pack of your own; its levels stay."""
    delete_object(pack, _PACK)


PACKS: dict[str, Callable[..., None]] = {
    "pack list": list_packs,
    "pack show": show,
    "pack next": next_level,
    "pack remove": remove,
}

"""`ludex export` and `ludex import`: the catalogue as lines of JSON."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, Output, answer_object, require_writable, write
from ludex.cli.progress import shown
from ludex.engine.budget import Progress


def export_file(output: Output = None) -> None:
    """Write the whole catalogue as lines of JSON, one object each; `ludex import` reads them."""
    from ludex.catalogue.transfer import export_lines

    if output is None:
        with opened() as database:
            write(export_lines(database))
        return
    require_writable(output)
    partial = output.with_name(output.name + ".partial")
    with opened() as database, partial.open("w", encoding="utf-8") as file, shown() as report:
        for number, line in enumerate(export_lines(database), start=1):
            file.write(line + "\n")
            if number % 100 == 0:
                report(Progress(number, None, "lines written"))
    partial.rename(output)


def import_file(
    file: Annotated[Path, typer.Argument(help="A file of `ludex export`; `-` is standard input.")],
    seconds: Annotated[
        float, typer.Option("--check-seconds", min=0.0, help="How long each claim may be checked; 0: without a limit.")
    ] = 10.0,
    as_json: Json = False,
) -> None:
    """Store the objects of lines of JSON. Each is checked; what is wrong is refused, the rest stored."""
    from ludex.catalogue.documents import Terms
    from ludex.catalogue.transfer import import_lines

    terms = Terms(seconds=seconds or None)
    with opened() as database, _opened(file) as lines, shown() as report:
        imported = import_lines(database, lines, terms, lambda number: report(Progress(number, None, "lines read")))
    refused = [{"line": one.line, "reason": one.reason} for one in imported.refused]
    value = {"new": imported.new, "duplicates": imported.duplicates, "refused": refused}
    for one in imported.refused:
        print(f"ludex: {file}, line {one.line}: {' '.join(one.reason.split())}", file=sys.stderr)  # noqa: T201
    said = f"{imported.new:,} new, {imported.duplicates:,} known before, {len(refused):,} refused"
    answer_object(value, as_json, [said])
    if refused:
        raise typer.Exit(2)


@contextmanager
def _opened(file: Path) -> Iterator[BinaryIO]:
    if str(file) == "-":
        yield sys.stdin.buffer
        return
    if not file.is_file():
        raise CommandError(f"there is no file {file}")
    with file.open("rb") as opened_file:
        yield opened_file

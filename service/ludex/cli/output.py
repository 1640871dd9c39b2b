"""What a command answers: text for people, or the JSON of the API."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.failures import CommandError

if TYPE_CHECKING:
    from pydantic import BaseModel

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, as the API does.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file, not to standard output.")]


def answer(model: "BaseModel", as_json: bool, lines: Iterable[str]) -> None:
    """Write an answer: the model as one line of JSON, or the lines for people."""
    write([model.model_dump_json()] if as_json else lines)


def answer_object(value: dict[str, Any], as_json: bool, lines: Iterable[str]) -> None:
    """Write an answer that is not a model of the API."""
    write([json.dumps(value, ensure_ascii=False)] if as_json else lines)


def write(lines: Iterable[str]) -> None:
    """Write lines to standard output, each at once."""
    for line in lines:
        put(line + "\n")


def put(text: str) -> None:
    """Write a text to standard output. Where its reader has gone the command ends, and that is no failure."""
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        raise typer.Exit from None


def write_text(text: str, file: Path | None) -> None:
    """Write a text to a file, or to standard output where none is given."""
    whole = text if text.endswith("\n") else text + "\n"
    if file is None:
        put(whole)
    else:
        require_writable(file)
        file.write_text(whole, encoding="utf-8")


def require_writable(file: Path) -> None:
    """Raise CommandError where a file cannot be made at this place, before anything long is computed."""
    if file.is_dir():
        raise CommandError(f"{file} is a folder; name a file in it")
    if not file.absolute().parent.is_dir():
        raise CommandError(f"there is no folder {file.absolute().parent}; make it, or name another file")


def table(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield rows of cells as lines, each column as wide as its widest cell.

    >>> list(table([("size", 2), ("largest", 12)]))
    ['size     2', 'largest  12']
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))] if cells else []
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()

"""The command `ludex records`, which lists tables of records or shows one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ludex import catalogue as queries
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import Json, write_result
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.records import RecordCell, RecordTableState


def show_records(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="The table; all by default.")] = None,
    as_json: Json = False,
) -> None:
    """List the tables of records, or show one: the largest or hardest objects for each pair of parameters.

    A value in parentheses is from the literature. `--json` also writes the claims, the proofs, and how to list objects.
    """
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        chosen = None if name is None else [queries.records.find_records(reader.registry, name)]
        found = queries.records.read_records(reader, chosen)
    if name is None:
        rows = [("name", "cells", "title"), *((each.name, str(len(each.cells)), each.title) for each in found)]
        write_result({"items": found, "count": len(found)}, as_json, table(rows))
    else:
        write_result(found[0], as_json, _lines(found[0]))


def _lines(records: "RecordTableState") -> Iterator[str]:
    yield records.title
    yield records.definition
    header = [f"{records.row} \\ {records.column}" if records.column else records.row, *map(str, records.columns)]
    yield from table([header, *([str(row), *_cells(records, row)] for row in records.rows)])
    yield f"proof: {records.proof}"


def _cells(records: "RecordTableState", row: int | str) -> Iterator[str]:
    for column in records.columns:
        cell = records.cell(row, column)
        yield "" if cell is None else _value(cell)


def _value(cell: "RecordCell") -> str:
    value = f">={cell.lower}" if cell.value is None else str(cell.value)
    return f"({value})" if cell.source == "cited" else value

"""Commands for complete collections, sequences and tables of records: `ludex atlas`, `sequences` and `records`.

`ludex atlas` starts the jobs that store the members of a collection. `ludex sequences` lists the sequences, shows a
sequence, and computes its next term.
"""

import textwrap
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ludex import catalogue as queries
from ludex.catalogue.sequences import formats
from ludex.cli.commands.jobs import start_operation
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import CommandError, Json, Output, require_writable, write_lines, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.requests.json_text import json_text
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.collections import CollectionState
    from ludex.catalogue.records import RecordCell, RecordTableState
    from ludex.catalogue.sequences.reading import SequenceTerms


atlas = typer.Typer(help="Atlas: complete collections of objects.", no_args_is_help=True)


@atlas.command("list")
def list_collections(as_json: Json = False) -> None:
    """List the complete collections: the number of members and of stored members, and the time to store all members."""
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        found = queries.collections.read_collections(reader)
    rows = [(state.name, f"{state.stored:,}", f"{state.size:,}", _mark(state), state.time) for state in found]
    items = {"items": found, "count": len(found)}
    write_result(items, as_json, table([("collection", "stored", "size", "", "time"), *rows]))


@atlas.command()
def show(name: Annotated[str, typer.Argument(metavar="NAME", help="The collection.")], as_json: Json = False) -> None:
    """Show a complete collection: its members, its size, the source of the size, and the number of stored members."""
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        state = queries.collections.read_collection(reader, queries.collections.find_collection(reader.registry, name))
    filters = " ".join(f"{fact}={value}" for fact, value in state.filters.items())
    facts = (
        ("size", f"{state.size:,}, from {state.source}"),
        ("stored", f"{state.stored:,} {_mark(state)}"),
        ("members", f"{state.kind} with {filters}"),
        ("claim", state.claim),
        ("time", state.time),
    )
    write_result(state, as_json, [state.title, *table(fact for fact in facts if fact[1])])


@atlas.command()
def build(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The collection.")],
    watch: Annotated[bool, typer.Option("--watch", help="Watch the job until it ends.")] = False,
    as_json: Json = False,
) -> None:
    """Start the job that stores all members of a collection, and the claim about their number.

    The job is run by `ludex worker`, or by the worker that runs alongside the service. A job that is interrupted
    continues with the next batch. Members that are already stored do not change.
    """
    with open_catalogue() as catalogue:
        collection = queries.collections.find_collection(catalogue.registry, name)
    if not collection.operation:
        raise CommandError(f"{name} has {collection.size:,} members, which no job stores")
    start_operation(collection.operation, dict(collection.arguments), watch, as_json)


def _mark(state: "CollectionState") -> str:
    return "complete" if state.complete else "partial" if state.stored else ""


_COLUMNS = 100


class SequenceFormat(StrEnum):
    """The text format of a sequence."""

    TEXT = "text"
    B_FILE = "b-file"
    OEIS = "oeis"


def show_sequences(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Name of the sequence to show; by default, all sequences are listed."),
    ] = None,
    form: Annotated[
        SequenceFormat,
        typer.Option("--format", help="The format of a sequence: text, a b-file, or the internal format of OEIS."),
    ] = SequenceFormat.TEXT,
    compute: Annotated[
        bool, typer.Option("--next", help="Compute the next term, from the formula or by an exhaustive search.")
    ] = False,
    time_limit: TimeLimit = None,
    as_json: Json = False,
    file: Output = None,
) -> None:
    """List the exact integer sequences that the games compute, or show a sequence: its definition, terms and proofs.

    A formula that fits all terms but is not proved is called a conjecture. The option `--next` tests the conjecture at
    the next term.
    """
    from ludex.catalogue.sequences import reading

    if name is None and (compute or form is not SequenceFormat.TEXT):
        raise CommandError("--next and --format need the NAME of a sequence")
    require_writable(file)
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        chosen = None if name is None else [reading.find_sequence(reader, name)]
        found = reading.read_sequences(reader, chosen)
    if compute and chosen is not None:
        with search_budget(time_limit) as budget:
            try:
                index, term = reading.compute_next(chosen[0], found[0], budget)
            except ValueError as error:
                raise CommandError(str(error)) from None
        lines = [json_text({"n": index, "term": term})] if as_json else _next_lines(found[0], index, term)
    elif as_json:
        lines = [json_text(sequence) for sequence in found]
    elif name is None:
        lines = list(table(_rows(found)))
    else:
        lines = list(_lines(found[0], form))
    write_lines(lines, file)


def _rows(sequences: "list[SequenceTerms]") -> Iterator[tuple[object, ...]]:
    yield "name", "terms", "oeis", "first terms"
    for sequence in sequences:
        first = textwrap.shorten(", ".join(map(str, sequence.terms)), 60, placeholder=" ...")
        yield sequence.name, len(sequence.terms), sequence.oeis, first


def _next_lines(sequence: "SequenceTerms", index: int, term: int) -> list[str]:
    lines = [f"a({index}) = {term}"]
    conjecture = sequence.conjecture
    if conjecture is not None:
        result = "agrees" if conjecture.predicted == term else f"is false: it gives {conjecture.predicted}"
        lines.append(f"The conjecture {conjecture.formula} {result}.")
    return lines


def _lines(sequence: "SequenceTerms", form: SequenceFormat) -> Iterator[str]:
    if form is SequenceFormat.B_FILE:
        yield from formats.b_file(sequence)
        return
    if form is SequenceFormat.OEIS:
        yield from formats.oeis_lines(sequence)
        return
    yield sequence.title
    facts = (
        ("definition", sequence.definition),
        ("offset", str(sequence.offset)),
        ("terms", ", ".join(map(str, sequence.terms)) + (" (all)" if sequence.complete else ", ...")),
        ("formula", sequence.formula),
        ("conjecture", sequence.conjecture and sequence.conjecture.statement.removeprefix("Conjecture: ")),
        ("proof", sequence.proof),
        ("claims", _claims(sequence)),
        ("OEIS", f"{sequence.oeis}: {sequence.oeis_note}" if sequence.oeis else "not known to be in the OEIS"),
        ("keywords", ", ".join(sequence.keywords)),
        *(("reference", reference) for reference in sequence.references),
        ("next term", sequence.next_command),
    )
    for name, text in facts:
        if text:
            indent = " " * 12
            yield from textwrap.wrap(
                text, _COLUMNS, initial_indent=f"{name:<12}", subsequent_indent=indent, break_on_hyphens=False
            )


def _claims(sequence: "SequenceTerms") -> str:
    """Return the number of terms that claims state, and the first of these claims."""
    claims = [claim for claim in sequence.claims if claim is not None]
    if not claims:
        return ""
    return f"{len(claims)} of {len(sequence.terms)} terms, such as {claims[0].statement} of {claims[0].subject}"


def show_records(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name of the table to show; by default, all tables are listed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the tables of records, or show a table: the largest or hardest objects for each pair of parameters.

    A value in parentheses is from the literature. `--json` also writes the claims, the proofs, and the filters that
    list the objects.
    """
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        chosen = None if name is None else [queries.records.find_records(reader.registry, name)]
        found = queries.records.read_records(reader, chosen)
    if name is None:
        rows = [("name", "cells", "title"), *((each.name, str(len(each.cells)), each.title) for each in found)]
        write_result({"items": found, "count": len(found)}, as_json, table(rows))
    else:
        write_result(found[0], as_json, _record_lines(found[0]))


def _record_lines(records: "RecordTableState") -> Iterator[str]:
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

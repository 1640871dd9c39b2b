"""`ludex claims`: what is stated of stored objects, how far it is proved and by what."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.commands.stored_objects import find_object
from ludex.cli.game_commands import registry
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Output, require_writable, write_lines
from ludex.requests.json_text import JsonText, json_text
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.catalogue.claims.claim import StoredClaim


def list_claims(
    name: Annotated[
        str | None, typer.Argument(metavar="LABEL", help="Those about this object, and whose value it shows.")
    ] = None,
    statement: Annotated[str | None, typer.Option(help="Only claims of this statement.")] = None,
    proved: Annotated[bool | None, typer.Option("--proved/--unproved", help="What is proved, or what is not.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most this many; all if not given.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With certificates: a claim a line, in JSON.")] = False,
    file: Output = None,
) -> None:
    """List what is stated of stored objects, the oldest first, and how far it is proved."""
    from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims

    if statement is not None and statement not in registry().statement:
        raise CommandError(f"--statement: {statement!r} is not one of {', '.join(registry().statement)}")
    require_writable(file)
    node = None if name is None else find_object(name).id or -1
    with opened() as catalogue, catalogue.reading() as reader:
        filters = ClaimFilters(statement, proved, concerning=node)
        if as_json:
            found = islice(stream_of_claims(reader, filters, JsonText), limit)
            write_lines((json_text(one.members()) for one in found), file)
        else:
            write_lines(table(_rows(islice(stream_of_claims(reader, filters), limit))), file)


def _rows(found: "Iterable[StoredClaim]") -> Iterator[tuple[object, ...]]:
    yield "subject", "statement", "parameters", "value", "bounds", "proved", "checked"
    for one in found:
        bounds = None if one.lower is one.upper is None else f"{_end(one.lower)} to {_end(one.upper)}"
        yield one.subject, one.statement, one.parameters, one.value, bounds, one.proved, one.checked


def _end(bound: int | None) -> object:
    return "-" if bound is None else bound

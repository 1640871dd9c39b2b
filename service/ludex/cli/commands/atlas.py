"""The commands `ludex atlas`: list the complete collections, and start the jobs that store their members."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludex import catalogue as queries
from ludex.cli.commands.jobs import start_operation
from ludex.cli.errors import CommandError
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import Json, write_result
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.collections import CollectionState

app = typer.Typer(help="Atlas: complete collections of objects.", no_args_is_help=True)


@app.command("list")
def list_collections(as_json: Json = False) -> None:
    """List the complete collections: their sizes, how many members are stored, and how long it takes to store all."""
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        found = queries.collections.read_collections(reader)
    rows = [(state.name, f"{state.stored:,}", f"{state.size:,}", _mark(state), state.time) for state in found]
    items = {"items": found, "count": len(found)}
    write_result(items, as_json, table([("collection", "stored", "size", "", "time"), *rows]))


@app.command()
def show(name: Annotated[str, typer.Argument(metavar="NAME", help="The collection.")], as_json: Json = False) -> None:
    """Show a complete collection: its members, its size, where the size comes from, and what is stored."""
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


@app.command()
def build(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The collection.")],
    watch: Annotated[bool, typer.Option("--watch", help="Watch the job until it ends.")] = False,
    as_json: Json = False,
) -> None:
    """Start the job that stores all members of a collection, with the claim about their number.

    It is run by `ludex worker`, or by the worker beside the service. A job that is interrupted continues with the next
    batch; members that are stored already stay as they are.
    """
    with open_catalogue() as catalogue:
        collection = queries.collections.find_collection(catalogue.registry, name)
    if not collection.operation:
        raise CommandError(f"{name} has {collection.size:,} members, which no job stores")
    start_operation(collection.operation, dict(collection.arguments), watch, as_json)


def _mark(state: "CollectionState") -> str:
    return "complete" if state.complete else "partial" if state.stored else ""

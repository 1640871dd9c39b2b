"""Commands that are derived from requests of the platform: `ludex claims`, `sequences`, `cite` and so on."""

from typing import Annotated

import typer

from ludex.catalogue.exact_results.declaration import Collection, find_result
from ludex.cli.alternatives import one_of
from ludex.cli.commands.jobs import start_operation
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import CommandError, Json
from ludex.cli.request_commands import add_commands, command_of
from ludex.requests import exact_results as requests
from ludex.requests import stored_objects

cite = command_of(stored_objects.cite)
edit = command_of(stored_objects.edit)
replace = command_of(stored_objects.replace)
delete = command_of(stored_objects.delete)
trash = typer.Typer(help="Trash: deleted and replaced objects of the last 30 days.", no_args_is_help=True)
add_commands(trash, (stored_objects.trash, stored_objects.restore))
claims = one_of(requests.claims, requests.claim_facets, requests.cited_claims)
sequences = one_of(requests.sequences, requests.sequence, requests.next_term)
records = one_of(requests.records, requests.record_table)

atlas = typer.Typer(help="Atlas: complete collections of objects.", no_args_is_help=True)
add_commands(atlas, (requests.collections, requests.collection))


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
        collection = find_result(catalogue.registry, Collection, name)
    if collection.operation is None:
        raise CommandError(f"{name} has {collection.size:,} members, which no job stores")
    start_operation(collection.operation, dict(collection.arguments), watch, as_json)

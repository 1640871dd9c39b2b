"""The commands `ludex keys`, which manage the API keys that permit writing over HTTP."""

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from ludex.catalogue.times import stored_time
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import Json, write_result
from ludex.engine.faults import Fault
from ludex.requests.text_output import table
from ludex.settings import data_folder, read_settings

app = typer.Typer(help="API keys, which permit writing over HTTP.", no_args_is_help=True)

_SCOPES = ("store", "edit", "jobs:read", "admin")


@app.command()
def create(
    owner: Annotated[str, typer.Option("--owner", help="Owner of the objects that are stored with the key.")],
    scope: Annotated[
        list[str] | None,
        typer.Option(
            "--scope",
            help="`store`: store objects; `edit`: change and delete the owner's objects; `admin`: change and delete "
            "any object. Repeat the option for several scopes; the default is `store` and `edit`.",
        ),
    ] = None,
    days: Annotated[
        int | None, typer.Option("--days", min=1, max=3650, help="Days until the key expires; by default it does not.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Create a key and show its secret. The secret cannot be shown again, because only a digest is stored."""
    from ludex.catalogue.ownership import Scope
    from ludex.catalogue.ownership import create as create_key

    unknown = [name for name in scope or () if name not in _SCOPES]
    if unknown:
        raise Fault(f"{unknown[0]!r} is not a scope; the scopes are {', '.join(_SCOPES)}", ("scope",))
    with open_catalogue() as catalogue, catalogue.writing() as writer:
        scopes = [Scope(name) for name in scope or ("store", "edit")]
        expires = None if days is None else stored_time(datetime.now(UTC) + timedelta(days=days))
        key, secret = create_key(writer, owner, scopes, stored_time(), expires)
    ends = "" if key.expires is None else f"; it expires on {key.expires[:10]}"
    lines = [f"key {key.id} of {key.owner} ({', '.join(key.scopes)}){ends}; its secret is shown only now:", secret]
    write_result({**asdict(key), "secret": secret}, as_json, lines)


@app.command("list")
def list_keys(as_json: Json = False) -> None:
    """List the keys, including revoked and expired ones, without their secrets."""
    from ludex.catalogue.ownership import listed

    with open_catalogue() as catalogue, catalogue.reading() as reader:
        found = listed(reader)
    rows = [
        (
            key.id,
            key.owner or "none (a machine)",
            ", ".join(key.scopes),
            key.created,
            key.expires or "never",
            key.revoked or "no",
        )
        for key in found
    ]
    head = ("id", "owner", "scopes", "created", "expires", "revoked")
    lines = table([head, *rows]) if rows else ["there are no keys"]
    write_result({"items": [asdict(key) for key in found]}, as_json, lines)


@app.command()
def revoke(
    key: Annotated[str, typer.Argument(help="Id of the key, from `ludex keys list`.")], as_json: Json = False
) -> None:
    """Revoke a key immediately.

    Objects that were stored with this key are not deleted, and their owner does not change.
    """
    from ludex.catalogue.ownership import revoke as revoke_key

    with open_catalogue() as catalogue, catalogue.writing() as writer:
        revoked = revoke_key(writer, key, stored_time())
    owner = revoked.owner or "a machine"
    write_result(revoked, as_json, [f"key {revoked.id} of {owner} was revoked at {revoked.revoked}"])


@app.command()
def machine(as_json: Json = False) -> None:
    """Show the key of this machine, with which you may store, change and delete everything.

    The key is in your data folder, in a file that only you can read. If there is no such key, this command creates it.
    """
    from ludex.catalogue.machine_key import key_of_machine

    with open_catalogue() as catalogue:
        secret = key_of_machine(catalogue, data_folder(), stored_time())
    write_result({"key": secret}, as_json, [secret])


@app.command()
def link(
    address: Annotated[
        str | None, typer.Argument(help="Address of the service on this machine; by default that of the settings.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Print a link that gives your browser the key of this machine. The link works once, within a day."""
    from ludex.catalogue.machine_key import key_of_machine, new_token

    configured = read_settings()
    with open_catalogue() as catalogue:
        key_of_machine(catalogue, data_folder(), stored_time())
    host = f"[{configured.host}]" if ":" in configured.host else configured.host
    found = f"{(address or f'http://{host}:{configured.port}').rstrip('/')}/key/{new_token(data_folder())}"
    write_result({"link": found}, as_json, [found])

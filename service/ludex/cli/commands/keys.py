"""Commands for API keys: `ludex keys`."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer

from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import Json, write_result
from ludex.engine.faults import Fault
from ludex.requests.text_output import table

app = typer.Typer(help="API keys, which are required for writing over HTTP.", no_args_is_help=True)

_SCOPES = ("store", "edit", "jobs:read", "admin")


@app.command()
def create(
    owner: Annotated[str, typer.Option("--owner", help="Owner of the objects that are stored with the key.")],
    scope: Annotated[
        list[str] | None,
        typer.Option(
            "--scope",
            help="`store`: store objects; `edit`: change and delete the owner's objects; `admin`: change and delete "
            "any object. Repeat the option for several scopes; store and edit by default.",
        ),
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
        key, secret = create_key(writer, owner, [Scope(name) for name in scope or ("store", "edit")], _now())
    lines = [f"key {key.id} of {key.owner} ({', '.join(key.scopes)}); its secret is shown only now:", secret]
    write_result({**asdict(key), "secret": secret}, as_json, lines)


@app.command("list")
def list_keys(as_json: Json = False) -> None:
    """List the keys, including revoked ones, without their secrets."""
    from ludex.catalogue.ownership import listed

    with open_catalogue() as catalogue, catalogue.reading() as reader:
        keys = listed(reader)
    rows = [(key.id, key.owner, ", ".join(key.scopes), key.created, key.revoked or "no") for key in keys]
    head = ("id", "owner", "scopes", "created", "revoked")
    lines = table([head, *rows]) if rows else ["there are no keys"]
    write_result({"items": [asdict(key) for key in keys]}, as_json, lines)


@app.command()
def revoke(
    key: Annotated[str, typer.Argument(help="Id of the key, from `ludex keys list`.")], as_json: Json = False
) -> None:
    """Revoke a key immediately. Objects that were stored with it are kept, and their owner does not change."""
    from ludex.catalogue.ownership import revoke as revoke_key

    with open_catalogue() as catalogue, catalogue.writing() as writer:
        revoked = revoke_key(writer, key, _now())
    write_result(revoked, as_json, [f"key {revoked.id} of {revoked.owner} was revoked at {revoked.revoked}"])


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

"""`ludex keys`: who may write over HTTP."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer

from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.output import Json, answer
from ludex.engine.faults import Fault
from ludex.requests.text_answers import table

app = typer.Typer(help="Keys: who may store over HTTP, and change what is theirs.", no_args_is_help=True)

_SCOPES = ("store", "edit", "admin")


@app.command()
def create(
    owner: Annotated[str, typer.Option("--owner", help="To whom belongs what is stored with it.")],
    scope: Annotated[
        list[str] | None,
        typer.Option(
            "--scope",
            help="`store` objects, `edit` and delete what is the owner's, `admin`: everybody's; several times for "
            "several. Store and edit if not given.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a key and show its secret, this once: only a digest of it is stored."""
    from ludex.catalogue.access.api_keys import Scope
    from ludex.catalogue.access.api_keys import create as create_key

    unknown = [one for one in scope or () if one not in _SCOPES]
    if unknown:
        raise Fault(f"{unknown[0]!r} is not a scope; there are {', '.join(_SCOPES)}", ("scope",))
    with opened() as catalogue, catalogue.writing() as writer:
        key, secret = create_key(writer, owner, [Scope(one) for one in scope or ("store", "edit")], _now())
    lines = [f"key {key.id} of {key.owner} ({', '.join(key.scopes)}); it is shown this once:", secret]
    answer({**asdict(key), "secret": secret}, as_json, lines)


@app.command("list")
def listed(as_json: Json = False) -> None:
    """List the keys, the revoked ones too. Their secrets are not stored."""
    from ludex.catalogue.access.api_keys import listed as listed_keys

    with opened() as catalogue, catalogue.reading() as reader:
        found = listed_keys(reader)
    rows = [(one.id, one.owner, ", ".join(one.scopes), one.created, one.revoked or "holds") for one in found]
    head = ("id", "owner", "scopes", "created", "revoked")
    answer({"items": [asdict(one) for one in found]}, as_json, table([head, *rows]) if rows else ["there are no keys"])


@app.command()
def revoke(
    key: Annotated[str, typer.Argument(help="The key's id, as `list` shows it.")], as_json: Json = False
) -> None:
    """Let a key hold no longer, at once. What was stored with it stays, and stays its owner's."""
    from ludex.catalogue.access.api_keys import revoke as revoke_key

    with opened() as catalogue, catalogue.writing() as writer:
        revoked = revoke_key(writer, key, _now())
    answer(revoked, as_json, [f"key {revoked.id} of {revoked.owner} is revoked since {revoked.revoked}"])


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

"""Where objects are found: every address of the API is made here, and nowhere else."""

from typing import Any
from urllib.parse import quote

from ludex.catalogue.kind import Kind

AnyKind = Kind[Any, Any]

PREFIX = "/api/v1"


def list_url(kind: AnyKind) -> str:
    """Return the address of the list of a kind, as `/api/v1/planarity/levels`."""
    return f"{PREFIX}/{kind.address}"


def object_url(kind: AnyKind, name: str) -> str:
    """Return the address of the object of a kind with a label or a slug."""
    return f"{list_url(kind)}/{quote(name, safe='')}"


def claims_url(name: str) -> str:
    """Return the address of the claims about the object with a label or a slug."""
    return f"{PREFIX}/objects/{quote(name, safe='')}/claims"


def game_prefix(kind: AnyKind) -> str:
    """Return the beginning of the addresses of a kind's game, as `/api/v1/planarity`."""
    return f"{PREFIX}/{kind.address.partition('/')[0]}"


def list_rule(kind: AnyKind) -> str:
    """Return the address of the list of a kind below its game, as `/levels`."""
    return f"/{kind.address.partition('/')[2]}"


def object_rule(kind: AnyKind, below: str = "") -> str:
    """Return the rule of the addresses of objects below their game, as `/levels/<label:label>`."""
    return f"{list_rule(kind)}/<label:label>{below}"

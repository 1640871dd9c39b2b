"""Where pages are found: the addresses of lists, objects and pictures are made here, and nowhere else in the pages."""

from typing import Any
from urllib.parse import quote

from ludex.catalogue.kind import Kind

AnyKind = Kind[Any, Any]

API = "/api/v1"


def list_address(kind: AnyKind) -> str:
    """Return the address of the list of a kind."""
    return f"/{kind.address}"


def object_address(label: str) -> str:
    """Return the address of the page of an object with a label or a slug."""
    return f"/objects/{quote(label, safe='')}"


def form_address(label: str, form: str) -> str:
    """Return the address of an object in a format, as a file."""
    return f"{object_address(label)}/{form}"


def picture_address(kind: AnyKind, label: str) -> str:
    """Return the address of the picture of an object; empty if its kind has none."""
    return f"{API}/{kind.address}/{quote(label, safe='')}.svg" if kind.view.picture is not None else ""

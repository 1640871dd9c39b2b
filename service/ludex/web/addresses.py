"""Where pages are found: the addresses of lists, objects and pictures are made here, and nowhere else in the pages."""

from typing import Any
from urllib.parse import quote, urlencode

from ludex.catalogue.kind import Kind

AnyKind = Kind[Any, Any]

API = "/api/v1"

_MOST_SHORT = 15


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


def play_address(label: str, pack: str = "", mode: str = "") -> str:
    """Return where a level is played, as one of a pack and in a mode if these are given."""
    query = urlencode({name: value for name, value in (("pack", pack), ("mode", mode)) if value})
    return f"/play/planarity/{quote(label, safe='')}{'?' if query else ''}{query}"


def compare_address(label: str) -> str:
    """Return where an object is compared with another."""
    return f"/compare?a={quote(label, safe='')}"


def job_address(job: str) -> str:
    """Return the address of the page of a job."""
    return f"/jobs/{quote(job, safe='')}"


def pack_address(slug: str) -> str:
    """Return where a pack is put together."""
    return f"/make/packs/{quote(slug, safe='')}"


def pick_address(kind: AnyKind, query: str) -> str:
    """Return where objects of a list are picked for a pack; empty if packs have none of their kind."""
    return f"/make/pick{query}" if kind.name == "planarity-level" else ""


def short(label: str, kind: str) -> str:
    """Return a label without its kind, and without most of its key: enough to tell objects on one page apart.

    >>> short("planarity-level-8-10-7utzrfjcrnuth2x7", "planarity-level")
    '8-10-7utz'
    """
    shape, _, key = label.removeprefix(f"{kind}-").rpartition("-")
    return f"{shape}-{key[:4]}"[-_MOST_SHORT:].lstrip("-")

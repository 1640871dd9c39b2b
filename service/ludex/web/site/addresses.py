"""The addresses of lists, objects, pictures and jobs, for use in links. They begin with the path prefix of the site.

This module also returns the titles of objects.
"""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, urlencode

from flask import request, url_for

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.label import short
from ludex.catalogue.objects import annotations
from ludex.catalogue.objects.annotations import has_own_title
from ludex.catalogue.objects.reading import ObjectView, find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import Fault
from ludex.web.site.text_filters import capital, words

AnyKind = Kind[Any, Any]

_PREVIEW_WIDTH = 600

API = "/api/v1"


def api_address(path: str) -> str:
    """Return the address of a request to the API, given the part of it after the version."""
    return f"{request.script_root}{API}/{path}"


def list_address(kind: AnyKind) -> str:
    """Return the address of the list of a kind."""
    return url_for(f"lists.{kind.name}")


def object_address(label: str) -> str:
    """Return the address of an object's page, given its label or slug."""
    return url_for("objects.show_object", label=label)


def picture_address(kind: AnyKind, label: str) -> str:
    """Return the address of an object's picture, or an empty string if its kind has no pictures."""
    return api_address(f"objects/{quote(label, safe='')}.svg") if kind.view.picture is not None else ""


def thumbnail_address(kind: AnyKind, label: str) -> str:
    """Return the address of the picture of an object for cards.

    The picture has thick lines and no numbers. If there is none, the address is empty.
    """
    picture = picture_address(kind, label)
    return f"{picture}?style=small" if picture else ""


def preview_address(kind: AnyKind, label: str) -> str:
    """Return the address of the preview picture of an object, which other sites show.

    If there is none, the address is empty.
    """
    picture = picture_address(kind, label)
    return f"{picture.removesuffix('.svg')}.png?width={_PREVIEW_WIDTH}" if picture else ""


def object_card(kind: AnyKind, label: str, about: str = "", address: str = "", title: str = "") -> dict[str, str]:
    """Return the link to an object for the macro `cards`, with its name for people and its short label.

    By default, it links to the page of the object, and an object without a title has the name of its kind and size.
    """
    return {
        "address": address or object_address(label),
        "name": title or kind.name_of(label),
        # The title of a pack or a deck is a name of its own, which needs no label beside it.
        "short": "" if title and has_own_title(kind) else short(label, kind.name),
        "label": label,
        "picture": thumbnail_address(kind, label),
        "about": about,
    }


def job_address(job: str) -> str:
    """Return the address of the page of a job."""
    return url_for("jobs.show_job", name=job)


def address_of(page_address: str, **values: Any) -> str:  # noqa: ANN401 - the values of a query
    """Return an address with a query string. Values that are None or empty are omitted."""
    kept = {name: value for name, value in values.items() if value not in (None, "", (), [])}
    return f"{page_address}?{urlencode(kept, doseq=True)}" if kept else page_address


def titles_of(reader: Reader, labels: Iterable[str]) -> dict[str, str]:
    """Return a name for each label.

    It is the title of the object, its slug, or the name of its kind and size. Several objects may share the last.

    Cost: one look-up, and another for each kind whose objects have slugs or titles.
    """
    distinct = list(dict.fromkeys(labels))
    names: dict[str, str] = {}
    named: dict[str, list[str]] = {}
    for label in distinct:
        kind = reader.registry.labelled(label)
        names[label] = label if kind is None else kind.name_of(label)
        if kind is not None and (kind.naming is not None or "title" in kind.model.model_fields):
            named.setdefault(kind.name, []).append(label)
    for kind_name, members in named.items():
        for label, found in find_many(reader, reader.registry.kind[kind_name], members).items():
            document = json.loads(found.text())
            names[label] = document.get("title") or document.get("slug") or names[label]
    return names | annotations.titles_of(reader, distinct)


def heading_of(kind: AnyKind, label: str, name: str) -> str:
    """Return the heading of a page about an object: its kind and its name, or the name of its kind and size."""
    plain = kind.name_of(label)
    if name in ("", plain):
        return plain
    noun = words(kind.noun)
    # A title that people gave may begin with the kind.
    return capital(name if f"{name} ".casefold().startswith(f"{noun} ") else f"{noun} {name}")


def title_of(found: ObjectView) -> str:
    """Return the title of an object, or an empty text."""
    return str(json.loads(found.text()).get("title") or "")


def name_of(found: ObjectView) -> str:
    """Return the name of an object for people: its title, its slug, or the name of its kind and size."""
    members = json.loads(found.text())
    return str(members.get("title") or members.get("slug") or found.kind.name_of(found.label))


def number_in_address(name: str, default: int, least: int, greatest: int) -> int:
    """Parse a whole number in the query of the current request. Raises Fault."""
    text = request.args.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(greatest)) or not least <= int(text) <= greatest:
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        raise Fault(f"{name} {shown!r}: must be a whole number from {least} to {greatest}")
    return int(text)

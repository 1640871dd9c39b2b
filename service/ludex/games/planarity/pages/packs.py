"""Packs of levels that visitors put together: stored with a title, ordered by hand, exported as one file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from flask import request
from werkzeug.wrappers import Response

from ludex.catalogue.access.api_keys import Scope
from ludex.catalogue.access.ownership import NotOwner
from ludex.catalogue.kinds.label import Protected
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import Shown, document_of, find, shown
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import Fault
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.kinds.pack import PackDocument
from ludex.games.planarity.operations.packs import PackEdit, PackOrder, create_pack, edit_pack, labels_of_pack
from ludex.games.planarity.pages.play import play_address
from ludex.games.planarity.requests.bounds import PACK_LEVELS
from ludex.games.planarity.requests.solving import counted
from ludex.operations.objects import delete
from ludex.requests.bounds import DESCRIPTION_CHARACTERS, TITLE_CHARACTERS
from ludex.web.making.forms import MAKE
from ludex.web.page import Page, Site
from ludex.web.site.addresses import API, object_address, picture_address, short

PACKS = f"{MAKE}/packs"
_MOST_PACKS = 100


@dataclass(frozen=True, slots=True)
class PackLevel:
    """A level of a pack: its label, its addresses, its description."""

    label: str
    name: str
    address: str
    play: str
    picture: str
    about: str


def pack_address(slug: str) -> str:
    """Return the address at which a pack is edited."""
    return f"{PACKS}/{quote(slug, safe='')}"


def own_packs(reader: Reader) -> list[PackDocument]:
    """Return the packs that are not built in, at most a hundred, the newest first."""
    found = page(reader, PACK, {"starting": False}, descending=True, limit=_MOST_PACKS, whole=True)
    return [document_of(PACK, one) for one in found.items]


def about_level(level: Shown) -> str:
    """Return the description of a level: its grade, its minimum."""
    facts = json.loads(level.body)
    return f"grade {facts['difficulty']['grade']}, {counted(facts['min_swaps'], 'swap')}"


def written_labels(text: str) -> list[str]:
    """Return the labels in a text, separated by spaces, commas or line feeds, each once.

    >>> written_labels(" a, b b ")
    ['a', 'b']
    """
    return list(dict.fromkeys(text.replace(",", " ").split()))


def new_pack(site: Site, given: Mapping[str, str], labels: Sequence[str]) -> str:
    """Store the pack of a form, and return its slug. Raises Fault."""
    catalogue = site.storing()
    slug, title, description = (given.get(name, "").strip() for name in ("slug", "title", "description"))
    if not slug:
        raise Fault("is missing: small letters and digits, in words joined by -", ("slug",))
    if not labels:
        raise Fault("no level is chosen: a pack has one at least", ("levels",))
    _require_short(title, description, labels)
    create_pack(catalogue, slug, title or slug, labels, description, PackOrder.GIVEN)
    return slug


def _require_short(title: str, description: str, labels: Sequence[str] = ()) -> None:
    for field, size, most in (
        ("title", len(title), TITLE_CHARACTERS),
        ("description", len(description), DESCRIPTION_CHARACTERS),
        ("levels", len(labels), PACK_LEVELS),
    ):
        if size > most:
            raise Fault(f"{size:,}, at most {most:,} go here", (field,))


def _packs(site: Site) -> Mapping[str, Any] | Response:
    """List the visitors' packs, and store a new one."""
    fault = ""
    if request.method == "POST":
        try:
            slug = new_pack(site, request.form, written_labels(request.form.get("levels", "")))
            return Response(status=303, headers={"Location": pack_address(slug)})
        except Fault as error:
            fault = str(error)
    with site.catalogue.reading() as reader:
        own = own_packs(reader)
    return {
        "packs": [
            {
                "address": pack_address(one.slug),
                "name": one.title,
                "count": one.size,
                "about": one.description or f"grade {one.least_grade} to {one.greatest_grade}",
                "picture": picture_address(PACK, one.label),
            }
            for one in own
        ],
        "given": request.form,
        "fault": fault,
        "stores": site.stores,
    }


def _pack(site: Site, label: str) -> Mapping[str, Any] | Response:
    """Show a pack, and change it. Raises UnknownObject."""
    fault = ""
    if request.method == "POST":
        try:
            to = _change(site, label)
            return Response(status=303, headers={"Location": to})
        except (Fault, NotOwner, Protected) as error:
            fault = str(error)
    with site.catalogue.reading() as reader:
        found = find(reader, label, PACK)
        pack = document_of(PACK, found)
        held = neighbours(reader, found.id, "has-level", limit=PACK_LEVELS)
        levels = shown(reader, LEVEL, [one.id for one in held], whole=False)
    own = not json.loads(found.text())["starting"]
    export = f"{API}/planarity/packs/{pack.slug}/export"
    return {
        "title": pack.title,
        "pack": pack,
        "levels": [
            PackLevel(
                one.label,
                short(one.label, LEVEL.name),
                object_address(one.label),
                play_address(one.label, pack.slug),
                picture_address(LEVEL, one.label),
                about_level(one),
            )
            for one in levels
        ],
        "more": pack.size - len(levels),
        "here": pack_address(pack.slug),
        "object": object_address(pack.slug),
        "export": export,
        "own": own,
        "changes": own and site.stores and pack.size <= PACK_LEVELS,
        "stores": site.stores,
        "fault": fault,
        "modules": ["planarity/pack", "copy"],
    }


def _change(site: Site, name: str) -> str:
    """Apply the form of a pack, and return the address to show next. Raises Fault, Protected, UnknownObject."""
    given = request.form
    catalogue = site.storing(Scope.EDIT)
    if given.get("do") == "delete":
        delete(catalogue, PACK, name)
        return PACKS
    to = pack_address(name)
    if given.get("do") == "name":
        title, description = given.get("title", "").strip(), given.get("description", "").strip()
        _require_short(title, description)
        edit_pack(catalogue, name, PackEdit(title=title or None, description=description))
        return to
    if given.get("do") == "add":
        added = written_labels(given.get("levels", ""))
        held = labels_of_pack(catalogue, name)
        _require_short("", "", [*held, *added])
        edit_pack(catalogue, name, PackEdit(add=added))
        return f"{to}#levels"
    order, moved = _ordered(given.getlist("level"))
    if sorted(given.getlist("level")) != sorted(labels_of_pack(catalogue, name)):
        raise Fault("the pack was changed meanwhile: this is how it is now")
    by = PackOrder.GRADE if given.get("do") == "grade" else PackOrder.GIVEN
    if not order:
        raise Fault("a pack has one level at least: delete the pack instead")
    edit_pack(catalogue, name, PackEdit(levels=order, order=by))
    return f"{to}#{moved}" if moved in order else f"{to}#levels"


def _ordered(labels: list[str]) -> tuple[list[str], str]:
    """Return the labels of a form after the effect of its button, and the label that the button moves."""
    given = request.form
    for name, by in (("up", -1), ("down", 1)):
        if given.get(name) in labels:
            return moved(labels, given[name], by), given[name]
    if given.get("remove") in labels:
        return [one for one in labels if one != given["remove"]], given["remove"]
    return labels, ""


def moved(labels: Sequence[str], label: str, by: int) -> list[str]:
    """Return labels after one has moved by some places, or to the end.

    >>> moved("abc", "b", -1), moved("abc", "c", 1)
    (['b', 'a', 'c'], ['a', 'b', 'c'])
    """
    others = [one for one in labels if one != label]
    place = max(0, min(len(others), list(labels).index(label) + by))
    return [*others[:place], label, *others[place:]]


_METHODS = ("GET", "POST")
PACK_PAGES = (
    Page(PACKS, _packs, "planarity/packs.html", title="Packs", section=MAKE, methods=_METHODS),
    Page(f"{PACKS}/<label>", _pack, "planarity/pack.html", title="A pack", section=MAKE, methods=_METHODS),
)

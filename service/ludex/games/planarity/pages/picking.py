"""The page that picks levels for a pack: from a list with its filters, or from the results of a job."""

from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from ludex.catalogue.access.api_keys import Scope
from ludex.catalogue.access.ownership import NotOwner
from ludex.catalogue.lists.filters import ListingError
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import Shown, find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.compact_json import compact_json
from ludex.engine.faults import Fault
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.packs import PackEdit, edit_pack, labels_of_pack
from ludex.games.planarity.pages.packs import about_level, new_pack, own_packs, pack_address
from ludex.games.planarity.requests.bounds import PACK_LEVELS
from ludex.web.catalogue_pages.lists import State, read_state
from ludex.web.making.forms import MAKE
from ludex.web.making.jobs import Picker
from ludex.web.page import Page, Site
from ludex.web.site.addresses import list_address, picture_address, short
from ludex.web.site.text_filters import value_written, words

PICK = f"{MAKE}/pick"
_A_PAGE = 48
_INTO = "into"


def _pick(site: Site) -> Mapping[str, Any] | Response:
    """Show levels to pick from, and put the picked ones into a pack."""
    state = read_state(site.catalogue.registry, LEVEL)
    given = request.form
    faults = [f"{name}: {said}" for name, said in state.faults if name != _INTO]
    if given.get("do") in ("add", "all"):
        try:
            return Response(status=303, headers={"Location": pack_address(_put(site, state))})
        except (Fault, ListingError, NotOwner) as error:
            faults.append(str(error))
    chosen = given.getlist("level")[:PACK_LEVELS]
    with site.catalogue.reading() as reader:
        own = own_packs(reader)
        if chosen:
            levels, after = list(find_many(reader, LEVEL, chosen, whole=False).values()), None
        else:
            levels, after = _found(reader, state, _A_PAGE)
    following = None if after is None else state.query(view=None, after=compact_json(after))
    return {
        "levels": [_shown(one, one.label in chosen) for one in levels],
        "chosen": bool(chosen),
        "filters": [(words(name), value_written(value)) for name, value in state.filters.items()],
        "list": f"{list_address(LEVEL)}{state.query(view=None)}",
        "here": PICK + state.query(view=None),
        "next": "" if following is None else PICK + following,
        "packs": own,
        "into": given.get(_INTO) or request.args.get(_INTO, ""),
        "given": given,
        "faults": faults,
        "most": PACK_LEVELS,
        "stores": site.stores,
    }


def _found(reader: Reader, state: State, limit: int) -> tuple[list[Shown], tuple[Any, ...] | None]:
    """Return levels that match the filters of the address and have a grade, as packs require. Raises ListingError."""
    filters = {"min_grade": 0, **state.filters}
    found = page(
        reader, LEVEL, filters, state.sort, descending=state.descending, after=state.after, limit=limit, whole=False
    )
    return found.items, found.after


def _put(site: Site, state: State) -> str:
    """Put the levels of a form into a new or existing pack, and return its slug. Raises Fault, ListingError."""
    given = request.form
    labels = given.getlist("level")
    if given.get("do") == "all":
        with site.catalogue.reading() as reader:
            labels = [one.label for one in _found(reader, state, PACK_LEVELS)[0]]
    slug = given.get(_INTO, "")
    if not slug:
        return new_pack(site, given, labels)
    if not labels:
        raise Fault("no level is chosen")
    together = {*labels_of_pack(site.catalogue, slug), *labels}
    if len(together) > PACK_LEVELS:
        raise Fault(f"{len(together):,} levels; a pack has at most {PACK_LEVELS:,} here")
    edit_pack(site.storing(Scope.EDIT), slug, PackEdit(add=labels))
    return slug


def _shown(one: Shown, chosen: bool) -> Mapping[str, Any]:
    return {
        "label": one.label,
        "name": short(one.label, LEVEL.name),
        "picture": picture_address(LEVEL, one.label),
        "about": about_level(one),
        "chosen": chosen,
    }


PICKER = Picker(LEVEL.name, PICK, "level", "Pick some for a pack", "Put these levels into a pack")
PICK_PAGE = Page(PICK, _pick, "planarity/pick.html", title="Pick levels", section=MAKE, methods=("GET", "POST"))

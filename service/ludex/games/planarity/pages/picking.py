"""The page where visitors pick levels for a pack, from a filtered list or from the results of a job."""

from collections.abc import Mapping
from typing import Any

from flask import redirect, request
from werkzeug.wrappers import Response

from ludex.catalogue.access.api_keys import Scope
from ludex.catalogue.access.ownership import NotOwner
from ludex.catalogue.lists.filters import ListingError
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import ObjectView, find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.compact_json import compact_json
from ludex.engine.faults import Fault
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.packs import PackEdit, edit_pack, labels_of_pack
from ludex.games.planarity.pages.packs import about_level, own_packs, pack_address, store_new_pack
from ludex.games.planarity.requests.bounds import PACK_LEVELS
from ludex.web.catalogue_pages.lists import ListState, read_state
from ludex.web.forms import MAKE
from ludex.web.game_pages import Page, Picker, Site
from ludex.web.site.addresses import list_address, object_card
from ludex.web.site.text_filters import value_written, words

PICK = f"{MAKE}/pick"
_A_PAGE = 48
_INTO = "into"


def _pick(site: Site) -> Mapping[str, Any] | Response:
    """Show levels to pick from; a POST request adds the selected levels to a pack."""
    state = read_state(site.catalogue.registry, LEVEL)
    fields = request.form
    faults = [f"{name}: {message}" for name, message in state.faults if name != _INTO]
    if fields.get("do") in ("add", "all"):
        try:
            return redirect(pack_address(_add_to_pack(site, state)), 303)
        except (Fault, ListingError, NotOwner) as error:
            faults.append(str(error))
    chosen = fields.getlist("level")[:PACK_LEVELS]
    with site.catalogue.reading() as reader:
        own = own_packs(reader)
        if chosen:
            levels, after = list(find_many(reader, LEVEL, chosen, whole=False).values()), None
        else:
            levels, after = _find_levels(reader, state, _A_PAGE)
    following = None if after is None else state.query(view=None, after=compact_json(after))
    return {
        "levels": [
            object_card(LEVEL, level.label, about_level(level)) | {"chosen": level.label in chosen} for level in levels
        ],
        "chosen": bool(chosen),
        "filters": [(words(name), value_written(value)) for name, value in state.filters.items()],
        "list": f"{list_address(LEVEL)}{state.query(view=None)}",
        "here": PICK + state.query(view=None),
        "next": "" if following is None else PICK + following,
        "packs": own,
        "into": fields.get(_INTO) or request.args.get(_INTO, ""),
        "fields": fields,
        "faults": faults,
        "most": PACK_LEVELS,
        "stores": site.stores,
    }


def _find_levels(reader: Reader, state: ListState, limit: int) -> tuple[list[ObjectView], tuple[Any, ...] | None]:
    """Return the levels that match the filters and have a grade, as packs require. Raises ListingError."""
    filters = {"min_grade": 0, **state.filters}
    found = page(
        reader, LEVEL, filters, state.sort, descending=state.descending, after=state.after, limit=limit, whole=False
    )
    return found.items, found.after


def _add_to_pack(site: Site, state: ListState) -> str:
    """Add the levels of a form to a new or existing pack and return its slug. Raises Fault, ListingError."""
    fields = request.form
    labels = fields.getlist("level")
    if fields.get("do") == "all":
        with site.catalogue.reading() as reader:
            labels = [level.label for level in _find_levels(reader, state, PACK_LEVELS)[0]]
    slug = fields.get(_INTO, "")
    if not slug:
        return store_new_pack(site, fields, labels)
    if not labels:
        raise Fault("no levels selected")
    combined = {*labels_of_pack(site.catalogue, slug), *labels}
    if len(combined) > PACK_LEVELS:
        raise Fault(f"the pack would have {len(combined):,} levels; the limit is {PACK_LEVELS:,}")
    edit_pack(site.storing(Scope.EDIT), slug, PackEdit(add=labels))
    return slug


PICKER = Picker(LEVEL.name, PICK, "level", "Add levels to a pack", "Add these levels to a pack")
PICK_PAGE = Page(PICK, _pick, "planarity/pick.html", title="Pick levels", section=MAKE, methods=("GET", "POST"))

"""The pages on which visitors create packs, choose and reorder the levels of packs, and export packs."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.label import Protected
from ludex.catalogue.lists.filters import JOB, ListingError
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import ObjectView, document_of, find, find_many, read_views
from ludex.catalogue.ownership import NotOwner, Scope
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.exact_json import compact_json
from ludex.engine.faults import Fault
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.kinds.level import PackDocument
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.games.planarity.pages.level import difficulty_words, range_words
from ludex.games.planarity.requests.solving import counted
from ludex.operations.objects import delete
from ludex.operations.packs import (
    MAX_PACK_LEVELS,
    PackEdit,
    PackOrder,
    create_pack,
    edit_pack,
    labels_of_job,
    labels_of_names,
    labels_of_pack,
)
from ludex.requests.bounds import DESCRIPTION_CHARACTERS, PACK_LEVELS, TITLE_CHARACTERS
from ludex.web import packs
from ludex.web.catalogue_pages.lists import ListState, read_state
from ludex.web.declarations import Picker
from ludex.web.game_pages import site
from ludex.web.site.addresses import api_address, list_address, name_of, object_address, object_card, picture_address
from ludex.web.site.text_filters import value_written, words

_MOST_PACKS = 100
_MOST_SLUG_CHARACTERS = 64


def pack_address(slug: str) -> str:
    """Return the address of the page that edits a pack."""
    return url_for("planarity.edit_pack_page", label=slug)


def own_packs(reader: Reader) -> list[PackDocument]:
    """Return the packs that are not part of the starting catalogue: at most a hundred, the newest packs."""
    found = page(reader, PACK, {"starting": False}, descending=True, limit=_MOST_PACKS, whole=True)
    return [document_of(PACK, shown) for shown in found.items]


def about_level(level: ObjectView) -> str:
    """Return the difficulty and the minimum of a level in words."""
    facts = json.loads(level.body)
    return f"{difficulty_words(facts['difficulty']['grade'])}, {counted(facts['min_swaps'], 'swap')}"


def parse_labels(text: str) -> list[str]:
    """Return the distinct labels in a text. Labels are separated by spaces, commas or line breaks.

    >>> parse_labels(" a, b b ")
    ['a', 'b']
    """
    return list(dict.fromkeys(text.replace(",", " ").split()))


def slug_of(title: str) -> str:
    """Return the name in addresses that is made from a title.

    >>> slug_of("Été: hard levels!"), slug_of("…")
    ('ete-hard-levels', '')
    """
    plain = unicodedata.normalize("NFKD", title.lower()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain)[:_MOST_SLUG_CHARACTERS].strip("-")


def store_new_pack(fields: Mapping[str, str], labels: Sequence[str], limit: int = PACK_LEVELS) -> str:
    """Store the pack that a form describes, with at most `limit` levels, and return its slug. Raises Fault."""
    catalogue = site.storing()
    slug, title, description = (fields.get(name, "").strip() for name in ("slug", "title", "description"))
    slug = slug or slug_of(title)
    if not slug:
        raise Fault("enter a title", ("title",))
    if not labels:
        raise Fault("no levels selected; a pack needs at least one level", ("levels",))
    _require_short(title, description, labels, limit)
    labels = labels_of_names(catalogue, PACK, labels)
    create_pack(catalogue, PACK, slug, title or slug, labels, description, PackOrder.GIVEN)
    return slug


def _require_short(title: str, description: str, labels: Sequence[str] = (), most_levels: int = PACK_LEVELS) -> None:
    for field, size, limit in (
        ("title", len(title), TITLE_CHARACTERS),
        ("description", len(description), DESCRIPTION_CHARACTERS),
        ("levels", len(labels), most_levels),
    ):
        if size > limit:
            raise Fault(f"too long ({size:,}; the limit is {limit:,})", (field,))


@blueprint.route("/make/packs", methods=["GET", "POST"])
def list_packs() -> str | Response:
    """List the packs of visitors. A POST request stores a new pack."""
    fault = ""
    if request.method == "POST":
        try:
            slug = store_new_pack(request.form, parse_labels(request.form.get("levels", "")))
            return redirect(pack_address(slug), 303)
        except Fault as error:
            fault = str(error)
    with site.catalogue.reading() as reader:
        own = own_packs(reader)
    return render_template(
        "planarity/packs.html",
        title="Packs",
        section="/make",
        packs=[
            {
                "address": pack_address(pack.slug),
                "name": pack.title,
                "count": pack.size,
                "about": pack.description or range_words(pack.least_grade, pack.greatest_grade),
                "picture": picture_address(PACK, pack.label),
            }
            for pack in own
        ],
        fields=request.form,
        fault=fault,
        stores=site.stores,
    )


@blueprint.route("/make/packs/<label>", methods=["GET", "POST"])
def edit_pack_page(label: str) -> str | Response:
    """Show a pack. A POST request changes the pack. Raises UnknownObject."""
    fault = ""
    if request.method == "POST":
        try:
            return redirect(_change(label), 303)
        except (Fault, NotOwner, Protected) as error:
            fault = str(error)
    with site.catalogue.reading() as reader:
        found = find(reader, label, PACK)
        pack = document_of(PACK, found)
        held = neighbours(reader, found.id, "has-level", limit=PACK_LEVELS)
        levels = read_views(reader, LEVEL, [neighbour.id for neighbour in held], whole=False)
    own = not json.loads(found.text())["starting"]
    export = api_address(f"planarity/packs/{pack.slug}/export")
    return render_template(
        "planarity/pack.html",
        section="/make",
        title=pack.title,
        pack=pack,
        levels=[object_card(LEVEL, level.label, about_level(level), title=name_of(level)) for level in levels],
        more=pack.size - len(levels),
        here=pack_address(pack.slug),
        object=object_address(pack.slug),
        play=packs.pack_address("planarity", pack.slug),
        export=export,
        own=own,
        changes=own and site.stores and pack.size <= PACK_LEVELS,
        stores=site.stores,
        fault=fault,
        modules=["planarity/pack", "copy"],
    )


def _change(name: str) -> str:
    """Change a pack as a form describes, and return the address to show next.

    Raises Fault, Protected and UnknownObject.
    """
    fields = request.form
    catalogue = site.storing(Scope.EDIT)
    if fields.get("do") == "delete":
        delete(catalogue, PACK, name)
        return url_for("planarity.list_packs")
    to = pack_address(name)
    if fields.get("do") == "name":
        title, description = fields.get("title", "").strip(), fields.get("description", "").strip()
        _require_short(title, description)
        edit_pack(catalogue, PACK, name, PackEdit(title=title or None, description=description))
        return to
    if fields.get("do") == "add":
        added = parse_labels(fields.get("levels", ""))
        held = labels_of_pack(catalogue, PACK, name)
        _require_short("", "", [*held, *added])
        edit_pack(catalogue, PACK, name, PackEdit(add=labels_of_names(catalogue, PACK, added, "add")))
        return f"{to}#levels"
    order, moved = _ordered(fields.getlist("level"))
    if sorted(fields.getlist("level")) != sorted(labels_of_pack(catalogue, PACK, name)):
        raise Fault("the pack was changed while you edited it; this is its current state")
    by = PackOrder.GRADE if fields.get("do") == "grade" else PackOrder.GIVEN
    if not order:
        raise Fault("a pack needs at least one level; delete the pack instead")
    edit_pack(catalogue, PACK, name, PackEdit(levels=order, order=by))
    return f"{to}#{moved}" if moved in order else f"{to}#levels"


def _ordered(labels: list[str]) -> tuple[list[str], str]:
    """Move or remove the label whose button was pressed. Return the remaining labels in order, and this label."""
    fields = request.form
    for name, by in (("up", -1), ("down", 1)):
        if fields.get(name) in labels:
            return move_label(labels, fields[name], by), fields[name]
    if fields.get("remove") in labels:
        return [label for label in labels if label != fields["remove"]], fields["remove"]
    return labels, ""


def move_label(labels: Sequence[str], label: str, by: int) -> list[str]:
    """Return the labels after moving one label by some places, but not beyond the ends of the list.

    >>> move_label("abc", "b", -1), move_label("abc", "c", 1)
    (['b', 'a', 'c'], ['a', 'b', 'c'])
    """
    others = [other for other in labels if other != label]
    place = max(0, min(len(others), list(labels).index(label) + by))
    return [*others[:place], label, *others[place:]]


_METHODS = ("GET", "POST")


_A_PAGE = 48
_INTO = "into"


@blueprint.route("/make/pick", methods=["GET", "POST"])
def pick_levels() -> str | Response:
    """Show levels from which visitors can choose. A POST request adds the chosen levels to a pack."""
    state = read_state(site.catalogue.registry, LEVEL)
    fields = request.form
    faults = [f"{name}: {message}" for name, message in state.faults if name != _INTO]
    if fields.get("do") in ("add", "all"):
        try:
            return redirect(pack_address(_add_to_pack(state)), 303)
        except (Fault, ListingError, NotOwner) as error:
            faults.append(str(error))
    chosen = fields.getlist("level")[:PACK_LEVELS]
    with site.catalogue.reading() as reader:
        own = own_packs(reader)
        if chosen:
            found = find_many(reader, LEVEL, chosen, whole=False).values()
            levels, after = [level for level in found if _is_graded(level)], None
            matching = len(levels)
            if len(levels) < len(chosen):
                left_out = counted(len(chosen) - len(levels), "level")
                faults.append(
                    f"without a proved minimum, a level has no grade and cannot be in a pack: {left_out} left out"
                )
        else:
            levels, after = _find_levels(reader, state, _A_PAGE)
            matching = count(reader, LEVEL, _graded(state)).count
    following = None if after is None else state.query(view=None, after=compact_json(after))
    return render_template(
        "planarity/pick.html",
        title="Pick levels",
        section="/make",
        levels=[
            object_card(LEVEL, level.label, about_level(level), title=name_of(level))
            | {"chosen": level.label in chosen}
            for level in levels
        ],
        chosen=bool(chosen),
        of_job=JOB in state.filters,
        matching=matching,
        filters=[(words(name), value_written(value)) for name, value in state.filters.items()],
        list=f"{list_address(LEVEL)}{state.query(view=None)}",
        here=url_for("planarity.pick_levels") + state.query(view=None),
        next="" if following is None else url_for("planarity.pick_levels") + following,
        packs=own,
        into=fields.get(_INTO) or request.args.get(_INTO, ""),
        fields=fields,
        faults=faults,
        most=MAX_PACK_LEVELS if set(state.filters) == {JOB} else PACK_LEVELS,
        stores=site.stores,
    )


def _is_graded(level: ObjectView) -> bool:
    return (json.loads(level.body).get("difficulty") or {}).get("grade") is not None


def _graded(state: ListState) -> Mapping[str, Any]:
    return {"min_grade": 0, **state.filters}


def _find_levels(reader: Reader, state: ListState, limit: int) -> tuple[list[ObjectView], tuple[Any, ...] | None]:
    """Return levels that match the filters and have a grade, because packs require grades. Raises ListingError."""
    filters = _graded(state)
    found = page(
        reader, LEVEL, filters, state.sort, descending=state.descending, after=state.after, limit=limit, whole=False
    )
    return found.items, found.after


def _add_to_pack(state: ListState) -> str:
    """Add the levels in a form to a new or existing pack, and return its slug. Raises Fault and ListingError."""
    fields = request.form
    labels, limit = fields.getlist("level"), PACK_LEVELS
    if fields.get("do") == "all" and set(state.filters) == {JOB}:
        labels, limit = labels_of_job(site.catalogue, PACK, str(state.filters[JOB])), MAX_PACK_LEVELS
    elif fields.get("do") == "all":
        with site.catalogue.reading() as reader:
            labels = [level.label for level in _find_levels(reader, state, PACK_LEVELS)[0]]
    slug = fields.get(_INTO, "")
    if not slug:
        return store_new_pack(fields, labels, limit)
    if not labels:
        raise Fault("no levels selected")
    combined = {*labels_of_pack(site.catalogue, PACK, slug), *labels}
    if len(combined) > PACK_LEVELS:
        raise Fault(f"the pack would have {len(combined):,} levels; the limit is {PACK_LEVELS:,}")
    edit_pack(site.storing(Scope.EDIT), PACK, slug, PackEdit(add=labels))
    return slug


PICKER = Picker(LEVEL.name, "planarity.pick_levels", "level", "Add levels to a pack", "Make a pack of these")

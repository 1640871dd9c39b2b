"""The pages on which visitors make packs of levels of a game: choose levels, reorder them, and export the pack."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.label import Protected
from ludex.catalogue.kinds.pack import HAS_LEVEL, PackDocument
from ludex.catalogue.lists.filters import JOB, ListingError
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import (
    ObjectView,
    UnknownObject,
    document_of,
    find,
    find_many,
    read_views,
)
from ludex.catalogue.ownership import NotOwner, Scope, owner_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.exact_json import compact_json
from ludex.engine.faults import Fault
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
from ludex.web.game_pages import AnyKind, GamePages, site
from ludex.web.packs import kind_of, level_card, levels_of, packs_of, pick_address
from ludex.web.site.addresses import api_address, list_address, object_address, thumbnail_address
from ludex.web.site.text_filters import counted, value_written, words

blueprint = Blueprint("pack_making", __name__)

_MOST_PACKS = 100
_MOST_SLUG_CHARACTERS = 64
_A_PAGE = 48
_INTO = "into"


def pack_address(game: GamePages, slug: str) -> str:
    """Return the address of the page that edits a pack."""
    return url_for("pack_making.edit", name=game.name, slug=slug)


def _game_of_address(name: str) -> GamePages:
    """Return the game with packs that an address names. Raises UnknownObject."""
    games = {game.name: game for game in site.games if game.packs is not None}
    if name not in games:
        raise UnknownObject(f"there are no packs of {name[:40]!r}; the games with packs are {', '.join(games)}")
    return games[name]


def _own_packs(reader: Reader, game: GamePages) -> list[Mapping[str, Any]]:
    """Return cards of the packs that the visitor may change: at most a hundred, the newest packs."""
    kind, key = kind_of(packs_of(game)), site.access.key()
    cards: list[Mapping[str, Any]] = []
    for shown in page(reader, kind, {"starting": False}, descending=True, limit=_MOST_PACKS, whole=True).items:
        if key is None or key.reaches(owner_of(reader, shown.id)):
            pack: PackDocument = document_of(kind, shown)
            first = neighbours(reader, shown.id, HAS_LEVEL, limit=1)
            cards.append(
                {
                    "address": pack_address(game, pack.slug),
                    "slug": pack.slug,
                    "name": pack.title,
                    "count": counted(pack.size, packs_of(game).noun),
                    "about": pack.description,
                    "picture": thumbnail_address(levels_of(game), first[0].label) if first else "",
                }
            )
    return cards


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


def _store_new_pack(game: GamePages, title: str, labels: Sequence[str], limit: int = PACK_LEVELS) -> str:
    """Store a pack of at most `limit` levels, and return its slug, which is made from the title. Raises Fault."""
    catalogue, kind = site.storing(), kind_of(packs_of(game))
    slug = slug_of(title)
    if not slug:
        raise Fault("enter a title for the new pack", ("title",))
    _require_short(title, "", labels, limit)
    create_pack(catalogue, kind, slug, title, labels_of_names(catalogue, kind, labels), "", PackOrder.GIVEN)
    return slug


def _require_short(title: str, description: str, labels: Sequence[str] = (), most_levels: int = PACK_LEVELS) -> None:
    for field, size, limit in (
        ("title", len(title), TITLE_CHARACTERS),
        ("description", len(description), DESCRIPTION_CHARACTERS),
        ("levels", len(labels), most_levels),
    ):
        if size > limit:
            raise Fault(f"too long ({size:,}; the limit is {limit:,})", (field,))


@blueprint.get("/make/packs")
def list_packs() -> str:
    """List the packs of the visitor, by game."""
    with site.catalogue.reading() as reader:
        made = [(game, _own_packs(reader, game), levels_of(game)) for game in site.games if game.packs is not None]
    return render_template(
        "make/packs.html",
        title="Packs",
        section="/make",
        made=[(game, cards, pick_address(levels)) for game, cards, levels in made],
        stores=site.stores,
    )


@blueprint.route("/make/packs/<name>/<slug>", methods=["GET", "POST"])
def edit(name: str, slug: str) -> str | Response:
    """Show a pack of a game. A POST request changes the pack. Raises UnknownObject."""
    game, fault = _game_of_address(name), ""
    if request.method == "POST":
        try:
            return redirect(_change(game, slug), 303)
        except (Fault, NotOwner, Protected) as error:
            fault = str(error)
    kind = kind_of(packs_of(game))
    with site.catalogue.reading() as reader:
        found = find(reader, slug, kind)
        pack = document_of(kind, found)
        held = neighbours(reader, found.id, HAS_LEVEL, limit=PACK_LEVELS)
        levels = read_views(reader, levels_of(game), [neighbour.id for neighbour in held])
    own = not json.loads(found.text())["starting"]
    worksheet = packs_of(game).worksheet
    return render_template(
        "make/pack.html",
        section="/make",
        title=pack.title,
        game=game,
        noun=packs_of(game).noun,
        pack=pack,
        levels=[level_card(level) for level in levels],
        more=pack.size - len(levels),
        here=pack_address(game, pack.slug),
        pick=pick_address(levels_of(game)),
        object=object_address(pack.label),
        play=packs.pack_address(game.name, pack.slug),
        worksheet="" if worksheet is None else worksheet(pack.slug),
        export=api_address(f"{game.name}/packs/{pack.slug}/export"),
        own=own,
        changes=own and site.stores and pack.size <= PACK_LEVELS,
        stores=site.stores,
        fault=fault,
        modules=["pack", "copy"],
    )


def _change(game: GamePages, slug: str) -> str:
    """Change a pack as a form describes, and return the address to show next.

    Raises Fault, Protected and UnknownObject.
    """
    fields, kind = request.form, kind_of(packs_of(game))
    catalogue = site.storing(Scope.EDIT)
    if fields.get("do") == "delete":
        delete(catalogue, kind, slug)
        return url_for("pack_making.list_packs")
    to = pack_address(game, slug)
    if fields.get("do") == "name":
        title, description = fields.get("title", "").strip(), fields.get("description", "").strip()
        _require_short(title, description)
        edit_pack(catalogue, kind, slug, PackEdit(title=title or None, description=description))
        return to
    if fields.get("do") == "add":
        added = parse_labels(fields.get("levels", ""))
        held = labels_of_pack(catalogue, kind, slug)
        _require_short("", "", [*held, *added])
        edit_pack(catalogue, kind, slug, PackEdit(add=labels_of_names(catalogue, kind, added, "add")))
        return f"{to}#levels"
    order, moved = _ordered(fields.getlist("level"))
    if sorted(fields.getlist("level")) != sorted(labels_of_pack(catalogue, kind, slug)):
        raise Fault("the pack was changed while you edited it; this is its current state")
    by = PackOrder.GRADE if fields.get("do") == "grade" else PackOrder.GIVEN
    if not order:
        raise Fault("a pack needs at least one level; delete the pack instead")
    edit_pack(catalogue, kind, slug, PackEdit(levels=order, order=by))
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


@blueprint.route("/make/pick/<name>", methods=["GET", "POST"])
def pick(name: str) -> str | Response:
    """Show levels of a game and the visitor's packs. A POST request adds levels to a pack. Raises UnknownObject."""
    game = _game_of_address(name)
    kind = levels_of(game)
    state = read_state(site.catalogue.registry, kind)
    fields = request.form
    faults = [f"{name}: {message}" for name, message in state.faults if name != _INTO]
    if fields.get("do") in ("add", "all"):
        try:
            return redirect(pack_address(game, _add_to_pack(game, kind, state)), 303)
        except (Fault, ListingError, NotOwner) as error:
            faults.append(str(error))
    chosen = fields.getlist("level")[:PACK_LEVELS]
    with site.catalogue.reading() as reader:
        own = _own_packs(reader, game)
        if fields.get("do") == "choose":
            found = list(find_many(reader, kind, chosen).values())
            levels, after = [level for level in found if _is_graded(level)], None
            if len(levels) < len(chosen):
                left_out = counted(len(chosen) - len(levels), packs_of(game).noun)
                reason = kind_of(packs_of(game)).model.UNGRADED
                faults.append(f"{left_out} left out, because it cannot be in a pack: {reason}")
        else:
            levels, after = _find_levels(reader, kind, state, _A_PAGE)
        matching = count(reader, kind, _graded(state)).count
    here = url_for("pack_making.pick", name=name)
    following = None if after is None else state.query(view=None, after=compact_json(after))
    return render_template(
        "make/pick.html",
        title="Add to a pack",
        section="/make",
        game=game,
        noun=packs_of(game).noun,
        levels=[level_card(level) for level in levels],
        chosen=fields.get("do") == "choose",
        selected=chosen,
        of_job=JOB in state.filters,
        matching=matching,
        filters=[(words(name), value_written(value)) for name, value in state.filters.items()],
        list=f"{list_address(kind)}{state.query(view=None)}",
        here=here + state.query(view=None),
        next="" if following is None else here + following,
        packs=sorted(own, key=lambda pack: pack["slug"] != request.args.get(_INTO)),
        pack_title=fields.get("title", ""),
        faults=faults,
        most=MAX_PACK_LEVELS if set(state.filters) == {JOB} else PACK_LEVELS,
        stores=site.stores,
    )


def _is_graded(level: ObjectView) -> bool:
    return (json.loads(level.text()).get("difficulty") or {}).get("grade") is not None


def _graded(state: ListState) -> Mapping[str, Any]:
    return {"min_grade": 0, **state.filters}


def _find_levels(
    reader: Reader, kind: AnyKind, state: ListState, limit: int
) -> tuple[list[ObjectView], tuple[Any, ...] | None]:
    """Return levels that match the filters and have a grade, because packs require grades. Raises ListingError."""
    found = page(
        reader,
        kind,
        _graded(state),
        state.sort,
        descending=state.descending,
        after=state.after,
        limit=limit,
        whole=True,
    )
    return found.items, found.after


def _add_to_pack(game: GamePages, kind: AnyKind, state: ListState) -> str:
    """Add the levels in a form to a new or existing pack, and return its slug. Raises Fault and ListingError."""
    fields, pack_kind = request.form, kind_of(packs_of(game))
    labels, limit = fields.getlist("level"), PACK_LEVELS
    if fields["do"] == "all" and set(state.filters) == {JOB}:
        labels, limit = labels_of_job(site.catalogue, pack_kind, str(state.filters[JOB])), MAX_PACK_LEVELS
    elif fields["do"] == "all":
        with site.catalogue.reading() as reader:
            labels = [level.label for level in _find_levels(reader, kind, state, PACK_LEVELS)[0]]
    if not labels:
        raise Fault(f"no {packs_of(game).noun}s selected; a pack needs at least one")
    slug = fields.get(_INTO, "")
    if not slug:
        return _store_new_pack(game, fields.get("title", "").strip(), labels, limit)
    combined = {*labels_of_pack(site.catalogue, pack_kind, slug), *labels}
    if len(combined) > PACK_LEVELS:
        raise Fault(f"the pack would have {len(combined):,} levels; the limit is {PACK_LEVELS:,}")
    edit_pack(site.storing(Scope.EDIT), pack_kind, slug, PackEdit(add=labels))
    return slug

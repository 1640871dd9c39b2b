"""The printable worksheet of a pack: levels with space for writing down swaps, and the solutions on the last sheet."""

from collections.abc import Mapping
from typing import Any

from flask import render_template, url_for

from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import ObjectView, document_of, find, read_views, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.games.planarity.pages.level import difficulty_words
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.operations.packs import MAX_PACK_LEVELS
from ludex.web.computing import computes
from ludex.web.game_pages import site
from ludex.web.packs import pack_address
from ludex.web.site.addresses import address_of, number_in_address

_LEVELS = 12
_MOST_LEVELS = 48
_MOST_COLUMNS = 3


def worksheet_address(slug: str) -> str:
    """Return the address of the worksheet of a pack."""
    return url_for("planarity.show_worksheet", slug=slug)


@blueprint.get("/play/planarity/packs/<slug>/worksheet")
@computes
def show_worksheet(slug: str) -> str:
    """Show a given number of levels of a pack, and their solutions. Raises UnknownObject, Fault."""
    first = number_in_address("from", 1, 1, MAX_PACK_LEVELS)
    size = number_in_address("levels", _LEVELS, 1, _MOST_LEVELS)
    columns = number_in_address("columns", 2, 1, _MOST_COLUMNS)
    with site.catalogue.reading() as reader:
        found = find(reader, slug, PACK)
        pack = document_of(PACK, found)
        members = neighbours(reader, found.id, "has-level")
        part = members[first - 1 : first - 1 + size]
        levels = [
            _exercise(reader, level, place)
            for place, level in enumerate(read_views(reader, LEVEL, [member.id for member in part]), start=first)
        ]
    here = worksheet_address(pack.slug)
    options = {"levels": size if size != _LEVELS else None, "columns": columns if columns != 2 else None}
    following = first + size
    return render_template(
        "planarity/worksheet.html",
        section="/play",
        title=pack.title,
        pack=pack,
        levels=levels,
        columns=columns,
        first=first,
        size=size,
        most=_MOST_LEVELS,
        most_columns=_MOST_COLUMNS,
        here=here,
        pack_address=pack_address("planarity", pack.slug),
        previous=address_of(here, **{"from": max(1, first - size)}, **options) if first > 1 else "",
        following=address_of(here, **{"from": following}, **options) if following <= pack.size else "",
        modules=["print", "spoilers"],
    )


def _exercise(reader: Reader, found: ObjectView, place: int) -> Mapping[str, Any]:
    """Return the template context of a level: its picture, its minimum, and the drawing after its solution."""
    level: Level = value_of(reader, found)
    swaps = level.solution.swaps or ()
    return {
        "place": place,
        "label": found.label,
        "picture": drawing_svg(level.drawing),
        "difficulty": difficulty_words(document_of(LEVEL, found).difficulty.grade),
        "minimum": level.solution.min_swaps,
        "swaps": [f"{u}–{v}" for u, v in swaps],
        "solved": drawing_svg(level.drawing.after(swaps)) if swaps else "",
    }

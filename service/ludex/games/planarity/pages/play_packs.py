"""The page of a pack to play: a grid of its levels with difficulty and stars, and small pictures of levels."""

from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import document_of, find, shown
from ludex.engine.faults import Fault
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.pages.play import difficulty_words, pack_address, play_address
from ludex.web.game_pages import Page, Site
from ludex.web.play import PLAY
from ludex.web.site.addresses import address_of, object_address

_A_PAGE = 200
_SIDE, _MARGIN = 100.0, 12.0
_THUMBNAIL_STYLE = (
    "path{fill:none;stroke-linecap:round;stroke-width:2.4}.f{stroke:#0b63bd}.c{stroke:#c2410c}"
    ".v{stroke:#2c2e33;stroke-width:9}.w{stroke:#fff;stroke-width:5.6}"
    "@media(prefers-color-scheme:dark){.f{stroke:#66aefc}.c{stroke:#ff9057}.v{stroke:#e6e8ec}.w{stroke:#14171c}}"
)
_CACHED = "public, max-age=86400"


def thumbnail_address(label: str) -> str:
    """Return the address of the small picture of a level."""
    return f"{play_address(label)}/thumbnail.svg"


def thumbnail_svg(drawing: Drawing) -> str:
    """Return a small square picture of a drawing, with crossing edges in another colour and without vertex numbers.

    The picture follows the colour scheme of the visitor, and its file size depends only on the numbers of vertices and
    edges.
    """
    xs, ys = zip(*drawing.points, strict=True)
    unit = max(max(xs) - min(xs), max(ys) - min(ys), 1) / (_SIDE - 2 * _MARGIN)
    left, top = (_SIDE - (max(xs) - min(xs)) / unit) / 2, (_SIDE - (max(ys) - min(ys)) / unit) / 2
    places = [f"{left + (x - min(xs)) / unit:.0f} {top + (max(ys) - y) / unit:.0f}" for x, y in drawing.points]
    crossed = {edge for pair in crossing_pairs(drawing) for edge in pair}
    lines = {name: "".join(f"M{places[u]}L{places[v]}" for u, v in edges) for name, edges in (
        ("f", [edge for edge in drawing.edges if edge not in crossed]),
        ("c", [edge for edge in drawing.edges if edge in crossed]),
    )}  # fmt: skip
    dots = "".join(f"M{place}h0" for place in places)
    paths = "".join(f'<path class="{name}" d="{path}"/>' for name, path in (*lines.items(), ("v", dots), ("w", dots)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>{_THUMBNAIL_STYLE}</style>{paths}</svg>'
    )


def _thumbnail(site: Site, label: str) -> Response:
    """Return the small picture of a level. Raises UnknownObject."""
    with site.catalogue.reading() as reader:
        drawing = document_of(LEVEL, find(reader, label, LEVEL)).drawing.drawing()
    response = Response(thumbnail_svg(drawing), content_type="image/svg+xml; charset=utf-8")
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    response.headers["Cache-Control"] = _CACHED
    return response


def _pack(site: Site, slug: str) -> Mapping[str, Any]:
    """Show the levels of a pack, at most 200 on a page. Raises UnknownObject, Fault."""
    text = request.args.get("from", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Fault("from: must be the number of a level, such as 1")
    with site.catalogue.reading() as reader:
        found = find(reader, slug, PACK)
        pack = document_of(PACK, found)
        members = neighbours(reader, found.id, "has-level")
        first = max(1, min(int(text), len(members) or 1))
        part = members[first - 1 : first - 1 + _A_PAGE]
        documents = [document_of(LEVEL, level) for level in shown(reader, LEVEL, [member.id for member in part])]
    here = pack_address(pack.slug)
    worksheet = f"{here}/worksheet"
    following = first + _A_PAGE
    return {
        "title": pack.title,
        "pack": pack,
        "worksheet": address_of(worksheet, **{"from": first if first > 1 else None}),
        "levels": [
            {
                "place": place,
                "label": level.label,
                "address": play_address(level.label, pack.slug),
                "picture": thumbnail_address(level.label),
                "difficulty": difficulty_words(level.difficulty.grade),
                "grade": level.difficulty.grade,
                "minimum": level.min_swaps,
            }
            for place, level in enumerate(documents, start=first)
        ],
        "previous": address_of(here, **{"from": max(1, first - _A_PAGE)}) if first > 1 else "",
        "following": address_of(here, **{"from": following}) if following <= len(members) else "",
        "object": object_address(pack.slug),
        "modules": ["settings", "planarity/levels"],
    }


PLAY_PACK_PAGES = (
    Page(f"{PLAY}/planarity/packs/<slug>", _pack, "planarity/play_pack.html", title="Pack", section=PLAY),
    Page(f"{PLAY}/planarity/<label>/thumbnail.svg", _thumbnail, "", section=PLAY),
)

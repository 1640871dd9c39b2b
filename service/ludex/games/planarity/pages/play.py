"""The pages of the Swap Planarity game: the packs to play, a single pack, the daily levels and the tutorial.

The page of a pack shows the levels of the pack in a grid, with difficulties, stars and small pictures. The page of a
level is in `pages/level.py`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects import annotations
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import document_of, find, read_views, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.engine.difficulty import difficulty_word
from ludex.engine.faults import Fault
from ludex.games.planarity import solving
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.daily import DAILY
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.games.planarity.pages.level import (
    MODES,
    board_data,
    difficulty_words,
    level_name,
    load_hints_in_background,
    pack_address,
    play_address,
    range_words,
)
from ludex.games.planarity.pages.notation import drawing_json
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.operations.packs import next_level, next_of_pack
from ludex.requests.daily import Row
from ludex.web.game_pages import DailyPages, DailyView, PlaySection, site
from ludex.web.play import Lesson, lesson_context
from ludex.web.site.addresses import address_of, object_address, title_of
from ludex.web.site.text_filters import counted

_MOST_PACKS = 100


@dataclass(frozen=True, slots=True)
class PackCard:
    """A pack to play: its slug, title, difficulty and size, its address, and the picture of its first level."""

    slug: str
    title: str
    about: str
    size: int
    address: str
    picture: str


def _packs() -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        packs = [document_of(PACK, shown) for shown in page(reader, PACK, {}, limit=_MOST_PACKS, whole=True).items]
    cards = []
    for pack in packs:
        first = next_of_pack(site.catalogue, PACK, pack.slug) if pack.size else None
        if first is not None:
            about = f"{counted(pack.size, 'level')}, {range_words(pack.least_grade, pack.greatest_grade)}"
            picture = thumbnail_address(first.label)
            cards.append(PackCard(pack.slug, pack.title, about, pack.size, pack_address(pack.slug), picture))
    easiest = next_level(site.catalogue, LEVEL)
    return {"packs": cards, "easiest": "" if easiest is None else play_address(easiest.label)}


def board_of_day(row: Row, onward: str) -> Mapping[str, Any]:
    """Return the template context for the board of a daily level within another page. Raises UnknownObject."""
    load_hints_in_background()
    with site.catalogue.reading() as reader:
        found = find(reader, row["label"], LEVEL)
        level: Level = value_of(reader, found)
        document = document_of(LEVEL, found)
    return {
        "board": board_data(
            found.label,
            level,
            MODES[0],
            title=title_of(found) or level_name(level.drawing),
            grade=document.difficulty.grade,
            next=onward,
        ),
        "mode": MODES[0],
        "minimum": level.solution.min_swaps,
        "statement": f"Today’s level needs {counted(level.solution.min_swaps or 0, 'swap')}.",
        "reason": document.reason,
        "evidence": document.evidence,
        "picture": drawing_svg(level.drawing),
        "object": object_address(found.label),
        "onward_text": "More of today’s puzzles",
    }


def view_of_day(reader: Reader, row: Row) -> DailyView:
    """Return the view with which a daily level is shown and scored. Raises UnknownObject."""
    found = find(reader, row["label"], LEVEL)
    level: Level = value_of(reader, found)
    minimum = level.solution.min_swaps or 0
    difficulty = "" if level.difficulty is None else difficulty_word(level.difficulty.grade)
    task = (
        f"Swap neighbours until no lines cross. It can be done in {counted(minimum, 'swap')}, and there is a proof "
        f"that {minimum - 1} {'is' if minimum == 2 else 'are'} too few."
    )
    picture = f'<img src="{thumbnail_address(found.label)}" alt="" width="240" height="180">'
    return DailyView(picture, task, "", found.label, best=minimum, goal=minimum, step=1, difficulty=difficulty)


PLAY_SECTION = PlaySection("Play Swap Planarity", _packs, ("progress", "planarity/picking"))

DAILY_PAGES = DailyPages(
    DAILY, view_of_day, board_of_day, ("planarity/play",), ("play.css", "games/planarity/style.css")
)


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
    return url_for("planarity.show_thumbnail", label=label)


def thumbnail_svg(drawing: Drawing) -> str:
    """Return a small square picture of a drawing, with coloured crossing edges and without numbers.

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


@blueprint.get("/play/planarity/<label>/thumbnail.svg")
def show_thumbnail(label: str) -> Response:
    """Return the small picture of a level. Raises UnknownObject."""
    with site.catalogue.reading() as reader:
        drawing = document_of(LEVEL, find(reader, label, LEVEL)).drawing.drawing()
    response = Response(thumbnail_svg(drawing), content_type="image/svg+xml; charset=utf-8")
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    response.headers["Cache-Control"] = _CACHED
    return response


@blueprint.get("/play/planarity/packs/<slug>")
def play_pack(slug: str) -> str:
    """Show the levels of a pack, at most 200 per page. Raises UnknownObject, Fault."""
    text = request.args.get("from", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Fault("from: must be the number of a level, such as 1")
    with site.catalogue.reading() as reader:
        found = find(reader, slug, PACK)
        pack = document_of(PACK, found)
        members = neighbours(reader, found.id, "has-level")
        first = max(1, min(int(text), len(members) or 1))
        part = members[first - 1 : first - 1 + _A_PAGE]
        documents = [document_of(LEVEL, level) for level in read_views(reader, LEVEL, [member.id for member in part])]
        titles = annotations.titles_of(reader, [member.label for member in part])
    here = pack_address(pack.slug)
    worksheet = f"{here}/worksheet"
    following = first + _A_PAGE
    return render_template(
        "planarity/play_pack.html",
        section="/play",
        title=pack.title,
        pack=pack,
        worksheet=address_of(worksheet, **{"from": first if first > 1 else None}),
        levels=[
            {
                "place": place,
                "label": level.label,
                "title": titles.get(level.label, ""),
                "address": play_address(level.label, pack.slug),
                "picture": thumbnail_address(level.label),
                "difficulty": difficulty_words(level.difficulty.grade),
                "grade": level.difficulty.grade,
                "minimum": level.min_swaps,
            }
            for place, level in enumerate(documents, start=first)
        ],
        previous=address_of(here, **{"from": max(1, first - _A_PAGE)}) if first > 1 else "",
        following=address_of(here, **{"from": following}) if following <= len(members) else "",
        object=object_address(pack.slug),
        modules=["settings", "planarity/levels"],
    )


@dataclass(frozen=True, slots=True)
class LevelLesson(Lesson):
    """A step of the tutorial with a level to solve: a drawing, and a shortest sequence of swaps that solves it."""

    drawing: Drawing
    swaps: tuple[Edge, ...]


def _cycle(*points: tuple[int, int]) -> Drawing:
    size = len(points)
    return Drawing(points, tuple((i, (i + 1) % size) for i in range(size)))


LESSONS = (
    LevelLesson(
        "Swap two neighbours",
        "Two lines cross. Tap the line between 1 and 2: its ends exchange places, and their other lines follow.",
        _cycle((0, 0), (103, 84), (97, 2), (4, 80)),
        ((1, 2),),
    ),
    LevelLesson(
        "Drag a vertex onto its neighbour",
        "The same move by hand: drag vertex 2 onto vertex 1. Only vertices that are joined by a line can swap.",
        _cycle((10, 2), (101, 78), (88, 0), (52, 104), (0, 66)),
        ((1, 2),),
    ),
    LevelLesson(
        "Use as few swaps as possible",
        "This level needs two swaps. Two swaps earn three stars, and three swaps earn two stars. Undo whatever you "
        "like; a hint shows a best next swap.",
        _cycle((30, 0), (140, 62), (108, 4), (104, 118), (0, 64), (34, 116)),
        ((1, 2), (4, 5)),
    ),
)


@blueprint.get("/play/planarity/tutorial")
def show_tutorial() -> str:
    """Show the tutorial step that the address names. Raises Fault."""
    step, context = lesson_context(url_for("play.list_games"), LESSONS)
    lesson = LESSONS[step - 1]
    mode = MODES[0]
    evidence = solving.certificates.evidence_of(lesson.drawing, len(lesson.swaps), Budget())
    return render_template(
        "planarity/level.html",
        section="/play",
        **context,
        above=[("Play", url_for("play.list_games")), ("Tutorial of Swap Planarity", "")],
        board={
            "label": "",
            "title": f"tutorial, step {step}",
            "grade": None,
            "drawing": json.loads(drawing_json(lesson.drawing)),
            "minimum": len(lesson.swaps),
            "proved": True,
            "evidence": evidence,
            "solution": lesson.swaps,
            "pack": "",
            "next": "",
            "mode": mode.name,
            "words": {"held": mode.held, "entered": mode.entered},
        },
        mode=mode,
        solution={"min_swaps": len(lesson.swaps)},
        evidence=evidence,
        picture=drawing_svg(lesson.drawing),
        modules=["settings", "planarity/play"],
    )

"""The pages of the Swap Planarity game: the packs to play, a single pack, the daily levels and the tutorial.

The page of a pack shows the levels of the pack in a grid, with difficulties, stars and small pictures. The page of a
level is in `pages/level.py`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, url_for

from ludex.catalogue.objects.reading import document_of, find, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.engine.difficulty import difficulty_word
from ludex.games.planarity import solving
from ludex.games.planarity.daily import DAILY
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.games.planarity.pages.level import (
    MODES,
    board_data,
    level_name,
    load_hints_in_background,
    play_address,
)
from ludex.games.planarity.pages.notation import drawing_json
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.requests.daily import Row
from ludex.web.declarations import PageLink
from ludex.web.game_pages import DailyPages, DailyView, PackPages
from ludex.web.play import Lesson, lesson_context
from ludex.web.site.addresses import object_address, thumbnail_address, title_of
from ludex.web.site.text_filters import counted


def board_of_day(reader: Reader, row: Row, onward: str) -> Mapping[str, Any]:
    """Return the template context for the board of a daily level within another page. Raises UnknownObject."""
    load_hints_in_background()
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
    picture = f'<img src="{thumbnail_address(LEVEL, found.label)}" alt="" width="240" height="180">'
    return DailyView(picture, task, "", found.label, best=minimum, goal=minimum, step=1, difficulty=difficulty)


PACK_PAGES = PackPages(
    kind=PACK.name,
    noun="level",
    lead="Swap neighbours until no lines cross, in as few swaps as possible. For every level, the minimum is known and "
    "proved.",
    action="swap neighbours until no lines cross",
    play=play_address,
    goal=lambda level: counted(level.min_swaps, "swap"),
    best=lambda level: level.min_swaps,
    more=(PageLink("Tutorial", "planarity.show_tutorial"),),
    worksheet=lambda slug: url_for("planarity.show_worksheet", slug=slug),
)

DAILY_PAGES = DailyPages(
    DAILY, view_of_day, board_of_day, ("planarity/play",), ("play.css", "games/planarity/style.css")
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
    evidence = solving.lower_bounds.evidence_of(lesson.drawing, len(lesson.swaps), Budget())
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

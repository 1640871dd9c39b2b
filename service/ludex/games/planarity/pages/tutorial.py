"""The tutorial of Swap Planarity: three small levels, each of which teaches one aspect of the game."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.pages.play import MODES
from ludex.games.planarity.pages.search_drawing import drawing_json
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.web.game_pages import Page, Site
from ludex.web.play import PLAY, Lesson, lesson_context

TUTORIAL = f"{PLAY}/planarity/tutorial"


@dataclass(frozen=True, slots=True)
class LevelLesson(Lesson):
    """A step with a level to solve: the drawing, and the minimum number of swaps that solve it."""

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
        "This level needs two swaps, which gives three stars. One more gives two. Undo whatever you like; "
        "a hint shows a best next swap.",
        _cycle((30, 0), (140, 62), (108, 4), (104, 118), (0, 64), (34, 116)),
        ((1, 2), (4, 5)),
    ),
)


def _tutorial(_site: Site) -> Mapping[str, Any]:
    """Show the step of the tutorial that the address names. Raises Fault."""
    step, context = lesson_context(TUTORIAL, PLAY, LESSONS)
    lesson = LESSONS[step - 1]
    mode = MODES[0]
    return {
        **context,
        "above": [("Play", PLAY), ("Tutorial of Swap Planarity", "")],
        "board": {
            "label": "",
            "title": f"tutorial, step {step}",
            "grade": None,
            "drawing": json.loads(drawing_json(lesson.drawing)),
            "minimum": len(lesson.swaps),
            "proved": True,
            "solution": lesson.swaps,
            "pack": "",
            "next": "",
            "mode": mode.name,
            "words": {"held": mode.held, "entered": mode.entered},
        },
        "mode": mode,
        "solution": {"min_swaps": len(lesson.swaps), "proved": True},
        "picture": drawing_svg(lesson.drawing),
        "modules": ["settings", "planarity/play"],
    }


TUTORIAL_PAGE = Page(TUTORIAL, _tutorial, "planarity/level.html", title="Tutorial", section=PLAY)

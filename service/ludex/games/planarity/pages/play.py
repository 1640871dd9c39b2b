"""The pages of the Swap Planarity game: packs, and a board for each level with its minimum and solution."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any
from urllib.parse import quote

from flask import request
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.label import short
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import UnknownObject, document_of, find, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import Fault
from ludex.games.planarity.daily import DAILY
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.packs import NotInPack, labels_of_pack, next_level, next_of_pack
from ludex.games.planarity.pages.search_drawing import drawing_json
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.requests.daily import Row
from ludex.web.game_pages import DailyPages, DailyView, Page, PlaySection, Site
from ludex.web.play import PLAY
from ludex.web.site.addresses import address_of, object_address, preview_address
from ludex.web.site.text_filters import counted, words

_MOST_PACKS = 100
_DIFFICULTIES = ((6, "Gentle"), (9, "Easy"), (13, "Moderate"), (17, "Hard"), (21, "Expert"), (inf, "Fiendish"))


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode of play: its name in addresses, its title, the noun for a move, and its instructions.

    `held` and `entered` are the instructions for the second half of a move, after the pointer or a key has selected a
    vertex.
    """

    name: str
    title: str
    noun: str
    about: str
    keys: str
    held: str = ""
    entered: str = ""


_EDGE_KEYS = "left and right select an edge, up and down a crossed edge; Enter {}"
_VERTEX_KEYS = "left and right select a vertex, up and down a vertex with crossed edges; {}"
MODES = (
    Mode(
        "swap",
        "Swap",
        "swap",
        "Click an edge to swap its ends, or drag a vertex onto a neighbour.",
        _EDGE_KEYS.format("swaps its ends"),
        "click a neighbour to swap them",
    ),
    Mode(
        "exchange",
        "Exchange",
        "exchange",
        "Click any two vertices to exchange them, or drag one onto the other.",
        _VERTEX_KEYS.format("Enter picks it, and exchanges it with the next vertex that you pick"),
        "click another vertex to exchange them",
        "select another vertex and press Enter",
    ),
    Mode(
        "rotate",
        "Rotate",
        "rotation",
        "Click an edge to rotate it by a quarter turn around its centre. The edges at its ends move with it.",
        _EDGE_KEYS.format("rotates it"),
        "click a neighbour to rotate their edge",
    ),
    Mode(
        "drag",
        "Drag",
        "drag",
        "Drag a vertex anywhere, or click the vertex and then the place.",
        _VERTEX_KEYS.format("Enter picks it up, arrow keys move it (with Shift farther), Enter drops it"),
        "click where it should go",
        "arrow keys move it, Enter drops it",
    ),
)
"""The modes described in section 2 of the paper. The catalogue has minima for the first mode only."""


@dataclass(frozen=True, slots=True)
class PackCard:
    """A pack to play: its slug, title, difficulty and size, its address, and the picture of its first level."""

    slug: str
    title: str
    about: str
    size: int
    address: str
    picture: str


def play_address(label: str, pack: str = "", mode: str = "") -> str:
    """Return the address of the board of a level, optionally as part of a pack and in a mode."""
    return address_of(f"{PLAY}/planarity/{quote(label, safe='')}", pack=pack, mode=mode)


def is_playable(document: Mapping[str, Any]) -> bool:
    """Tell whether a level can be solved, as far as is known."""
    return document["min_swaps"] is not None or not document["proved"]


def _packs(site: Site) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        packs = [document_of(PACK, shown) for shown in page(reader, PACK, {}, limit=_MOST_PACKS, whole=True).items]
    cards = []
    for pack in packs:
        first = next_of_pack(site.catalogue, pack.slug) if pack.size else None
        if first is not None:
            words_of = [difficulty_words(grade).lower() for grade in (pack.least_grade, pack.greatest_grade)]
            about = f"{pack.size} level{'' if pack.size == 1 else 's'}, {' to '.join(dict.fromkeys(words_of))}"
            picture = f"{play_address(first.label)}/thumbnail.svg"
            cards.append(PackCard(pack.slug, pack.title, about, pack.size, pack_address(pack.slug), picture))
    easiest = next_level(site.catalogue)
    return {"packs": cards, "easiest": "" if easiest is None else play_address(easiest.label)}


@cache
def _load_hints() -> None:
    """Load the code for hints in the background, so that the first hint in the process is fast."""
    from ludex.games.planarity.compile_kernels import load_hints

    threading.Thread(target=load_hints, name="hints", daemon=True).start()


def _level(site: Site, label: str) -> Mapping[str, Any] | Response:
    """Show the board of a level. Raises UnknownObject if there is no such level or pack."""
    _load_hints()
    mode = _mode(request.args.get("mode", ""))
    with site.catalogue.reading() as reader:
        found = find(reader, label, LEVEL)
        level: Level = value_of(reader, found)
        grade = document_of(LEVEL, found).difficulty.grade
    pack = request.args.get("pack", "")
    try:
        labels = labels_of_pack(site.catalogue, pack) if pack else []
        following = next_of_pack(site.catalogue, pack, found.label) if pack else next_level(site.catalogue, found.label)
    except NotInPack as error:
        raise UnknownObject(str(error)) from None
    solution = level.solution
    onward = "" if following is None else play_address(following.label, pack, _name_in_address(mode))
    title = f"{words(pack).capitalize()} {labels.index(found.label) + 1}" if pack else short(found.label, LEVEL.name)
    above = [("Play", PLAY), *([(words(pack).capitalize(), pack_address(pack))] if pack else [])]
    return {
        "title": "Play a level",
        "above": [*above, (f"Level {labels.index(found.label) + 1}" if pack else short(found.label, LEVEL.name), "")],
        "label": found.label,
        "preview": preview_address(LEVEL, found.label),
        "preview_about": f"The board of {found.label}",
        "object": object_address(found.label),
        "board": _board(found.label, level, mode, title=title, grade=grade, pack=pack, next=onward),
        "mode": mode,
        "modes": [(choice, play_address(found.label, pack, _name_in_address(choice))) for choice in MODES],
        "difficulty": difficulty_words(grade),
        "solution": solution,
        "pack": pack,
        "pack_address": pack_address(pack) if pack else "",
        "place": labels.index(found.label) + 1 if pack else 0,
        "size": len(labels),
        "next": onward,
        "picture": drawing_svg(level.drawing),
        "modules": ["settings", "planarity/play"],
    }


def difficulty_words(grade: int | None) -> str:
    """Return the difficulty of a grade in words.

    >>> difficulty_words(5), difficulty_words(12), difficulty_words(24), difficulty_words(None)
    ('Gentle', 'Moderate', 'Fiendish', '')
    """
    if grade is None:
        return ""
    return next(name for most, name in _DIFFICULTIES if grade <= most)


def pack_address(slug: str) -> str:
    """Return the address of the page of a pack to play."""
    return f"{PLAY}/planarity/packs/{quote(slug, safe='')}"


def _board(
    label: str,
    level: Level,
    mode: Mode,
    *,
    title: str,
    grade: int | None,
    pack: str = "",
    next: str = "",  # noqa: A002
) -> Mapping[str, Any]:
    """Return the data that the browser module needs to play a level."""
    return {
        "label": label,
        "title": title,
        "grade": grade,
        "drawing": json.loads(drawing_json(level.drawing)),
        "minimum": level.solution.min_swaps,
        "proved": level.solution.proved,
        "solution": level.solution.swaps,
        "pack": pack,
        "next": next,
        "mode": mode.name,
        "words": {"held": mode.held, "entered": mode.entered},
    }


def _mode(name: str) -> Mode:
    """Return the mode with a name, by default the first one. Raises Fault."""
    found = next((mode for mode in MODES if mode.name == (name or MODES[0].name)), None)
    if found is None:
        raise Fault(f"unknown mode {name[:40]!r}; the modes are {', '.join(mode.name for mode in MODES)}")
    return found


def _name_in_address(mode: Mode) -> str:
    """Return the name of a mode in addresses, which is empty for the default mode."""
    return "" if mode is MODES[0] else mode.name


def board_of_day(site: Site, row: Row, onward: str) -> Mapping[str, Any]:
    """Return the context of the board of a daily level within another page. Raises UnknownObject."""
    _load_hints()
    with site.catalogue.reading() as reader:
        found = find(reader, row["label"], LEVEL)
        level: Level = value_of(reader, found)
        document = document_of(LEVEL, found)
    return {
        "board": _board(
            found.label,
            level,
            MODES[0],
            title=short(found.label, LEVEL.name),
            grade=document.difficulty.grade,
            next=onward,
        ),
        "mode": MODES[0],
        "minimum": level.solution.min_swaps,
        "statement": f"Today’s level needs {counted(level.solution.min_swaps or 0, 'swap')}.",
        "reason": document.reason,
        "picture": drawing_svg(level.drawing),
        "object": object_address(found.label),
        "onward_text": "More of today’s puzzles",
    }


def view_of_day(reader: Reader, row: Row) -> DailyView:
    """Return the view of a daily level, by which it is shown and scored. Raises UnknownObject."""
    found = find(reader, row["label"], LEVEL)
    level: Level = value_of(reader, found)
    minimum = level.solution.min_swaps or 0
    task = (
        f"Swap neighbours until no lines cross. It can be done in {counted(minimum, 'swap')}, and there is a proof "
        f"that {minimum - 1} {'is' if minimum == 2 else 'are'} too few."
    )
    return DailyView(drawing_svg(level.drawing), task, "", found.label, best=minimum, goal=minimum, step=1)


PLAY_SECTION = PlaySection("Play Swap Planarity", _packs, ("progress", "planarity/picking"))
LEVEL_PAGE = Page(f"{PLAY}/planarity/<label>", _level, "planarity/level.html", title="Swap Planarity", section=PLAY)
DAILY_PAGES = DailyPages(DAILY, view_of_day, board_of_day, ("planarity/play",), ("games/planarity/style.css",))

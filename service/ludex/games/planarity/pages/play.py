"""Swap Planarity to play: the packs, and a board for each level with its minimum, its solution and the next level."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

from flask import request
from werkzeug.wrappers import Response

from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import UnknownObject, document_of, find, value_of
from ludex.engine.faults import Fault
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.packs import NotInPack, labels_of_pack, next_level, next_of_pack
from ludex.games.planarity.pages.search_drawing import drawing_json
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.web.page import Page, Site
from ludex.web.play_pages.play import PLAY, PlaySection
from ludex.web.site.addresses import address_of, object_address, picture_address

_MOST_PACKS = 100


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode of play: its name in addresses, its title, the noun for a move, and its instructions.

    `held` and `entered` are the instructions for the second half of a move that the pointer, or a key, began.
    """

    name: str
    title: str
    noun: str
    about: str
    keys: str
    held: str = ""
    entered: str = ""


_EDGE_KEYS = "left and right choose an edge, up and down one that is crossed; Enter {}"
_VERTEX_KEYS = "left and right choose a vertex, up and down one at a crossing; {}"
MODES = (
    Mode(
        "swap",
        "Swap",
        "swap",
        "Tap an edge to exchange its ends, or drag a vertex onto a neighbour.",
        _EDGE_KEYS.format("swaps"),
        "tap a neighbour to exchange them",
    ),
    Mode(
        "exchange",
        "Exchange",
        "exchange",
        "Tap two vertices, joined or not, to exchange them, or drag one onto the other.",
        _VERTEX_KEYS.format("Enter takes it, and exchanges it with the next one that Enter takes"),
        "tap another to exchange them",
        "choose another, and press Enter",
    ),
    Mode(
        "rotate",
        "Turn",
        "turn",
        "Tap an edge to turn it by a quarter around its centre; its ends drag their edges with them.",
        _EDGE_KEYS.format("turns it"),
        "tap a neighbour to turn their edge",
    ),
    Mode(
        "drag",
        "Drag",
        "drag",
        "Drag a vertex to any place, or tap it and then the place.",
        _VERTEX_KEYS.format("Enter takes it, arrows carry it, with Shift farther, Enter lays it down"),
        "tap where it is to go",
        "arrows carry it, Enter lays it down",
    ),
)
"""The modes of "Swap Planarity", section 2. The catalogue has the minimum of the first one."""


@dataclass(frozen=True, slots=True)
class PackCard:
    """A pack to choose: its slug, title, grades and size, the address of its first level, its picture."""

    slug: str
    title: str
    about: str
    size: int
    address: str
    picture: str


def play_address(label: str, pack: str = "", mode: str = "") -> str:
    """Return the address at which a level is played, perhaps as one of a pack and in a mode."""
    return address_of(f"{PLAY}/planarity/{quote(label, safe='')}", pack=pack, mode=mode)


def _packs(site: Site) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        packs = [document_of(PACK, one) for one in page(reader, PACK, {}, limit=_MOST_PACKS, whole=True).items]
    cards = []
    for one in packs:
        first = next_of_pack(site.catalogue, one.slug) if one.size else None
        if first is not None:
            about = f"{one.size} levels of grade {one.least_grade} to {one.greatest_grade}"
            address, picture = play_address(first.label, one.slug), picture_address(LEVEL, first.label)
            cards.append(PackCard(one.slug, one.title, about, one.size, address, picture))
    easiest = next_level(site.catalogue)
    return {"packs": cards, "easiest": "" if easiest is None else play_address(easiest.label)}


@cache
def _await_hints() -> None:
    """Load the code of hints in the background, so that the first hint of the process is fast."""
    from ludex.games.planarity.compile_kernels import load_hints

    threading.Thread(target=load_hints, name="hints", daemon=True).start()


def _level(site: Site, label: str) -> Mapping[str, Any] | Response:
    """Show the board of a level. Raises UnknownObject if there is no such level or pack."""
    _await_hints()
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
    onward = "" if following is None else play_address(following.label, pack, _written(mode))
    return {
        "title": "Play a level",
        "label": found.label,
        "object": object_address(found.label),
        "board": {
            "label": found.label,
            "drawing": json.loads(drawing_json(level.drawing)),
            "minimum": solution.min_swaps,
            "proved": solution.proved,
            "solution": solution.swaps,
            "pack": pack,
            "next": onward,
            "mode": mode.name,
            "words": {"held": mode.held, "entered": mode.entered},
        },
        "mode": mode,
        "modes": [(one, play_address(found.label, pack, _written(one))) for one in MODES],
        "grade": grade,
        "solution": solution,
        "pack": pack,
        "place": labels.index(found.label) + 1 if pack else 0,
        "size": len(labels),
        "next": onward,
        "picture": drawing_svg(level.drawing),
        "modules": ["planarity/play"],
    }


def _mode(name: str) -> Mode:
    """Return the mode that an address names, by default the first one. Raises Fault."""
    found = next((one for one in MODES if one.name == (name or MODES[0].name)), None)
    if found is None:
        raise Fault(f"mode {name[:40]!r}: a level is played by {', '.join(one.name for one in MODES)}")
    return found


def _written(mode: Mode) -> str:
    """Return the name of a mode in addresses, empty for the first one."""
    return "" if mode is MODES[0] else mode.name


PLAY_SECTION = PlaySection("Play Swap Planarity", "planarity/play.html", _packs, ("progress",))
LEVEL_PAGE = Page(f"{PLAY}/planarity/<label>", _level, "planarity/level.html", title="Swap Planarity", section=PLAY)

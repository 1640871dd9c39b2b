"""Swap Planarity to play: the packs, and a board for each level, with its minimum, its solution and the next level."""

import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.planarity import LEVEL, PACK
from ludex.catalogue.listing import page
from ludex.catalogue.reading import UnknownObject, document_of, find, value_of
from ludex.catalogue.registry import Registry
from ludex.engine.faults import Fault
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.operations.planarity.packs import NotInPack, labels_of_pack, next_level, next_of_pack
from ludex.planarity.level import Level
from ludex.web.addresses import object_address, picture_address, play_address
from ludex.web.found_drawing import written
from ludex.web.page import Page, Site
from ludex.web.play_cards import tables

_MOST_PACKS = 100


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play a level: by its name in addresses, with its words.

    `title` is short, `noun` names a move, `held` and `entered` tell how one goes on that was begun by
    hand, or by keys, `about` and `keys` how it is played.
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
"""The paper's ways to play, "Swap Planarity", section 2; the first one is what the catalogue knows the minimum of."""


@dataclass(frozen=True, slots=True)
class PackCard:
    """A pack to choose: its slug, title, grades, how many levels it has, where it begins, its picture."""

    slug: str
    title: str
    about: str
    size: int
    address: str
    picture: str


def pages(registry: Registry) -> Iterable[Page]:
    """Return the pages of play, if the catalogue has levels."""
    if LEVEL.name in registry.kind:
        yield Page("/play", _packs, "play/packs.html", title="Play Swap Planarity", entry="Play")
        yield Page("/play/planarity/<label>", _level, "play/level.html", title="Swap Planarity", section="/play")


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
    return {
        "packs": cards,
        "easiest": "" if easiest is None else play_address(easiest.label),
        "tables": tables(site.catalogue.registry),
        "modules": ["progress"],
    }


@cache
def _await_hints() -> None:
    """Load what hints need, beside the answer: who plays has not to wait for it at the first one of the process."""
    from ludex.planarity.compiling import load_hints

    threading.Thread(target=load_hints, name="hints", daemon=True).start()


def _level(site: Site, label: str) -> Mapping[str, Any] | Response:
    """Show the board of a level. Raises UnknownObject for what is no level, or no pack."""
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
            "drawing": json.loads(written(level.drawing)),
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
        "modules": ["play"],
    }


def _mode(name: str) -> Mode:
    """Return the way to play that an address names, the first one if it names none. Raises Fault."""
    found = next((one for one in MODES if one.name == (name or MODES[0].name)), None)
    if found is None:
        raise Fault(f"mode {name[:40]!r}: a level is played by {', '.join(one.name for one in MODES)}")
    return found


def _written(mode: Mode) -> str:
    """Return a way to play as addresses have it, empty for the first one."""
    return "" if mode is MODES[0] else mode.name

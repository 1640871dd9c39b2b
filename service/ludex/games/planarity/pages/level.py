"""What pages show of a level: its board, and the steps of its solution on the page of the object.

The page of the board can be embedded, and works offline.
"""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import render_template, request, url_for

from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.objects.reading import ObjectView, document_of, find, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.difficulty import difficulty_word
from ludex.engine.faults import Fault
from ludex.games.planarity import solving, study
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import CENSUS_CLASS, LEVEL, PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.games.planarity.pages.notation import drawing_json, read_drawing
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.operations.packs import next_level
from ludex.web.computing import computes
from ludex.web.declarations import Steps
from ludex.web.game_pages import EmbeddedBoard, site
from ludex.web.packs import place_in_pack, puzzle_source
from ludex.web.site.addresses import object_address, preview_address, title_of
from ludex.web.site.form_input import PageContext
from ludex.web.site.text_filters import counted

_DRAFT_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode of play: its name in addresses, its title, the noun for a move, and the instructions for players.

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
        "Tap an edge to swap its ends, or drag a vertex onto a neighbour.",
        _EDGE_KEYS.format("swaps its ends"),
        "select a neighbour to swap them",
    ),
    Mode(
        "exchange",
        "Exchange",
        "exchange",
        "Tap any two vertices to exchange them, or drag one onto the other.",
        _VERTEX_KEYS.format("Enter picks it, and exchanges it with the next vertex that you pick"),
        "select another vertex to exchange them",
        "select another vertex and press Enter",
    ),
    Mode(
        "rotate",
        "Rotate",
        "rotation",
        "Tap an edge to rotate it by a quarter turn around its centre. The edges at its ends move with it.",
        _EDGE_KEYS.format("rotates it"),
        "select a neighbour to rotate their edge",
    ),
    Mode(
        "drag",
        "Drag",
        "drag",
        "Drag a vertex anywhere, or tap the vertex and then the place.",
        _VERTEX_KEYS.format("Enter picks it up, arrow keys move it (with Shift farther), Enter drops it"),
        "choose where it should go",
        "arrow keys move it, Enter drops it",
    ),
)
"""The modes described in section 2 of the paper. The catalogue contains minima for the first mode only."""


def play_address(label: str, pack: str = "", mode: str = "") -> str:
    """Return the address of the board of a level, optionally as a level of a pack and in a given mode."""
    return url_for("planarity.play_level", label=label, pack=pack or None, mode=mode or None)


def is_playable(document: Mapping[str, Any]) -> bool:
    """Return whether a level may be solvable: False only if it is known that the level cannot be solved."""
    return document["min_swaps"] is not None or not document["proved"]


@cache
def load_hints_in_background() -> None:
    """Load the code for hints in the background, so that the first hint in this process is also fast."""
    from ludex.games.planarity.compile_kernels import load_hints

    threading.Thread(target=load_hints, name="hints", daemon=True).start()


@blueprint.get("/play/planarity/<label>")
def play_level(label: str) -> str:
    """Show the board of a level. Raises UnknownObject if there is no such level or pack."""
    return render_template("planarity/level.html", **_board_context(label))


def _board_context(label: str) -> dict[str, Any]:
    """Return what the page of a board and the embedded board show. Raises UnknownObject."""
    load_hints_in_background()
    mode = _mode(request.args.get("mode", ""))
    with site.catalogue.reading() as reader:
        found = find(reader, label, LEVEL)
        level: Level = value_of(reader, found)
        document = document_of(LEVEL, found)
        grade = document.difficulty.grade
    pack = request.args.get("pack", "")
    place = place_in_pack(PACK, pack, found.label) if pack else None
    above = [("Play", url_for("play.list_games"))]
    if place is None:
        title = name = title_of(found) or level_name(level.drawing)
        following = next_level(site.catalogue, LEVEL, found.label)
        next_label = "" if following is None else following.label
    else:
        name = f"Level {place.place}"
        title = ": ".join(filter(None, (f"{place.title}, level {place.place}", title_of(found))))
        above.append((place.title, place.address))
        next_label = place.next
    solution = level.solution
    onward = play_address(next_label, pack, _name_in_address(mode)) if next_label else ""
    return {
        "section": "/play",
        "title": title,
        "above": [*above, (name, "")],
        "label": found.label,
        "preview": preview_address(LEVEL, found.label),
        "preview_about": f"The board of {found.label}",
        "object": object_address(found.label),
        "board": board_data(found.label, level, mode, title=title, grade=grade, pack=pack, next=onward),
        "mode": mode,
        "modes": [(choice, play_address(found.label, pack, _name_in_address(choice))) for choice in MODES],
        "difficulty": difficulty_words(grade),
        "solution": solution,
        "evidence": document.evidence,
        "pack": pack,
        "pack_address": "" if place is None else place.address,
        "of_pack": "" if place is None else f"{place.place} of {place.size}",
        "next": onward,
        "picture": drawing_svg(level.drawing),
        "source": puzzle_source(site.game_of(LEVEL)),
        "modules": ["settings", "planarity/play"],
    }


@blueprint.get("/play/planarity/draft")
@computes
def play_draft() -> str:
    """Show the board of the drawing in the address, which need not be stored. Raises Fault.

    Cost: at most two seconds, in a computing slot.
    """
    load_hints_in_background()
    text = request.args.get("text", "").strip()
    drawing = read_drawing(text, PageContext("planarity solve"))
    with site.search("planarity-solve", _DRAFT_SECONDS, "ludex planarity solve") as budget:
        solution, difficulty = study.difficulty.solve_and_grade(drawing, budget)
        proved = solution.proved
        evidence = solving.lower_bounds.evidence_of(drawing, solution.min_swaps, budget) if proved else None
    level = Level(drawing, solution, difficulty, {"source": "submitted"})
    mode = MODES[0]
    edit = url_for("planarity.look_up_drawing", text=text)
    return render_template(
        "planarity/level.html",
        section="/play",
        title="Play your level",
        draft=edit,
        above=[("Make", url_for("forms.list_forms")), ("Draw a level", edit), ("Play", "")],
        board=board_data("", level, mode, title="My level", grade=None),
        difficulty=difficulty_words(None if difficulty is None else difficulty.grade),
        mode=mode,
        solution=solution,
        evidence=evidence,
        picture=drawing_svg(drawing),
        modules=["settings", "planarity/play"],
    )


def difficulty_words(grade: int | None) -> str:
    """Return the word for the difficulty of a level, or an empty string if it has no grade."""
    return "" if grade is None else difficulty_word(grade).capitalize()


def level_name(drawing: Drawing) -> str:
    """Return the name of a level outside of packs: a short description, as levels have no titles.

    >>> level_name(Drawing(((0, 0), (1, 0)), ((0, 1),)))
    'Swap Planarity, 2 vertices and 1 edge'
    """
    vertices = "1 vertex" if drawing.vertices == 1 else f"{drawing.vertices} vertices"
    return f"Swap Planarity, {vertices} and {counted(len(drawing.edges), 'edge')}"


def board_data(
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
        "evidence": level.evidence,
        "solution": level.solution.swaps,
        "pack": pack,
        "next": next,
        "mode": mode.name,
        "words": {"held": mode.held, "entered": mode.entered},
    }


def _mode(name: str) -> Mode:
    """Return the mode with the given name, or the first mode if the name is empty. Raises Fault."""
    found = next((mode for mode in MODES if mode.name == (name or MODES[0].name)), None)
    if found is None:
        raise Fault(f"unknown mode {name[:40]!r}; the modes are {', '.join(mode.name for mode in MODES)}")
    return found


def _name_in_address(mode: Mode) -> str:
    """Return the name of a mode in addresses. The name of the default mode is empty there."""
    return "" if mode is MODES[0] else mode.name


def solution_steps(reader: Reader, found: ObjectView) -> Steps | None:
    """Return the steps of the solution of a level or census class. If no solution is stored, it is computed."""
    if found.kind not in (LEVEL, CENSUS_CLASS) or not found.id:
        return None
    document: Any = found.document()
    if not document.min_swaps:
        return None
    drawing: Drawing = document.drawing.drawing()
    claims = claims_of(reader, found.id, "planarity.minimum-swaps")
    stored = [tuple(swap) for claim in claims for swap in (claim.certificate or {}).get("swaps", [])]
    if not stored and found.kind is LEVEL:
        return None
    count = len(stored) or document.min_swaps

    def at(step: int) -> tuple[str, str]:
        # Census drawings are small and quick to solve, and each one is solved only when a visitor opens its solution.
        swaps = stored or list(solving.minimum_swaps.solve(drawing).swaps)
        now = drawing.after(swaps[:step])
        progress = f"After {step} of {count} swaps" if step else "Start"
        if step == count:
            return drawing_svg(now), f"{progress}: no edges cross."
        u, v = swaps[step]
        return drawing_svg(now, swap=swaps[step]), f"{progress}. Next, swap {u} and {v}."

    fewest = "the proved minimum" if all(claim.proved for claim in claims) else "the best known solution"
    return Steps(count, f"{counted(count, 'swap')}, {fewest}.", "swap", at)


def _embedded(label: str) -> Mapping[str, Any]:
    """Return the template context of the embedded board of a level. Raises UnknownObject."""
    shown = _board_context(label)
    return {**shown, "embed": {name: shown["board"][name] for name in ("label", "minimum", "proved", "pack")}}


EMBED = EmbeddedBoard(LEVEL.name, _embedded, play_address)

"""The page that lists games to play, and the pages for playing individual games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request

from ludex.web.game_pages import site
from ludex.web.packs import section_of
from ludex.web.site.addresses import address_of, number_in_address

blueprint = Blueprint("play", __name__)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step of a tutorial: its title and its instructions."""

    title: str
    text: str


@blueprint.get("/play")
def list_games() -> str:
    """List the games to play."""
    packs = [section_of(game) for game in site.games if game.packs is not None]
    own = [(game.name, game.play) for game in site.games if game.play is not None]
    if not packs and not own:
        abort(404)
    return render_template(
        "play/play.html",
        title="Play",
        section="/play",
        packs=packs,
        sections=[(f"{name}/play.html", section.context()) for name, section in own],
        modules=["settings", "progress", "picking", *(module for _, section in own for module in section.modules)],
    )


def lesson_context(game: str, lessons: Sequence[Lesson]) -> tuple[int, dict[str, Any]]:
    """Return the number of the tutorial step in the current request, and the context of the step.

    Steps are counted from 1.

    `game` is the address after the last step. Raises Fault.
    """
    step = number_in_address("step", 1, 1, len(lessons))
    addresses = [address_of(request.script_root + request.path, step=number) for number in range(1, len(lessons) + 1)]
    last = step == len(lessons)
    lesson = lessons[step - 1]
    return step, {
        "title": lesson.title,
        "lesson": {
            "title": lesson.title,
            "text": lesson.text,
            "step": step,
            "onward": "Play" if last else "Next step",
        },
        "lessons": [(other.title, shown) for other, shown in zip(lessons, addresses, strict=True)],
        "skip": game,
        "next": game if last else addresses[step],
    }

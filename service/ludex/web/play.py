"""The page that lists games to play, and the pages for playing individual games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from ludex.web.game_pages import GamePages, PlayGroup, PlayPage, site
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
    if not any(game.packs or game.play or game.play_page for game in site.games):
        abort(404)
    packs = [section_of(game) for game in site.games if game.packs is not None]
    own = [(game.name, game.play) for game in site.games if game.play is not None]
    groups: dict[PlayGroup, list[Mapping[str, Any]]] = {}
    for game in site.games:
        if game.play_page is not None:
            groups.setdefault(game.play_page.group, []).append(_card(game, game.play_page))
    return render_template(
        "play/play.html",
        title="Play",
        section="/play",
        packs=packs,
        sections=[(f"{name}/play.html", section.context()) for name, section in own],
        groups=list(groups.items()),
        modules=["settings", "progress", "picking", *(module for _, section in own for module in section.modules)],
    )


def _card(game: GamePages, page: PlayPage) -> Mapping[str, Any]:
    """Return the card with a link to the play page of a game."""
    return {
        "name": game.name,
        "title": game.title,
        "address": url_for(page.endpoint),
        "about": page.about,
        "picture": "" if page.picture is None else page.picture(),
        "tutorial": url_for(page.tutorial) if page.tutorial else "",
    }


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
        "next": game if last else addresses[step],
    }

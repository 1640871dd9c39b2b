"""The page of games to play: the section of each game that has one, and the tables of cards."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludex.web.page import Page, Site

PLAY = "/play"


@dataclass(frozen=True, slots=True)
class PlaySection:
    """The section of a game on the page of games to play: its title, its template with the context, its modules."""

    title: str
    template: str
    context: Callable[[Site], Mapping[str, Any]]
    modules: tuple[str, ...] = ()


def pages(site: Site) -> Iterable[Page]:
    """Return the page of games to play, if there is one."""
    titles = [game.play.title for game in site.games if game.play is not None]
    if titles or any(game.table for game in site.games):
        yield Page(PLAY, _play, "play/play.html", title=next(iter(titles), "Play"), entry="Play")


def _play(site: Site) -> Mapping[str, Any]:
    sections = [game.play for game in site.games if game.play is not None]
    return {
        "sections": [(one.template, one.context(site)) for one in sections],
        "tables": [game for game in site.games if game.table],
        "modules": [name for one in sections for name in one.modules],
    }

"""The page of games to play, and the pages on which single games are played."""

from collections.abc import Iterable, Mapping
from typing import Any

from ludex.web.game_pages import Page, PlayGroup, Site

PLAY = "/play"


def pages(site: Site) -> Iterable[Page]:
    """Return the page of games to play, if any, and the page of each game that is played on its own page."""
    titles = [game.play.title for game in site.games if game.play is not None]
    if titles or any(game.play_page for game in site.games):
        yield Page(PLAY, _play, "play/play.html", title=next(iter(titles), "Play"), entry="Play")
    for game in site.games:
        if game.play_page is not None:
            address, template = f"{PLAY}/{game.name}", f"{game.name}/play.html"
            yield Page(address, game.play_page.view, template, title=f"Play {game.title}", section=PLAY, computes=True)


def _play(site: Site) -> Mapping[str, Any]:
    sections = [(game.name, game.play) for game in site.games if game.play is not None]
    groups: dict[PlayGroup, list[tuple[str, str]]] = {}
    for game in site.games:
        if game.play_page is not None:
            groups.setdefault(game.play_page.group, []).append((game.title, f"{PLAY}/{game.name}"))
    return {
        "sections": [(f"{name}/play.html", section.context(site)) for name, section in sections],
        "groups": list(groups.items()),
        "modules": [module for _, section in sections for module in section.modules],
    }

"""Every page of the site, in the order of the navigation."""

from collections.abc import Iterator, Sequence

from ludex.catalogue.kinds.registry import Registry
from ludex.web.catalogue_pages import games, lists, objects
from ludex.web.documentation_pages import built_files, contents
from ludex.web.game_pages import GamePages
from ludex.web.graph_pages import neighbours, paths, surroundings
from ludex.web.lookup_pages import compare, draw
from ludex.web.making import forms, jobs
from ludex.web.page import Page, Site
from ludex.web.play_pages import play
from ludex.web.results import deals, experiments, overview
from ludex.web.site import home, key, search

_MODULES = (
    home,
    games,
    lists,
    objects,
    neighbours,
    surroundings,
    paths,
    overview,
    deals,
    experiments,
    search,
    play,
    draw,
    forms,
    jobs,
    compare,
    key,
    contents,
    built_files,
)


def pages_of(site: Site) -> Iterator[Page]:
    """Yield the pages of the platform, then those of the games that only they have."""
    for module in _MODULES:
        yield from module.pages(site)
    for game in site.games:
        yield from game.pages


def games_on_site(registry: Registry, declared: Sequence[GamePages]) -> tuple[GamePages, ...]:
    """Return the pages of the games of a catalogue: those declared, in their order, then games that declare none."""
    titles = {game.kinds[0].address.partition("/")[0]: game.title for game in registry.games}
    own = {game.name: game for game in declared if game.name in titles}
    return (*own.values(), *(GamePages(name, title) for name, title in titles.items() if name not in own))

"""Every page of the site: one line a module, in the order of the navigation."""

from ludex.web import compare, documentation, draw, games, home, lists, objects, play, search

PAGES = (
    home.pages,
    games.pages,
    lists.pages,
    objects.pages,
    search.pages,
    play.pages,
    draw.pages,
    compare.pages,
    documentation.pages,
)

"""Every page of the site: one line a module, in the order of the navigation."""

from ludex.web import compare, draw, games, home

PAGES = (
    home.pages,
    games.pages,
    draw.pages,
    compare.pages,
)

"""Every page of the site: one line a module, in the order of the navigation."""

from ludex.web import games, home, objects

PAGES = (
    home.pages,
    games.pages,
    objects.pages,
)

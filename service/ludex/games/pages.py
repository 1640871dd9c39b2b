"""The pages of the games, in the order of the navigation."""

from operator import attrgetter

from ludex.games import parts
from ludex.web.game_pages import GamePages

PAGES: tuple[GamePages, ...] = tuple(sorted(parts("pages"), key=attrgetter("order")))

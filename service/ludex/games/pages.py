"""The pages of every game, in the order of the navigation."""

from ludex.games.planarity.pages import PAGES as PLANARITY
from ludex.games.sets.pages import PAGES as SETS
from ludex.games.swish.pages import PAGES as SWISH

PAGES = (PLANARITY, SWISH, SETS)

"""The kinds of every game, and their relations and statements: one package a game, one line in the list of games."""

from ludex.catalogue.kinds.planarity import PLANARITY
from ludex.catalogue.kinds.sets import GAME as SETS
from ludex.catalogue.kinds.swish import SWISH

GAMES = (SWISH, SETS, PLANARITY)

"""The kinds of every game, and their relations and statements: one package a game, one line in the list of games."""

from functools import cache

from ludex.catalogue.kinds.planarity import PLANARITY
from ludex.catalogue.kinds.sets import GAME as SETS
from ludex.catalogue.kinds.swish import SWISH
from ludex.catalogue.registry import Registry, registry_of

GAMES = (SWISH, SETS, PLANARITY)


@cache  # registry_of compares the games, which takes longer than most uses of the result
def registry() -> Registry:
    """Return what the games declare, for a process that has no catalogue."""
    return registry_of(GAMES)

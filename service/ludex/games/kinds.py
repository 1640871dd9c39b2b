"""What every game adds to the catalogue."""

from ludex.catalogue.kinds.registry import Registry, registry_of
from ludex.games.planarity.kinds import PLANARITY
from ludex.games.sets.kinds import GAME as SETS
from ludex.games.swish.kinds import SWISH

GAMES = (SWISH, SETS, PLANARITY)


def registry() -> Registry:
    """Return the registry of all games: a function that worker processes can import."""
    return registry_of(GAMES)

"""What the games add to the catalogue."""

from ludex.catalogue.kinds.registry import Game, Registry, registry_of
from ludex.games import parts

GAMES: tuple[Game, ...] = parts("kinds")


def registry() -> Registry:
    """Return the registry of all games: a function that worker processes can import."""
    return registry_of(GAMES)

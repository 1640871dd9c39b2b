"""The declarations that the installed games add to the catalogue."""

from ludex.catalogue.kinds.registry import GameKinds, Registry, registry_of
from ludex.games import parts

GAMES: tuple[GameKinds, ...] = parts("kinds")


def registry() -> Registry:
    """Return the registry of all games: a function that worker processes can import."""
    return registry_of(GAMES)

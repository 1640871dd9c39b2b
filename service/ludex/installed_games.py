"""The installed games: their packages, their names in `ludex`, and the modules that declare their parts."""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

_PACKAGES = {"swish": "ludex.games.swish", "sets": "ludex.games.sets", "planarity": "ludex.games.planarity"}
_PUBLIC_MODULES = {"planarity": "ludex.games.planarity", "sets": "ludex.games.sets", "swish": "ludex.games.swish"}
_PUBLIC_NAMES = {"Pack": "ludex.games.planarity.catalogue_values"}


def game_modules() -> Mapping[str, str]:
    """Return the modules that `from ludex import GAME` gives, by the name of the game."""
    return _PUBLIC_MODULES


def public_names() -> Mapping[str, str]:
    """Return the modules of further names that games add to `ludex`, such as `ludex.Pack`, by name."""
    return _PUBLIC_NAMES


def game_parts(part: str) -> dict[str, ModuleType]:
    """Return the modules that declare a part of the games, such as `benchmarks`, by the name of the game.

    Games without the part are left out.

    >>> list(game_parts("benchmarks"))
    ['swish', 'sets', 'planarity']
    """
    modules = {}
    for game, package in _PACKAGES.items():
        name = f"{package}.{part}"
        try:
            modules[game] = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
    return modules

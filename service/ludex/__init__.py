"""Ludex: an index of game positions (SWISH, generalized SET, Swap Planarity), solved exactly.

Three packages contain values and exact searches, and can be used without a catalogue:

- ``ludex.swish``: cards, decks, positions, swishes, no-swish sets;
- ``ludex.sets``: cards of any number of properties and values, solvers, games, caps;
- ``ludex.planarity``: drawings, minimum numbers of swaps, equivalence, generation.

``ludex.Catalogue`` opens a catalogue, which stores equivalent positions only once. ``ludex.Jobs`` opens the jobs of a
catalogue:

    >>> from tempfile import mkdtemp
    >>> import ludex
    >>> cards = ludex.swish.Position.from_codes(["*o./...", "o../.*.", "..*/.o."])
    >>> with ludex.Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
    ...     added = catalogue.add(cards, find="largest")
    ...     print(added.label, added["largest_swish"]["size"])
    ...     flipped = ludex.swish.Position.from_codes([".../*o.", "..o/.*.", ".o./*.."])
    ...     print(catalogue.look_up(flipped).matching)
    swish-position-2x3-3-edllz2vy7ib2bozl 2
    (0, 2, 1)

Each name is imported on first use, so that ``import ludex`` is fast.
"""

from pkgutil import resolve_name
from typing import Any

import lazy_loader

_own_name, _, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    try:
        return _own_name(name)
    except AttributeError:
        references = {} if name.startswith("_") else _names_of_games()
        if name not in references:
            raise
        return resolve_name(references[name])


def __dir__() -> list[str]:
    return sorted({*__all__, *_names_of_games()})


def _names_of_games() -> dict[str, str]:
    """Return references to the modules of the games, by the names of the games."""
    from ludex.games import games

    return {game.name: game.module for game in games() if game.module}

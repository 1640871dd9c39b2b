"""The operations on stored objects of SET, with one module per subject and one function per request."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.operations import caps, decks, positions
else:
    __getattr__ = submodules(__name__)

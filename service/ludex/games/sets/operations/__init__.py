"""The operations on stored objects of SET, with one module per subject and one function per request."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.operations import caps as caps
    from ludex.games.sets.operations import decks as decks
    from ludex.games.sets.operations import positions as positions
else:
    __getattr__ = submodules(__name__)

"""The operations on stored SWISH objects, with one module per subject and one function per request."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.operations import decks, no_swish_sets, positions
else:
    __getattr__ = submodules(__name__)

"""The operations on stored SWISH objects, with one module per subject and one function per request."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.operations import decks as decks
    from ludex.games.swish.operations import no_swish_sets as no_swish_sets
    from ludex.games.swish.operations import positions as positions
else:
    __getattr__ = submodules(__name__)

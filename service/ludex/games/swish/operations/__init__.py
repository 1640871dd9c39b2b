"""What can be asked for of SWISH. Searches that store nothing are asked of the game itself."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.operations import boards as boards
    from ludex.games.swish.operations import deal_probability as deal_probability
    from ludex.games.swish.operations import deals as deals
    from ludex.games.swish.operations import decks as decks
    from ludex.games.swish.operations import hypergraphs as hypergraphs
    from ludex.games.swish.operations import no_swish_sets as no_swish_sets
    from ludex.games.swish.operations import positions as positions
else:
    __getattr__ = submodules(__name__)
